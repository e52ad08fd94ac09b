"""The entry point. Plain forms of the hot commands are answered here, without Typer; all else goes to the full lane."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run one call and leave with its exit status."""
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


def leave(status: int) -> None:
    """End the process without the interpreter's tidying up, which takes a fifth of the time of a short call."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


if __name__ == "__main__":
    main()
