"""Beliefs as areas in two times, and the stretch of time a drawing of them shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

_LEAST = timedelta(days=2)  # shown, however close together everything lies
_ROOM = 0.06  # of the span, before and after


@dataclass(frozen=True, slots=True)
class Area:
    """What one version claims: known from … to …, valid from … to …; no end means still going on."""

    known_from: str
    known_to: str | None
    valid_from: str
    valid_to: str | None


@dataclass(frozen=True, slots=True)
class Lane:
    """One fact with all it ever claimed; `state` says how it stands today."""

    id: str
    title: str
    state: str
    areas: Sequence[Area]


def joined(areas: Iterable[Area]) -> list[Area]:
    """Make one area of those that follow each other in known time and claim the same time."""
    whole: list[Area] = []
    for area in sorted(areas, key=lambda area: area.known_from):
        before = whole[-1] if whole else None
        same = before and (before.valid_from, before.valid_to) == (area.valid_from, area.valid_to)
        if before and same and before.known_to == area.known_from:
            whole[-1] = Area(before.known_from, area.known_to, area.valid_from, area.valid_to)
        else:
            whole.append(area)
    return whole


@dataclass(frozen=True, slots=True)
class Axis:
    """A stretch of time that is drawn, from left to right or from top to bottom."""

    start: datetime
    end: datetime

    def place(self, instant: str | None) -> float:
        """Give where an instant lies, 0 at the start and 1 at the end; what is beyond lies at the edge."""
        if instant is None:
            return 1.0
        share = (datetime.fromisoformat(instant) - self.start) / (self.end - self.start)
        return min(1.0, max(0.0, share))

    def is_before(self, instant: str) -> bool:
        return datetime.fromisoformat(instant) < self.start

    def ticks(self, count: int) -> list[tuple[float, str]]:
        """Give evenly spaced days, or minutes where the span is short, with their places."""
        step = (self.end - self.start) / (count - 1)
        form = "%m-%d %H:%M" if self.end - self.start < timedelta(days=count) else "%m-%d"
        form = form if self.start.year == self.end.year else f"%Y-{form}"
        return [(number / (count - 1), format(self.start + step * number, form)) for number in range(count)]


def valid_axis(lanes: Iterable[Lane], now: str) -> Axis:
    """Give the stretch of valid time to draw.

    Dates far beyond all that was ever recorded are cut off, or one fact from the year 1 would flatten the others.
    """
    areas = [area for lane in lanes for area in lane.areas]
    known = known_axis_of(areas, now)
    reach = max(3 * (known.end - known.start), timedelta(days=60))
    said = [area.valid_from for area in areas] + [area.valid_to for area in areas if area.valid_to]
    earliest = min([known.start, *map(datetime.fromisoformat, said)])
    latest = max([known.end, *map(datetime.fromisoformat, said)])
    return _with_room(_later(earliest, known.start, -reach), _later(latest, known.end, reach))


def known_axis(lanes: Iterable[Lane], now: str) -> Axis:
    """Give the stretch of known time to draw: from the first record to now."""
    known = known_axis_of([area for lane in lanes for area in lane.areas], now)
    return _with_room(known.start, known.end)


def known_axis_of(areas: Sequence[Area], now: str) -> Axis:
    today = datetime.fromisoformat(now)
    moments = [datetime.fromisoformat(area.known_from) for area in areas]
    moments += [datetime.fromisoformat(area.known_to) for area in areas if area.known_to]
    start, end = min([today, *moments]), max([today, *moments])
    return Axis(start, end) if end - start >= _LEAST else Axis(_moved(end, -_LEAST), end)


def _later(moment: datetime, anchor: datetime, reach: timedelta) -> datetime:
    """Keep a moment within reach of its anchor: a negative reach bounds it below, a positive one above."""
    bound = _moved(anchor, reach)
    return max(moment, bound) if reach < timedelta(0) else min(moment, bound)


def _with_room(start: datetime, end: datetime) -> Axis:
    room = (end - start) * _ROOM
    return Axis(_moved(start, -room), _moved(end, room))


def _moved(moment: datetime, by: timedelta) -> datetime:
    """Move a moment; at the ends of the calendar it stays where it is."""
    try:
        return moment + by
    except OverflowError:
        return moment
