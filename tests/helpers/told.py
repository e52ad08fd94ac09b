"""An index that is told of facts one after another, as commands would tell it; no store and no git."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha1
from typing import Any

from mem.facts.fact import Fact, FactId
from mem.facts.instant import Instant
from mem.facts.query import Query
from mem.facts.ranking import rank
from mem.facts.timeline import Timeline
from mem.index.base import Change, Entry, File, Index
from mem.index.reading import version_of

NOW = Instant("2026-06-20T12:00:00.000Z")


def at(day: str, clock: str = "10:00:00.000") -> Instant:
    return Instant(f"{day}T{clock}Z")


def fact(id: str, title: str = "", body: str = "", **fields: Any) -> Fact:
    return Fact(
        id=FactId(id), **{"type": "fact", "tx_at": at("2026-06-01"), "title": title or id, "body": body, **fields}
    )


def query(words: str = "", **fields: Any) -> Query:
    return Query(words, **{"now": NOW, **fields})


class Told:
    """Gives each fact it is told the next number of its id, and works out the rectangles."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._histories: dict[FactId, list[Entry]] = {}

    def tell(self, *facts: Fact, commit: str | None = "c0ffee", recorded: Instant | None = None) -> None:
        self.index.apply(self.change(*facts, commit=commit, recorded=recorded))

    def change(self, *facts: Fact, commit: str | None = "c0ffee", recorded: Instant | None = None) -> Change:
        entries = [self._entry(fact, commit, recorded) for fact in facts]
        linked = {entry.fact.id for entry in entries} | {old for entry in entries for old in entry.fact.supersedes}
        versions = self.index.component(linked)
        versions |= {e.fact.id: [version_of(known) for known in self._histories[e.fact.id]] for e in entries}
        timeline = Timeline(versions)
        return Change(
            head=commit,
            entries=entries,
            rectangles={id: timeline.rectangles(id) for id in versions},
            files=[File(e.path, e.fact.id, (1, 2, 3, 4), e.blob, e.commit is not None) for e in entries],
        )

    def found(self, words: str, **fields: Any) -> list[str]:
        """Give the ids that words find, best first."""
        return [hit.candidate.id for hit in rank(self.index.match(query(words, **fields)).candidates, NOW)]

    def listed(self, **fields: Any) -> list[str]:
        return [candidate.id for candidate in self.index.listing(query(**fields)).candidates]

    def _entry(self, fact: Fact, commit: str | None, recorded: Instant | None) -> Entry:
        history = self._histories.setdefault(fact.id, [])
        moment = recorded or fact.updated_at or fact.tx_at or NOW
        blob = sha1(repr(fact).encode("utf-8", "replace"), usedforsecurity=False).hexdigest()
        entry = Entry(fact, len(history) + 1, moment, f"objects/{fact.type}s/{fact.id}.md", blob, commit)
        history.append(entry)
        return entry


def ids(candidates: Sequence[Any]) -> list[str]:
    return [candidate.id for candidate in candidates]
