"""Facts as lines for a model: dated, with their ids, cut to a budget, fenced as data.

On the hot lane: nothing here imports more than the fence.
"""

from __future__ import annotations

from mem.formats.fence import END, FENCE, harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mem.facts.ranking import Candidate

LONGEST_LINE = 240
LONGEST = 8000  # characters; beyond this some harnesses show a preview in place of the text
CUT = "…"


def line(fact: Candidate) -> str:
    """Give a fact on one line: `since DAY id type title — abstract`."""
    said = f"{fact.valid_from[:10]} {fact.id} {fact.type}: {fact.title}"
    if fact.abstract and fact.abstract != fact.title:
        said += f" — {fact.abstract}"
    said = harmless(said)
    return said if len(said) <= LONGEST_LINE else said[: LONGEST_LINE - 1].rstrip() + CUT


def fitting(facts: Sequence[Candidate], lines: int, room: int) -> list[Candidate]:
    """Give the first facts whose whole lines fit, fence included."""
    room = min(room, LONGEST) - len(FENCE) - len(END) - 1
    kept: list[Candidate] = []
    for fact in facts[:lines]:
        room -= len(line(fact)) + 1
        if room < 0:
            break
        kept.append(fact)
    return kept


def block(facts: Sequence[Candidate], more: int = 0) -> str:
    """Put facts into their fence, and say how many more there are; '' without any."""
    if not facts:
        return ""
    lines = [FENCE, *map(line, facts), END]
    if more > 0:
        lines.append(more_line(more))
    return "\n".join(lines)


def more_line(more: int) -> str:
    return f"{more} more: mem search WORDS, mem show ID"
