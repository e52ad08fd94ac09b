"""One repository with all it takes to change it; each part is made when first asked for."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property

from mem.store.attributes import Attributes
from mem.store.child import GitBinary
from mem.store.gitconfig import GitConfig, read_config
from mem.store.objects import Objects
from mem.store.refs import Places, algorithm_of
from mem.store.staging import Staging
from mem.store.trees import KEEP_MODE, Leaf, object_id

BULK = 64  # files; from here on one pack, and one flush of everything, cost less than one for each


class Repository:
    """Git's settings, objects and index, in the surroundings of this call."""

    def __init__(self, places: Places, environ: Mapping[str, str]) -> None:
        self.places = places
        self.binary = GitBinary(places.root, environ)
        self.in_bulk = False

    def close(self) -> None:
        self.objects.close()

    @cached_property
    def config(self) -> GitConfig:
        return read_config(self.places, self.binary)

    @cached_property
    def is_durable(self) -> bool:
        """Whether what is said to be done must last through a power cut: git config `mem.durability`."""
        return self.config.get("mem.durability") != "normal"

    @property
    def flushes(self) -> bool:
        """Whether each file is flushed by itself; in bulk all are, at once, by `settle`."""
        return self.is_durable and not self.in_bulk

    def expect(self, files: int) -> None:
        """Get ready to write so many files: many of them go into one pack, and to the disk at once."""
        self.in_bulk = files >= BULK
        self.objects.gather(self.in_bulk)

    def settle(self) -> None:
        """Wait until all that was written in bulk is on the disk: one call for thousands of files."""
        if self.is_durable and self.in_bulk:
            os.sync()

    @cached_property
    def algorithm(self) -> str:
        return algorithm_of(self.places)

    @cached_property
    def attributes(self) -> Attributes:
        return Attributes(self.places, self.binary, self.config)

    @cached_property
    def objects(self) -> Objects:
        return Objects(self.places, algorithm=self.algorithm, flushes=lambda: self.flushes)

    @cached_property
    def staging(self) -> Staging:
        return Staging(self.places, self.binary, self.attributes, algorithm=self.algorithm)

    def blob_id(self, data: bytes | None) -> str | None:
        """Give the id of bytes as they lie on the disk; None for no file."""
        return None if data is None else object_id("blob", data, self.algorithm)

    def keep(self, path: str, data: bytes | None, mode: int = KEEP_MODE) -> Leaf | None:
        """Keep a file's bytes as git would, and give what a tree says of them; None for no file."""
        if data is None:
            return None
        if self.attributes.converted([path]):
            written = self.binary.run("hash-object", "-w", "--stdin", f"--path={path}", given=data)
            return Leaf(mode, written.decode("ascii").strip())
        return Leaf(mode, self.objects.write("blob", data))

    def held(self, commit: str | None, path: str) -> bytes | None:
        """Give the bytes a commit holds at a path."""
        leaf = self.objects.leaf_at(commit, path)
        return self.objects.blob(leaf.oid) if leaf else None

    def differs(self, commit: str | None, path: str, leaf: Leaf | None) -> bool:
        """Tell whether a commit holds something else at a path."""
        held = self.objects.leaf_at(commit, path)
        if held is None or leaf is None:
            return held is not leaf
        return held.oid != leaf.oid or leaf.mode not in (KEEP_MODE, held.mode)
