"""R@k as a drawing: lines for those measured in one run, dots for what others have published."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from recall_bench.protocol import Table

LINES = {
    "mem": "#0b5d6b",
    "mem, hybrid": "#c2410c",
    "plain FTS5": "#6b7280",
    "grep": "#9ca3af",
    "90-day decay": "#b91c1c",
}
PANELS = {"turn, per conversation": "one turn", "session, per conversation": "one session"}
DEPTHS = (1, 5, 10)
WIDTH, HEIGHT, LEFT, TOP, LABELS = 300, 300, 48, 46, 200
LOWEST_GAP = 13.0  # between two labels


@dataclass(frozen=True, slots=True)
class Published:
    """A figure somebody else has published: for which panel, at which k, as a share."""

    name: str
    panel: str
    depth: int
    share: float


PUBLISHED = (
    Published("MemPalace, dialogs", "turn, per conversation", 10, 0.480),
    Published("MemPalace, sessions", "session, per conversation", 10, 0.603),
    Published("MemPalace, hybrid v5", "session, per conversation", 5, 0.837),
    Published("MemPalace, hybrid v5", "session, per conversation", 10, 0.889),
    Published("MemPalace, bge-large", "session, per conversation", 10, 0.924),
    Published("hebb-mind, reranked", "session, per conversation", 10, 0.917),
)


def drawing(results: dict[str, Table]) -> str:
    """Draw both panels as SVG."""
    parts = [text for place, panel in enumerate(PANELS) for text in _panel(results, panel, place)]
    width, height = 2 * (LEFT + WIDTH + LABELS), TOP + HEIGHT + 44
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" font-family="sans-serif">'
    )
    title = "<title>Share of the evidence among the first k answers, LoCoMo, one store per conversation</title>"
    ground = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    return "\n".join([head, title, ground, *parts, "</svg>"]) + "\n"


def _panel(results: dict[str, Table], panel: str, place: int) -> Iterator[str]:
    left = LEFT + place * (LEFT + WIDTH + LABELS)
    yield _text(left, 22, f"evidence found among the first k, {PANELS[panel]} at a time", size=13)
    for share in range(0, 101, 20):
        y = _y(share / 100)
        yield f'<line x1="{left}" x2="{left + WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="#e5e7eb"/>'
        yield _text(left - 8, y + 4, f"{share} %", anchor="end")
    for depth in DEPTHS:
        yield _text(_x(left, depth), TOP + HEIGHT + 18, f"k = {depth}", anchor="middle")
    labels: list[tuple[float, str, str]] = []
    for name, colour in LINES.items():
        if name in results:
            row = results[name][panel]["all"]
            points = [(_x(left, depth), _y(row[f"R@{depth}"])) for depth in DEPTHS]
            joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            yield f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="2.5"/>'
            labels.append((points[-1][1], f"{name} {row['R@10']:.3f}", colour))
    for one in PUBLISHED:
        if one.panel == panel:
            x, y = _x(left, one.depth), _y(one.share)
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#ffffff" stroke="#111827" stroke-width="1.5"/>'
            if one.depth == DEPTHS[-1]:
                labels.append((y, f"{one.name} {one.share:.3f}", "#111827"))
    for y, label, colour in _apart(labels):
        yield _text(left + WIDTH + 8, y + 4, label, colour=colour)


def _apart(labels: Sequence[tuple[float, str, str]]) -> list[tuple[float, str, str]]:
    """Move labels down until none covers another."""
    placed: list[tuple[float, str, str]] = []
    for y, label, colour in sorted(labels):
        lowest = placed[-1][0] + LOWEST_GAP if placed else y
        placed.append((max(y, lowest), label, colour))
    return placed


def _x(left: float, depth: int) -> float:
    return left + WIDTH * depth / DEPTHS[-1]


def _y(share: float) -> float:
    return TOP + HEIGHT * (1 - share)


def _text(x: float, y: float, text: str, *, anchor: str = "start", colour: str = "#374151", size: int = 11) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{text}</text>'
