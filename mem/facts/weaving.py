"""Two edits of one text woven together, line by line, where they touch different lines."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple


class _Change(NamedTuple):
    """The lines `start` to `end` of the base, and what became of them."""

    start: int
    end: int
    lines: tuple[str, ...]


def woven(base: str, ours: str, theirs: str) -> str | None:
    """Give the text with both sides' changes; None where both changed the same lines, or lines next to each other."""
    lines = base.splitlines(keepends=True)
    changes = sorted({*_changes(lines, ours), *_changes(lines, theirs)})
    if any(one.end >= other.start for one, other in pairwise(changes)):
        return None
    for change in reversed(changes):
        lines[change.start : change.end] = change.lines
    return "".join(lines)


def united(ours: str, theirs: str) -> str:
    """Give their lines and then those that only we have: for files whose lines stand each for itself."""
    lines = [f"{line}\n" for line in theirs.splitlines()]
    return "".join([*lines, *(f"{line}\n" for line in ours.splitlines() if f"{line}\n" not in lines)])


def _changes(base: Sequence[str], side: str) -> list[_Change]:
    lines = side.splitlines(keepends=True)
    matcher = SequenceMatcher(None, base, lines, autojunk=False)
    return [
        _Change(start, end, tuple(lines[low:high]))
        for kind, start, end, low, high in matcher.get_opcodes()
        if kind != "equal"
    ]
