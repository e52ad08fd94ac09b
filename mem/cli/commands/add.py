"""`mem add`: one fact, one commit."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from mem.cli import options
from mem.cli.options import session_of
from mem.cli.remembering import remember
from mem.cli.session import Session
from mem.errors import UsageError
from mem.facts.fact import DEFAULT_CONFIDENCE, DEFAULT_PRIORITY
from mem.formats.report import Report, Table
from mem.memory import Draft

EXAMPLE = 'mem add --type decision --title "Deploys via Fly.io" --body "Since June 1." --tags deploy,infra'
TEXT_FIELDS = (
    "title",
    "type",
    "body",
    "abstract",
    "scope",
    "subject",
    "predicate",
    "source",
    "source_agent",
    "source_commit",
    "source_path",
    "key",
)


class BadBatch(UsageError):
    """A line of a batch cannot be used, so nothing of it is."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(
            f"--batch: line {number}: {reason}",
            help='each line is a JSON object such as {"type": "howto", "title": "…"}',
        )


def command(
    ctx: typer.Context,
    type: options.Type = None,
    title: options.Title = None,
    body: options.Body = None,
    body_file: options.BodyFile = None,
    abstract: options.Abstract = None,
    scope: options.Scope = None,
    subject: options.Subject = None,
    predicate: options.Predicate = None,
    tags: options.Tags = None,
    priority: options.Priority = None,
    confidence: options.Confidence = None,
    basis: options.Basis = None,
    valid_from: options.ValidFrom = None,
    valid_to: options.ValidTo = None,
    verified: options.Verified = None,
    source: options.Source = None,
    agent: options.Agent = None,
    pin: options.Pin = None,
    supersedes: Annotated[
        str | None, typer.Option("--supersedes", help="What this one replaces, as revise does.")
    ] = None,
    key: options.Key = None,
    batch: Annotated[
        str | None,
        typer.Option(
            "--batch", metavar="FILE.jsonl", help="Many facts, one commit, all or nothing; - reads standard input."
        ),
    ] = None,
    force: options.Force = False,
) -> None:
    """Remember one fact: one file, one commit."""
    session = session_of(ctx)
    if batch is not None:
        _add_batch(session, batch, force=force)
        return
    remember(
        session,
        type=type,
        title=title,
        body=body,
        body_file=body_file,
        abstract=abstract,
        scope=scope,
        subject=subject,
        predicate=predicate,
        tags=tags,
        priority=priority,
        confidence=confidence,
        basis=basis,
        valid_from=valid_from,
        valid_to=valid_to,
        verified=verified,
        source=source,
        agent=agent,
        pin=pin,
        supersedes=supersedes,
        key=key,
        force=force,
    )


def _add_batch(session: Session, name: str, *, force: bool) -> None:
    drafts = [_draft(session, number, line) for number, line in enumerate(_lines(session, name), 1) if line.strip()]
    results = session.memory.add_all(drafts, session.now, force=force)
    for result in results:
        session.count("dupe" if result.existed else "add", result.fact.id)
    rows = [
        {"id": r.fact.id, "type": r.fact.type, "result": "already-exists" if r.existed else "added"} for r in results
    ]
    added = sum(not result.existed for result in results)
    warnings = [warning for result in results[:1] for warning in result.warnings]
    session.print(
        Report(
            {"added": Table(("id", "type", "result"), rows), "count": f"{added} of {len(results)} added"},
            ["mem list"],
            warnings=warnings,
        )
    )


def _lines(session: Session, name: str) -> list[str]:
    if name == "-":
        return session.read_stdin().splitlines()
    try:
        with open(name, encoding="utf-8") as file:
            return file.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"--batch: cannot read `{name}`", help=getattr(error, "strerror", None) or "it is not UTF-8 text"
        ) from error


def _draft(session: Session, number: int, line: str) -> Draft:
    """Read one line of a batch; the keys are those of the flags and of the file."""
    try:
        row = json.loads(line)
    except ValueError as error:
        raise BadBatch(number, "it is not JSON") from error
    if not isinstance(row, dict) or not isinstance(row.get("title"), str):
        raise BadBatch(number, "it has no title")
    unknown = set(row) - {
        *TEXT_FIELDS,
        "tags",
        "priority",
        "confidence",
        "valid_from",
        "valid_to",
        "verified",
        "supersedes",
    }
    if unknown:
        raise BadBatch(number, f"unknown key `{sorted(unknown)[0]}`")
    try:
        return _typed_draft(session, row)
    except (TypeError, ValueError) as error:
        raise BadBatch(number, str(error)) from error
    except UsageError as error:
        raise BadBatch(number, error.message) from error


def _typed_draft(session: Session, row: dict[str, Any]) -> Draft:
    texts = {name: _text(name, row[name]) for name in TEXT_FIELDS if row.get(name) is not None}
    type = options.a_type(texts.get("type", "fact"), "type") or "fact"
    priority = row.get("priority", DEFAULT_PRIORITY)
    confidence = row.get("confidence", DEFAULT_CONFIDENCE)
    if not isinstance(priority, int) or isinstance(priority, bool):
        raise TypeError("priority is a whole number")
    if not isinstance(confidence, (int, float)) or isinstance(confidence, bool):
        raise TypeError("confidence is a number")
    scope = texts["scope"] if "scope" in texts else session.scope_to_write(None, type)
    said: dict[str, Any] = {"source": session.source, "source_agent": session.agent, **texts}
    return Draft(
        **{**said, "type": type, "scope": scope},
        tags=tuple(_list("tags", row.get("tags", ()))),
        priority=priority,
        confidence=float(confidence),
        valid_from=options.start(session, row.get("valid_from"), "valid_from"),
        valid_to=options.end(session, row.get("valid_to"), "valid_to"),
        verified=options.day(session, row.get("verified"), "verified") or "",
        supersedes=options.ids(",".join(_list("supersedes", row.get("supersedes", ())))),
    )


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name} is text")
    return value


def _list(name: str, value: object) -> list[str]:
    if isinstance(value, str):
        return list(options.split_tags(value))
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        raise TypeError(f"{name} is a list of text")
    return list(value)
