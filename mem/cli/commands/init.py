"""`mem init`: make a store."""

from __future__ import annotations

import sys

import typer

from mem.cli.options import session_of
from mem.facts.fact import TYPES
from mem.formats.report import Report
from mem.store.driver import register
from mem.store.store import Store

EXAMPLE = "mem init"


def command(ctx: typer.Context) -> None:
    """Make a store at MEM_DIR (default ~/memories). Running it again changes nothing."""
    session = session_of(ctx)
    made = Store.create(session.root, [type.folder for type in TYPES.values()], environ=session.environ)
    register(str(session.root), sys.executable, session.environ)
    if not made:
        session.print(Report({"result": f"already initialized {session.root} (no-op)"}, ["mem"]))
        return
    session.print(
        Report({"result": f"initialized {session.root}"}, ["mem add --type decision --title TITLE", "mem demo"])
    )
