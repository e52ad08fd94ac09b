"""Files that are no facts, changed on both sides: woven together by lines, or set side by side."""

from __future__ import annotations

from mem.facts.weaving import united, woven
from mem.store.scaffold import LINES
from mem.sync.erasing import RECORDS

LINE_FILES = frozenset({".gitignore", ".gitattributes", RECORDS})
"""Files whose lines stand each for itself: both sides' lines are kept."""


def text_merge(path: str, base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """Give one text with both sides' changes; None where they cannot both be had."""
    try:
        texts = [data.decode() for data in (base, ours, theirs)]
    except UnicodeDecodeError:
        return None
    merged = woven(*texts) if base else None
    if merged is None and path in LINE_FILES:
        return united(texts[1], texts[2]).encode()
    return None if merged is None else merged.encode()


def is_as_made(path: str, data: bytes) -> bool:
    """Tell whether one of the store's own small files still is as every store begins with it."""
    return data.strip().decode("utf-8", "replace") == LINES.get(path)


def beside(path: str, mark: str) -> str:
    """Give the path next to this one that carries a mark in its name."""
    folder, slash, name = path.rpartition("/")
    stem, dot, ending = name.rpartition(".")
    return f"{folder}{slash}" + (f"{stem}.{mark}{dot}{ending}" if stem else f"{name}.{mark}")
