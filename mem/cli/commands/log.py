"""`mem log`: versions with what they changed."""

from __future__ import annotations

from typing import Annotated

import typer

from mem.cli.options import Limit, session_of
from mem.cli.times import caveats
from mem.facts.instant import FIRST, from_start, told
from mem.formats.report import Report, Table
from mem.memory.asking import Step

EXAMPLE = "mem log --since 2d"
COLUMNS = ("at", "what", "id", "title", "version", "changed")
LIMIT = 20


def command(
    ctx: typer.Context,
    id: Annotated[str | None, typer.Argument(metavar="[ID]", help="One fact; without it, all of them.")] = None,
    since: Annotated[str | None, typer.Option("--since", help="From then on; a day alone from its start, UTC.")] = None,
    limit: Limit = LIMIT,
) -> None:
    """List what was recorded, the most recent change first, with each field's old and new value."""
    session = session_of(ctx)
    first = from_start(since, "--since", session.now) if since is not None else FIRST
    found = session.memory.log(id, since=first, limit=limit)
    rows = [_row(step) for step in found.steps]
    fields: dict[str, object] = {"log": Table(COLUMNS, rows), "count": f"{len(rows)} of {found.total} total"}
    fields |= caveats(session)
    if found.total > len(rows):
        steps = [f"--limit {found.total} shows all"]
    else:
        steps = [f"mem why {rows[0]['id']}"] if rows else ["mem list"]
    session.print(Report(fields, steps))


def _row(step: Step) -> dict[str, object]:
    return {
        "at": told(step.known),
        "what": step.act,
        "id": step.fact.id,
        "title": step.fact.title,
        "version": step.fact.version,
        "changed": "; ".join(map(str, step.differences)),
        "changes": [
            {"field": difference.field, "old": difference.old, "new": difference.new} for difference in step.differences
        ],
        "commit": step.commit,
    }
