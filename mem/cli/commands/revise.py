"""`mem revise`: the belief changed."""

from __future__ import annotations

from typing import Annotated

import typer

from mem.cli import options
from mem.cli.options import session_of
from mem.cli.remembering import report
from mem.errors import UsageError
from mem.facts.fact import DEFAULT_CONFIDENCE

EXAMPLE = 'mem revise d-2026-06-09-deploys-via-heroku --title "Deploys via Fly.io" --valid-from 2026-06-01'


class NothingNew(UsageError):
    """A revision must say what is believed instead."""

    def __init__(self) -> None:
        super().__init__(
            "--title is required: say what is believed instead",
            help="to correct the record of the same claim use mem update",
        )


def command(
    ctx: typer.Context,
    id: options.Id,
    title: options.Title = None,
    type: options.Type = None,
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
    supersedes: Annotated[str | None, typer.Option("--supersedes", help="Further facts this one replaces.")] = None,
    key: options.Key = None,
    force: options.Force = False,
) -> None:
    """The belief changed: a new fact that supersedes ID. What is not given is inherited."""
    session = session_of(ctx)
    if title is None:
        raise NothingNew
    options.a_type(type)
    pinned = session.pin(pin)
    given: dict[str, object] = {
        "title": title,
        "type": type,
        "body": options.body_of(session, body, body_file),
        "abstract": abstract,
        "scope": session.scope_to_write(scope, "") if scope is not None else None,
        "subject": subject,
        "predicate": predicate,
        "tags": options.split_tags(tags) if tags is not None else None,
        "priority": priority,
        "confidence": options.confidence_or(DEFAULT_CONFIDENCE, confidence, basis),
        "valid_from": options.start(session, valid_from, "--valid-from"),
        "valid_to": options.end(session, valid_to, "--valid-to"),
        "verified": options.day(session, verified, "--verified"),
        "source": session.source if source is None else source,
        "source_agent": session.agent if agent is None else agent,
        "source_commit": pinned.commit,
        "source_path": pinned.path,
        "supersedes": options.ids(supersedes),
        "key": key,
    }
    changes = {name: value for name, value in given.items() if value is not None}
    added = session.memory.revise(id, changes, session.now, force=force)
    session.count("dupe" if added.existed else "add", added.fact.id)
    session.print(report(session, added))
