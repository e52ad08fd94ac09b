"""Words and meaning together: how well a text matches, plus how near it comes to what was meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mem.facts.fact import FactId
from mem.facts.ranking import Candidate

WEIGHT = 0.6  # of the cosine, beside a best match by words that counts one

Nearness = Mapping[tuple[FactId, int], float]
"""By fact and version: the cosine between what it says and what was asked."""


def blend(by_words: Sequence[Candidate], by_meaning: Sequence[Candidate], near: Nearness) -> list[Candidate]:
    """Add meaning to the relevance of what words found, and what only meaning found behind it.

    A sum, not a fusion of two orders: where one leg is weak, an order of its own would speak as loudly as the other.
    """
    for candidate in by_words:
        _count_bearing_in(candidate)
    best = max((candidate.relevance for candidate in by_words), default=0.0) or 1.0
    for candidate in (*by_words, *by_meaning):
        candidate.meaning = max(0.0, near.get((candidate.id, candidate.number), 0.0))
        candidate.relevance = candidate.relevance / best + WEIGHT * candidate.meaning
    return [*by_words, *by_meaning]


def _count_bearing_in(candidate: Candidate) -> None:
    """Whom and when the words name is a matter of the words: it raises what they found, and no meaning."""
    for name, factor in candidate.bearing:
        gained = candidate.relevance * (factor - 1)
        candidate.parts = [*candidate.parts, (name, gained)]
        candidate.relevance += gained
    candidate.bearing = ()
