"""Where a new fact file goes: small folders stay easy to browse, large ones cheap to commit."""

from __future__ import annotations

import os
from functools import cached_property

from mem.store.files import TOP

CROWDED = 500  # files in one folder; from there on new ones go a folder deeper


class Room:
    """Which names are taken and which folders have room; each folder is looked at once, for all that is to come."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._names: dict[str, set[str]] = {}
        self._counts: dict[str, int] = {}

    def has_name(self, name: str) -> bool:
        """Tell whether a file of this name lies where a new one could go, if only in another case."""
        wanted = name.casefold()
        return any(
            wanted in self._look(place)
            for type_folder in self._type_folders
            for place in _places_for(f"{TOP}/{type_folder}", name)
        )

    def take(self, folder: str, name: str) -> str:
        """Give the path of a new file of a type's `folder`, as in `objects/facts`; its name holds the day it is made.

        Small folders stay flat, crowded ones take new files a folder deeper, and no file ever moves.
        """
        for place in _places_for(folder, name):
            if self._count(place) < CROWDED:
                break
        self._look(place).add(name.casefold())
        self._counts[place] += 1
        return f"{place}/{name}"

    @cached_property
    def _type_folders(self) -> list[str]:
        return _names(f"{self._root}/{TOP}")

    def _count(self, folder: str) -> int:
        self._look(folder)
        return self._counts[folder]

    def _look(self, folder: str) -> set[str]:
        if folder not in self._names:
            names = _names(f"{self._root}/{folder}")
            self._names[folder] = {name.casefold() for name in names}
            self._counts[folder] = sum(name.endswith(".md") for name in names)
        return self._names[folder]


def _places_for(folder: str, name: str) -> list[str]:
    """Give the folders a file may go to, the first with room: the type's, then its month's, then its day's."""
    parts = name.split("-")
    if len(parts) < 5 or not all(part.isdigit() for part in parts[1:4]):
        return [folder]
    month = f"{folder}/{parts[1]}-{parts[2]}"
    return [folder, month, f"{month}/{parts[3]}"]


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
