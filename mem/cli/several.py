"""Several stores side by side: all are read, the first is written to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from mem.cli.session import Session
from mem.facts.query import Query
from mem.facts.ranking import Candidate
from mem.index.base import Matches
from mem.memory import Answer, Memory
from mem.memory.reading import UnknownFact

Found = TypeVar("Found")


def search(session: Session, query: Query) -> Answer:
    """Search every store and rank all that was found together; an answer as asked leads a loose one."""
    if len(session.roots) == 1:
        return session.memory.search(query)
    answers = [(str(memory.store.root), memory.search(query)) for memory in session.memories]
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


def listing(session: Session, query: Query) -> Matches:
    """List every store as one, the most important first."""
    if len(session.roots) == 1:
        return session.memory.listing(query)
    found = [(str(memory.store.root), memory.listing(query)) for memory in session.memories]
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
