"""What happened to beliefs over a stretch of time: read off versions and rectangles, in the order it happened."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from mem.errors import UsageError
from mem.facts.fact import FactId
from mem.facts.instant import Instant, from_start, to_end
from mem.facts.timeline import Interval, Rectangle, Version, known_from


class Kind(StrEnum):
    """What happened to a fact, in the order in which equal moments are told."""

    LEARNED = "learned"
    REVISED = "revised"
    RETRACTED = "retracted"
    DISOWNED = "disowned"
    REVIVED = "revived"
    EXPIRED = "expired"
    BEGAN = "became_valid"


class Event(NamedTuple):
    """One thing that happened to a fact; `number` is the version it made so, `old` what a revision replaced."""

    at: Instant
    kind: Kind
    id: FactId
    number: int
    old: FactId | None = None


class Window(NamedTuple):
    """From `since` to `until`, both included. What only the calendar brings about counts up to `now` at most.

    Records count however far another machine's clock ran ahead, where no `until` is given.
    """

    since: Instant
    now: Instant
    until: Instant | None = None

    def holds(self, at: Instant, *, calendar: bool = False) -> bool:
        last = min(self.until or self.now, self.now) if calendar else self.until
        return self.since <= at and (last is None or at <= last)


class EmptyWindow(UsageError):
    """The window ends before it begins."""

    def __init__(self) -> None:
        super().__init__("--until is before --since", help="mem diff --since 2026-06-01 --until 2026-06-15")


def window_of(since: str, until: str | None, now: Instant) -> Window:
    """Read two dates as `--since` and `--until` do."""
    window = Window(
        from_start(since, "--since", now), now, to_end(until, "--until", now) if until is not None else None
    )
    if window.until is not None and window.until < window.since:
        raise EmptyWindow
    return window


def events(
    versions: Sequence[Version], rectangles: Sequence[Rectangle], is_known: Container[FactId], window: Window
) -> list[Event]:
    """Give what happened to one fact within a window.

    `versions` come oldest first; `is_known` holds the facts that exist, for a fact that replaces none of them is new.
    """
    starts = known_from(versions)
    told = [*_recorded(versions, starts, is_known)]
    found = [event for event in told if window.holds(event.at)]
    spans = _spans(rectangles)
    for place, span in enumerate(spans):
        found += _began(span, versions, starts, is_back=place > 0, window=window)
        found += _expired(span, versions, starts, window)
    return sorted(found, key=order)


def order(event: Event) -> tuple[Instant, int, FactId, FactId]:
    """Sort events by time, then by kind, then by fact."""
    return event.at, list(Kind).index(event.kind), event.id, event.old or FactId("")


def _recorded(versions: Sequence[Version], starts: Sequence[Instant], is_known: Container[FactId]) -> Iterator[Event]:
    """What somebody wrote down: a new fact, what it replaces, the end of one."""
    before: Version | None = None
    for version, start in zip(versions, starts, strict=True):
        id, number = version.id, version.number
        new = [old for old in version.supersedes if before is None or old not in before.supersedes]
        replaced = [old for old in dict.fromkeys(new) if old in is_known and old != id]
        for old in replaced:
            yield Event(start, Kind.REVISED, id, number, old)
        if before is None and not replaced:
            yield Event(start, Kind.LEARNED, id, number)
        if version.disowned_at and not (before and before.disowned_at):
            yield Event(max(start, version.disowned_at), Kind.DISOWNED, id, number)
        elif version.retracted_at and not (before and (before.retracted_at or before.disowned_at)):
            yield Event(max(start, version.retracted_at), Kind.RETRACTED, id, number)
        before = version


class _Span(NamedTuple):
    """A stretch in which a fact was believed on every day about that day, with its first and last rectangle."""

    time: Interval
    first: Rectangle
    last: Rectangle


def _spans(rectangles: Sequence[Rectangle]) -> list[_Span]:
    """Walk through time asking each moment about itself; rectangles that meet make one span."""
    spans: list[_Span] = []
    for rectangle in sorted(rectangles, key=lambda rectangle: rectangle.known.start):
        start = max(rectangle.known.start, rectangle.valid.start)
        end = min(rectangle.known.end, rectangle.valid.end)
        if start >= end:
            continue
        if spans and spans[-1].time.end == start:
            spans[-1] = _Span(Interval(spans[-1].time.start, end), spans[-1].first, rectangle)
        else:
            spans.append(_Span(Interval(start, end), rectangle, rectangle))
    return spans


def _began(
    span: _Span, versions: Sequence[Version], starts: Sequence[Instant], *, is_back: bool, window: Window
) -> Iterator[Event]:
    """The fact is believed from here on, and not because it is new: its day came, or what stood against it fell."""
    at, first = span.time.start, span.first
    if at == starts[0] or not window.holds(at, calendar=at != first.known.start):
        return
    by_record = at == first.known.start
    kind = Kind.REVIVED if by_record and (is_back or _was_forgotten(versions, starts, at)) else Kind.BEGAN
    yield Event(at, kind, first.id, first.number)


def _was_forgotten(versions: Sequence[Version], starts: Sequence[Instant], at: Instant) -> bool:
    """Whether the version before the one known from `at` carried a tombstone."""
    place = starts.index(at) if at in starts else 0
    return place > 0 and bool(versions[place - 1].retracted_at or versions[place - 1].disowned_at)


def _expired(span: _Span, versions: Sequence[Version], starts: Sequence[Instant], window: Window) -> Iterator[Event]:
    """Its time is over: a day came that was known before, or an update just set the dates so."""
    at, last = span.time.end, span.last
    by_calendar = last.valid.end == at < last.known.end
    by_update = at in starts and not _covers(versions[starts.index(at)], at)
    if (by_calendar or by_update) and window.holds(at, calendar=by_calendar):
        yield Event(at, Kind.EXPIRED, last.id, last.number)


def _covers(version: Version, at: Instant) -> bool:
    """Whether a version claims anything about a moment, tombstones aside; those have events of their own."""
    if version.retracted_at or version.disowned_at:
        return True
    return version.starts <= at and (version.valid_to is None or at < version.valid_to)
