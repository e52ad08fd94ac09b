"""`mem doctor`: every check, with the next step."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from mem import doctor
from mem.cli.options import session_of
from mem.cli.wiring import launcher_for, place_for
from mem.diagnostics import has_errors
from mem.formats.report import Report, Table
from mem.store.driver import register

EXAMPLE = "mem doctor"


def command(
    ctx: typer.Context,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what can be mended without asking.")] = False,
) -> None:
    """Check the machine, the store, its git, its index and the hooks of agents. Exit 1 when something is broken."""
    session = session_of(ctx)
    if fix:
        register(str(session.memory.store.root), sys.executable, session.environ)
    checks = doctor.examine(session.memory, session.now, path=session.environ.get("PATH", ""), program=session.program)
    private = str(session.memory.store.private)
    place, launcher = place_for(session, project=False), launcher_for(session)
    checks += doctor.examine_agents(place, launcher, private, session.environ, session.now)
    rows = [{"check": check.name, "result": check.result, "help": check.help} for check in checks]
    broken = has_errors(finding for check in checks for finding in check.findings)
    count = f"{sum(not check.findings for check in checks)} of {len(checks)} checks passed"
    session.print(
        Report(
            {"doctor": Table(("check", "result", "help"), rows), "count": count}, ["mem lint"], code=1 if broken else 0
        )
    )
