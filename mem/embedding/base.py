"""What a provider of vectors is, and the failure of having none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from mem.errors import MemError

Vector = bytes
"""Float32 numbers, little-endian, of length one: the cosine of two vectors is the sum of their products."""

EXTRA = "pip install 'memfacts[hybrid]'"


@dataclass(frozen=True, slots=True)
class Identity:
    """What vectors were made by: only those with the same can be compared."""

    provider: str
    model: str
    dimensions: int


class Provider(Protocol):
    """Makes vectors from texts. `floor` is the cosine below which two texts have nothing in common."""

    @property
    def identity(self) -> Identity: ...

    @property
    def floor(self) -> float: ...

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Give a vector for each text, in order."""


class NoModel(MemError):
    """There is nothing to make vectors with; search goes on by words alone."""

    def __init__(self, reason: str, help: str = EXTRA) -> None:
        super().__init__(f"search by meaning is not possible: {reason}", help=help)


def extra(name: str) -> Any:
    """Import a package that only `memfacts[hybrid]` brings; untyped, since not every machine has it."""
    try:
        return import_module(name)
    except ImportError as error:
        raise NoModel(f"{name} is not installed") from error
