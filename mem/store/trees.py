"""Git's trees and object ids as plain values: what an edit of some paths does to the trees above them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import NamedTuple

from mem.errors import MemError

FOLDER = 0o040000
FILE = 0o100644
EXECUTABLE = 0o100755
LINK = 0o120000
REPOSITORY = 0o160000
KEEP_MODE = 0  # of a file that keeps its mode, or gets the plain one when it is new


class FileWhereFolder(MemError):
    """A path needs a folder where the repository holds something else."""

    def __init__(self, path: str) -> None:
        super().__init__(f"`{path}` is no folder in the repository, and one is needed there", help="move it away")


class Leaf(NamedTuple):
    """One file of a tree: its mode and the id of its bytes."""

    mode: int
    oid: str


Tree = dict[bytes, Leaf]
"""One folder: names to what they hold; folders among them have the mode `FOLDER`."""


class Grafted(NamedTuple):
    """Trees with some paths changed: the new top, and for each folder above a change its id before and after.

    A folder that is new has no id before, one that is now empty has none after.
    """

    top: str
    folders: Mapping[str, tuple[str | None, str | None]]


def raw(path: str) -> bytes:
    """Give a path as git keeps it; a name that is no UTF-8 comes back as it was."""
    return path.encode("utf-8", "surrogateescape")


def text(path: bytes) -> str:
    return path.decode("utf-8", "surrogateescape")


def object_id(kind: str, data: bytes, algorithm: str = "sha1") -> str:
    """Give the id git knows these bytes by."""
    return hashlib.new(algorithm, b"%s %d\0" % (kind.encode(), len(data)) + data, usedforsecurity=False).hexdigest()


def parse(data: bytes, width: int = 20) -> Tree:
    """Read the bytes of a tree whose ids are `width` bytes long."""
    tree: Tree = {}
    position = 0
    while position < len(data):
        space = data.index(b" ", position)
        end = data.index(b"\0", space)
        tree[data[space + 1 : end]] = Leaf(int(data[position:space], 8), data[end + 1 : end + 1 + width].hex())
        position = end + 1 + width
    return tree


def serialise(tree: Tree) -> bytes:
    """Write a tree as git does: folders sort as if their names ended with a slash."""
    ordered = sorted(tree.items(), key=lambda item: item[0] + b"/" if item[1].mode == FOLDER else item[0])
    return b"".join(b"%o %s\0%s" % (leaf.mode, name, bytes.fromhex(leaf.oid)) for name, leaf in ordered)


class Grafting:
    """Changes some paths of a tree, touching only the folders above them."""

    def __init__(self, read: Callable[[str], Tree], write: Callable[[Tree], str]) -> None:
        self._read = read
        self._write = write
        self._folders: dict[str, tuple[str | None, str | None]] = {}

    def graft(self, top: str | None, changes: Mapping[str, Leaf | None]) -> Grafted:
        """Put each file where its path says, or take it away for None; `top` is None before the first commit."""
        named = {raw(path): leaf for path, leaf in changes.items()}
        after = self._folder(top, named, "")
        return Grafted(after if after is not None else self._write({}), self._folders)

    def _folder(self, oid: str | None, changes: Mapping[bytes, Leaf | None], path: str) -> str | None:
        tree = dict(self._read(oid)) if oid is not None else {}
        here, below = _sorted_out(changes)
        for name in [name for name, leaf in here.items() if leaf is None]:
            tree.pop(name, None)
        for name, inner in below.items():
            inside = f"{path}/{text(name)}".lstrip("/")
            held = tree.pop(name, None)
            if held is not None and held.mode != FOLDER:
                raise FileWhereFolder(inside)
            folder = self._folder(held.oid if held else None, inner, inside)
            if folder is not None:
                tree[name] = Leaf(FOLDER, folder)
        for name, leaf in here.items():
            if leaf is not None:
                tree[name] = leaf
        after = self._write(tree) if tree else None
        self._folders[path] = (oid, after)
        return after


def _sorted_out(
    changes: Mapping[bytes, Leaf | None],
) -> tuple[dict[bytes, Leaf | None], dict[bytes, dict[bytes, Leaf | None]]]:
    """Tell the changes in this folder from those in folders below it."""
    here: dict[bytes, Leaf | None] = {}
    below: dict[bytes, dict[bytes, Leaf | None]] = {}
    for path, leaf in changes.items():
        name, slash, rest = path.partition(b"/")
        if slash:
            below.setdefault(name, {})[rest] = leaf
        else:
            here[name] = leaf
    return here, below
