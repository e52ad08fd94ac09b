"""What matters here: the questions of the MEMHOOKS.md files along a path, asked of this memory, cut to a budget.

On the hot lane: nothing here imports `dataclasses` or `typing`.
"""

from __future__ import annotations

import os

from mem.errors import UsageError
from mem.facts.instant import to_end
from mem.facts.query import DEFAULT_LIMIT, Query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Protocol

    from mem.facts.fact import Fact
    from mem.facts.instant import Instant
    from mem.facts.ranking import Candidate, Hit
    from mem.hooks.model import Plan, PlannedQuery
    from mem.index.matches import Matches

    class Answer(Protocol):
        """What was found for one question, best first."""

        @property
        def hits(self) -> Sequence[Hit]: ...

    class Listing(Protocol):
        """What can list facts without words."""

        def listing(self, query: Query, *, most: int | None = None) -> Matches: ...

    class Asked(Protocol):
        """The memory that is asked, in whichever lane."""

        @property
        def index(self) -> Listing: ...
        def refresh(self) -> None: ...
        def answer(self, query: Query) -> Answer: ...
        def fact_at(self, path: str) -> Fact | None: ...


PROVIDER = "mem"
DEFAULT_PRIORITY = 0.5  # of a question that names none
WORTH = 0.5  # a fact is worth its place with at least this share of the best score of its question
CUE_BOOST = 0.2  # for each entity, resource or tag of the question that the fact names
MOST_BOOST = 1.5
TOP_FACTS = 10  # where no hook asks for anything


class Settings:
    """What `backends.mem` says about one question; what it leaves out is as in a search."""

    __slots__ = ("as_of", "history", "limit", "min_priority", "scope", "subject", "tags", "types")

    def __init__(
        self,
        *,
        types: tuple[str, ...] = (),
        tags: tuple[str, ...] = (),
        scope: str | None = None,
        subject: str = "",
        limit: int = DEFAULT_LIMIT,
        min_priority: int = 0,
        as_of: Instant | None = None,
        history: bool = False,
    ) -> None:
        self.types = types
        self.tags = tags
        self.scope = scope
        self.subject = subject
        self.limit = limit
        self.min_priority = min_priority
        self.as_of = as_of
        self.history = history


class Recalled:
    """One fact with the hook files whose questions it answers; `weight` orders it."""

    __slots__ = ("askers", "candidate", "weight")

    def __init__(self, candidate: Candidate, askers: tuple[str, ...], weight: tuple[float, float]) -> None:
        self.candidate = candidate
        self.askers = askers
        self.weight = weight


class Recall:
    """All that was recalled, the most important first, and what was kept out."""

    __slots__ = ("excluded", "facts", "guidance", "sensitivity", "sources")

    def __init__(
        self,
        facts: Sequence[Recalled],
        *,
        excluded: int = 0,
        sensitivity: str = "",
        guidance: Sequence[tuple[str, str]] = (),
        sources: Sequence[str] = (),
    ) -> None:
        self.facts = facts
        self.excluded = excluded
        self.sensitivity = sensitivity
        self.guidance = guidance
        self.sources = sources


class SensitivityNotAllowed(UsageError):
    """The hooks here carry a label that this session may not see."""

    def __init__(self, label: str, allowed: Sequence[str]) -> None:
        super().__init__(
            f"the hooks here are marked `{label}`",
            help=f"MEM_ALLOWED_SENSITIVITIES allows: {', '.join(allowed) or 'none'}",
        )


def recall(
    memory: Asked,
    plans: Sequence[Plan],
    now: Instant,
    *,
    scopes: tuple[str, ...] | None,
    prompt: str = "",
    as_of: Instant | None = None,
    allowed: Sequence[str] | None = None,
) -> Recall:
    """Ask the questions of all plans; without any, give the top facts of the scope."""
    for plan in plans:
        if allowed is not None and plan.sensitivity and plan.sensitivity not in allowed:
            raise SensitivityNotAllowed(plan.sensitivity, allowed)
    memory.refresh()
    found: dict[str, Recalled] = {}
    for plan, query in _questions(plans):
        asker = _within(query.source, plan)
        for one in _answers(memory, query, asker, now, scopes=scopes, prompt=prompt, as_of=as_of):
            found[one.candidate.id] = _joined(found.get(one.candidate.id), one)
    if not plans or not any(plan.effective_queries for plan in plans):
        everything = _query(Settings(limit=TOP_FACTS), "", now, scopes, as_of)
        top = memory.index.listing(everything, most=TOP_FACTS).candidates
        found = {c.id: Recalled(c, (), (DEFAULT_PRIORITY, c.priority / 100)) for c in top}
    excluded = [phrase for plan in plans for phrase in plan.exclude]
    kept = [one for one in found.values() if not _is_excluded(memory, one.candidate, excluded)]
    return Recall(
        facts=sorted(kept, key=lambda one: (*(-part for part in one.weight), one.candidate.id)),
        excluded=len(found) - len(kept),
        sensitivity=", ".join(dict.fromkeys(plan.sensitivity for plan in plans if plan.sensitivity)),
        guidance=[(_within(text.source, plan), str(text.value)) for plan in plans for text in plan.guidance],
        sources=list(dict.fromkeys(_within(source, plan) for plan in plans for source in plan.sources)),
    )


def settings_of(backends: Mapping[str, object]) -> Settings:
    """Read `backends.mem`; a setting of the wrong kind is passed over, as `memhooks validate` warns of it."""
    said = backends.get(PROVIDER)
    values = said if isinstance(said, dict) else {}
    as_of = values.get("as_of")
    scope = values.get("scope")
    subject = values.get("subject")
    return Settings(
        types=_types(values.get("types")),
        tags=tuple(_texts(values.get("tags"))),
        scope=scope if isinstance(scope, str) else None,
        subject=subject if isinstance(subject, str) else "",
        limit=_number(values.get("limit"), DEFAULT_LIMIT, 1, 1000),
        min_priority=_number(values.get("min_priority"), 0, 0, 100),
        as_of=to_end(as_of, "backends.mem.as_of") if isinstance(as_of, str) else None,
        history=values.get("history") is True,
    )


def _questions(plans: Sequence[Plan]) -> Iterator[tuple[Plan, PlannedQuery]]:
    for plan in plans:
        for query in plan.effective_queries:
            yield plan, query


def _within(source: str, plan: Plan) -> str:
    """Name a hook file from the root of its project."""
    return os.path.relpath(source, plan.root).replace(os.sep, "/")


def _answers(
    memory: Asked,
    asked: PlannedQuery,
    asker: str,
    now: Instant,
    *,
    scopes: tuple[str, ...] | None,
    prompt: str,
    as_of: Instant | None,
) -> list[Recalled]:
    """Give the facts worth showing for one question, its cues counted in."""
    settings = settings_of(asked.backends)
    cues = [*_names(asked.entities), *_names(asked.resources), *asked.tags]
    hits = memory.answer(_query(settings, asked.query, now, scopes, as_of)).hits
    scored = [(hit.score * _boost(hit.candidate, cues, prompt), hit.candidate) for hit in hits]
    best = max((score for score, _ in scored), default=0.0)
    priority = DEFAULT_PRIORITY if asked.priority is None else asked.priority
    return [
        Recalled(candidate, (asker,), (priority, score / best))
        for score, candidate in scored
        if best > 0 and score >= WORTH * best
    ]


def _query(
    settings: Settings, words: str, now: Instant, scopes: tuple[str, ...] | None, as_of: Instant | None
) -> Query:
    moment = settings.as_of or as_of
    return Query(
        words,
        now=now,
        types=settings.types,
        tags=settings.tags,
        scopes=scopes if settings.scope in (None, "here") else None if settings.scope == "all" else (settings.scope,),
        subject=settings.subject,
        min_priority=settings.min_priority,
        known_at=moment,
        valid_at=moment,
        history=settings.history,
        precise=True,
        limit=settings.limit,
    )


def _boost(candidate: Candidate, cues: Iterable[str], prompt: str) -> float:
    """Lift a fact that names what the question, or the task at hand, is about."""
    text = f"{candidate.title} {candidate.abstract} {candidate.subject}".casefold()
    named = sum(cue.casefold() in text for cue in dict.fromkeys(cues) if cue)
    words = {word for word in prompt.casefold().split() if len(word) > 3}
    shared = sum(word in text for word in words)
    return min(MOST_BOOST, 1 + CUE_BOOST * (named + min(shared, 2)))


def _joined(first: Recalled | None, other: Recalled) -> Recalled:
    """A fact asked for twice appears once, in its better place, with both askers."""
    if first is None:
        return other
    askers = tuple(dict.fromkeys((*first.askers, *other.askers)))
    return Recalled(first.candidate, askers, max(first.weight, other.weight))


def _is_excluded(memory: Asked, candidate: Candidate, phrases: Sequence[str]) -> bool:
    if not phrases:
        return False
    fact = memory.fact_at(candidate.path)
    body = fact.body if fact else ""
    text = f" {_words(f'{candidate.title} {candidate.abstract} {candidate.subject} {body}')} "
    return any(f" {words} " in text for phrase in phrases if (words := _words(phrase)))


def _words(text: str) -> str:
    """Give text as bare words, so that a phrase is found whole and whatever its punctuation."""
    return " ".join("".join(letter if letter.isalnum() else " " for letter in text.casefold()).split())


def _names(cues: Sequence[object]) -> list[str]:
    named = [cue.get("name") if isinstance(cue, dict) else cue for cue in cues]
    return [name for name in named if isinstance(name, str)]


def _types(value: object) -> tuple[str, ...]:
    named = _texts(value)
    if not named:
        return ()
    from mem.facts.fact import TYPES

    return tuple(name for name in named if name in TYPES)


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [item for item in value if isinstance(item, str)] if isinstance(value, (list, tuple)) else []


def _number(value: object, default: int, low: int, high: int) -> int:
    is_number = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    return value if is_number and isinstance(value, int) else default
