"""`mem stats`: how the memory is used."""

from __future__ import annotations

import typer

from mem.cli import several
from mem.cli.options import query_of, session_of
from mem.facts.fact import CLASSIC_TYPES, TYPES
from mem.formats.report import Report
from mem.store import usage

EXAMPLE = "mem stats"


def command(ctx: typer.Context) -> None:
    """Count facts by type, searches with their hit rate, adds, and facts that no search has returned."""
    session = session_of(ctx)
    memory = several.asked(session)
    memory.refresh()
    counts = memory.index.counts(query_of(session, scope="all"))
    used = usage.read(str(session.memory.store.private), str(session.root))
    total = sum(counts.values())
    fields: dict[str, object] = {"total": f"{total} memories"}
    fields |= {type: counts.get(type, 0) for type in TYPES if type in CLASSIC_TYPES or counts.get(type)}
    fields |= {
        "searches": used.searches,
        "hits": used.hits,
        "rate": f"{100 * used.hits // used.searches if used.searches else 0}%",
        "adds": used.adds,
        "duplicates_skipped": used.duplicates,
        "last_search": used.last_search or "never",
        "last_add": used.last_add or "never",
        "never_recalled": sum(each.count_unrecalled(session.now, used.recalled) for each in session.memories),
    }
    session.print(Report(fields, ["mem review" if total else "mem add --help"]))
