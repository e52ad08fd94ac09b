"""`mem restore`: take a forgetting back."""

from __future__ import annotations

import typer

from mem.cli import options
from mem.cli.commands.update import report
from mem.cli.options import session_of

EXAMPLE = "mem restore d-2026-06-09-deploys-via-heroku"


def command(ctx: typer.Context, id: options.Id) -> None:
    """Believe a forgotten fact again, from now on."""
    session = session_of(ctx)
    session.print(report(session.memory.restore(id, session.now)))
