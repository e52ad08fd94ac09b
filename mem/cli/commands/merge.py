"""`mem merge`: one fact of two."""

from __future__ import annotations

from typing import Annotated

import typer

from mem.cli import options
from mem.cli.options import session_of
from mem.formats.report import Report

EXAMPLE = "mem merge h-2026-06-01-rotate-keys h-2026-06-03-rotate-the-keys --dry-run"


def command(
    ctx: typer.Context,
    keep: Annotated[str, typer.Argument(metavar="KEEP", help="The fact that stays.")],
    absorb: Annotated[str, typer.Argument(metavar="ABSORB", help="The fact that goes into it.")],
    dry_run: options.DryRun = False,
) -> None:
    """KEEP gets both bodies, all tags and the larger numbers; ABSORB is superseded and its id still answers."""
    session = session_of(ctx)
    merged = session.memory.merge(keep, absorb, session.now, dry_run=dry_run)
    fact = merged.fact
    if dry_run:
        result = f"version {fact.version}, priority {fact.priority}"
        fields: dict[str, object] = {"mode": "dry-run", "keep": fact.id, "absorb": merged.absorbed, "result": result}
        session.print(Report({"memory": fields}, [f"mem merge {fact.id} {merged.absorbed}"]))
        return
    fields = {"id": fact.id, "version": fact.version, "absorbed": merged.absorbed}
    session.print(Report({"memory": fields}, [f"mem show {fact.id}"], warnings=merged.warnings))
