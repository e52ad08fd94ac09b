"""Several stores side by side: all are read, the first is written to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Self, TypeVar

from mem.cli.session import Session
from mem.facts.fact import Fact
from mem.facts.instant import Instant
from mem.facts.query import Query
from mem.facts.ranking import Candidate
from mem.index.base import Matches
from mem.memory import Answer, Memory
from mem.memory.reading import UnknownFact

Found = TypeVar("Found")


class Together:
    """Several stores asked as one; each hit says where it lies."""

    def __init__(self, memories: Sequence[Memory]) -> None:
        self._memories = memories

    @property
    def index(self) -> Self:
        return self

    def refresh(self) -> None:
        for memory in self._memories:
            memory.refresh()

    def answer(self, query: Query) -> Answer:
        """Rank all that was found together; an answer as asked leads a loose one."""
        answers = [(str(memory.store.root), memory.answer(query)) for memory in self._memories]
        exact = [(root, answer) for root, answer in answers if not answer.loose and answer.total]
        chosen = exact or answers
        for root, answer in chosen:
            _mark(root, (hit.candidate for hit in answer.hits))
        hits = [hit for _, answer in chosen for hit in answer.hits]
        hits.sort(key=lambda hit: (-hit.score, -hit.candidate.priority, hit.candidate.id, hit.candidate.store))
        return Answer(
            hits[: query.limit],
            sum(answer.total for _, answer in chosen),
            sum(answer.below_floor for _, answer in chosen),
            sum(answer.elsewhere for _, answer in chosen),
            loose=not exact and any(answer.loose for _, answer in answers),
            suggestions=list(dict.fromkeys(word for _, answer in answers for word in answer.suggestions)),
        )

    def listing(self, query: Query, *, most: int | None = None) -> Matches:
        """List all as one, the most important first."""
        found = [(str(memory.store.root), memory.listed(query, most=most)) for memory in self._memories]
        for root, matches in found:
            _mark(root, matches.candidates)
        everything = [candidate for _, matches in found for candidate in matches.candidates]
        everything.sort(key=lambda one: (one.id, one.store))
        everything.sort(key=lambda one: (one.priority, one.verified or one.updated), reverse=True)
        return Matches(
            everything[: query.limit],
            sum(matches.total for _, matches in found),
            sum(matches.below_floor for _, matches in found),
            sum(matches.elsewhere for _, matches in found),
        )

    def recent(self, now: Instant, limit: int) -> list[Candidate]:
        """Give what was recorded last."""
        found = [(str(memory.store.root), memory.index.recent(now, limit)) for memory in self._memories]
        for root, candidates in found:
            _mark(root, candidates)
        everything = [candidate for _, candidates in found for candidate in candidates]
        return sorted(everything, key=lambda one: one.known_from, reverse=True)[:limit]

    def counts(self, query: Query) -> Mapping[str, int]:
        return sum((Counter(memory.index.counts(query)) for memory in self._memories), Counter[str]())

    def fact_at(self, path: str) -> Fact | None:
        return next((fact for memory in self._memories if (fact := memory.fact_at(path))), None)


def asked(session: Session) -> Memory | Together:
    """Give what answers for all stores of a call."""
    return session.memory if len(session.roots) == 1 else Together(session.memories)


def search(session: Session, query: Query) -> Answer:
    """Search every store."""
    memory = asked(session)
    memory.refresh()
    return memory.answer(query)


def listing(session: Session, query: Query) -> Matches:
    """List every store as one, the most important first."""
    memory = asked(session)
    memory.refresh()
    return memory.listed(query) if isinstance(memory, Memory) else memory.listing(query)


def in_all(session: Session, ask: Callable[[Memory], Iterable[Found]]) -> list[tuple[str, Found]]:
    """Ask every store; what it found comes with its name, which is empty where there is only one."""
    if len(session.roots) == 1:
        return [("", found) for found in ask(session.memory)]
    return [(str(memory.store.root), found) for memory in session.memories for found in ask(memory)]


def columns(session: Session, *names: str) -> tuple[str, ...]:
    """Give the columns of a table, with one for the store where there are several."""
    return names if len(session.roots) == 1 else (*names, "store")


def in_any(session: Session, ask: Callable[[Memory], Found]) -> Found:
    """Ask the stores one after the other; the first that knows the fact answers."""
    unknown: UnknownFact | None = None
    for memory in session.memories:
        try:
            return ask(memory)
        except UnknownFact as error:
            unknown = unknown or error
    assert unknown is not None, "there is always a first store"
    raise unknown


def _mark(root: str, candidates: Iterable[Candidate]) -> None:
    for candidate in candidates:
        candidate.store = root
