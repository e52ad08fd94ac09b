"""The verb that makes one fact of two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from mem.errors import MemError, UsageError
from mem.facts import document
from mem.facts.fact import Fact, FactId
from mem.facts.instant import Instant, later
from mem.facts.merge import absorb
from mem.facts.similar import Pair
from mem.facts.timeline import leads_to
from mem.memory.changing import Changing
from mem.memory.results import Merged, Standing, State
from mem.memory.writing import NotRevisable

if TYPE_CHECKING:
    from mem.store.writer import Writer


class OneChain(MemError):
    """Merging a fact into one that it replaces would turn the chain into a ring."""

    def __init__(self, keep: FactId, other: FactId) -> None:
        super().__init__(f"`{other}` supersedes `{keep}`, so it cannot go into it", help=f"mem merge {other} {keep}")


class Merging(Changing):
    """What can be put together."""

    def merge(self, keep: str, other: str, now: Instant, *, dry_run: bool = False) -> Merged:
        """Make one fact of two: KEEP gets a new version with both, the other is superseded by it."""
        with self.writing(now) as writer:
            return self._merge(writer, self.standing(keep, now), self.standing(other, now), now, dry_run=dry_run)

    def merge_pairs(self, pairs: Sequence[Pair], now: Instant) -> list[Merged]:
        """Merge near-duplicates, one commit each."""
        with self.writing(now) as writer:
            return [
                self._merge(
                    writer, self.standing(pair.keep.id, now), self.standing(pair.absorb.id, now), now, dry_run=False
                )
                for pair in pairs
            ]

    def _merge(self, writer: Writer, keep: Standing, other: Standing, now: Instant, *, dry_run: bool) -> Merged:
        if keep.fact.id == other.fact.id:
            raise UsageError(f"`{keep.fact.id}` cannot be merged with itself", help="give two different ids")
        for standing in (keep, other):
            if standing.state not in (State.BELIEVED, State.FUTURE):
                raise NotRevisable(standing, [self.index.entries(head)[-1].fact for head in standing.heads])
        if leads_to(self.index.component([other.fact.id]), other.fact.id, keep.fact.id):
            raise OneChain(keep.fact.id, other.fact.id)
        fact = absorb(
            keep.fact,
            other.fact,
            at=max(now, later(keep.recorded), later(other.recorded)),
            starts=other.starts if other.starts < keep.starts else None,
        )
        if dry_run:
            return Merged(fact, other.fact.id)
        before = self.source(keep).decode()
        changed = {field.name: getattr(fact, field.name) for field in fields(Fact) if field.name != "extra"}
        changes = {name: value for name, value in changed.items() if value != getattr(keep.fact, name)}
        after = document.edit(before, changes)
        done = self._write(writer, {keep.path: after}, f"mem({fact.type}): merge {other.fact.id} into {fact.id}")
        return Merged(fact, other.fact.id, done.warnings)
