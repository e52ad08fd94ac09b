"""Putting the files of one noted write in place, knowing at each what was there before."""

from __future__ import annotations

import os
from collections.abc import Mapping

from mem.store import disk
from mem.store.disk import id_on_disk as id_on_disk
from mem.store.gitindex import Staged
from mem.store.journal import Record, Step
from mem.store.refs import Places
from mem.store.trees import Leaf, object_id


class Placing:
    """The files of one record on their way to the disk; `begun` once the first of them is in place."""

    def __init__(self, places: Places, record: Record, *, algorithm: str, flush: bool) -> None:
        self._root = places.root
        self._record = record
        self._algorithm = algorithm
        self._flush = flush
        self._folders: set[str] = set()
        self.begun = False

    def prepare(self) -> None:
        """Write all files under names of their own beside where they go, so that what the disk refuses shows now."""
        for number, step in enumerate(self._record.steps):
            disk.refuse_outside(self._root, step.path)
            if step.data is not None:
                self._folders |= disk.make_folders(os.path.dirname(self._full(step)))
                disk.remove_if_there(self._aside(number))
                disk.write_aside(self._aside(number), step.data, flush=self._flush)

    def place(self) -> None:
        """Put all files in place; refuses, before the first, if one is not as it was read."""
        for step in self._record.steps:
            if self._on_disk(step) not in (step.replaces, self._id(step)):
                raise disk.InTheWay(step.path)
        self.place_where_untouched()

    def place_where_untouched(self) -> None:
        """Put those files in place that are as they were read; another's later edit stays."""
        for number, step in enumerate(self._record.steps):
            found, wanted = self._on_disk(step), self._id(step)
            if found == step.replaces and found != wanted:
                self._put(number, step)
            else:
                disk.remove_if_there(self._aside(number))
        if self._flush:
            for folder in self._folders | {os.path.dirname(self._full(step)) for step in self._record.steps}:
                disk.flush_folder(folder)

    def standing(self, leaves: Mapping[str, Leaf | None]) -> list[Staged]:
        """Say for the index how each committed file stands on the disk; one that was edited since, git must look at."""
        staged = []
        for step in self._record.steps:
            if step.path not in leaves:
                continue
            is_ours = self._on_disk(step) == self._id(step) and step.data is not None
            staged.append(Staged(step.path, leaves[step.path], os.lstat(self._full(step)) if is_ours else None))
        return staged

    def clear(self) -> None:
        """Remove what was prepared and not placed."""
        for number in range(len(self._record.steps)):
            disk.remove_if_there(self._aside(number))

    def _put(self, number: int, step: Step) -> None:
        full, aside = self._full(step), self._aside(number)
        if step.data is None:
            os.unlink(full)
        elif step.replaces is None:
            disk.place_new(aside, full)
        else:
            disk.place_over(aside, full)
        self.begun = True

    def _on_disk(self, step: Step) -> str | None:
        return disk.id_on_disk(self._full(step), self._algorithm)

    def _id(self, step: Step) -> str | None:
        return None if step.data is None else object_id("blob", step.data, self._algorithm)

    def _full(self, step: Step) -> str:
        return os.path.join(self._root, step.path)

    def _aside(self, number: int) -> str:
        folder = os.path.dirname(self._full(self._record.steps[number]))
        return os.path.join(folder, f".mem-{self._record.name}-{number}")
