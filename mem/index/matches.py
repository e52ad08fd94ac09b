"""What a query found, and how facts of one source lift each other; every search imports this, so it is small."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mem.facts.ranking import Candidate

COMPANY = 0.4
MOST_COMPANIONS = 3


class Matches:
    """The best candidates by text, how many facts pass every filter, and what one filter alone kept out.

    Written out by hand because importing dataclasses doubles the start-up time of the hot lane.
    `below_floor` are too low in priority and `elsewhere` in other scopes; the rest of the filters they pass.
    Where the words quote phrases, all of these are facts that hold the words of a phrase in a row: whether a text
    holds `match.phrases` to the letter only its file can tell.
    """

    __slots__ = ("below_floor", "candidates", "elsewhere", "total")

    def __init__(self, candidates: Sequence[Candidate], total: int, below_floor: int = 0, elsewhere: int = 0) -> None:
        self.candidates = candidates
        self.total = total
        self.below_floor = below_floor
        self.elsewhere = elsewhere


def lift(found: Iterable[tuple[Candidate, str]]) -> list[Candidate]:
    """Raise each candidate by the best others from its source, and give all, best first.

    Where a session speaks of something, all it says there is likelier to be meant. The fewer of the matches a
    source holds, the more that tells; a source that holds all of them tells nothing.
    """
    found = list(found)
    by_source: dict[str, list[float]] = {}
    for candidate, source in found:
        if source:
            by_source.setdefault(source, []).append(candidate.relevance)
    for scores in by_source.values():
        scores.sort(reverse=True)
    for candidate, source in found:
        scores = by_source.get(source, [])
        if len(scores) > 1:
            others = scores[: MOST_COMPANIONS + 1]
            squares = sum(score * score for score in others)
            squares -= min(candidate.relevance, others[-1]) ** 2 if len(others) > MOST_COMPANIONS else candidate.relevance**2
            candidate.relevance += COMPANY * (1 - len(scores) / len(found)) * squares**0.5
    candidates = [candidate for candidate, _ in found]
    candidates.sort(key=lambda candidate: (-candidate.relevance, candidate.id))
    return candidates
