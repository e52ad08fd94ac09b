"""Two facts into one: what `mem merge KEEP ABSORB` makes of them."""

from __future__ import annotations

from dataclasses import replace

from mem.facts.fact import Fact
from mem.facts.instant import Instant, later


def absorb(keep: Fact, other: Fact, now: Instant) -> Fact:
    """Give the next version of `keep`: both bodies, all tags, the stronger numbers, and the other's id as an alias.

    The other fact is superseded from here on, so validity starts at the earlier of the two.
    """
    starts = min(_starts(keep), _starts(other))
    return replace(
        keep,
        body=_joined(keep, other),
        abstract=keep.abstract or other.abstract,
        tags=tuple(dict.fromkeys((*keep.tags, *other.tags))),
        priority=max(keep.priority, other.priority),
        confidence=max(keep.confidence, other.confidence),
        version=max(keep.version, other.version) + 1,
        valid_from=starts if starts < _starts(keep) else keep.valid_from,
        supersedes=tuple(dict.fromkeys((*keep.supersedes, other.id))),
        aliases=tuple(dict.fromkeys((*keep.aliases, other.id, *other.aliases))),
        updated_at=max(now, *(later(moment) for moment in (_recorded(keep), _recorded(other)))),
    )


def _joined(keep: Fact, other: Fact) -> str:
    if not other.body or other.body == keep.body:
        return keep.body
    return f"{keep.body}\n\nMerged from {other.id}:\n\n{other.body}".strip()


def _starts(fact: Fact) -> Instant:
    return fact.valid_from or _first_known(fact)


def _first_known(fact: Fact) -> Instant:
    return fact.tx_at or fact.created or Instant("~")


def _recorded(fact: Fact) -> Instant:
    """The latest known time a file speaks of."""
    moments = (fact.tx_at, fact.created, fact.updated_at, fact.retracted_at, fact.disowned_at)
    return max((moment for moment in moments if moment), default=Instant("0001-01-01T00:00:00.000Z"))
