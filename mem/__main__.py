"""The entry point. Plain forms of the hot commands are answered here, without Typer; all else goes to the full lane."""

from __future__ import annotations

import sys


def main() -> None:
    """Run one call and leave with its exit status."""
    argv = sys.argv[1:]
    from mem.cli.main import run

    sys.exit(run(argv))


if __name__ == "__main__":
    main()
