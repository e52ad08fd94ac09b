"""The figures as a Markdown table: a column a size, the budget, and how each grows with ten times the facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from speed.results import BUDGETS, Size


def table(sizes: Sequence[Size]) -> str:
    head = ["work", "in", *(f"{size.facts:,}" for size in sizes), "growth a decade", "budget"]
    rows = [head, ["---"] * len(head), *_rows(sizes)]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"


def _rows(sizes: Sequence[Size]) -> Iterator[list[str]]:
    works = list(dict.fromkeys((line.work, line.unit) for size in sizes for line in size.lines))
    for work, unit in works:
        values = [size.value(work, unit) for size in sizes]
        budget = BUDGETS.get((work, unit))
        yield [work, unit, *map(_told, values), _growth(values), "" if budget is None else f"≤ {budget:g}"]


def _growth(values: Sequence[float | None]) -> str:
    known = [value for value in values if value]
    if len(known) < 2 or len(known) < len(values):
        return ""
    return " ".join(f"{later / earlier:.1f}" for earlier, later in pairwise(known))


def _told(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
