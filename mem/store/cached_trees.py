"""What git's index knows of whole folders: kept where it stays right, so that git need not read entry by entry."""

from __future__ import annotations

from collections.abc import Mapping

from mem.store.trees import raw

UNKNOWN = -1  # entries


class Moves:
    """What a commit does to folders: each one's tree in HEAD before and after, and the entries it gains below it."""

    def __init__(self, trees: Mapping[str, tuple[str | None, str | None]], gains: Mapping[str, int]) -> None:
        self.trees = trees
        self.gains = gains
        self._inside: dict[str, list[str]] = {}
        for folder in filter(None, trees):
            self._inside.setdefault(folder.rpartition("/")[0], []).append(folder)

    def inside(self, folder: str) -> list[str]:
        """Give the folders right below one that a change reached."""
        return self._inside.get(folder, [])


class CachedTree:
    """A folder of the index that git knows to equal a tree: `count` entries below it, `UNKNOWN` when it does not."""

    __slots__ = ("count", "folders", "name", "oid")

    def __init__(self, name: bytes, count: int = 0, oid: bytes = b"") -> None:
        self.name = name
        self.count = count
        self.oid = oid
        self.folders: list[CachedTree] = []

    def follow(self, path: str, moves: Moves) -> bool:
        """Follow HEAD from its old tree to the new one, if this folder stood at the old one; tell whether it did."""
        before, after = moves.trees[path]
        known = self.count >= 0 and after is not None and self.oid.hex() == before
        held = {folder.name: folder for folder in self.folders}
        for below in moves.inside(path):
            name = raw(below.rpartition("/")[2])
            inner_before, inner_after = moves.trees[below]
            if inner_after is None:
                held.pop(name, None)
            elif name in held:
                known = held[name].follow(below, moves) and known
            elif inner_before is None and known:
                held[name] = CachedTree(name)
                held[name].begin(below, moves)
            else:
                known = False
        self.folders = sorted(held.values(), key=_order)
        self.count = self.count + moves.gains[path] if known else UNKNOWN
        self.oid = bytes.fromhex(after) if known and after else b""
        return known

    def begin(self, path: str, moves: Moves) -> None:
        """Stand for a folder that HEAD did not have before."""
        after = moves.trees[path][1]
        self.count, self.oid = moves.gains[path], bytes.fromhex(after or "")
        for below in moves.inside(path):
            folder = CachedTree(raw(below.rpartition("/")[2]))
            folder.begin(below, moves)
            self.folders.append(folder)
        self.folders.sort(key=_order)

    def dump(self) -> bytes:
        line = b"%s\0%d %d\n%s" % (self.name, self.count, len(self.folders), self.oid)
        return line + b"".join(folder.dump() for folder in self.folders)


def read_cached(data: bytes, start: int = 0) -> tuple[CachedTree, int]:
    """Read a folder and those below it, and give where the next one starts."""
    nul = data.index(b"\0", start)
    end = data.index(b"\n", nul)
    count, folders = map(int, data[nul + 1 : end].split(b" "))
    after = end + 1 + (20 if count >= 0 else 0)
    tree = CachedTree(data[start:nul], count, data[end + 1 : after])
    for _ in range(folders):
        folder, after = read_cached(data, after)
        tree.folders.append(folder)
    return tree, after


def _order(folder: CachedTree) -> tuple[int, bytes]:
    return len(folder.name), folder.name
