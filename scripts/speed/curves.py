"""The growth of what users wait for, drawn: both axes count in decades, so that a straight line is a power."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log10

from speed.results import MS, TIMES, Size

WIDTH, HEIGHT, LEFT, TOP, LABELS, BOTTOM = 300, 260, 44, 40, 190, 40
LOWEST_GAP = 14.0  # between two labels
COLOURS = ("#0e7490", "#c2410c", "#7c3aed", "#15803d", "#b91c1c", "#6b7280", "#a16207")  # told apart on light and dark
STYLE = (
    "text{font:12px sans-serif;fill:#374151}.grid{stroke:#d1d5db}"
    "@media(prefers-color-scheme:dark){text{fill:#d1d5db}.grid{stroke:#4b5563}}"
)


@dataclass(frozen=True, slots=True)
class Panel:
    """One drawing: which works, in what unit, between which powers of ten."""

    title: str
    unit: str
    works: tuple[str, ...]
    low: float
    high: float


PANELS = (
    Panel(
        "one process, × bare Python",
        TIMES,
        ("search, two words", "show", "on prompt, same topic", "on prompt, new topic", "on session-start", "git grep"),
        1,
        100,
    ),
    Panel(
        "one question inside a process, p95 in ms",
        MS,
        (
            "two terms, p95",
            "term and subject, p95",
            "subject, p95",
            "as of, and a term, p95",
            "prompt of eight words, p95",
        ),
        0.1,
        100,
    ),
)


def drawing(sizes: Sequence[Size]) -> str:
    """Draw both panels as SVG."""
    width, height = len(PANELS) * (LEFT + WIDTH + LABELS), TOP + HEIGHT + BOTTOM
    parts = [part for place, panel in enumerate(PANELS) for part in _panel(sizes, panel, place)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
            f"<title>What mem takes with {sizes[0].facts:,} to {sizes[-1].facts:,} facts</title>",
            f"<style>{STYLE}</style>",
            *parts,
            "</svg>\n",
        ]
    )


def _panel(sizes: Sequence[Size], panel: Panel, place: int) -> Iterator[str]:
    left = LEFT + place * (LEFT + WIDTH + LABELS)
    yield _text(left, 20, panel.title)
    for power in range(round(log10(panel.low)), round(log10(panel.high)) + 1):
        y = _y(panel, 10.0**power)
        yield f'<line class="grid" x1="{left}" x2="{left + WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield _text(left - 6, y + 4, f"{10.0**power:g}", anchor="end")
    for size in sizes:
        yield _text(_x(left, sizes, size), TOP + HEIGHT + 20, f"{size.facts:,}", anchor="middle")
    labels: list[tuple[float, str, str]] = []
    for work, colour in zip(panel.works, COLOURS, strict=False):
        known = [(size, value) for size in sizes if (value := size.value(work, panel.unit))]
        if known:
            points = [(_x(left, sizes, size), _y(panel, value)) for size, value in known]
            joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            yield f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="2"/>'
            yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points)
            labels.append((points[-1][1], f"{work.removesuffix(', p95')} {known[-1][1]:.1f}", colour))
    for y, label, colour in _apart(labels):
        yield _text(left + WIDTH + 8, y + 4, label, colour=colour)


def _x(left: float, sizes: Sequence[Size], size: Size) -> float:
    first, last = log10(sizes[0].facts), log10(sizes[-1].facts)
    return left + WIDTH * ((log10(size.facts) - first) / (last - first) if last > first else 0.5)


def _y(panel: Panel, value: float) -> float:
    share = (log10(value) - log10(panel.low)) / (log10(panel.high) - log10(panel.low))
    return TOP + HEIGHT * (1 - min(1.0, max(0.0, share)))


def _apart(labels: Sequence[tuple[float, str, str]]) -> Iterator[tuple[float, str, str]]:
    """Move labels down as far as it takes to read each."""
    lowest = float("-inf")
    for y, label, colour in sorted(labels):
        lowest = max(y, lowest + LOWEST_GAP)
        yield lowest, label, colour


def _text(x: float, y: float, text: str, *, anchor: str = "start", colour: str = "") -> str:
    style = f' style="fill:{colour}"' if colour else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{text}</text>'
