"""Two facts into one: what `mem merge KEEP ABSORB` makes of them."""

from __future__ import annotations

from dataclasses import replace

from mem.facts.fact import Fact
from mem.facts.instant import Instant


def absorb(keep: Fact, other: Fact, *, at: Instant, starts: Instant | None) -> Fact:
    """Give the next version of `keep`: both bodies, all tags, the stronger numbers, and the other's id as an alias.

    `at` is when the merge is recorded; `starts` is written as `valid_from` when the other fact began earlier.
    The other fact is superseded from here on.
    """
    return replace(
        keep,
        body=_joined(keep, other),
        abstract=keep.abstract or other.abstract,
        tags=tuple(dict.fromkeys((*keep.tags, *other.tags))),
        priority=max(keep.priority, other.priority),
        confidence=max(keep.confidence, other.confidence),
        version=max(keep.version, other.version) + 1,
        valid_from=starts or keep.valid_from,
        supersedes=tuple(dict.fromkeys((*keep.supersedes, other.id))),
        aliases=tuple(dict.fromkeys((*keep.aliases, other.id, *other.aliases))),
        updated_at=at,
    )


def _joined(keep: Fact, other: Fact) -> str:
    if not other.body or other.body == keep.body:
        return keep.body
    return f"{keep.body}\n\nMerged from {other.id}:\n\n{other.body}".strip()
