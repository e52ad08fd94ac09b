"""`mem forget`: end belief; history keeps what was believed."""

from __future__ import annotations

from typing import Annotated

import typer

from mem.cli import options
from mem.cli.options import session_of
from mem.errors import MemError, UsageError
from mem.formats.report import Report, Table

EXAMPLE = 'mem forget d-2026-06-09-deploys-via-heroku --reason "never true"'


class NothingToForget(UsageError):
    """Neither an id nor a source was given."""

    def __init__(self) -> None:
        super().__init__(
            "missing argument: id, or --source REF", help="mem forget ID, or mem forget --source REF --dry-run"
        )


class BadSource(UsageError):
    """A source that is empty or looks like a pattern could mean more than was meant."""

    def __init__(self, source: str) -> None:
        super().__init__(f"--source: `{source}` is not an exact source", help="give the whole source, or say --prefix")


class NoSuchSource(MemError):
    """No fact comes from this source."""

    def __init__(self, source: str, nearest: list[str]) -> None:
        near = ", ".join(nearest)
        super().__init__(
            f"no fact from source `{source}`",
            help=f"nearest: {near}" if near else "mem list --source REF shows a source's facts",
        )


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
    memory.refresh(session.now)
    wanted = [memory.find(text) for text in ids or ()]
    if source is not None:
        if not source.strip() or "*" in source or "%" in source:
            raise BadSource(source)
        found = memory.index.from_source(source, prefix=prefix)
        if not found:
            raise NoSuchSource(source, memory.index.nearest_sources(source))
        wanted += found
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
