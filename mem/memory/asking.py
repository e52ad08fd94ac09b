"""The verbs that ask about the past: what was believed then, what changed since, how a fact came to be as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mem.facts.changes import Event, Window, events, order
from mem.facts.fact import Fact, FactId
from mem.facts.instant import FIRST, FOREVER, Instant
from mem.facts.query import Query
from mem.facts.record import Difference, act, differences
from mem.facts.timeline import Rectangle, Timeline, known_from
from mem.index.base import Entry, version_of
from mem.memory.reading import Reading
from mem.memory.results import State
from mem.store import received

EVERYTHING = 2**62  # rows; SQLite wants a number


class Then(NamedTuple):
    """How a fact stood at a point in time: the version known then, if any, and whether it was believed.

    `known` is since when that version was known; `fact` has the text of the version.
    """

    id: FactId
    state: State
    fact: Fact | None = None
    path: str = ""
    known: Instant = FIRST
    starts: Instant = FIRST
    replaced_by: tuple[FactId, ...] = ()

    @property
    def is_believed(self) -> bool:
        return self.state is State.BELIEVED


class Happened(NamedTuple):
    """One change of belief with the fact it made so, and in a revision the fact it replaced."""

    event: Event
    fact: Fact
    old: Fact | None = None


class Step(NamedTuple):
    """One version in the history of a fact: what somebody did, when that was known, and what it changed."""

    fact: Fact
    act: str
    known: Instant
    differences: Sequence[Difference]
    commit: str | None


class Log(NamedTuple):
    """The youngest steps, latest first, of how many there are."""

    steps: Sequence[Step]
    total: int


class Band(NamedTuple):
    """One fact on the timeline: what it is called now, how it stands today, where in both times it is believed."""

    id: FactId
    title: str
    state: State
    rectangles: Sequence[Rectangle]


class Asking(Reading):
    """What can be asked about then and since."""

    def show_at(self, text: str, query: Query) -> Then:
        """Give a fact as it stood at the query's point in time: the version known then, and whether it was believed."""
        id = self.found(text)
        entries = self.index.entries(id)
        histories = self.index.component([id])
        starts = known_from(histories[id])
        known_at, valid_at = query.known_at, query.valid_at or query.now
        places = [place for place, start in enumerate(starts) if known_at is None or start <= known_at]
        if not places:
            return Then(id, State.UNKNOWN)
        entry, known = entries[places[-1]], starts[places[-1]]
        around = [rectangle for rectangle in self.index.rectangles(id) if _holds(rectangle, known_at, valid_at)]
        replaced_by = tuple(Timeline(histories).replaced_by(id, known_at))
        fact = self.fact_of(entry)
        begins = fact.valid_from or fact.tx_at or entry.recorded
        state = State.BELIEVED if around else _why_not(fact, begins, known_at, valid_at)
        return Then(id, state, fact, entry.path, known, begins, replaced_by)

    def changes(self, window: Window, *, scopes: tuple[str, ...] | None = None, subject: str = "") -> list[Happened]:
        """Give what was learned, revised, retracted, disowned, revived, expired or became valid, in order."""
        self.refresh()
        told: list[Happened] = []
        for id in self.index.touched(window.since, window.until, window.now):
            entries = self.index.entries(id)
            versions = [version_of(entry) for entry in entries]
            facts = {entry.number: entry.fact for entry in entries}
            replaced = self._known({old for fact in facts.values() for old in fact.supersedes})
            told += [
                Happened(event, facts[event.number], replaced.get(event.old) if event.old else None)
                for event in events(versions, self.index.rectangles(id), replaced, window)
                if _is_about(facts[event.number], scopes, subject)
            ]
        return sorted(told, key=lambda happened: order(happened.event))

    def log(self, text: str | None, *, since: Instant = FIRST, limit: int | None = None) -> Log:
        """Give the versions of one fact, or of all, the latest first, with what each changed."""
        if text is None:
            self.refresh()
            youngest, total = self.index.youngest(since, limit or EVERYTHING)
            return Log([self._step(id, number) for id, number in youngest], total)
        id = self.found(text)
        steps = [self._step(id, entry.number) for entry in reversed(self.index.entries(id))]
        recent = [step for step in steps if step.known >= since]
        return Log(recent[:limit], len(recent))

    def late_arrivals(self, known_at: Instant) -> int:
        """Count the facts that were recorded by then but reached this machine later: an answer then lacked them."""
        arrived = received.read(str(self.store.private))
        late = [FactId(id) for id, at in arrived.items() if at > known_at]
        return sum(bool(entries) and entries[0].recorded <= known_at for entries in map(self.index.entries, late))

    def timeline(self, text: str | None, query: Query) -> list[Band]:
        """Give facts with their rectangles, the earliest known first: one and its chain, or what a query lists."""
        if text is not None:
            ids: Iterable[FactId] = self.index.component([self.found(text)])
        else:
            self.refresh()
            ids = [candidate.id for candidate in self.index.listing(query).candidates]
        return sorted((self._band(id, query.now) for id in ids), key=begins)

    def _band(self, id: FactId, now: Instant) -> Band:
        standing = self.standing(id, now)
        return Band(id, standing.fact.title, standing.state, self.index.rectangles(id))

    def _known(self, ids: Iterable[FactId]) -> dict[FactId, Fact]:
        """Give the latest version of those facts that exist."""
        return {id: entries[-1].fact for id in ids if (entries := self.index.entries(id))}

    def _step(self, id: FactId, number: int) -> Step:
        entries = self.index.entries(id)
        starts = known_from([version_of(entry) for entry in entries])
        place = next(place for place, entry in enumerate(entries) if entry.number == number)
        entry, before = entries[place], entries[place - 1] if place else None
        return Step(
            entry.fact,
            act(before.fact if before else None, entry.fact),
            starts[place],
            list(self._changed(before, entry)),
            entry.commit,
        )

    def _changed(self, before: Entry | None, entry: Entry) -> Iterator[Difference]:
        """What a version changed; bodies are compared where both texts can be had."""
        if before is None:
            return
        if before.blob and entry.blob and before.blob != entry.blob:
            yield from differences(self.fact_of(before), self.fact_of(entry))
        else:
            yield from differences(before.fact, entry.fact)


def begins(band: Band) -> tuple[Instant, FactId]:
    """Sort bands by when they were first known."""
    return min((rectangle.known.start for rectangle in band.rectangles), default=FOREVER), band.id


def _holds(rectangle: Rectangle, known_at: Instant | None, valid_at: Instant) -> bool:
    is_known = rectangle.known.end == FOREVER if known_at is None else rectangle.known.contains(known_at)
    return is_known and rectangle.valid.contains(valid_at)


def _why_not(fact: Fact, begins: Instant, known_at: Instant | None, valid_at: Instant) -> State:
    """Say why a version that was known then was not believed about that day."""
    if fact.disowned_at and (known_at is None or fact.disowned_at <= known_at):
        return State.DISOWNED
    if fact.retracted_at and (known_at is None or fact.retracted_at <= known_at):
        return State.RETRACTED
    if valid_at < begins:
        return State.FUTURE
    return State.EXPIRED if fact.valid_to and fact.valid_to <= valid_at else State.SUPERSEDED


def _is_about(fact: Fact, scopes: tuple[str, ...] | None, subject: str) -> bool:
    is_in_scope = scopes is None or fact.scope == "" or fact.scope in scopes
    return is_in_scope and subject in ("", fact.subject)
