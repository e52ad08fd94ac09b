"""How near vectors are to one: with numpy where it is installed, else number by number."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from operator import mul
from typing import Any

from mem.embedding.base import NoModel, Vector, extra


class Field:
    """Vectors that are compared again and again, made ready once."""

    def __init__(self, vectors: Sequence[Vector], dimensions: int) -> None:
        self._numpy = _numpy() if vectors else None
        self._rows: Any
        if self._numpy:
            flat = self._numpy.frombuffer(b"".join(vectors), dtype="<f4")
            self._rows = flat.reshape(len(vectors), dimensions)
        else:
            self._rows = [_numbers(vector) for vector in vectors]

    def cosines(self, vector: Vector) -> list[float]:
        """Give how near each of the vectors is to this one, in their order."""
        if self._numpy:
            found: list[float] = (self._rows @ self._numpy.frombuffer(vector, dtype="<f4")).tolist()
            return found
        numbers = _numbers(vector)
        return [sum(map(mul, row, numbers)) for row in self._rows]


def _numpy() -> Any:
    try:
        return extra("numpy")
    except NoModel:
        return None


def _numbers(vector: Vector) -> array[float]:
    return array("f", vector)
