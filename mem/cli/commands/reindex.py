"""`mem reindex`: the index made anew."""

from __future__ import annotations

from typing import Annotated

import typer

from mem.cli.meaning import embed
from mem.cli.options import query_of, session_of
from mem.formats.report import Report

EXAMPLE = "mem reindex --check"


def command(
    ctx: typer.Context,
    check: Annotated[
        bool, typer.Option("--check", help="Only prove that the index in use equals a fresh one.")
    ] = False,
    vectors: Annotated[
        bool, typer.Option("--vectors", help="Only make the vectors that search by meaning still lacks.")
    ] = False,
) -> None:
    """Rebuild the index from files and history; nothing is lost when it is deleted."""
    session = session_of(ctx)
    memory = session.memory
    if check:
        memory.refresh()
        differences = memory.index_differences()
        fields: dict[str, object] = {
            "result": "the index in use equals a fresh one" if not differences else "the index differs"
        }
        if differences:
            fields["differences"] = differences[:20]
        session.print(
            Report(
                {"reindex": fields}, ["mem reindex"] if differences else ["mem status"], code=1 if differences else 0
            )
        )
        return
    if vectors:
        memory.refresh()
        model = memory.meaning().provider.identity.model
        made = {"result": f"{embed(session, memory)} texts embedded", "model": model}
        session.print(Report({"reindex": made}, ["mem search --hybrid WORDS"]))
        return
    memory.rebuild()
    total = sum(memory.index.counts(query_of(session, scope="all")).values())
    session.print(Report({"reindex": {"result": "rebuilt", "total": f"{total} memories"}}, ["mem reindex --check"]))
