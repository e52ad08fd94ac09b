"""Beliefs as a drawing: for each fact a plane of valid time (across) and known time (down), as SVG or a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from mem.formats.lanes import Area, Axis, Lane, known_axis, valid_axis

_WIDTH, _LEFT, _RIGHT = 960, 110, 50
_TOP, _HEADING, _PLANE, _GAP, _FOOT = 64, 26, 96, 18, 44
_TICKS = 6

_KEY = (
    "across: when it is true · down: when it was known · strong: as known today"
    " · dashed: each day asked about itself · line: now"
)
_LIGHT = ("#0969da", "#bc4c00", "#1a7f37", "#8250df", "#bf3989", "#7d6608")
_DARK = ("#4493f8", "#f0883e", "#3fb950", "#ab7df8", "#f778ba", "#d4a72c")


def _colours(paint: Sequence[str]) -> str:
    return " ".join(f".c{number} {{ fill: {colour}; stroke: {colour}; }}" for number, colour in enumerate(paint))


# Plain colours instead of variables: viewers and converters outside of browsers know no variables.
_STYLE = f"""
  svg {{ color: #1f2328; font: 13px system-ui, sans-serif; }} .paper {{ fill: #ffffff; }}
  text {{ fill: currentColor; }} .small {{ font-size: 11px; fill-opacity: .75; }} .title {{ font-weight: 600; }}
  .plane {{ fill: currentColor; fill-opacity: .05; }} .grid {{ stroke: currentColor; stroke-opacity: .18; }}
  .now {{ stroke: currentColor; stroke-opacity: .6; }}
  .same {{ stroke: currentColor; stroke-opacity: .6; stroke-dasharray: 3 4; }}
  .area {{ fill-opacity: .22; }} .open {{ fill-opacity: .6; }}
  {_colours(_LIGHT)}
  @media (prefers-color-scheme: dark) {{
    svg {{ color: #e6edf3; }} .paper {{ fill: #0d1117; }}
    {_colours(_DARK)}
  }}
"""


def svg(lanes: Sequence[Lane], now: str) -> str:
    """Draw lanes as one SVG document, readable on light and dark."""
    height = _TOP + len(lanes) * (_HEADING + _PLANE + _GAP) + _FOOT
    across, down = valid_axis(lanes, now), known_axis(lanes, now)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}">',
        "<title>Beliefs over valid and known time</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{_WIDTH}" height="{height}"/>',
        f'<text x="{_LEFT}" y="24" class="title">What was believed, about when, known when</text>',
        f'<text x="{_LEFT}" y="44" class="small">{_KEY}</text>',
    ]
    top = _TOP
    for number, lane in enumerate(lanes):
        lines += _lane(lane, number, top, across, down, now)
        top += _HEADING + _PLANE + _GAP
    lines += _days(across, top)
    return "\n".join([*lines, "</svg>", ""])


def page(lanes: Sequence[Lane], now: str) -> str:
    """Give a page of its own with the drawing and the same as a table."""
    heads = "".join(f"<th>{name}</th>" for name in ("fact", "id", "known from", "known to", "valid from", "valid to"))
    rows = "\n".join(
        "<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in (lane.title, lane.id, *_dates(area))) + "</tr>"
        for lane in lanes
        for area in lane.areas
    )
    return (
        '<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">'
        "<title>Beliefs over two clocks</title>\n"
        "<style>body { font: 14px system-ui, sans-serif; margin: 1.5rem; } svg { max-width: 100%; height: auto; }"
        " table { border-collapse: collapse; } td, th { padding: .25rem .75rem; text-align: left; }</style>\n"
        f"{svg(lanes, now)}"
        f"<table><tr>{heads}</tr>\n{rows}\n</table></html>\n"
    )


def _lane(lane: Lane, number: int, top: int, across: Axis, down: Axis, now: str) -> Iterator[str]:
    plane = top + _HEADING
    yield f'<text x="{_LEFT}" y="{top + 16}"><tspan class="title">{_text(lane.title)}</tspan>'
    yield f'<tspan dx="10" class="small">{_text(f"{lane.id}, {lane.state}")}</tspan></text>'
    yield f'<rect class="plane" x="{_LEFT}" y="{plane}" width="{_across()}" height="{_PLANE}"/>'
    for share, _ in across.ticks(_TICKS):
        yield _line("grid", _x(share), plane, _x(share), plane + _PLANE)
    for area in lane.areas:
        yield _area(area, number, plane, across, down)
    yield _diagonal(plane, across, down)
    yield _line("now", _x(across.place(now)), plane, _x(across.place(now)), plane + _PLANE)
    for share, label in down.ticks(2):
        height = plane + 9 + share * (_PLANE - 10)
        yield f'<text class="small" text-anchor="end" x="{_LEFT - 8}" y="{height:.1f}">{label}</text>'


def _area(area: Area, number: int, plane: int, across: Axis, down: Axis) -> str:
    left, right = _x(across.place(area.valid_from)), _x(across.place(area.valid_to))
    upper, lower = (plane + down.place(moment) * _PLANE for moment in (area.known_from, area.known_to))
    kind = "open" if area.known_to is None else "area"
    known, known_to, valid, valid_to = _dates(area)
    return (
        f'<rect class="{kind} c{number % len(_LIGHT)}" x="{left:.1f}" y="{upper:.1f}"'
        f' width="{max(1.0, right - left):.1f}" height="{max(1.0, lower - upper):.1f}">'
        f"<title>known {known} → {known_to}; valid {valid} → {valid_to}</title></rect>"
    )


def _diagonal(plane: int, across: Axis, down: Axis) -> str:
    """Draw where both times are the same: the answers to `--as-of`."""
    start, end = max(across.start, down.start), min(across.end, down.end)
    ends = [(_x(across.place(str(moment))), plane + down.place(str(moment)) * _PLANE) for moment in (start, end)]
    return _line("same", *ends[0], *ends[1])


def _days(across: Axis, top: int) -> Iterator[str]:
    for share, label in across.ticks(_TICKS):
        yield f'<text class="small" text-anchor="middle" x="{_x(share):.1f}" y="{top + 4}">{label}</text>'


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _dates(area: Area) -> tuple[str, str, str, str]:
    known, valid = area.known_from[:10], area.valid_from[:10]
    return known, (area.known_to or "open")[:10], valid, (area.valid_to or "open")[:10]


def _x(share: float) -> float:
    return _LEFT + share * _across()


def _across() -> int:
    return _WIDTH - _LEFT - _RIGHT


def _text(text: str) -> str:
    return escape("".join(letter if letter.isprintable() else " " for letter in text))
