"""How far the look at a large store has come: each call looks at some of its files, and the next one goes on there.

Kept in the repository's private folder. On the hot lane: nothing here imports more than `os`.
"""

from __future__ import annotations

import os

Look = tuple[str, int, int, int, int]
"""A file as it looked when it was read: its path, then mtime_ns, ctime_ns, size, inode."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    class Known(Protocol):
        """What is remembered of the files of a store."""

        def looks(self, count: int, after: str = "") -> Sequence[Look]: ...


FILE = "sweep"
AT_ONCE = 100  # files, in the order of paths
NEWEST = 50  # files that were read last, which every call looks at


def due(private: str, known: Known) -> Sequence[Look]:
    """Give the files whose turn it is, as they are known; at the end of a round fewer."""
    return known.looks(AT_ONCE, _reached(private))


def go_on(private: str, looked_at: Sequence[Look]) -> None:
    """Keep how far this call came; where that cannot be kept, the next call looks at the same files again."""
    reached = looked_at[-1][0] if len(looked_at) == AT_ONCE else ""
    try:
        os.makedirs(private, mode=0o700, exist_ok=True)
        with open(os.path.join(private, FILE), "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(reached)
    except OSError:
        return


def _reached(private: str) -> str:
    try:
        with open(os.path.join(private, FILE), encoding="utf-8", errors="surrogateescape") as file:
            return file.read()
    except OSError:
        return ""
