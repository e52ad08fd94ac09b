"""`mem forget`: end belief; history keeps what was believed."""

from __future__ import annotations

from typing import Annotated

import typer

from mem.cli import options
from mem.cli.options import session_of
from mem.formats.report import Report, Table
from mem.memory.sources import NothingToForget, facts_from

EXAMPLE = 'mem forget d-2026-06-09-deploys-via-heroku --reason "never true"'


def command(
    ctx: typer.Context,
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="The facts to forget.")] = None,
    source: Annotated[str | None, typer.Option("--source", help="All facts of exactly this source.")] = None,
    prefix: Annotated[bool, typer.Option("--prefix", help="All facts whose source begins so.")] = False,
    disown: Annotated[
        bool, typer.Option("--disown", help="As if never said: what they superseded is believed again.")
    ] = False,
    chain: Annotated[bool, typer.Option("--chain", help="The whole chain of supersession.")] = False,
    reason: Annotated[str, typer.Option("--reason", help="Why, kept in the file.")] = "",
    dry_run: options.DryRun = False,
) -> None:
    """End belief in facts. Files and history stay: mem restore takes it back."""
    session = session_of(ctx)
    memory = session.memory
    memory.refresh()
    wanted = [memory.find(text) for text in ids or ()]
    if source is not None:
        wanted += facts_from(memory, source, prefix=prefix)
    if not wanted:
        raise NothingToForget
    if chain:
        wanted = list(memory.index.component(wanted))
    by = session.agent or session.source
    done = memory.forget(wanted, session.now, disown=disown, by=by, reason=reason, dry_run=dry_run)
    rows = [
        {"id": fact.id, "type": fact.type, "title": fact.title, "result": "would forget" if dry_run else "forgotten"}
        for fact in done.facts
    ]
    rows += [{"id": id, "type": "", "title": "", "result": "already forgotten"} for id in done.already]
    fields: dict[str, object] = {"forgotten": Table(("id", "type", "title", "result"), rows)}
    if dry_run:
        fields = {"mode": "dry-run", **fields}
    fields["count"] = f"{len(done.facts)} of {len(rows)} {'would be ' if dry_run else ''}forgotten"
    if done.closed:
        fields["stays_closed"] = list(done.closed)
    if done.revived:
        fields["believed_again"] = list(done.revived)
    steps = [f"mem restore {fact.id}" for fact in done.facts[:1]] if not dry_run else []
    session.print(Report(fields, steps, warnings=done.warnings))
