"""The bytes of `.git/index`, versions 2 and 3: some entries changed, everything else as the user left it."""

from __future__ import annotations

import hashlib
import os
import struct
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mem.store.cached_trees import Moves, read_cached
from mem.store.trees import Leaf, raw

_EMPTY = b"DIRC" + struct.pack(">LL", 2, 0) + b"\0" * 20
_HEAD = struct.Struct(">10L20sH")  # times, device, inode, mode, owner, size, id, flags
_FLAGS = struct.Struct(">H")
_LENGTH, _STAGE, _EXTENDED = 0x0FFF, 0x3000, 0x4000
_SKIP_WORKTREE = 0x4000  # in the second flags, which only an extended entry has


class NotPatchable(Exception):
    """An index of a kind that only git itself should write."""


class Staged(NamedTuple):
    """What the index is to say of one path: nothing for no leaf; no state makes git look at the file itself."""

    path: str
    leaf: Leaf | None
    state: os.stat_result | None = None


class GitIndex:
    """One index, read as far as patching it needs: where its entries start, and what follows them."""

    def __init__(self, data: bytes | None) -> None:
        self._data = data if data is not None else _EMPTY
        if self._data[:4] != b"DIRC" or self._data[4:8] not in (b"\0\0\0\2", b"\0\0\0\3"):
            raise NotPatchable("a version other than 2 and 3")
        try:
            self._walk()
            self._extensions = self._read_extensions()
        except (struct.error, ValueError, IndexError):
            raise NotPatchable("not what its header says") from None

    def oid_of(self, path: str) -> str | None:
        """Give the blob staged for a path; None when the path is not tracked."""
        position, found = self._find(raw(path))
        start = self._offsets[position] + 40
        return self._data[start : start + 20].hex() if found else None

    def is_left_out(self, path: str) -> bool:
        """Tell whether a sparse checkout keeps a tracked path off the disk."""
        position, found = self._find(raw(path))
        offset = self._offsets[position] if found else 0
        if not found or not _FLAGS.unpack_from(self._data, offset + 60)[0] & _EXTENDED:
            return False
        return bool(_FLAGS.unpack_from(self._data, offset + 62)[0] & _SKIP_WORKTREE)

    def patched(
        self, staged: Sequence[Staged], folders: Mapping[str, tuple[str | None, str | None]]
    ) -> list[bytes | memoryview]:
        """Give the bytes with these paths changed, in pieces; `folders` gives each folder's tree before and after.

        What git cached of whole folders stays where it is known to be right: with it `git status` and
        `git commit` need not read a large index entry by entry. Of a folder that is not among `folders`
        nothing is known.
        """
        if self.unmerged:
            raise NotPatchable("unmerged entries")
        above = {folder: (None, None) for item in staged for folder in _folders_above(item.path)}
        folders = {**above, **folders}
        view = memoryview(self._data)
        chunks: list[bytes | memoryview] = [b""]
        added, copied = 0, 12
        gains = dict.fromkeys(folders, 0)
        for item in sorted(staged, key=lambda item: raw(item.path)):
            position, found = self._find(raw(item.path))
            change = (item.leaf is not None) - found
            added += change
            for folder in _folders_above(item.path):
                gains[folder] += change
            chunks.append(view[copied : self._offsets[position]])
            copied = self._offsets[position + found]
            if item.leaf is not None:
                chunks.append(_entry(item.path, item.leaf, item.state))
        chunks += [view[copied : self._offsets[-1]], self._kept_extensions(Moves(folders, gains))]
        chunks[0] = self._data[:8] + struct.pack(">L", self._count + added)
        checksum = hashlib.sha1(usedforsecurity=False)
        for chunk in chunks:
            checksum.update(chunk)
        return [*chunks, checksum.digest()]

    def _walk(self) -> None:
        """Note where each entry starts, and last where they end."""
        data, unpack = self._data, _FLAGS.unpack_from  # this runs once an entry, of which there are many
        (self._count,) = struct.unpack_from(">L", data, 8)
        self._offsets: list[int] = []
        self.unmerged = False
        offset, note = 12, self._offsets.append
        for _ in range(self._count):
            note(offset)
            if not data[offset + 60]:  # the second byte is the length of the name, and there is nothing else
                offset += (data[offset + 61] + 70) & ~7
            else:
                self.unmerged = self.unmerged or bool(unpack(data, offset + 60)[0] & _STAGE)
                offset += (self._name_end(offset) - offset + 8) & ~7
        note(offset)
        if offset > len(data) - 20:
            raise ValueError("entries run into the checksum")

    def _name_start(self, offset: int) -> int:
        return offset + (64 if self._data[offset + 60] & (_EXTENDED >> 8) else 62)

    def _name_end(self, offset: int) -> int:
        start = self._name_start(offset)
        length = _FLAGS.unpack_from(self._data, offset + 60)[0] & _LENGTH
        return start + length if length < _LENGTH else self._data.index(b"\0", start)

    def _name(self, position: int) -> bytes:
        offset = self._offsets[position]
        return self._data[self._name_start(offset) : self._name_end(offset)]

    def _find(self, name: bytes) -> tuple[int, bool]:
        """Give the place of a name among the entries, and whether it is there."""
        position = bisect_left(range(self._count), name, key=self._name)
        return position, position < self._count and self._name(position) == name

    def _read_extensions(self) -> dict[bytes, bytes]:
        found = {}
        offset, end = self._offsets[-1], len(self._data) - 20
        while offset < end:
            name, size = struct.unpack_from(">4sL", self._data, offset)
            if not name[:1].isupper():
                raise NotPatchable(f"extension {name!r}, which one must understand")
            found[name] = self._data[offset + 8 : offset + 8 + size]
            offset += 8 + size
        if offset != end:
            raise ValueError("extensions run into the checksum")
        return found

    def _kept_extensions(self, moves: Moves) -> bytes:
        """Keep what stays true; what only makes git quicker and may now be wrong, git builds again."""
        kept = b""
        if cached := self._extensions.get(b"TREE"):
            root, _ = read_cached(cached)
            root.follow("", moves)
            kept += _extension(b"TREE", root.dump())
        if b"REUC" in self._extensions:
            kept += _extension(b"REUC", self._extensions[b"REUC"])
        return kept


def _entry(path: str, leaf: Leaf, state: os.stat_result | None) -> bytes:
    name = raw(path)
    stats = _stats(state) if state is not None else (0,) * 6
    owner = (state.st_uid, state.st_gid, state.st_size & 0xFFFFFFFF) if state is not None else (0, 0, 0)
    flags = min(len(name), _LENGTH)
    entry = _HEAD.pack(*stats, leaf.mode, *owner, bytes.fromhex(leaf.oid), flags) + name
    return entry + b"\0" * (8 - len(entry) % 8)


def _stats(state: os.stat_result) -> tuple[int, ...]:
    seconds = [part & 0xFFFFFFFF for time in (state.st_ctime_ns, state.st_mtime_ns) for part in divmod(time, 10**9)]
    return (*seconds, state.st_dev & 0xFFFFFFFF, state.st_ino & 0xFFFFFFFF)


def _extension(name: bytes, data: bytes) -> bytes:
    return name + struct.pack(">L", len(data)) + data


def _folders_above(path: str) -> list[str]:
    """Give the folders above a path, from the top, whose name is empty."""
    parts = path.split("/")[:-1]
    return ["/".join(parts[:depth]) for depth in range(len(parts) + 1)]
