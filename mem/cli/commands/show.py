"""`mem show`: one fact."""

from __future__ import annotations

from typing import Annotated

import typer

from mem.cli import options, several
from mem.cli.options import query_of, session_of
from mem.cli.sheet import fact_fields, given
from mem.cli.times import dated
from mem.facts.query import Query
from mem.formats.report import Report
from mem.memory import Shown, Standing
from mem.memory.asking import Then
from mem.memory.results import State

EXAMPLE = "mem show d-2026-06-16-deploys-via-fly-io --full"


def command(
    ctx: typer.Context,
    id: options.Id,
    full: Annotated[bool, typer.Option("--full", help="The whole body.")] = False,
    as_of: options.AsOf = None,
    known_at: options.KnownAt = None,
    valid_at: options.ValidAt = None,
) -> None:
    """Show one fact, as it is or as it was believed then; a long body is cut at 500 characters."""
    session = session_of(ctx)
    query = query_of(session, as_of=as_of, known_at=known_at, valid_at=valid_at)
    if query.is_current:
        session.print(report(several.in_any(session, lambda memory: memory.show(id, session.now)), full=full))
        return
    then = several.in_any(session, lambda memory: memory.show_at(id, query))
    session.print(dated(session, query, report_then(then, query, full=full)))


def report(shown: Shown, *, full: bool) -> Report:
    """Lay one fact out: what the file says, then what follows from the others."""
    standing = shown.standing
    id = standing.fact.id
    fields, is_cut = fact_fields(standing, full=full)
    steps = [f"mem show {id} --full"] if is_cut else []
    steps += [f"mem show {head}" for head in standing.heads]
    return Report({"memory": fields}, steps or [f"mem update {id} --help"])


def report_then(then: Then, query: Query, *, full: bool) -> Report:
    """Lay out the version that was believed then; that none was is an answer too."""
    asked = {"known_at": query.known_at or "", "valid_at": query.valid_at or query.now}
    steps = [f"mem why {then.id}", f"mem show {then.id}"]
    if then.fact is None or not then.is_believed:
        title = then.fact.title if then.fact else ""
        fields: dict[str, object] = {"id": then.id, **given(title=title), "result": "not believed then"}
        fields |= {"state": str(then.state)}
        if then.state is State.SUPERSEDED:
            fields["superseded_by"] = ", ".join(then.replaced_by)
        return Report({"memory": fields | given(**asked)}, steps)
    standing = Standing(then.fact, then.path, then.state, then.known, then.starts, then.replaced_by)
    fields, is_cut = fact_fields(standing, full=full)
    fields |= given(**asked)
    return Report({"memory": fields}, [f"mem show {then.id} --full"] if is_cut else steps)
