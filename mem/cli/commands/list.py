"""`mem list`: facts by priority, then freshness."""

from __future__ import annotations

import typer

from mem.cli import options, several
from mem.cli.options import query_of, session_of
from mem.cli.rows import listing_report
from mem.cli.times import dated

EXAMPLE = "mem list --type decision --tag deploy"


def command(
    ctx: typer.Context,
    type: options.Type = None,
    tag: options.Tag = None,
    scope: options.Scope = None,
    subject: options.Subject = None,
    source: options.Source = None,
    limit: options.Limit = None,
    min_priority: options.MinPriority = 0,
    as_of: options.AsOf = None,
    known_at: options.KnownAt = None,
    valid_at: options.ValidAt = None,
    history: options.History = False,
) -> None:
    """List facts, the most important first, the freshest of equals first."""
    session = session_of(ctx)
    query = query_of(
        session,
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
    )
    session.print(dated(session, query, listing_report(several.listing(session, query), query)))
