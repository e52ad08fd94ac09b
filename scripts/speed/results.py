"""What was measured at one size, and the budgets it is held against."""

from __future__ import annotations

from dataclasses import dataclass, field

TIMES, MS, SECONDS, MEGABYTES = "× bare", "ms", "s", "MB"


@dataclass(frozen=True, slots=True)
class Line:
    """One figure: a work, its value, and in what it is told."""

    work: str
    value: float
    unit: str


@dataclass(slots=True)
class Size:
    """All figures of one store."""

    facts: int
    lines: list[Line] = field(default_factory=list)

    def note(self, work: str, value: float, unit: str) -> None:
        self.lines.append(Line(work, value, unit))

    def value(self, work: str, unit: str) -> float | None:
        return next((line.value for line in self.lines if (line.work, line.unit) == (work, unit)), None)


BUDGETS: dict[tuple[str, str], float] = {
    ("search, two words", TIMES): 2.0,
    ("on prompt, same topic", TIMES): 1.5,
    ("on prompt, new topic", TIMES): 2.5,
    ("on session-start", TIMES): 2.5,
    ("add", MS): 150,
    ("sync, nothing to do", MS): 250,
    ("rebuild, CPU", SECONDS): 20,
    ("rebuild, memory", MEGABYTES): 500,
    ("the first four together, p95", MS): 10,
    ("prompt of eight words, p95", MS): 30,
}
"""What each may take at 100,000 facts, and so at fewer."""
