"""What differs between two trees: the files, and the folders above them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from mem.store.trees import FOLDER, Leaf, Tree, text

Changes = Mapping[str, tuple[Leaf | None, Leaf | None]]
"""Each path that differs: what is there before and after."""


@dataclass(slots=True)
class Difference:
    """Two trees compared; `folders` gives for each folder above a change its tree before and after."""

    files: dict[str, tuple[Leaf | None, Leaf | None]] = field(default_factory=dict)
    folders: dict[str, tuple[str | None, str | None]] = field(default_factory=dict)


def difference(read: Callable[[str], Tree], before: str | None, after: str | None) -> Difference:
    """Compare two trees, going down only where they differ; None is a tree without anything."""
    found = Difference()
    _compare(read, before, after, "", found)
    return found


def _compare(read: Callable[[str], Tree], before: str | None, after: str | None, path: str, found: Difference) -> None:
    if before == after:
        return
    found.folders[path] = (before, after)
    old, new = read(before) if before else {}, read(after) if after else {}
    for name in dict.fromkeys((*old, *new)):
        was, now = old.get(name), new.get(name)
        if was == now:
            continue
        below = f"{path}/{text(name)}".lstrip("/")
        _compare(read, _folder(was), _folder(now), below, found)
        if _file(was) != _file(now):
            found.files[below] = (_file(was), _file(now))


def _folder(leaf: Leaf | None) -> str | None:
    return leaf.oid if leaf and leaf.mode == FOLDER else None


def _file(leaf: Leaf | None) -> Leaf | None:
    return leaf if leaf and leaf.mode != FOLDER else None
