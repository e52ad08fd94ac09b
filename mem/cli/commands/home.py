"""`mem`: what is in the store, and what to do next."""

from __future__ import annotations

import typer

from mem.cli import several
from mem.cli.options import query_of, session_of
from mem.cli.rows import table
from mem.facts.fact import CLASSIC_TYPES, TYPES
from mem.formats.report import Report, Table

RECENT = 5


def command(ctx: typer.Context) -> None:
    session = session_of(ctx)
    memory = several.asked(session)
    memory.refresh()
    counts = memory.index.counts(query_of(session, scope="all"))
    named = [type for type in TYPES if type in CLASSIC_TYPES or counts.get(type)]
    total = sum(counts.values())
    fields: dict[str, object] = {
        "bin": session.program,
        "description": "long-term memory as Markdown facts in git",
        "store": str(session.root),
        **({"also_read": [str(root) for root in session.roots[1:]]} if len(session.roots) > 1 else {}),
        "remote": session.remote if session.memory.store.has_remote(session.remote) else "none",
        "counts": Table(("type", "count"), [{"type": type, "count": counts.get(type, 0)} for type in named]),
        "total": f"{total} memories",
    }
    recent = memory.index.recent(session.now, RECENT)
    if recent:
        fields["recent"] = table(recent, session.now)
    steps = ["mem search WORDS", "mem list"] if total else []
    session.print(Report(fields, [*steps, "mem add --type howto --title TITLE", "mem --help"]))
