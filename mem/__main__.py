"""The entry point. Plain forms of the hot commands are answered here, without Typer; all else goes to the full lane."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run one call and leave with its exit status."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        open_streams()
    argv = sys.argv[1:]
    if argv[:1] == ["search"]:
        from mem.cli import hot

        status = hot.search(argv[1:], os.environ)
        if status is not None:
            leave(status)
    if argv[:1] == ["on"]:
        from mem.cli import hooked

        status = hooked.on(argv[1:], os.environ)
        if status is not None:
            leave(status)
    from mem.cli.main import run

    sys.exit(run(argv))


def open_streams() -> None:
    """Put nothing in place of standard streams that the caller closed, so that no file of ours takes their numbers."""
    while os.open(os.devnull, os.O_RDWR) < 2:
        pass
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115  # open for the life of the process
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def leave(status: int) -> None:
    """End the process without the interpreter's tidying up, which takes a fifth of the time of a short call."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


if __name__ == "__main__":
    main()
