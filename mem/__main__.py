"""The entry point. Plain forms of the hot commands are answered here, without Typer; all else goes to the full lane."""

from __future__ import annotations

import gc
import os
import sys

from mem import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


GARBAGE = 50_000  # values; most of what a longer call makes it keeps to its end as well


def main() -> None:
    """Run one call and leave with its exit status."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        open_streams()
    argv = sys.argv[1:]
    compiled.prefer()
    gc.disable()  # a short call ends before there is anything to collect, and looking for it takes a tenth of the time
    status = hot_lane(argv, os.environ)
    if status is not None:
        leave(status)
    gc.set_threshold(GARBAGE, 20, 20)
    gc.enable()
    from mem.cli.main import run

    sys.exit(run(argv))


def hot_lane(argv: Sequence[str], environ: Mapping[str, str]) -> int | None:
    """Answer a plain form of a hot command, and give the exit status; None for all else."""
    verb, words = (argv[0], argv[1:]) if argv else ("", ())
    if verb == "search":
        from mem.cli import hot_search

        return hot_search.search(words, environ)
    if verb == "on":
        from mem.cli import hooked

        return hooked.on(words, environ)
    if verb == "add":
        from mem.cli import hot_add

        return hot_add.add(words, environ)
    if verb == "show":
        from mem.cli import hot_show

        return hot_show.show(words, environ)
    if verb == "recall":
        from mem.cli import hot_recall

        return hot_recall.recall(words, environ)
    return None


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
