"""`mem log`: versions with what they changed."""

from __future__ import annotations

from typing import Annotated

import typer

from mem.cli import several
from mem.cli.options import Limit, session_of
from mem.cli.session import Session
from mem.cli.times import caveats
from mem.facts.instant import FIRST, Instant, from_start, told
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
    steps, total = _found(session, id, first, limit)
    rows = [_row(*step) for step in steps]
    columns = several.columns(session, *COLUMNS)
    fields: dict[str, object] = {"log": Table(columns, rows), "count": f"{len(rows)} of {total} total"}
    fields |= caveats(session)
    if total > len(rows):
        help = [f"--limit {total} shows all"]
    else:
        help = [f"mem why {rows[0]['id']}"] if rows else ["mem list"]
    session.print(Report(fields, help))


def _found(session: Session, id: str | None, first: Instant, limit: int | None) -> tuple[list[tuple[str, Step]], int]:
    """Give the latest steps with the store of each, and how many there are: of one fact, or of all in all stores."""
    if id is not None:
        store, one = several.in_any(
            session, lambda memory: (memory.store.root, memory.log(id, since=first, limit=limit))
        )
        return [(str(store) if len(session.roots) > 1 else "", step) for step in one.steps], one.total
    logs = several.in_all(session, lambda memory: [memory.log(None, since=first, limit=limit)])
    steps = [(store, step) for store, log in logs for step in log.steps]
    steps.sort(key=lambda each: each[1].known, reverse=True)
    return steps[:limit], sum(log.total for _, log in logs)


def _row(store: str, step: Step) -> dict[str, object]:
    return {
        **({"store": store} if store else {}),
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
