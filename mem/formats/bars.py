"""Beliefs as bars of text: a line for the time in which each version was known, one for the time it is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mem.formats.lanes import Axis, Lane, valid_axis

_LABEL = 32  # columns for the words left of the bars
_NARROWEST = 24  # columns for the bars, however narrow the terminal
_TICKS = 3


def bars(lanes: Sequence[Lane], now: str, width: int) -> list[str]:
    """Draw lanes in `width` columns: `─` known, `█` valid; an arrow means still going on, or begun before."""
    if not lanes:
        return ["nothing to draw"]
    axis = valid_axis(lanes, now)
    room = max(_NARROWEST, width - _LABEL - 1)
    lines = [" " * _LABEL + " " + _scale(axis, room)]
    for lane in lanes:
        lines += ["", _heading(lane, width), *_lane(lane, axis, room)]
    return [line.rstrip() for line in [*lines, "", _legend(axis, now, room)]]


def _heading(lane: Lane, width: int) -> str:
    """Write title, id and state into one line; where there is no room, the title gives way."""
    known = f"  ({lane.id}, {lane.state})"
    title = "".join(letter if letter.isprintable() else " " for letter in lane.title)
    room = max(12, width - len(known))
    return (title if len(title) <= room else title[: room - 1] + "…") + known


def _lane(lane: Lane, axis: Axis, room: int) -> Iterator[str]:
    if not lane.areas:
        yield "  never believed"
    for area in lane.areas:
        yield _row("known", area.known_from, area.known_to, axis, room, "─")
        yield _row("valid", area.valid_from, area.valid_to, axis, room, "█")


def _row(word: str, start: str, end: str | None, axis: Axis, room: int, fill: str) -> str:
    label = f"  {word} {_day(start)} → {_day(end) if end else ''}".rstrip()
    first = min(room - 1, int(axis.place(start) * room))
    last = max(first + 1, min(room, round(axis.place(end) * room)))
    bar = [" "] * first + [fill] * (last - first)
    if end is None:
        bar[-1] = "▶"
    if axis.is_before(start):
        bar[0] = "◀"
    return f"{label:<{_LABEL}} {''.join(bar)}"


def _scale(axis: Axis, room: int) -> str:
    """Write the first, the middle and the last day over the bars; in a narrow terminal the middle gives way."""
    line = [" "] * room
    ticks = axis.ticks(_TICKS)
    if sum(len(label) + 1 for _, label in ticks) > room:
        ticks = [ticks[0], ticks[-1]]
    for share, label in ticks:
        begin = min(max(0, round(share * room - len(label) * share)), room - len(label))
        line[begin : begin + len(label)] = label
    return "".join(line)


def _legend(axis: Axis, now: str, room: int) -> str:
    place = _LABEL + 1 + min(room - 1, int(axis.place(now) * room))
    if place + len("^ now") <= _LABEL + 1 + room:
        return " " * place + "^ now"
    return " " * (place - len("now ")) + "now ^"


def _day(instant: str) -> str:
    return instant[:10]
