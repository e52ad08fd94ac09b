"""How a call ends: one handler answers every failure, in both lanes; nothing escapes as a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from mem.cli.session import NobodyReads, OutputLost, Session, error_report
from mem.errors import MemError, UsageError
from mem.index.sqlite import DamagedIndex


def finished(session: Session, work: Callable[[], int | None]) -> int:
    """Do the work and give the exit status, which without one of its own is that of what was printed.

    When the index turns out to be damaged half way, the work is done once more with a new one.
    """
    try:
        try:
            status = work()
        except DamagedIndex:
            session.close()
            status = work()
        return status or session.code
    except KeyboardInterrupt:
        return 130
    except NobodyReads:
        return _leave_quietly()
    except OutputLost as lost:
        return _lose_output(lost)
    except MemError as error:
        return _fail(session, error)
    except Exception as error:  # noqa: BLE001  # the last door: a fault of ours must not print a traceback
        return _fail(session, _internal(error, session))
    finally:
        session.close()


def _fail(session: Session, error: MemError) -> int:
    try:
        session.print(error_report(error))
    except UsageError:  # the format itself was wrong
        session.choose_format("toon")
        session.print(error_report(error))
    except NobodyReads:
        return _leave_quietly()
    except OutputLost as lost:
        return _lose_output(lost)
    return error.code


def _lose_output(lost: OutputLost) -> int:
    """What was asked for may be done, but nobody can be told: exit 1."""
    _leave_quietly()
    os.write(sys.stderr.fileno(), f"mem: the answer could not be written: {lost}\n".encode())
    return 1


def _leave_quietly() -> int:
    """The reader closed the pipe: nothing more can be said, and the interpreter must not try at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _internal(error: Exception, session: Session) -> MemError:
    """Keep the traceback in a file and give its place."""
    from mem.cli.faults import record

    return MemError(f"internal fault, details in {record(error, session)}", help="please report it with that file")
