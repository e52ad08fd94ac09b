"""`mem recall`: what matters here."""

from __future__ import annotations

from typing import Annotated

import typer

from mem.cli import options, several
from mem.cli.options import query_of, session_of
from mem.cli.recalled import allowed_labels, around, plans_along, recall_report
from mem.recall import recall

EXAMPLE = "mem recall src/auth --role reviewer"


def command(
    ctx: typer.Context,
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="[PATH]...", help="Where the work is; here without.")
    ] = None,
    role: Annotated[list[str] | None, typer.Option("--role", help="An active role; may be given again.")] = None,
    prompt: Annotated[str, typer.Option("--prompt", help="The task at hand, to prefer what it names.")] = "",
    scope: options.Scope = None,
    as_of: options.AsOf = None,
    max_chars: Annotated[
        int | None, typer.Option("--max-chars", min=1, help="Whole lines up to this many characters.")
    ] = None,
    inject: Annotated[bool, typer.Option("--inject", help="Fenced lines for a model to read; nothing else.")] = False,
) -> None:
    """Ask the questions that the MEMHOOKS.md files along PATH hold, and show what this memory answers."""
    session = session_of(ctx)
    query = query_of(session, scope=scope, as_of=as_of)
    plans = plans_along(paths or ["."], around(session.folder, str(session.home), session.environ), role or [])
    found = recall(
        several.asked(session),
        plans,
        session.now,
        scopes=query.scopes,
        prompt=prompt,
        as_of=query.known_at,
        allowed=allowed_labels(session.environ),
    )
    session.print(recall_report(found, inject=inject, max_chars=max_chars))
