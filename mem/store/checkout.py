"""Bringing the disk from one tree to another: only what differs, and never over something nobody has kept."""

from __future__ import annotations

import errno
import os
from collections.abc import Collection

from mem.store import disk
from mem.store.comparing import Changes
from mem.store.files import TOP, is_fact_path
from mem.store.gitindex import Staged
from mem.store.repository import Repository
from mem.store.trees import EXECUTABLE, LINK, REPOSITORY, Leaf, object_id, raw


class Checkout:
    """The files that differ on their way to the disk; `begun` once the first of them is in place."""

    def __init__(self, repository: Repository, changes: Changes) -> None:
        self._repository = repository
        self._root = repository.places.root
        self._aside = os.path.join(repository.places.own, "incoming")
        self._changes = changes
        self._converted = _converted(repository, changes)
        self.begun = False

    def in_the_way(self) -> list[str]:
        """Give the paths where the disk holds neither what is there before nor what is to come."""
        found = []
        for path, (before, after) in self._changes.items():
            disk.refuse_outside(self._root, path)
            if self._is_repository(before) or self._is_repository(after):
                continue
            if self._on_disk(path) not in (before.oid if before else None, after.oid if after else None):
                found.append(path)
        return found

    def prepare(self) -> None:
        """Write all files aside, so that what the disk refuses shows now."""
        self.clear()
        os.makedirs(self._aside, exist_ok=True)
        self._repository.expect(len(self._changes))
        for number, (path, (_, after)) in enumerate(self._changes.items()):
            if after is not None and after.mode not in (LINK, REPOSITORY):
                disk.write_aside(self._at(number), self._bytes(path, after), flush=self._repository.flushes)
        self._repository.settle()

    def carry_out(self, leaving: Collection[str] = ()) -> list[Staged]:
        """Put all in place but what is to be left, and say for the index how each file stands."""
        self._place(leaving)
        return self._standing(leaving)

    def clear(self) -> None:
        from shutil import rmtree  # brings two packers; most writes have nothing to check out

        rmtree(self._aside, ignore_errors=True)

    def _place(self, leaving: Collection[str]) -> None:
        if path := next((path for path in self.in_the_way() if path not in leaving), None):
            raise disk.InTheWay(path)
        for path, (_, after) in self._changes.items():
            if after is None and path not in leaving:
                self._remove(path)
        for number, (path, (before, after)) in enumerate(self._changes.items()):
            if after is not None and path not in leaving:
                self._put(number, path, before, after)
        if self._repository.flushes:
            for folder in {os.path.dirname(self._full(path)) for path in self._changes}:
                if os.path.isdir(folder):
                    disk.flush_folder(folder)

    def _standing(self, leaving: Collection[str]) -> list[Staged]:
        staged = []
        for path, (_, after) in self._changes.items():
            is_there = after is not None and after.mode != REPOSITORY and os.path.lexists(self._full(path))
            is_ours = is_there and path not in leaving
            staged.append(Staged(path, after, os.lstat(self._full(path)) if is_ours else None))
        return staged

    def _remove(self, path: str) -> None:
        full = self._full(path)
        if os.path.lexists(full) and not os.path.isdir(full):
            os.unlink(full)
            self.begun = True
        folder = os.path.dirname(path)
        while folder and os.path.dirname(folder) not in ("", TOP):
            try:
                os.rmdir(self._full(folder))
            except OSError:
                return
            folder = os.path.dirname(folder)

    def _put(self, number: int, path: str, before: Leaf | None, after: Leaf) -> None:
        full = self._full(path)
        if after.mode == REPOSITORY:
            os.makedirs(full, exist_ok=True)
            return
        if self._on_disk(path) != after.oid:
            os.makedirs(os.path.dirname(full), exist_ok=True)
            if after.mode == LINK or (before and before.mode == LINK):
                disk.remove_if_there(full)
            if after.mode == LINK:
                os.symlink(os.fsdecode(self._repository.objects.blob(after.oid)), full)
            else:
                _bring(self._at(number), full)
            self.begun = True
        if after.mode != LINK:
            mode = os.lstat(full).st_mode & 0o7777
            wanted = mode | (mode & 0o444) >> 2 if after.mode == EXECUTABLE else mode & ~0o111
            if wanted != mode:
                os.chmod(full, wanted)

    def _on_disk(self, path: str) -> str | None:
        full = self._full(path)
        if os.path.islink(full):
            return object_id("blob", os.fsencode(os.readlink(full)), self._repository.algorithm)
        if path in self._converted and os.path.isfile(full):
            out = self._repository.binary.run("hash-object", f"--path={path}", "--", full)
            return out.decode("ascii").strip()
        return disk.id_on_disk(full, self._repository.algorithm)

    def _bytes(self, path: str, leaf: Leaf) -> bytes:
        if path in self._converted:
            return self._repository.binary.run("cat-file", "--filters", f"--path={path}", leaf.oid)
        return self._repository.objects.blob(leaf.oid)

    def _is_repository(self, leaf: Leaf | None) -> bool:
        return leaf is not None and leaf.mode == REPOSITORY

    def _full(self, path: str) -> str:
        return os.path.join(self._root, os.fsdecode(raw(path)))

    def _at(self, number: int) -> str:
        return os.path.join(self._aside, str(number))


def _converted(repository: Repository, changes: Changes) -> set[str]:
    """Give the paths whose bytes on the disk are not those of the blob; facts are written as they are."""
    found = repository.attributes.converted(list(changes))
    ends_lines = (repository.config.get("core.autocrlf") or "false").lower() in ("true", "input")
    if ends_lines and repository.binary.is_there:
        found |= {path for path in changes if not is_fact_path(path)}
    return found


def _bring(aside: str, full: str) -> None:
    """Give the file its name; the folder of the files aside may lie on another disk than the store."""
    try:
        place = disk.place_over if os.path.lexists(full) else disk.place_new
        place(aside, full)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        with open(aside, "rb") as file:
            beside = f"{os.path.dirname(full)}/.mem-incoming"
            disk.remove_if_there(beside)
            disk.write_aside(beside, file.read(), flush=False)
        os.replace(beside, full)
