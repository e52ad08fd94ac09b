"""Flags that several commands share, and how they become queries and drafts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from mem.cli.session import Session
from mem.errors import UsageError
from mem.facts.fact import BASES, TYPES, FactId
from mem.facts.instant import Instant, from_start, through, to_end
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


class BadFlag(UsageError):
    """A flag's value is none of those it takes."""

    def __init__(self, flag: str, value: str, choices: Sequence[str]) -> None:
        super().__init__(f"{flag}: `{value}` is not known", help=f"one of: {', '.join(choices)}")


class BothGiven(UsageError):
    """Two flags that say the same thing in two ways."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} and {other} exclude each other", help=f"give {one} or {other}")


def session_of(ctx: typer.Context) -> Session:
    session = ctx.obj
    assert isinstance(session, Session)
    return session


def a_type(name: str | None, flag: str = "--type") -> str | None:
    """Check a type's name; the message lists the good ones."""
    if name is not None and name not in TYPES:
        raise BadFlag(flag, name, list(TYPES))
    return name


def split_tags(text: str | None) -> tuple[str, ...]:
    """Split at commas and blanks, each tag once."""
    return tuple(dict.fromkeys((text or "").replace(",", " ").split()))


def ids(text: str | None) -> tuple[FactId, ...]:
    return tuple(FactId(id) for id in split_tags(text))


def confidence_of(confidence: float | None, basis: str | None) -> float | None:
    """Give the number, from `--confidence` or from the word of `--basis`."""
    if confidence is not None and not 0 <= confidence <= 1:
        raise UsageError(f"--confidence: {confidence} is not between 0.0 and 1.0", help="0.5 is the default")
    if basis is None:
        return confidence
    if confidence is not None:
        raise BothGiven("--confidence", "--basis")
    if basis not in BASES:
        raise BadFlag("--basis", basis, list(BASES))
    return BASES[basis]


def confidence_or(default: float, confidence: float | None, basis: str | None) -> float:
    """Give the number said in either way, else the default."""
    said = confidence_of(confidence, basis)
    return default if said is None else said


def a_priority(priority: int | None) -> int | None:
    """Check a priority that is written straight into a file."""
    if priority is not None and not 0 <= priority <= 100:
        raise UsageError(f"--priority: {priority} is not between 0 and 100", help="0 is least, 100 is most important")
    return priority


def body_of(session: Session, body: str | None, body_file: str | None) -> str | None:
    """Give the body's text from the flag, a file or standard input."""
    if body is not None and body_file is not None:
        raise BothGiven("--body", "--body-file")
    if "-" in (body, body_file):
        return session.read_stdin()
    if body_file is None:
        return body
    try:
        with open(body_file, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"--body-file: cannot read `{body_file}`", help=getattr(error, "strerror", None) or "it is not UTF-8 text"
        ) from error


def start(session: Session, text: str | None, flag: str) -> Instant | None:
    return from_start(text, flag, session.now) if text is not None else None


def day(session: Session, text: str | None, flag: str) -> str | None:
    """Read a date and keep its day."""
    return from_start(text, flag, session.now)[:10] if text else text


def end(session: Session, text: str | None, flag: str) -> Instant | None:
    return through(text, flag, session.now) if text is not None else None


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
