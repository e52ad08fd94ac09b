"""`mem uninstall`: take the wiring out again."""

from __future__ import annotations

from typing import Annotated

import typer

from mem.cli import options
from mem.cli.options import session_of
from mem.cli.wiring import launcher_for, place_for, told
from mem.formats.report import Report
from mem.harness.install import carry_out, chosen, to_uninstall, wired

EXAMPLE = "mem uninstall claude-code"


def command(
    ctx: typer.Context,
    harnesses: Annotated[
        list[str] | None, typer.Argument(metavar="[HARNESS]...", help="All that were installed, without.")
    ] = None,
    dry_run: options.DryRun = False,
    project: Annotated[bool, typer.Option("--project", help="From this project's files, not the user's.")] = False,
) -> None:
    """Remove what `mem install` put there, and nothing else; untouched files come back byte for byte."""
    session = session_of(ctx)
    place = place_for(session, project=project)
    named = harnesses and harnesses != ["all"]
    targets = chosen(harnesses or [], place) if named else wired(place)
    if not targets:
        session.print(Report({"uninstall": "nothing is installed", "count": "0 files"}, ["mem install"]))
        return
    plan = to_uninstall(targets, place, launcher_for(session))
    if not dry_run:
        plan = carry_out(plan, place.root)
    session.print(told("uninstall", plan, ["mem install puts it back"], dry_run=dry_run))
