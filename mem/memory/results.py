"""What the verbs take and give, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from mem.facts.fact import DEFAULT_CONFIDENCE, DEFAULT_PRIORITY, Fact, FactId
from mem.facts.instant import Instant
from mem.facts.ranking import Candidate, Hit
from mem.facts.similar import Near
from mem.facts.timeline import Rectangle


@dataclass(frozen=True, slots=True)
class Draft:
    """A fact as somebody puts it, before it has an id and a known time."""

    title: str
    type: str = "fact"
    body: str = ""
    abstract: str = ""
    scope: str = ""
    subject: str = ""
    predicate: str = ""
    tags: tuple[str, ...] = ()
    priority: int = DEFAULT_PRIORITY
    confidence: float = DEFAULT_CONFIDENCE
    valid_from: Instant | None = None
    valid_to: Instant | None = None
    verified: str = ""
    source: str = ""
    source_agent: str = ""
    source_commit: str = ""
    source_path: str = ""
    supersedes: tuple[FactId, ...] = ()
    key: str = ""
    created: Instant | None = None
    extra: Mapping[str, object] = field(default_factory=dict)


class State(StrEnum):
    """How a fact stands in the view of today, or of another point in time."""

    BELIEVED = "believed"
    FUTURE = "not yet valid"
    EXPIRED = "expired"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    DISOWNED = "disowned"
    UNKNOWN = "not yet known"


class Standing(NamedTuple):
    """The latest version of a fact, where it lies and how it stands today.

    `recorded` is when this version became known, `starts` where its validity begins, `replaced_by`
    what closed it, `heads` the live facts that a reader wants instead.
    """

    fact: Fact
    path: str
    state: State
    recorded: Instant
    starts: Instant
    replaced_by: tuple[FactId, ...] = ()
    heads: tuple[FactId, ...] = ()


class Added(NamedTuple):
    """What `add` did; `existed` means an equal fact was already believed and nothing was written."""

    fact: Fact
    path: str
    existed: bool = False
    near: Near | None = None
    uncommitted: bool = False
    warnings: Sequence[str] = ()


class Updated(NamedTuple):
    """What `update` did; `changed` False means every value was there already."""

    fact: Fact
    changed: bool
    warnings: Sequence[str] = ()


class Forgotten(NamedTuple):
    """What `forget` did: which facts ended, which were forgotten before, and what their going means
    for what they had replaced."""

    facts: Sequence[Fact]
    already: Sequence[FactId] = ()
    closed: Sequence[FactId] = ()
    revived: Sequence[FactId] = ()
    warnings: Sequence[str] = ()


class Merged(NamedTuple):
    """What `merge` made or would make of two facts."""

    fact: Fact
    absorbed: FactId
    warnings: Sequence[str] = ()


class Answer(NamedTuple):
    """Ranked hits with what the filters kept out; `loose` means nothing matched as asked and parts of
    words or near spellings were tried."""

    hits: Sequence[Hit]
    total: int
    below_floor: int = 0
    elsewhere: int = 0
    loose: bool = False
    suggestions: Sequence[str] = ()


class Inbox(NamedTuple):
    """What needs a look: unsure or unverified facts of `total`, rivals, unreadable files, facts about to expire,
    those whose code was seen to have moved, with the verdict, and those of which a sync chose between two texts,
    with the commit that did."""

    unsure: Sequence[Candidate]
    total: int
    contested: Sequence[tuple[FactId, list[FactId]]] = ()
    unreadable: Sequence[str] = ()
    expiring: Sequence[Candidate] = ()
    stale: Sequence[tuple[Candidate, str]] = ()
    given_way: Sequence[tuple[FactId, str]] = ()


class Shown(NamedTuple):
    """One fact with its derived standing and its rectangles."""

    standing: Standing
    rectangles: Sequence[Rectangle] = ()
