"""`mem update`: the record of the same claim changes."""

from __future__ import annotations

from typing import Annotated

import typer

from mem.cli import options
from mem.cli.options import session_of
from mem.cli.session import Session
from mem.errors import UsageError
from mem.facts.fields import Value
from mem.facts.instant import day_of
from mem.formats.report import Report
from mem.memory import Updated

EXAMPLE = "mem update d-2026-06-16-deploys-via-fly-io --priority 80 --verified today"


class BlankTitle(UsageError):
    """A fact cannot lose its title."""

    def __init__(self) -> None:
        super().__init__("--title is empty", help="say the claim in one line")


def command(
    ctx: typer.Context,
    id: options.Id,
    title: options.Title = None,
    body: options.Body = None,
    body_file: options.BodyFile = None,
    abstract: options.Abstract = None,
    status: Annotated[
        str | None, typer.Option("--status", help="The older tool's status; no effect on belief.")
    ] = None,
    scope: options.Scope = None,
    subject: options.Subject = None,
    predicate: options.Predicate = None,
    tags: options.Tags = None,
    add_tags: Annotated[str | None, typer.Option("--add-tags", help="Tags to add to those there.")] = None,
    remove_tags: Annotated[str | None, typer.Option("--remove-tags", help="Tags to take away.")] = None,
    priority: options.Priority = None,
    confidence: options.Confidence = None,
    basis: options.Basis = None,
    valid_from: options.ValidFrom = None,
    valid_to: options.ValidTo = None,
    verified: options.Verified = None,
    source: options.Source = None,
    agent: options.Agent = None,
    pin: options.Pin = None,
    force: options.Force = False,
) -> None:
    """The record changes, the claim stays: same fact, version one higher. Giving what is there is a no-op."""
    session = session_of(ctx)
    if title is not None and not title.strip():
        raise BlankTitle
    pinned = session.pin(pin)
    given: dict[str, Value | None] = {
        "title": " ".join(title.split()) if title else None,
        "body": options.body_of(session, body, body_file),
        "abstract": " ".join(abstract.split()) if abstract is not None else None,
        "status": status,
        "scope": session.scope_to_write(scope, "") if scope is not None else None,
        "subject": subject,
        "predicate": predicate,
        "priority": options.a_priority(priority),
        "confidence": options.confidence_of(confidence, basis),
        "valid_from": options.start(session, valid_from, "--valid-from"),
        "valid_to": options.end(session, valid_to, "--valid-to"),
        "verified": options.day(session, verified, "--verified"),
        "source": source,
        "source_agent": agent,
        "source_commit": pinned.commit or None,
        "source_path": pinned.path or None,
    }
    changes = {name: value for name, value in given.items() if value is not None}
    if tags is not None or add_tags is not None or remove_tags is not None:
        changes["tags"] = _tags(session, id, tags, add_tags, remove_tags)
    session.print(report(session.memory.update(id, changes, session.now, force=force)))


def report(updated: Updated) -> Report:
    """Say which version the fact has now, or that nothing changed."""
    fact = updated.fact
    if not updated.changed:
        return Report({"memory": {"id": fact.id, "result": "no-change"}}, [f"mem show {fact.id}"])
    fields: dict[str, object] = {"id": fact.id, "title": fact.title, "version": fact.version}
    if fact.updated_at:
        fields["updated"] = day_of(fact.updated_at)
    return Report({"memory": fields}, [f"mem show {fact.id}"], warnings=updated.warnings)


def _tags(session: Session, id: str, tags: str | None, add: str | None, remove: str | None) -> list[str]:
    if tags is None:
        session.memory.refresh()
        held = session.memory.standing(id, session.now).fact.tags
    else:
        held = options.split_tags(tags)
    gone = set(options.split_tags(remove))
    return [tag for tag in dict.fromkeys((*held, *options.split_tags(add))) if tag not in gone]
