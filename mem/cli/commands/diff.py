"""`mem diff`: what changed in what is believed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from mem.cli import options, several
from mem.cli.options import session_of
from mem.cli.times import caveats
from mem.errors import UsageError
from mem.facts.changes import Kind, order, window_of
from mem.facts.instant import told as time_told
from mem.formats.report import Report, Table
from mem.memory.asking import Happened

EXAMPLE = "mem diff --since 2w --subject project:acme"
COLUMNS = ("at", "id", "title")
REVISION = ("at", "old", "old_title", "new", "new_title")
LIMIT = 100


class NoSince(UsageError):
    """`--since` was not given."""

    def __init__(self) -> None:
        super().__init__("--since is required", help="mem diff --since 1w, or --since 2026-06-15")


def command(
    ctx: typer.Context,
    since: Annotated[str | None, typer.Option("--since", help="From then on; a day alone from its start, UTC.")] = None,
    until: Annotated[str | None, typer.Option("--until", help="Up to then; a day alone to its end, UTC.")] = None,
    scope: options.Scope = None,
    subject: options.Subject = None,
    limit: options.Limit = LIMIT,
) -> None:
    """Tell what was learned, revised, retracted, disowned, revived, expired or became valid since then."""
    session = session_of(ctx)
    if since is None:
        raise NoSince
    window = window_of(since, until, session.now)
    scopes = session.scopes(scope)
    told = several.in_all(session, lambda memory: memory.changes(window, scopes=scopes, subject=subject or ""))
    told.sort(key=lambda each: order(each[1].event))
    shown = told[:limit]
    fields: dict[str, object] = {"since": window.since, "until": window.until or session.now}
    fields |= {
        str(kind): Table(several.columns(session, *(REVISION if kind is Kind.REVISED else COLUMNS)), rows)
        for kind in Kind
        if (rows := [_row(*each) for each in shown if each[1].event.kind is kind])
    }
    fields["count"] = f"{len(shown)} of {len(told)} changes"
    fields |= caveats(session)
    if session.format == "human":
        lines = [_line(each) for _, each in shown] + [f"{name}: {value}" for name, value in caveats(session).items()]
        session.print(Report({}, lines=[*lines, f"{fields['count']} since {window.since[:10]}"]))
        return
    session.print(Report(fields, _steps(told, shown)))


def _row(store: str, each: Happened) -> dict[str, object]:
    row = _revision(each) if each.event.kind is Kind.REVISED else {"at": time_told(each.event.at), **_about(each)}
    return row | ({"store": store} if store else {})


def _revision(each: Happened) -> dict[str, object]:
    new, old = each.fact, each.old
    return {
        "at": time_told(each.event.at),
        "old": each.event.old,
        "old_title": old.title if old else "",
        "new": new.id,
        "new_title": new.title,
        "valid_from": new.valid_from or new.tx_at,
        "source": new.source,
    }


def _about(each: Happened) -> dict[str, object]:
    fact = each.fact
    return {"id": fact.id, "title": fact.title, "type": fact.type, "scope": fact.scope, "source": fact.source}


def _line(each: Happened) -> str:
    """Say one change to a person."""
    fact, old = each.fact, each.old
    title = f"{old.title} → {fact.title}" if old else fact.title
    line = f"{each.event.at[:16].replace('T', ' ')}  {each.event.kind.replace('_', ' '):<12}  {title}  ({fact.id})"
    return "".join(letter if letter.isprintable() else " " for letter in line)


def _steps(told: Sequence[tuple[str, Happened]], shown: Sequence[tuple[str, Happened]]) -> list[str]:
    if len(shown) < len(told):
        return [f"--limit {len(told)} shows all"]
    return [f"mem why {told[-1][1].fact.id}"] if told else ["mem log"]
