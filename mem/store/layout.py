"""Where a new fact file goes: small folders stay easy to browse, large ones cheap to commit."""

from __future__ import annotations

import os
from collections.abc import Collection
from itertools import islice

from mem.store.files import TOP

CROWDED = 500  # files in one folder; from there on new ones go a folder deeper


def path_for(root: str, folder: str, name: str, taken: Collection[str] = ()) -> str:
    """Give the path of a new file of a type's `folder`, as in `objects/facts`; its name holds the day it is made.

    Small folders stay flat, crowded ones take new files a folder deeper, and no file ever moves. `taken` are
    paths that are about to be written.
    """
    for place in _places_for(folder, name):
        coming = sum(path.rpartition("/")[0] == place for path in taken)
        if _count(f"{root}/{place}") + coming < CROWDED:
            break
    return f"{place}/{name}"


def has_name(root: str, name: str) -> bool:
    """Tell whether a file of this name lies where a new one could go, if only in another case."""
    wanted = name.casefold()
    return any(
        known.casefold() == wanted
        for type_folder in _names(f"{root}/{TOP}")
        for place in _places_for(f"{TOP}/{type_folder}", name)
        for known in _names(f"{root}/{place}")
    )


def _places_for(folder: str, name: str) -> list[str]:
    """Give the folders a file may go to, the first with room: the type's, then its month's, then its day's."""
    parts = name.split("-")
    if len(parts) < 5 or not all(part.isdigit() for part in parts[1:4]):
        return [folder]
    month = f"{folder}/{parts[1]}-{parts[2]}"
    return [folder, month, f"{month}/{parts[3]}"]


def _count(folder: str) -> int:
    """Count the facts in a folder, no further than matters."""
    try:
        with os.scandir(folder) as scan:
            return sum(1 for _ in islice((entry for entry in scan if entry.name.endswith(".md")), CROWDED))
    except FileNotFoundError:
        return 0


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
