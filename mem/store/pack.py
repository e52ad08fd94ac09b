"""Many objects in one pack with its table of contents: two files where loose objects would be thousands."""

from __future__ import annotations

import hashlib
import os
import struct
import zlib
from bisect import bisect_right
from collections.abc import Mapping

from mem.store.disk import write_aside

LARGEST = 1 << 28  # bytes; offsets in a table of contents have 31 bits, and all is held in memory
_KINDS = {"commit": 1, "tree": 2, "blob": 3, "tag": 4}


class Pack:
    """Objects on their way into a pack."""

    def __init__(self, objects: str, algorithm: str) -> None:
        self._folder = os.path.join(objects, "pack")
        self._algorithm = algorithm
        self._held: dict[str, tuple[str, bytes]] = {}
        self._size = 0

    @property
    def is_full(self) -> bool:
        return self._size >= LARGEST

    def add(self, oid: str, kind: str, data: bytes) -> None:
        if oid not in self._held:
            self._held[oid] = kind, data
            self._size += len(data)

    def get(self, oid: str) -> tuple[str, bytes] | None:
        """Give the kind of an object and its bytes, if it is on its way."""
        return self._held.get(oid)

    def write(self, *, flush: bool) -> None:
        """Put all that was added where git looks; the table of contents last, for without it no pack counts."""
        if not self._held:
            return
        os.makedirs(self._folder, exist_ok=True)
        pack, places = self._packed()
        seal = pack[-_width(self._algorithm) :]
        self._place(f"pack-{seal.hex()}.pack", "tmp_pack", pack, flush=flush)
        self._place(f"pack-{seal.hex()}.idx", "tmp_idx", _table(places, seal, self._algorithm), flush=flush)
        self._held.clear()
        self._size = 0

    def _place(self, name: str, beginning: str, data: bytes, *, flush: bool) -> None:
        # A name like git's own, so that git cleans up after us if we are killed here.
        aside = os.path.join(self._folder, f"{beginning}_{os.urandom(8).hex()}")
        write_aside(aside, data, flush=flush, mode=0o444)
        os.rename(aside, os.path.join(self._folder, name))

    def _packed(self) -> tuple[bytes, dict[str, tuple[int, int]]]:
        """Give the bytes of the pack, and where each object begins in it, with the checksum of its part."""
        parts = [b"PACK" + struct.pack(">LL", 2, len(self._held))]
        offset, places = len(parts[0]), dict[str, tuple[int, int]]()
        for oid, (kind, data) in self._held.items():
            part = _head(_KINDS[kind], len(data)) + zlib.compress(data, 1)
            places[oid] = offset, zlib.crc32(part)
            parts.append(part)
            offset += len(part)
        return _sealed(b"".join(parts), self._algorithm), places


def _head(kind: int, size: int) -> bytes:
    """Write kind and size: four bits of the size beside the kind, then seven a byte, the lowest first."""
    head = bytearray([kind << 4 | size & 15])
    size >>= 4
    while size:
        head[-1] |= 0x80
        head.append(size & 0x7F)
        size >>= 7
    return bytes(head)


def _table(places: Mapping[str, tuple[int, int]], seal: bytes, algorithm: str) -> bytes:
    """Write the table of contents, version 2: how many ids go up to each first byte, ids, checksums, offsets."""
    oids = sorted(places)
    raw = [bytes.fromhex(oid) for oid in oids]
    counts = [bisect_right(raw, bytes([first]) + b"\xff" * 32) for first in range(256)]
    parts = [
        b"\xfftOc" + struct.pack(">L", 2),
        struct.pack(">256L", *counts),
        *raw,
        struct.pack(f">{len(oids)}L", *(places[oid][1] for oid in oids)),
        struct.pack(f">{len(oids)}L", *(places[oid][0] for oid in oids)),
        seal,
    ]
    return _sealed(b"".join(parts), algorithm)


def _width(algorithm: str) -> int:
    return hashlib.new(algorithm, usedforsecurity=False).digest_size


def _sealed(data: bytes, algorithm: str) -> bytes:
    """Put the checksum of all that went before at the end."""
    return data + hashlib.new(algorithm, data, usedforsecurity=False).digest()
