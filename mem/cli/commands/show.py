"""`mem show`: one fact."""

from __future__ import annotations

from typing import Annotated

import typer

from mem.cli import options
from mem.cli.options import session_of
from mem.facts.instant import FOREVER, Instant, day_of
from mem.formats.report import Report
from mem.memory import Shown

EXAMPLE = "mem show d-2026-06-16-deploys-via-fly-io --full"
BODY_SHOWN = 500  # characters


def command(
    ctx: typer.Context,
    id: options.Id,
    full: Annotated[bool, typer.Option("--full", help="The whole body.")] = False,
) -> None:
    """Show one fact; a long body is cut at 500 characters."""
    session = session_of(ctx)
    session.print(report(session.memory.show(id, session.now), session.now, full=full))


def report(shown: Shown, now: Instant, *, full: bool) -> Report:
    """Lay one fact out: what the file says, then what follows from the others."""
    standing = shown.standing
    fact = standing.fact
    body = fact.body if full else fact.body[:BODY_SHOWN]
    fields: dict[str, object] = {
        "id": fact.id,
        "type": fact.type,
        "title": fact.title,
        "status": fact.status or "active",
        "state": str(standing.state),
        "scope": fact.scope or "all",
        "priority": fact.priority,
        "confidence": fact.confidence,
        "version": fact.version,
        "created": day_of(fact.created or fact.tx_at or standing.recorded),
        "updated": day_of(fact.updated_at or standing.recorded),
        "valid_from": standing.starts,
    }
    if fact.valid_to and fact.valid_to != FOREVER:
        fields["valid_to"] = fact.valid_to
    fields["tags"] = list(fact.tags)
    fields |= _given(
        subject=fact.subject,
        predicate=fact.predicate,
        source=fact.source,
        agent=fact.source_agent,
        pin=f"{fact.source_path}@{fact.source_commit}".strip("@"),
        verified=fact.verified,
        supersedes=", ".join(fact.supersedes),
        superseded_by=", ".join(standing.replaced_by),
        retracted=fact.retracted_at or "",
        disowned=fact.disowned_at or "",
        path=standing.path,
    )
    if full:
        fields |= {key: value for key, value in fact.extra.items() if key not in fields}
    fields["abstract"] = fact.abstract
    fields["body"] = body
    if len(body) < len(fact.body):
        fields["truncated"] = f"{len(body)} characters shown of {len(fact.body)} total"
    steps = [f"mem show {fact.id} --full"] if len(body) < len(fact.body) else []
    steps += [f"mem show {head}" for head in standing.heads]
    return Report({"memory": fields}, steps or [f"mem update {fact.id} --help"])


def _given(**fields: str) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value}
