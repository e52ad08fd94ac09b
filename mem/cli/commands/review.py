"""`mem review`: what needs a look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from mem.cli.options import BothGiven, session_of
from mem.cli.session import Session
from mem.facts.instant import day_told
from mem.formats.report import Report, Table
from mem.harness.harnesses import meant
from mem.harness.shells import agent_of
from mem.memory.captures import Capture, approve, captures, reject
from mem.memory.results import Inbox

EXAMPLE = "mem review --min-confidence 0.7"


def command(
    ctx: typer.Context,
    min_confidence: Annotated[
        float, typer.Option("--min-confidence", min=0, max=1, help="Below this, a fact needs a look.")
    ] = 0.5,
    approved: Annotated[
        str | None, typer.Option("--approve", metavar="ID", help="Make a fact of a capture in the inbox.")
    ] = None,
    rejected: Annotated[str | None, typer.Option("--reject", metavar="ID", help="Delete a capture.")] = None,
) -> None:
    """List what needs a look: unsure, unverified, in conflict, captured, unreadable, stale, about to expire."""
    session = session_of(ctx)
    if approved is not None and rejected is not None:
        raise BothGiven("--approve", "--reject")
    if approved is not None:
        session.print(_approved(session, approved))
    elif rejected is not None:
        session.print(_rejected(session, rejected))
    else:
        inbox = session.memory.review(session.now, min_confidence)
        session.print(report(inbox, captures(session.memory), min_confidence))


def report(inbox: Inbox, waiting: Sequence[Capture], min_confidence: float) -> Report:
    """Lay out all that needs a look, each kind in a table of its own."""
    rows = [
        {
            "id": candidate.id,
            "type": candidate.type,
            "title": candidate.title,
            "confidence": candidate.confidence,
            "verified": f"verified:{candidate.verified}" if candidate.verified else "unverified",
            "created": day_told(candidate.known_from),
        }
        for candidate in inbox.unsure
    ]
    fields: dict[str, object] = {
        "review": Table(("id", "type", "title", "confidence", "verified", "created"), rows),
        "count": f"{len(rows)} of {inbox.total} memories need review "
        f"(confidence below {min_confidence:g} or unverified)",
    }
    if waiting:
        fields["inbox"] = Table(("id", "type", "title", "agent"), [_waiting(capture) for capture in waiting])
    if inbox.contested:
        fields["contested"] = Table(
            ("id", "replaced_by"), [{"id": id, "replaced_by": " ".join(by)} for id, by in inbox.contested]
        )
    if inbox.given_way:
        rows_given = [{"id": id, "see": f"git show {commit[:12]}"} for id, commit in inbox.given_way]
        fields["given_way"] = Table(("id", "see"), rows_given)
    if inbox.stale:
        moved = [{"id": c.id, "title": c.title, "code": verdict} for c, verdict in inbox.stale]
        fields["stale"] = Table(("id", "title", "code"), moved)
    if inbox.unreadable:
        fields["unreadable"] = list(inbox.unreadable)
    if inbox.expiring:
        fields["expiring"] = Table(
            ("id", "title", "valid_to"),
            [{"id": c.id, "title": c.title, "valid_to": c.valid_to} for c in inbox.expiring],
        )
    steps = [f"mem review --approve {waiting[0].name}, or --reject"] if waiting else []
    steps += [f"mem update {rows[0]['id']} --confidence 0.9 --verified today"] if rows else []
    return Report(fields, steps or ["mem list"])


def _waiting(capture: Capture) -> dict[str, object]:
    fact = capture.fact
    if fact is None:
        return {"id": capture.name, "type": "unreadable", "title": capture.flaw, "agent": ""}
    return {
        "id": capture.name,
        "type": fact.type,
        "title": fact.title,
        "agent": fact.source_agent,
        "source": fact.source,
        "abstract": fact.headline,
    }


def _approved(session: Session, text: str) -> Report:
    by = session.agent or agent_of(session.environ)
    added = approve(session.memory, text, session.now, by=meant(by) or by, is_person=session.is_person)
    fact = added.fact
    session.count("dupe" if added.existed else "add", fact.id)
    fields: dict[str, object] = {"id": fact.id, "type": fact.type, "title": fact.title}
    fields["result"] = "already-exists" if added.existed else "approved"
    fields["saved"] = str(session.memory.store.root / added.path)
    return Report({"memory": fields}, [f"mem show {fact.id}"], warnings=added.warnings)


def _rejected(session: Session, text: str) -> Report:
    gone = reject(session.memory, text, session.now)
    title = gone.fact.title if gone.fact else gone.flaw
    return Report({"rejected": {"id": gone.name, "title": title, "deleted": gone.path}}, ["mem review"])
