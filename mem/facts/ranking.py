"""The order of answers: text relevance times bounded factors, each with its reason.

The weights were measured once on public conversations and are the same for everybody. On the hot lane, so nothing here
imports more than instants.
"""

from __future__ import annotations

from mem.facts.instant import Instant, datetime_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mem.facts.fact import FactId

RECENCY_HALF_LIFE = 180.0  # days
RECENCY_SHARE = 0.1
PRIORITY_SHARE = 0.2
CONFIDENCE_SHARE = 0.15

SOURCE_SHARE = 0.9  # of what all the facts of its source together score
BEFORE_SHARE, AFTER_SHARE = 0.4, 0.25  # of what was said right before and after, in transcripts
SUBJECT_FACTOR = 1.2
MONTH_FACTOR = 1.5
QUESTION_FACTOR = 0.8

SAID_BY = "said"  # the predicate of what somebody said in a transcript: the subject said the title
NOT_SAID, SAID, ASKED = 0, 1, 2

MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
VERBS_TOO = ("march", "may")
PUNCTUATION = ".,;:!?()[]{}\"'"


class Candidate:
    """One version of a fact that a query found; `relevance` is its text score, higher is better.

    `parts` says what that is the sum of: its own words, its source, its neighbours. `bearing` holds the factors for
    what else the question names. `store` is where it lies when several stores are read side by side.

    Written out by hand because importing dataclasses doubles the start-up time of the hot lane.
    """

    __slots__ = (
        "abstract", "bearing", "confidence", "current", "id", "known_from", "meaning", "number", "parts", "path",
        "priority", "relevance", "retracted", "scope", "store", "subject", "title", "type", "updated", "valid_from",
        "valid_to", "verified",
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
        self.parts: Sequence[tuple[str, float]] = ()
        self.bearing: Sequence[tuple[str, float]] = ()
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


class Asked:
    """What a question names besides what it is about: one subject, as it is called in the index, and months."""

    __slots__ = ("months", "subject", "years")

    def __init__(self, words: str, subject: str = "") -> None:
        self.subject = subject
        self.months = months_in(words)
        self.years = [word for word in _bare(words) if len(word) == 4 and word.isdigit() and word[:2] in ("19", "20")]

    def bearing(self, candidate: Candidate, about: str, said: int) -> list[tuple[str, float]]:
        """Give the factors of a candidate whose subject is called `about`."""
        factors = []
        if self.subject and about == self.subject:
            factors.append(("subject", SUBJECT_FACTOR))
        if self.months and self._falls_in(candidate.valid_from):
            factors.append(("month", MONTH_FACTOR))
        if said == ASKED:
            factors.append(("question", QUESTION_FACTOR))
        return factors

    def _falls_in(self, moment: Instant) -> bool:
        return moment[5:7] in self.months and (not self.years or moment[:4] in self.years)


def months_in(words: str) -> list[str]:
    """Give the months that a question names, as in dates; `may` and `march` count where they can be nothing else."""
    bare = _bare(words)
    return [
        f"{MONTHS.index(low) + 1:02}"
        for at, word in enumerate(bare)
        if (low := word.lower()) in MONTHS and (low not in VERBS_TOO or _is_month(bare, at))
    ]


def _is_month(bare: Sequence[str], at: int) -> bool:
    """Tell the month from the verb: it has a capital inside a sentence, or a number or `in` beside it."""
    before, after = bare[at - 1 : at], bare[at + 1 : at + 2]
    if any(word.isdigit() for word in (*before, *after)) or any(
        word.lower() in ("in", "since", "until") for word in before
    ):
        return True
    return at > 0 and bare[at].istitle() and not bare[at - 1].isupper()


def is_question(text: str) -> bool:
    """Tell whether a text ends in a question, notes in square brackets at its end aside."""
    text = text.rstrip()
    while text.endswith("]") and "[" in text:
        text = text[: text.rindex("[")].rstrip()
    return text.endswith("?")


def weighed(candidate: Candidate, source: float | None, before: float, after: float) -> None:
    """Add up what speaks for a candidate besides its own words; without company these stand for its source too."""
    own = candidate.relevance
    company = (
        ("source", SOURCE_SHARE * (own if source is None else source)),
        ("before", BEFORE_SHARE * before),
        ("after", AFTER_SHARE * after),
    )
    candidate.parts = [("words", own), *(part for part in company if part[1] > 0)]
    candidate.relevance = sum([score for _, score in candidate.parts])


def _bare(words: str) -> list[str]:
    return [bare for word in words.split() if (bare := word.strip(PUNCTUATION))]


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
        *candidate.bearing,
        ("priority", 1 + PRIORITY_SHARE * (candidate.priority - 50) / 50),
        ("confidence", 1 + CONFIDENCE_SHARE * (candidate.confidence - 0.5) / 0.5),
        ("recency", 1 + RECENCY_SHARE * 0.5 ** (age / RECENCY_HALF_LIFE)),
    )
