"""The one door to dulwich, opened only when files by hand will not do: packs, a new repository, config without git."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping

_KINDS = {1: "commit", 2: "tree", 3: "blob", 4: "tag"}


class PackedObjects:
    """An object folder, its packs and those it borrows from, open until closed."""

    def __init__(self, folder: str, algorithm: str) -> None:
        from dulwich.object_format import get_object_format
        from dulwich.object_store import DiskObjectStore

        self._store = DiskObjectStore(folder, object_format=get_object_format(algorithm))

    def read(self, oid: str) -> tuple[str, bytes]:
        """Give the kind of an object and its bytes; one that is not there is a KeyError."""
        from dulwich.objects import ObjectID

        kind, data = self._store.get_raw(ObjectID(oid.encode("ascii")))
        return _KINDS[kind], data

    def close(self) -> None:
        self._store.close()


def make_repository(folder: str) -> None:
    """Make an empty repository in an existing folder, on the branch `main`."""
    from dulwich.repo import Repo

    Repo.init(folder, default_branch=b"main").close()


def config_values(files: Iterable[str], holds: Mapping[str, Callable[[str], bool]]) -> list[tuple[str, str]]:
    """Give the settings of git config files in order, a later one overriding an earlier one.

    `holds` tells for each kind of `includeIf`, as in `gitdir:`, whether its condition is met.
    """
    from dulwich.config import ConfigFile

    found = []
    for path in files:
        if not os.path.exists(path):
            continue
        config = ConfigFile.from_path(path, condition_matchers=holds)
        for section in config.sections():
            for name, value in config.items(section):
                key = b".".join((section[0].lower(), *section[1:], name.lower()))
                found.append((os.fsdecode(key), os.fsdecode(value)))
    return found


def matches(path: str, pattern: str) -> bool:
    """Tell whether a path fits one of git's patterns, in which only `**` reaches across folders."""
    from dulwich.config import match_glob_pattern

    return match_glob_pattern(path, pattern)
