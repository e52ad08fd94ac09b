"""Every fact with its text and how it stands, for files that leave the store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields

from mem.facts.fact import Fact, FactId
from mem.facts.query import Query
from mem.memory.memory import Memory
from mem.memory.results import Standing

Row = dict[str, object]

DERIVED = ("state", "starts", "recorded", "superseded_by", "path")
COLUMNS = (*(field.name for field in fields(Fact)), *DERIVED)
"""What an exported fact has: what its file says, then what follows from the others."""


def chosen(memory: Memory, query: Query) -> list[FactId]:
    """Give the facts that pass the filters, the most important first, each once."""
    return list(dict.fromkeys(candidate.id for candidate in memory.listing(query).candidates))


def rows(memory: Memory, ids: Sequence[FactId], query: Query) -> Iterator[Row]:
    """Give each fact as one row of plain values."""
    for id in ids:
        yield row_of(memory.standing(id, query.now))


def row_of(standing: Standing) -> Row:
    """Lay a fact out; lists stay lists, what is not said is left empty."""
    said: Row = {field.name: getattr(standing.fact, field.name) for field in fields(Fact)}
    said |= {name: list(value) for name, value in said.items() if isinstance(value, tuple)}
    return said | {
        "extra": dict(standing.fact.extra),
        "state": str(standing.state),
        "starts": standing.starts,
        "recorded": standing.recorded,
        "superseded_by": list(standing.replaced_by),
        "path": standing.path,
    }
