"""The fields we know, in the order they are written, and what kind of value each one asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from types import MappingProxyType
from typing import TypeAlias

Raw: TypeAlias = "str | list[Raw] | dict[str, Raw]"
"""A value as it stands in a file: nothing but text, lists and names."""

Value: TypeAlias = "str | int | float | Sequence[str]"
"""A value to be written."""


class Kind(Enum):
    """What a field asks its text to be."""

    WORD = auto()  # one name; a ` #` after it begins a comment
    PROSE = auto()  # a sentence; it runs to the end of its line, ` #` and all
    WHOLE = auto()
    SHARE = auto()
    INSTANT = auto()
    LAST_DAY = auto()  # an instant; a day alone means through that day
    DAY = auto()
    LIST = auto()


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "id": Kind.WORD,
        "type": Kind.WORD,
        "title": Kind.PROSE,
        "abstract": Kind.PROSE,
        "scope": Kind.WORD,
        "subject": Kind.PROSE,
        "predicate": Kind.PROSE,
        "tags": Kind.LIST,
        "priority": Kind.WHOLE,
        "confidence": Kind.SHARE,
        "valid_from": Kind.INSTANT,
        "valid_to": Kind.LAST_DAY,
        "tx_at": Kind.INSTANT,
        "created": Kind.INSTANT,
        "supersedes": Kind.LIST,
        "source": Kind.PROSE,
        "source_agent": Kind.PROSE,
        "source_commit": Kind.WORD,
        "source_path": Kind.PROSE,
        "verified": Kind.DAY,
        "status": Kind.WORD,
        "version": Kind.WHOLE,
        "updated_at": Kind.INSTANT,
        "retracted_at": Kind.INSTANT,
        "disowned_at": Kind.INSTANT,
        "retracted_by": Kind.PROSE,
        "key": Kind.WORD,
        "aliases": Kind.LIST,
    }
)
TEXTS = frozenset(name for name, kind in KINDS.items() if kind in (Kind.WORD, Kind.PROSE))
