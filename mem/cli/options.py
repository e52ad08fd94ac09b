"""Flags that several commands share, and how they become queries and drafts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from mem.cli.session import Session
from mem.cli.values import (
    BadFlag as BadFlag,
)
from mem.cli.values import (
    BothGiven as BothGiven,
)
from mem.cli.values import (
    a_priority as a_priority,
)
from mem.cli.values import (
    a_type as a_type,
)
from mem.cli.values import (
    body_of as body_of,
)
from mem.cli.values import (
    confidence_of as confidence_of,
)
from mem.cli.values import (
    confidence_or as confidence_or,
)
from mem.cli.values import (
    day as day,
)
from mem.cli.values import (
    end as end,
)
from mem.cli.values import (
    ids as ids,
)
from mem.cli.values import (
    split_tags as split_tags,
)
from mem.cli.values import (
    start as start,
)
from mem.facts.fact import BASES, TYPES
from mem.facts.instant import to_end
from mem.facts.query import Query

Id = Annotated[
    str, typer.Argument(metavar="ID", help="Full id, id without its prefix, or any beginning only one fact has.")
]
Type = Annotated[str | None, typer.Option("--type", help=f"One of: {', '.join(TYPES)}.")]
Title = Annotated[str | None, typer.Option("--title", help="The claim itself, one assertion.")]
Body = Annotated[str | None, typer.Option("--body", help="Details; - reads standard input.")]
BodyFile = Annotated[str | None, typer.Option("--body-file", help="Read the body from a file.")]
Abstract = Annotated[
    str | None, typer.Option("--abstract", help="The line an agent reads first, up to 120 characters.")
]
Scope = Annotated[str | None, typer.Option("--scope", help="A project key, here, or all.")]
Subject = Annotated[str | None, typer.Option("--subject", help="What it is about, as in user or project:acme.")]
Predicate = Annotated[str | None, typer.Option("--predicate", help="The relation it states.")]
Tags = Annotated[str | None, typer.Option("--tags", help="Tags, split at commas and blanks.")]
Priority = Annotated[int | None, typer.Option("--priority", help="Importance, 0 to 100.")]
Confidence = Annotated[float | None, typer.Option("--confidence", help="How sure, 0.0 to 1.0.")]
Basis = Annotated[str | None, typer.Option("--basis", help=f"Confidence in words: {', '.join(BASES)}.")]
ValidFrom = Annotated[str | None, typer.Option("--valid-from", help="When it became true; dates are UTC.")]
ValidTo = Annotated[str | None, typer.Option("--valid-to", help="When it stopped; a day alone means through that day.")]
Verified = Annotated[str | None, typer.Option("--verified", help="The day somebody last checked it.")]
Source = Annotated[str | None, typer.Option("--source", help="Who or what said it.")]
Agent = Annotated[str | None, typer.Option("--agent", help="The writing agent.")]
Pin = Annotated[str | None, typer.Option("--pin", metavar="PATH[@COMMIT]", help="The code the claim was read at.")]
Key = Annotated[str | None, typer.Option("--key", help="Idempotency key: a retried call finds the fact it made.")]
Force = Annotated[bool, typer.Option("--force", help="Keep text that looks like a credential.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would happen, write nothing.")]
Tag = Annotated[list[str] | None, typer.Option("--tag", help="Only facts with this whole tag.")]
Limit = Annotated[int | None, typer.Option("--limit", "--top", min=1, help="How many rows at most.")]
MinPriority = Annotated[
    int, typer.Option("--min-priority", min=0, max=100, help="Only facts of at least this priority.")
]
AsOf = Annotated[str | None, typer.Option("--as-of", help="What was believed then, about then.")]
KnownAt = Annotated[str | None, typer.Option("--known-at", help="What was known then.")]
ValidAt = Annotated[str | None, typer.Option("--valid-at", help="What is believed about then.")]
History = Annotated[bool, typer.Option("--history", help="Also superseded, retracted and future facts, marked.")]


def session_of(ctx: typer.Context) -> Session:
    session = ctx.obj
    assert isinstance(session, Session)
    return session


def query_of(
    session: Session,
    words: str = "",
    *,
    types: Sequence[str | None] = (),
    tags: Sequence[str] | None = None,
    scope: str | None = None,
    subject: str | None = None,
    source: str | None = None,
    min_priority: int = 0,
    limit: int | None = None,
    as_of: str | None = None,
    known_at: str | None = None,
    valid_at: str | None = None,
    history: bool = False,
    precise: bool = False,
) -> Query:
    """Put flags together as one question; a bad date is refused, never ignored."""
    if as_of is not None and (known_at is not None or valid_at is not None):
        raise BothGiven("--as-of", "--known-at or --valid-at")
    known = as_of if as_of is not None else known_at
    valid = as_of if as_of is not None else valid_at
    return Query(
        words,
        now=session.now,
        types=tuple(name for name in (a_type(type) for type in types) if name),
        tags=tuple(tags or ()),
        scopes=session.scopes(scope),
        subject=subject or "",
        source=source or "",
        min_priority=min_priority,
        known_at=to_end(known, "--as-of" if as_of is not None else "--known-at", session.now)
        if known is not None
        else None,
        valid_at=to_end(valid, "--as-of" if as_of is not None else "--valid-at", session.now)
        if valid is not None
        else None,
        history=history,
        precise=precise,
        limit=limit,
    )
