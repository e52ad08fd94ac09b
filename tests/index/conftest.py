"""A little store for the index to be told about: facts are told one after another, as a command would."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha1

import pytest

from mem.facts.fact import Fact, FactId
from mem.facts.instant import Instant, later
from mem.facts.query import Query
from mem.facts.ranking import rank
from mem.facts.timeline import Timeline
from mem.index.base import Change, Entry, File, Index
from mem.index.opening import open_index
from mem.index.reading import version_of

NOW = Instant("2026-06-20T12:00:00.000Z")


def at(day: str) -> Instant:
    return Instant(f"{day}T10:00:00.000Z")


class World:
    """Tells an index of facts, with the rectangles that the timeline gives them."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.histories: dict[FactId, list[Entry]] = {}

    def tell(self, *facts: Fact, recorded: Instant | None = None, commit: str | None = "c0ffee") -> None:
        """Record each fact as the next version of its id, in one change."""
        self.index.apply(self.change(*facts, recorded=recorded, commit=commit))

    def change(self, *facts: Fact, recorded: Instant | None = None, commit: str | None = "c0ffee") -> Change:
        entries = [self._entry(fact, recorded, commit) for fact in facts]
        seeds = {entry.fact.id for entry in entries} | {old for entry in entries for old in entry.fact.supersedes}
        histories = self.index.component(seeds)
        for id in {entry.fact.id for entry in entries}:
            histories[id] = [version_of(entry) for entry in self.histories[id]]
        timeline = Timeline(histories)
        rectangles = {id: timeline.rectangles(id) for id in histories}
        files = [File(e.path, e.fact.id, (1, 2, 3, 4), e.blob, e.commit is not None) for e in entries]
        return Change(head=commit, entries=entries, rectangles=rectangles, files=files)

    def _entry(self, fact: Fact, recorded: Instant | None, commit: str | None) -> Entry:
        history = self.histories.setdefault(fact.id, [])
        moment = recorded or fact.updated_at or fact.tx_at or at("2026-06-01")
        blob = sha1(repr(fact).encode()).hexdigest()
        entry = Entry(fact, len(history) + 1, moment, f"objects/{fact.type}s/{fact.id}.md", blob, commit)
        history.append(entry)
        return entry


def fact(id: str, title: str = "", body: str = "", **fields: object) -> Fact:
    known: Mapping[str, object] = {"type": "fact", "tx_at": at("2026-06-01"), **fields}
    return Fact(id=FactId(id), title=title or id, body=body, **known)  # type: ignore[arg-type]  # a test names fields


def query(words: str = "", **fields: object) -> Query:
    known: Mapping[str, object] = {"now": NOW, **fields}
    return Query(words, **known)  # type: ignore[arg-type]  # a test names fields


def found(index: Index, words: str, **fields: object) -> list[str]:
    """Give the ids that words find, best first."""
    return [hit.candidate.id for hit in rank(index.match(query(words, **fields)).candidates, NOW)]


@pytest.fixture
def index(tmp_path: object) -> Index:
    return open_index(str(tmp_path))
