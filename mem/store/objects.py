"""Git's objects: loose ones read and written by hand, packed ones read through the library when there is need."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from mem.errors import MemError
from mem.store import trees
from mem.store.disk import remove_if_there, write_aside
from mem.store.pack import Pack
from mem.store.refs import Places
from mem.store.trees import Grafted, Grafting, Leaf, Tree, object_id, raw

if TYPE_CHECKING:
    from mem.store.git import PackedObjects

_ATTEMPTS = 20  # a running gc may take an empty folder, or a file, away under us; not twenty times in a row
_REMEMBERED = 2000  # trees


class MissingObject(MemError):
    """The repository lacks something it refers to."""

    def __init__(self, oid: str) -> None:
        super().__init__(f"the store's git history lacks object {oid}", help="see what `git fsck` says in the store")


class Commit(NamedTuple):
    """What we need of a commit: its tree, its parents, and when its author made it, in seconds."""

    oid: str
    tree: str
    parents: tuple[str, ...]
    authored: int


class Objects:
    """The objects of one repository; `flushes` says whether what is written must last through a power cut."""

    def __init__(self, places: Places, *, algorithm: str, flushes: Callable[[], bool]) -> None:
        self._folder = os.path.join(places.common, "objects")
        self._flushes = flushes
        self._packed: PackedObjects | None = None
        self._trees: dict[str, Tree] = {}
        self._pack: Pack | None = None
        self.algorithm = algorithm
        self.width = 32 if algorithm == "sha256" else 20

    def read(self, oid: str) -> tuple[str, bytes]:
        """Give the kind of an object and its bytes."""
        coming = self._pack.get(oid) if self._pack else None
        if coming is not None:
            return coming
        try:
            with open(self._loose(oid), "rb") as file:
                head, _, data = zlib.decompress(file.read()).partition(b"\0")
            return head.partition(b" ")[0].decode("ascii"), data
        except FileNotFoundError:
            return self._read_packed(oid)
        except (zlib.error, UnicodeDecodeError):
            raise MissingObject(oid) from None

    def blob(self, oid: str) -> bytes:
        return self.read(oid)[1]

    def tree(self, oid: str) -> Tree:
        """Give a folder; not to be changed, for it is remembered."""
        if oid not in self._trees:
            if len(self._trees) >= _REMEMBERED:
                self._trees.clear()
            self._trees[oid] = trees.parse(self.read(oid)[1], self.width)
        return self._trees[oid]

    def commit(self, oid: str) -> Commit:
        head, _, _ = self.read(oid)[1].partition(b"\n\n")
        tree, parents, authored = "", [], 0
        for line in head.split(b"\n"):
            name, _, value = line.partition(b" ")
            if name == b"tree":
                tree = value.decode("ascii")
            elif name == b"parent":
                parents.append(value.decode("ascii"))
            elif name == b"author":
                authored = _seconds(value)
        return Commit(oid, tree, tuple(parents), authored)

    def leaf_at(self, commit: str | None, path: str) -> Leaf | None:
        """Give what a commit holds at a path; None when nothing, or before the first commit."""
        if commit is None:
            return None
        leaf: Leaf | None = Leaf(trees.FOLDER, self.commit(commit).tree)
        for name in raw(path).split(b"/"):
            if leaf is None or leaf.mode != trees.FOLDER:
                return None
            leaf = self.tree(leaf.oid).get(name)
        return leaf

    def graft(self, commit: str | None, changes: dict[str, Leaf | None]) -> Grafted:
        """Write the trees of a commit's content with some paths changed."""
        top = self.commit(commit).tree if commit is not None else None
        return Grafting(self.tree, self.write_tree).graft(top, changes)

    def write_tree(self, tree: Tree) -> str:
        return self.write("tree", trees.serialise(tree))

    def write(self, kind: str, data: bytes) -> str:
        """Keep an object, and give its id; one that is there already is only made young, for gc's sake."""
        oid = object_id(kind, data, self.algorithm)
        path = self._loose(oid)
        if _made_young(path):
            return oid
        if self._pack is not None:
            self._pack.add(oid, kind, data)
            if self._pack.is_full:
                self.settle()
            return oid
        packed = zlib.compress(b"%s %d\0" % (kind.encode("ascii"), len(data)) + data, 1)
        for attempt in range(_ATTEMPTS):
            # A name like git's own, so that git cleans up after us if we are killed here.
            aside = os.path.join(self._folder, f"tmp_obj_{os.urandom(8).hex()}")
            write_aside(aside, packed, flush=self._flushes(), mode=0o444)
            try:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                os.rename(aside, path)
                break
            except (FileNotFoundError, FileExistsError):  # the latter from a folder that went while we looked at it
                if attempt == _ATTEMPTS - 1:
                    raise
            finally:
                remove_if_there(aside)
        return oid

    def gather(self, wanted: bool) -> None:
        """Say whether what is written from now on goes into one pack; it is only there after `settle`."""
        self._pack = Pack(self._folder, self.algorithm) if wanted else None

    def settle(self) -> None:
        """Write the pack of what was gathered; nothing may point to an object before."""
        if self._pack is not None:
            self._pack.write(flush=self._flushes())

    def close(self) -> None:
        if self._packed is not None:
            self._packed.close()

    def _loose(self, oid: str) -> str:
        return os.path.join(self._folder, oid[:2], oid[2:])

    def _read_packed(self, oid: str) -> tuple[str, bytes]:
        if self._packed is None:
            from mem.store.git import PackedObjects

            self._packed = PackedObjects(self._folder, self.algorithm)
        try:
            return self._packed.read(oid)
        except KeyError:
            raise MissingObject(oid) from None


def _made_young(path: str) -> bool:
    """Set the time of an object that is there to now; an empty one, as a power cut leaves it, does not count."""
    try:
        if os.stat(path).st_size == 0:
            return False
        os.utime(path)
    except (FileNotFoundError, PermissionError):
        return False
    return True


def _seconds(person: bytes) -> int:
    """Give the seconds of `Name <address> 1700000000 +0100`."""
    try:
        return int(person.rpartition(b">")[2].split()[0])
    except (IndexError, ValueError):
        return 0
