"""Progress of long work, for a person who watches; never into a pipe or a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mem.cli.session import Session, write

WIDTH = 30


@contextmanager
def progress(session: Session, what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show how far work has come while it lasts, and wipe it out at the end."""
    if not session.shows_progress or total == 0:
        yield lambda _: None
        return
    step = max(1, total // 200)

    def show(done: int) -> None:
        if done % step == 0:
            filled = WIDTH * min(done, total) // total
            write(sys.stderr, f"\r{what} [{'#' * filled}{'.' * (WIDTH - filled)}] {done} of {total}")

    try:
        show(0)
        yield show
    finally:
        write(sys.stderr, "\r\x1b[K")
