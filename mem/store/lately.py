"""What was staged lately, looked after once more: a `git commit` at the same moment may have swept it away.

Git reads the index before it locks it. When all we do falls in between, it writes back what it read, and the
user's next commit would undo ours.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from mem.store.gitindex import GitIndex, Staged
from mem.store.trees import Leaf

_KEPT = 100  # files; more than are written while one git command reads the index
_NONE = "-"


class _Entry(NamedTuple):
    """A path, the blob that was staged for it, and the one that was staged before."""

    path: str
    mode: int
    oid: str | None
    before: str | None


class Lately:
    """The last files staged in one working tree. Losing the note is no loss: it only mends a rare mishap."""

    def __init__(self, file: str) -> None:
        self._file = file

    def swept_away(
        self, index: GitIndex, staged: Sequence[Staged], is_current: Callable[[str, str | None], bool]
    ) -> Iterator[Staged]:
        """Give what the index has as it was before we staged it, though HEAD and the disk have it as it is now."""
        now = {item.path for item in staged}
        for entry in self._entries():
            is_back = entry.oid != entry.before and index.oid_of(entry.path) == entry.before
            if entry.path not in now and is_back and is_current(entry.path, entry.oid):
                yield Staged(entry.path, Leaf(entry.mode, entry.oid) if entry.oid else None)

    def remember(self, index: GitIndex, staged: Sequence[Staged]) -> None:
        """Note what is about to be staged in place of what the index has."""
        known = {entry.path: entry for entry in self._entries()}
        for item in staged:
            known.pop(item.path, None)
            mode, oid = (item.leaf.mode, item.leaf.oid) if item.leaf else (0, None)
            known[item.path] = _Entry(item.path, mode, oid, index.oid_of(item.path))
        lines = [f"{e.mode:o} {e.oid or _NONE} {e.before or _NONE} {e.path}\0" for e in list(known.values())[-_KEPT:]]
        with suppress(OSError):
            os.makedirs(os.path.dirname(self._file), exist_ok=True)
            with open(self._file, "w", encoding="utf-8", errors="surrogateescape") as file:
                file.write("".join(lines))

    def _entries(self) -> list[_Entry]:
        try:
            with open(self._file, encoding="utf-8", errors="surrogateescape", newline="") as file:
                rows = [line.split(" ", 3) for line in file.read().split("\0") if line]
            return [_Entry(path, int(mode, 8), _oid(oid), _oid(before)) for mode, oid, before, path in rows]
        except (FileNotFoundError, ValueError):  # never written, or cut off
            return []


def _oid(text: str) -> str | None:
    return None if text == _NONE else text
