"""`mem search`: ranked beliefs."""

from __future__ import annotations

from typing import Annotated

import typer

from mem.cli import meaning, options, several
from mem.cli.options import query_of, session_of
from mem.cli.rows import answer_report
from mem.cli.times import dated

EXAMPLE = "mem search how do we deploy --type decision"


def command(
    ctx: typer.Context,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="WORDS...", help='Any words; also "a phrase", -word, word*, type: tag: scope: subject: source:, OR.'
        ),
    ],
    type: options.Type = None,
    tag: options.Tag = None,
    scope: options.Scope = None,
    subject: options.Subject = None,
    source: options.Source = None,
    limit: options.Limit = 10,
    min_priority: options.MinPriority = 0,
    as_of: options.AsOf = None,
    known_at: options.KnownAt = None,
    valid_at: options.ValidAt = None,
    history: options.History = False,
    inject: Annotated[bool, typer.Option("--inject", help="One line each, for a model to read; nothing else.")] = False,
    max_chars: Annotated[
        int | None, typer.Option("--max-chars", min=1, help="With --inject: whole lines up to this many characters.")
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Why each ranks where it does.")] = False,
    hybrid: Annotated[
        bool | None,
        typer.Option("--hybrid/--no-hybrid", help="Look at meaning too, by a model on this machine; see recall.md."),
    ] = None,
) -> None:
    """Find current beliefs by any of the words, best first. Any punctuation is safe."""
    session = session_of(ctx)
    query = query_of(
        session,
        " ".join(words),
        types=[type],
        tags=tag,
        scope=scope,
        subject=subject,
        source=source,
        min_priority=min_priority,
        limit=limit,
        as_of=as_of,
        known_at=known_at,
        valid_at=valid_at,
        history=history,
        precise=inject,
    )
    query.hybrid = meaning.is_wanted(session, hybrid) and not inject
    if query.hybrid:
        meaning.prepare(session)
    answer = several.search(session, query)
    session.count("search", str(answer.total), ",".join(hit.candidate.id for hit in answer.hits))
    report = answer_report(answer, query, inject=inject, max_chars=max_chars, explain=explain)
    if query.hybrid:
        meaning.tell(session, report, was_asked=hybrid is True)
    session.print(dated(session, query, report))
