"""A fact: one claim with its two clocks, its reach and where it came from."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import NamedTuple, NewType

from mem.facts.instant import Instant, day_of

FactId = NewType("FactId", str)

DEFAULT_PRIORITY = 50
DEFAULT_CONFIDENCE = 0.5
ABSTRACT_LENGTH = 120  # characters an agent reads first
SLUG_LENGTH = 40
NAME_BYTES = 120  # the longest file stem that is safe on every file system we know


class FactType(NamedTuple):
    """A kind of fact: the letter its ids begin with, its folder and the priority `add` suggests."""

    name: str
    prefix: str
    priority: int

    @property
    def folder(self) -> str:
        return self.name + "s"


TYPES: Mapping[str, FactType] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            FactType("constraint", "c", 80),
            FactType("decision", "d", 70),
            FactType("failure", "f", 75),
            FactType("howto", "h", 60),
            FactType("preference", "p", 50),
            FactType("fact", "n", 50),
            FactType("event", "e", 40),
        )
    }
)
CLASSIC_TYPES = ("constraint", "decision", "failure", "howto", "preference")

BASES: Mapping[str, float] = MappingProxyType({"user-stated": 1.0, "verified": 0.95, "reported": 0.8, "inferred": 0.6})


@dataclass(frozen=True, slots=True)
class Fact:
    """What one file says. Instants are canonical; `None` or empty means the file does not say it."""

    id: FactId
    type: str
    title: str
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
    tx_at: Instant | None = None
    supersedes: tuple[FactId, ...] = ()
    source: str = ""
    source_agent: str = ""
    source_commit: str = ""
    source_path: str = ""
    verified: str = ""
    status: str = ""
    version: int = 1
    updated_at: Instant | None = None
    retracted_at: Instant | None = None
    disowned_at: Instant | None = None
    retracted_by: str = ""
    key: str = ""
    aliases: tuple[FactId, ...] = ()
    created: Instant | None = None
    extra: Mapping[str, object] = field(default_factory=dict)

    @property
    def headline(self) -> str:
        """The line an agent reads first: the abstract, else the beginning of the body, on one line."""
        return " ".join((self.abstract or self.body).split())[:ABSTRACT_LENGTH]


def slug(title: str) -> str:
    """Make the readable part of an id: ASCII words joined by dashes, or `x` and a hash when none are left."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = "".join(letter if letter.isalnum() else " " for letter in plain).split()
    cut = "-".join(words)[:SLUG_LENGTH].strip("-")
    return cut or "x" + sha256(title.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def new_id(type: str, title: str, at: Instant, is_taken: Callable[[FactId], bool]) -> FactId:
    """Make an id that nobody answers to; `-2`, `-3` … tell equal titles of one day apart."""
    base = f"{TYPES[type].prefix}-{day_of(at)}-{slug(title)}"
    number, candidate = 1, FactId(base)
    while is_taken(candidate):
        number += 1
        candidate = FactId(f"{base}-{number}")
    return candidate
