"""`mem dedup`: near-duplicates, shown or merged."""

from __future__ import annotations

from typing import Annotated

import typer

from mem.cli import options
from mem.cli.options import query_of, session_of
from mem.facts.similar import disjoint, pairs
from mem.formats.report import Report, Table

EXAMPLE = "mem dedup --type howto --threshold 0.7"


def command(
    ctx: typer.Context,
    type: options.Type = None,
    scope: options.Scope = None,
    threshold: Annotated[
        float, typer.Option("--threshold", min=0, max=1, help="Title similarity from which two are a pair.")
    ] = 0.6,
    limit: options.Limit = None,
    apply: Annotated[bool, typer.Option("--apply", help="Merge the pairs, one commit each.")] = False,
) -> None:
    """Find near-duplicates of one type. Two that differ in a number, a negation or a version are never a pair."""
    session = session_of(ctx)
    facts = session.memory.believed(query_of(session, types=[type], scope=scope or "all"))
    found = pairs(facts, threshold)
    if apply:
        merged = session.memory.merge_pairs(disjoint(found), session.now)
        lines = [f"{one.absorbed} -> {one.fact.id}" for one in merged]
        warnings = [warning for one in merged for warning in one.warnings]
        session.print(Report({"merged": f"{len(merged)} pairs", "pairs": lines}, ["mem list"], warnings=warnings))
        return
    rows = [
        {"sim": round(pair.similarity, 2), "keep": pair.keep.id, "absorb": pair.absorb.id, "title": pair.absorb.title}
        for pair in found[:limit]
    ]
    count = f"{len(found)} pairs in {len(facts)} memories at threshold {threshold:g}"
    session.print(
        Report({"dedup": Table(("sim", "keep", "absorb", "title"), rows), "count": count}, ["mem dedup --apply"])
    )
