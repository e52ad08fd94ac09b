"""The verbs that follow a fact to where it came from: who said it, what it replaced, and the code it was read at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from mem.facts.fact import Fact, FactId
from mem.facts.instant import Instant
from mem.facts.query import Query
from mem.facts.timeline import Timeline
from mem.index.base import Entry
from mem.memory.asking import Asking
from mem.memory.results import State
from mem.store import marks, received
from mem.store.authors import authors
from mem.store.pins import Pin, Project, Verdict, verdicts


class Origin(NamedTuple):
    """One fact with where it came from; `commit` and `author` are those that first recorded it, as git has them.

    `received` is when it reached this machine from another, `moved` how the code it is pinned to stands, where known.
    """

    fact: Fact
    state: State
    recorded: Instant
    commit: str = ""
    author: str = ""
    received: str = ""
    moved: Verdict | None = None


class Link(NamedTuple):
    """A fact further up or down the chain, reached from `beside`; `depth` counts the steps from where it began."""

    origin: Origin
    beside: FactId
    depth: int


class Why(NamedTuple):
    """A fact with what it superseded, what superseded it, and who in the chain is contested by whom."""

    origin: Origin
    ancestors: Sequence[Link]
    descendants: Sequence[Link]
    contested: Sequence[tuple[FactId, list[FactId]]] = ()


class Pinned(NamedTuple):
    """A believed fact that names the code it was read at, and how that code stands now."""

    id: FactId
    number: int
    title: str
    pin: Pin
    verdict: Verdict


class Tracing(Asking):
    """What can be asked about where facts came from."""

    def why(self, text: str, now: Instant, project: Project | None = None) -> Why:
        """Give a fact's provenance with that of its whole chain; pins are compared with the code in `project`."""
        id = self.found(text)
        timeline = Timeline(self.index.component([id]))
        up = _walk(id, lambda each: self.index.entries(each)[-1].fact.supersedes, self._exists)
        down = _walk(id, lambda each: sorted(timeline.replaced_by(each)), self._exists)
        chain = {each: self.index.entries(each) for each in dict.fromkeys([id, *(step[0] for step in (*up, *down))])}
        origins = self._origins(chain, now, project)
        return Why(
            origins[id],
            [Link(origins[each], beside, depth) for each, beside, depth in up],
            [Link(origins[each], beside, depth) for each, beside, depth in down],
            [(each, rivals) for each in chain if (rivals := timeline.contested(each))],
        )

    def stale(self, project: Project, now: Instant) -> list[Pinned]:
        """Give the believed facts of a project that are pinned to its code, the most important first.

        A fact that applies everywhere counts when its commit is one of this project's.
        """
        self.refresh()
        pinned: list[Pinned] = []
        everywhere: set[FactId] = set()
        for candidate in self.index.listing(Query(now=now, scopes=(project.key,), limit=None)).candidates:
            fact = self.index.entries(candidate.id)[-1].fact
            if fact.source_commit or fact.source_path:
                pinned.append(Pinned(fact.id, candidate.number, fact.title, pin_of(fact), Verdict.UNKNOWN))
                everywhere |= set() if fact.scope else {fact.id}
        found = verdicts(project, [each.pin for each in pinned])
        judged = [each._replace(verdict=found[each.pin]) for each in pinned]
        return [each for each in judged if each.verdict is not Verdict.UNKNOWN or each.id not in everywhere]

    def mark(self, pinned: Sequence[Pinned]) -> None:
        """Remember on this machine how pinned code stands, so that searches rank what moved lower."""
        found: dict[marks.Mark, str] = {(each.id, each.number): str(each.verdict) for each in pinned}
        marks.write(str(self.store.private), [each.id for each in pinned], found)

    def _origins(self, chain: dict[FactId, list[Entry]], now: Instant, project: Project | None) -> dict[FactId, Origin]:
        commits = {id: entries[0].commit or "" for id, entries in chain.items()}
        people = authors(self.store, [commit for commit in commits.values() if commit])
        facts = {id: entries[-1].fact for id, entries in chain.items()}
        moved = self._moved(facts.values(), project) if project else {}
        arrived = received.read(str(self.store.private))
        return {
            id: Origin(
                fact=facts[id],
                state=self.standing(id, now).state,
                recorded=entries[0].recorded,
                commit=commits[id],
                author=people.get(commits[id], ""),
                received=arrived.get(id, ""),
                moved=moved.get(id),
            )
            for id, entries in chain.items()
        }

    def _moved(self, facts: Iterable[Fact], project: Project) -> dict[FactId, Verdict]:
        pins = {fact.id: pin_of(fact) for fact in facts if fact.source_commit and fact.scope in ("", project.key)}
        found = verdicts(project, list(pins.values()))
        return {id: found[pin] for id, pin in pins.items()}

    def _exists(self, id: FactId) -> bool:
        return bool(self.index.entries(id))


def pin_of(fact: Fact) -> Pin:
    return Pin(fact.source_path, fact.source_commit)


def _walk(
    start: FactId, following: Callable[[FactId], Iterable[FactId]], exists: Callable[[FactId], bool]
) -> list[tuple[FactId, FactId, int]]:
    """Give all that is reached step by step, each once and depth first, with where it was reached from and how far."""
    found: list[tuple[FactId, FactId, int]] = []
    seen = {start}
    waiting = [(each, start, 1) for each in following(start)][::-1]
    while waiting:
        each, beside, depth = waiting.pop()
        if each in seen or not exists(each):
            continue
        seen.add(each)
        found.append((each, beside, depth))
        waiting += [(further, each, depth + 1) for further in following(each)][::-1]
    return found
