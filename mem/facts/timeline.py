"""Versions to rectangles: what was believed (known time) about when (valid time), resolved once.

Reading is then a point-in-rectangle test, so the index holds no second definition of belief.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from mem.facts.fact import FactId
from mem.facts.instant import FIRST, FOREVER, Instant, later


class Interval(NamedTuple):
    """A half-open span: `start` is inside, `end` is not; `FOREVER` as end means still going on."""

    start: Instant
    end: Instant = FOREVER

    def contains(self, instant: Instant) -> bool:
        return self.start <= instant < self.end


class Version(NamedTuple):
    """One recorded state of a fact, as far as time cares.

    `number` orders the versions of one fact by git ancestry, from 1. `valid_from` is None when the
    file does not say it: it then starts at `tx_at`, and the current view counts it as reached.
    """

    id: FactId
    number: int
    recorded: Instant
    tx_at: Instant
    valid_from: Instant | None = None
    valid_to: Instant | None = None
    supersedes: tuple[FactId, ...] = ()
    retracted_at: Instant | None = None
    disowned_at: Instant | None = None

    @property
    def starts(self) -> Instant:
        return self.valid_from or self.tx_at

    @property
    def reached(self) -> Instant:
        """Where validity starts for the current view, which trusts no other machine's clock."""
        return self.valid_from or FIRST


class Rectangle(NamedTuple):
    """One version believed over `known`, about `valid`; `current` is its span in the view of today.

    `current` is None unless the rectangle is still known; it differs from `valid` only where an
    unwritten `valid_from` is counted as reached.
    """

    id: FactId
    number: int
    known: Interval
    valid: Interval
    current: Interval | None = None


class Cycle(NamedTuple):
    """A ring of `supersedes`: the edge from `successor` to `predecessor` closed it and is not followed."""

    successor: FactId
    predecessor: FactId


def known_from(versions: Sequence[Version]) -> list[Instant]:
    """Give each version's first known instant: as recorded, but always after the version before."""
    instants: list[Instant] = []
    for version in versions:
        follows = later(instants[-1]) if instants else FIRST
        instants.append(max(version.recorded, follows))
    return instants


def leads_to(histories: Mapping[FactId, Sequence[Version]], start: FactId, goal: FactId) -> bool:
    """Tell whether any version of `start` replaces `goal`, near or far."""
    edges = {id: {old for version in versions for old in version.supersedes} for id, versions in histories.items()}
    return _reaches(edges, start, goal)


class Timeline:
    """The versions of some facts and of all that supersede them, ready to be asked for rectangles."""

    def __init__(self, histories: Mapping[FactId, Sequence[Version]]) -> None:
        """Take each fact's versions, oldest first."""
        self._states = {
            id: [
                _State(version, Interval(start, end))
                for version, start, end in zip(versions, starts, [*starts[1:], FOREVER], strict=True)
            ]
            for id, versions in histories.items()
            for starts in [known_from(versions)]
        }
        self.cycles = tuple(self._break_cycles())
        dropped = {(cycle.successor, cycle.predecessor) for cycle in self.cycles}
        self._successors: dict[FactId, list[_State]] = {}
        for states in self._states.values():
            for state in states:
                for predecessor in state.version.supersedes:
                    if (state.version.id, predecessor) not in dropped:
                        self._successors.setdefault(predecessor, []).append(state)

    def rectangles(self, id: FactId) -> list[Rectangle]:
        """Give all rectangles of one fact, by version, then by known time."""
        moments = sorted(set(self._moments(id, set())))
        return [rectangle for state in self._states.get(id, ()) for rectangle in self._of_state(state, moments)]

    def replaced_by(self, id: FactId, known_at: Instant | None = None) -> list[FactId]:
        """Give the facts that close this one as known then, or by now, forgotten ones too: their cuts stay."""
        return list(dict.fromkeys(state.version.id for state in self._cutters(id, known_at)))

    def heads(self, id: FactId) -> list[FactId]:
        """Give the live ends of what replaced this fact, itself when nothing did; several are contested."""
        found: dict[FactId, None] = {}
        waiting, seen = [id], {id}
        while waiting:
            current = waiting.pop(0)
            successors = self.replaced_by(current)
            if not successors and self._is_live(current):
                found[current] = None
            waiting.extend(fresh for fresh in successors if fresh not in seen)
            seen.update(successors)
        return list(found)

    def contested(self, id: FactId) -> list[FactId]:
        """Give the live ends of what replaced this fact, where several replaced it and did not become one again."""
        heads = sorted(self.heads(id))
        return heads if len(heads) > 1 and len(self.replaced_by(id)) > 1 else []

    def _is_live(self, id: FactId) -> bool:
        """Whether the latest version of a fact carries no tombstone."""
        states = self._states.get(id)
        if not states:
            return False
        latest = states[-1].version
        return latest.retracted_at is None and latest.disowned_at is None

    def _moments(self, id: FactId, seen: set[FactId]) -> Iterator[Instant]:
        """Every known instant at which something that bears on this fact changed."""
        if id in seen:
            return
        seen.add(id)
        for state in self._states.get(id, ()):
            yield from state.moments()
        for state in self._successors.get(id, ()):
            yield from state.moments()
            if state.version.disowned_at is not None:
                yield from self._moments(state.version.id, seen)

    def _of_state(self, state: _State, moments: Sequence[Instant]) -> Iterator[Rectangle]:
        version, believed = state.version, state.believed
        if believed.start >= believed.end:
            return
        edges = [believed.start, *(m for m in moments if believed.start < m < believed.end), believed.end]
        pending: Rectangle | None = None
        for start, end in pairwise(edges):
            found = self._segment(version, Interval(start, end))
            if pending and found and pending.valid == found.valid and found.current == pending.current:
                pending = Rectangle(
                    version.id, version.number, Interval(pending.known.start, end), found.valid, found.current
                )
                continue
            if pending:
                yield pending
            pending = found
        if pending:
            yield pending

    def _segment(self, version: Version, known: Interval) -> Rectangle | None:
        """What one version claims over a stretch of known time in which nothing changes."""
        cutters = [state.version for state in self._cutters(version.id, known.start)]
        ends = [version.valid_to or FOREVER]
        valid = Interval(version.starts, min([*ends, *(cutter.starts for cutter in cutters)]))
        current = None
        if known.end == FOREVER:
            current = Interval(version.reached, min([*ends, *(cutter.reached for cutter in cutters)]))
            if current.start >= current.end:
                current = None
        if valid.start >= valid.end and current is None:
            return None
        return Rectangle(version.id, version.number, known, valid, current)

    def _cutters(self, id: FactId, at: Instant | None, seen: frozenset[FactId] = frozenset()) -> Iterator[_State]:
        """The versions that close this fact as known `at` (None: by now); the disowned hand their edges on."""
        for state in self._successors.get(id, ()):
            if not state.is_known(at) or state.version.id in seen:
                continue
            if state.is_disowned(at):
                yield from self._cutters(state.version.id, at, seen | {id})
            else:
                yield state

    def _break_cycles(self) -> Iterator[Cycle]:
        """Drop the newest edge of every ring: edges are tried oldest first, and one that closes a ring is left out."""
        edges = sorted(
            (state.known.start, state.version.tx_at, state.version.id, predecessor)
            for states in self._states.values()
            for state in states
            for predecessor in state.version.supersedes
        )
        graph: dict[FactId, set[FactId]] = {}
        tried: set[tuple[FactId, FactId]] = set()
        for _, _, successor, predecessor in edges:
            if (successor, predecessor) in tried:
                continue
            tried.add((successor, predecessor))
            if _reaches(graph, predecessor, successor):
                yield Cycle(successor, predecessor)
            else:
                graph.setdefault(successor, set()).add(predecessor)


class _State(NamedTuple):
    """A version with the known time over which it was the latest of its fact."""

    version: Version
    known: Interval

    @property
    def believed(self) -> Interval:
        """Known until the next version, a retraction or a disowning, whichever is first."""
        ends = (self.known.end, self.version.retracted_at, self.version.disowned_at)
        return Interval(self.known.start, min(end for end in ends if end is not None))

    def moments(self) -> Iterator[Instant]:
        for moment in (self.known.start, self.known.end, self.version.retracted_at, self.version.disowned_at):
            if moment is not None and moment != FOREVER:
                yield moment

    def is_known(self, at: Instant | None) -> bool:
        return self.known.end == FOREVER if at is None else self.known.contains(at)

    def is_disowned(self, at: Instant | None) -> bool:
        disowned = self.version.disowned_at
        return disowned is not None and (at is None or disowned <= at)


def _reaches(graph: Mapping[FactId, Iterable[FactId]], start: FactId, goal: FactId) -> bool:
    """Tell whether `supersedes` leads from one fact to another."""
    waiting, seen = [start], {start}
    while waiting:
        id = waiting.pop()
        if id == goal:
            return True
        fresh = set(graph.get(id, ())) - seen
        seen |= fresh
        waiting.extend(fresh)
    return False
