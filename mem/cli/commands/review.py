"""`mem review`: what needs a look."""

from __future__ import annotations

from typing import Annotated

import typer

from mem.cli.options import session_of
from mem.facts.instant import day_of
from mem.formats.report import Report, Table

EXAMPLE = "mem review --min-confidence 0.7"


def command(
    ctx: typer.Context,
    min_confidence: Annotated[
        float, typer.Option("--min-confidence", min=0, max=1, help="Below this, a fact needs a look.")
    ] = 0.5,
) -> None:
    """List what needs a look: low confidence, never verified, in conflict, unreadable, about to expire."""
    session = session_of(ctx)
    inbox = session.memory.review(session.now, min_confidence)
    rows = [
        {
            "id": candidate.id,
            "type": candidate.type,
            "title": candidate.title,
            "confidence": candidate.confidence,
            "verified": f"verified:{candidate.verified}" if candidate.verified else "unverified",
            "created": day_of(candidate.known_from),
        }
        for candidate in inbox.unsure
    ]
    fields: dict[str, object] = {
        "review": Table(("id", "type", "title", "confidence", "verified", "created"), rows),
        "count": f"{len(rows)} of {inbox.total} memories need review "
        f"(confidence below {min_confidence:g} or unverified)",
    }
    if inbox.contested:
        fields["contested"] = Table(
            ("id", "replaced_by"), [{"id": id, "replaced_by": " ".join(by)} for id, by in inbox.contested]
        )
    if inbox.unreadable:
        fields["unreadable"] = list(inbox.unreadable)
    if inbox.expiring:
        fields["expiring"] = Table(
            ("id", "title", "valid_to"),
            [{"id": c.id, "title": c.title, "valid_to": c.valid_to} for c in inbox.expiring],
        )
    step = f"mem update {rows[0]['id']} --confidence 0.9 --verified today" if rows else "mem list"
    session.print(Report(fields, [step]))
