"""What a look at the disk brought, for those who keep an index in step with it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from mem.store import files, sweep
from mem.store.files import SWEPT_WHOLE, Changes, Stamp

FEW = 1000  # files that are asked for one by one


class Known(Protocol):
    """What is remembered of a store's files; all of it is asked for only in a small store."""

    def folders(self) -> Mapping[str, int]: ...
    def has_more_files_than(self, count: int) -> bool: ...
    def stamps(self, paths: Sequence[str] | None = None) -> Mapping[str, Stamp]: ...
    def stamps_below(self, folder: str) -> Mapping[str, Stamp]: ...
    def looks(self, count: int, after: str = "") -> Sequence[sweep.Look]: ...
    def newest_looks(self, count: int) -> Sequence[sweep.Look]: ...


class Survey(NamedTuple):
    """What changed on the disk.

    `folders` holds the times to remember where they differ, -1 for a folder that is gone.
    """

    changed: list[str]
    gone: list[str]
    folders: dict[str, int]
    quarantined: list[tuple[str, str]]

    @property
    def is_clean(self) -> bool:
        return not (self.changed or self.gone or self.folders)


class Walk(NamedTuple):
    """All fact files of a store, and what lies among them and is left alone, with the reason."""

    paths: list[str]
    quarantined: list[tuple[str, str]]


def survey(root: str, private: str, known: Known, named: Sequence[str], now_ns: int) -> Survey:
    """Find what differs on the disk from what is known of it; `named` files are looked at in any case."""
    found = _changed(root, private, known, named, now_ns)
    return Survey(found.paths, found.gone, found.folders, list(found.quarantined.items()))


def stale(root: str, known: Known, paths: Collection[str]) -> set[str]:
    """Give those of the known files that do not look as they did when they were read."""
    stamps = known.stamps(list(paths) if len(paths) < FEW else None)
    return {path for path in paths if path in stamps and files.look_at(root, path) != stamps[path]}


def _changed(root: str, private: str, known: Known, named: Sequence[str], now_ns: int) -> Changes:
    folders = known.folders()
    if not known.has_more_files_than(SWEPT_WHOLE):
        return files.changed(root, known.stamps(), folders, now_ns, named=named)
    turn = sweep.due(private, known)
    looks = [*known.newest_looks(sweep.NEWEST), *turn]
    some = {path: (mtime, ctime, size, inode) for path, mtime, ctime, size, inode in looks} | {**known.stamps(named)}
    found = files.changed(root, some, folders, now_ns, below=known.stamps_below, named=named)
    sweep.go_on(private, turn)
    return found
