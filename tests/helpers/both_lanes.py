"""Runs a table of calls in both lanes, each call in a process of its own that is forked from one that is warm.

Run as a program it reads calls as JSON and writes what each printed, in the hot lane and in the full one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import IO

NOT_MINE = 250  # how a forked process says that the hot lane left a call alone


@dataclass(frozen=True)
class Call:
    """One call with its surroundings; standard output is a file, or a `terminal`, or a pipe that nobody reads."""

    words: Sequence[str]
    environ: Mapping[str, str]
    folder: str
    output: str = "file"


@dataclass(frozen=True)
class Told:
    """What one lane printed and how it ended; the hot lane may leave a call alone."""

    code: int
    out: str
    err: str

    @property
    def is_left_alone(self) -> bool:
        return self.code == NOT_MINE


def in_both_lanes(calls: Sequence[Call]) -> list[tuple[Told, Told]]:
    """Give what each call gets from the hot lane and from the full one."""
    done = subprocess.run(
        [sys.executable, __file__],
        input=json.dumps([asdict(call) for call in calls]),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [(Told(*hot), Told(*full)) for hot, full in json.loads(done.stdout)]


def main() -> None:
    from mem.__main__ import hot_lane
    from mem.cli.commands import recall, search, show  # noqa: F401  # warm, so that a fork costs next to nothing
    from mem.cli.main import run

    calls = [Call(**call) for call in json.load(sys.stdin)]

    def hot(call: Call) -> int:
        status = hot_lane(call.words, os.environ)
        return NOT_MINE if status is None else status

    def full(call: Call) -> int:
        return run(list(call.words))

    print(json.dumps([[_forked(hot, call), _forked(full, call)] for call in calls]))


def _forked(lane: Callable[[Call], int], call: Call) -> tuple[int, str, str]:
    """Run one lane in a child, and give its exit status and what it wrote."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        master, given = _stdout(call.output, out.fileno())
        child = os.fork()
        if not child:
            _become(lane, call, given, err.fileno())
        _, status = os.waitpid(child, 0)
        written = _shown(master) if call.output == "terminal" else _text(out)
        for handle in (master, given):
            if handle not in (-1, out.fileno()):
                os.close(handle)
        return os.waitstatus_to_exitcode(status), written.decode(), _text(err).decode()


def _become(lane: Callable[[Call], int], call: Call, out: int, err: int) -> None:
    code = 99
    try:
        os.environ.clear()
        os.environ.update(call.environ)
        os.chdir(call.folder)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        sys.argv = ["mem", *call.words]
        code = lane(call)
        sys.stdout.flush()
    except BrokenPipeError:
        code = 98
    except SystemExit as end:
        code = int(end.code or 0)
    finally:
        sys.stderr.flush()
        os._exit(code)


def _stdout(kind: str, file: int) -> tuple[int, int]:
    if kind == "terminal":
        return os.openpty()
    if kind == "unread pipe":
        read, write = os.pipe()
        os.close(read)
        return -1, write
    return -1, file


def _shown(terminal: int) -> bytes:
    os.set_blocking(terminal, False)
    try:
        return os.read(terminal, 1 << 16)
    except BlockingIOError:
        return b""


def _text(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read()


if __name__ == "__main__":
    main()
