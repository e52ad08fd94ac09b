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
    scores: dict[str, list[float]] = {}
    for candidate, source in found:
        if source:
            scores.setdefault(source, []).append(candidate.relevance)
    best = {source: sorted(held, reverse=True)[: MOST_COMPANIONS + 1] for source, held in scores.items()}
    for candidate, source in found:
        if source:
            share = len(scores[source]) / len(found)
            candidate.relevance += COMPANY * (1 - share) * _strength(candidate.relevance, best[source])
    candidates = [candidate for candidate, _ in found]
    candidates.sort(key=lambda candidate: (-candidate.relevance, candidate.id))
    return candidates


def _strength(own: float, best: Sequence[float]) -> float:
    """Add up what the best say, one's own score aside."""
    others = list(best)
    if own in others:
        others.remove(own)
    return float(sum(score * score for score in others[:MOST_COMPANIONS]) ** 0.5)
