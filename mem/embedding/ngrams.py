"""A provider that needs nothing: spellings as vectors. It forgives typing errors and knows no synonyms."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from zlib import crc32

from mem.embedding.base import Identity, Vector

DIMENSIONS = 512
SIZES = (3, 4, 5)


class Ngrams:
    """Counts the stretches of three to five letters of each word, and lets each add to one of the dimensions."""

    identity = Identity("ngrams", "letters-3-5", DIMENSIONS)
    floor = 0.25

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        return [_vector(text) for text in texts]


def _vector(text: str) -> Vector:
    numbers = [0.0] * DIMENSIONS
    for stretch, count in Counter(_stretches(text)).items():
        code = crc32(stretch.encode("utf-8", "surrogatepass"))
        numbers[code % DIMENSIONS] += sqrt(count) if code & 0x80000000 else -sqrt(count)
    length = sqrt(sum(number * number for number in numbers)) or 1.0
    return struct.pack(f"<{DIMENSIONS}f", *(number / length for number in numbers))


def _stretches(text: str) -> Iterator[str]:
    for word in "".join(letter if letter.isalnum() else " " for letter in text.casefold()).split():
        marked = f" {word} "
        for size in SIZES:
            for at in range(len(marked) - size + 1):
                yield marked[at : at + size]
