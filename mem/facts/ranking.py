"""The order of answers: text relevance times bounded factors, each with its reason.

On the hot lane, so nothing here imports more than instants.
"""

from __future__ import annotations

from mem.facts.instant import Instant, datetime_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mem.facts.fact import FactId

RECENCY_HALF_LIFE = 180.0  # days
RECENCY_SHARE = 0.1
PRIORITY_SHARE = 0.2
CONFIDENCE_SHARE = 0.15


class Candidate:
    """One version of a fact that a query found; `relevance` is its text score, higher is better.

    `store` is where it lies when several stores are read side by side.

    Written out by hand because importing dataclasses doubles the start-up time of the hot lane.
    """

    __slots__ = (
        "abstract", "confidence", "current", "id", "known_from", "meaning", "number", "path", "priority", "relevance",
        "retracted", "scope", "store", "subject", "title", "type", "updated", "valid_from", "valid_to", "verified",
    )  # fmt: skip

    def __init__(
        self,
        id: FactId,
        number: int,
        path: str,
        type: str,
        title: str,
        abstract: str,
        scope: str,
        subject: str,
        priority: int,
        confidence: float,
        verified: str,
        updated: Instant,
        known_from: Instant,
        valid_from: Instant,
        valid_to: Instant,
        retracted: bool,
        current: bool,
        relevance: float = 0.0,
    ) -> None:
        self.id = id
        self.number = number
        self.path = path
        self.type = type
        self.title = title
        self.abstract = abstract
        self.scope = scope
        self.subject = subject
        self.priority = priority
        self.confidence = confidence
        self.verified = verified
        self.updated = updated
        self.known_from = known_from
        self.valid_from = valid_from
        self.valid_to = valid_to
        self.retracted = retracted
        self.current = current
        self.relevance = relevance
        self.store = ""  # said only where several stores are read
        self.meaning = 0.0  # its share of the relevance, where meaning was asked for


class Hit:
    """A candidate in its place: `score` is the product of its relevance and the named `factors`."""

    __slots__ = ("candidate", "factors", "score")

    def __init__(self, candidate: Candidate, factors: tuple[tuple[str, float], ...]) -> None:
        self.candidate = candidate
        self.factors = factors
        self.score = candidate.relevance
        for _, factor in factors:
            self.score *= factor


def rank(
    candidates: Iterable[Candidate], now: Instant, pins: Mapping[tuple[str, int], float] | None = None
) -> list[Hit]:
    """Order candidates by score; ties go to the higher priority, then the later, then the id.

    `pins` holds the factor of those versions whose code is known to have moved.
    """
    today = datetime_of(now).timestamp()
    hits = [Hit(candidate, _factors(candidate, today)) for candidate in candidates]
    if pins:
        hits = [_pinned(hit, pins.get((hit.candidate.id, hit.candidate.number))) for hit in hits]
    hits.sort(key=lambda hit: hit.candidate.id)
    hits.sort(key=lambda hit: (hit.score, hit.candidate.priority, hit.candidate.updated), reverse=True)
    return hits


def _pinned(hit: Hit, factor: float | None) -> Hit:
    return hit if factor is None else Hit(hit.candidate, (*hit.factors, ("pin", factor)))


def _factors(candidate: Candidate, today: float) -> tuple[tuple[str, float], ...]:
    """Each factor stays within ×0.5 and ×1.5, so that a perfect match of low priority leads a weak one of high."""
    age = max(0.0, today - datetime_of(candidate.updated).timestamp()) / 86_400
    return (
        ("priority", 1 + PRIORITY_SHARE * (candidate.priority - 50) / 50),
        ("confidence", 1 + CONFIDENCE_SHARE * (candidate.confidence - 0.5) / 0.5),
        ("recency", 1 + RECENCY_SHARE * 0.5 ** (age / RECENCY_HALF_LIFE)),
    )
