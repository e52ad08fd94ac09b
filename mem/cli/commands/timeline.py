"""`mem timeline`: beliefs drawn over both clocks."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Annotated

import typer

from mem.cli import options, several
from mem.cli.options import BothGiven, query_of, session_of
from mem.cli.session import Session
from mem.cli.times import caveats
from mem.errors import MemError
from mem.facts.instant import FOREVER, Instant
from mem.facts.query import Query
from mem.formats.bars import bars
from mem.formats.lanes import Area, Lane, joined
from mem.formats.report import Report, Table
from mem.memory.asking import Band, begins

EXAMPLE = "mem timeline --subject project:acme --svg beliefs.svg"
COLUMNS = ("id", "title", "state", "known_from", "known_to", "valid_from", "valid_to")
LIMIT = 20


class CannotWriteThere(MemError):
    """The drawing has nowhere to go."""

    def __init__(self, flag: str, path: str, reason: str) -> None:
        super().__init__(f"{flag}: cannot write `{path}`: {reason}", help="give a path in a folder that is there")


def command(
    ctx: typer.Context,
    id: Annotated[str | None, typer.Argument(metavar="[ID]", help="One fact with its whole chain.")] = None,
    subject: options.Subject = None,
    scope: options.Scope = None,
    limit: options.Limit = LIMIT,
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE", help="Draw it into an SVG file.")] = None,
    html: Annotated[str | None, typer.Option("--html", metavar="FILE", help="Draw it into a page.")] = None,
) -> None:
    """Draw when facts are true and when they were known: bars in a terminal, rows elsewhere, or a file."""
    session = session_of(ctx)
    if id is not None and subject is not None:
        raise BothGiven("ID", "--subject")
    query = query_of(session, scope=scope, subject=subject, history=True, limit=limit)
    placed = _placed(session, id, query)[:limit]
    lanes = [lane for _, lane in placed]
    rows = [_row(store, lane, area) for store, lane in placed for area in lane.areas]
    fields: dict[str, object] = {"timeline": Table(several.columns(session, *COLUMNS), rows)}
    fields["count"] = f"{len(lanes)} facts"
    fields |= caveats(session)
    if svg is not None or html is not None:
        session.print(Report(_drawn(session, lanes, svg, html) | {"count": fields["count"]}, []))
    elif session.format == "human":
        session.print(Report({}, lines=bars(lanes, session.now, session.width)))
    else:
        session.print(Report(fields, ["--svg FILE draws it"] if lanes else ["mem list --history"]))


def _placed(session: Session, id: str | None, query: Query) -> list[tuple[str, Lane]]:
    """Give what is to be drawn with its store: one chain wherever it lies, or what all stores list."""
    if id is not None:
        memory, bands = several.in_any(session, lambda memory: (memory, memory.timeline(id, query)))
        store = str(memory.store.root) if len(session.roots) > 1 else ""
        return [(store, _lane(band)) for band in bands]
    found = several.in_all(session, lambda memory: memory.timeline(None, query))
    return [(store, _lane(band)) for store, band in sorted(found, key=lambda each: begins(each[1]))]


def _drawn(session: Session, lanes: Sequence[Lane], svg: str | None, html: str | None) -> dict[str, object]:
    """Write the files that were asked for, and say where they are."""
    from mem.formats import chart

    drawn: dict[str, object] = {}
    for flag, path, draw in (("--svg", svg, chart.svg), ("--html", html, chart.page)):
        if path is None:
            continue
        full = os.path.join(session.folder, os.path.expanduser(path))
        try:
            with open(full, "w", encoding="utf-8") as file:
                file.write(draw(lanes, session.now))
        except OSError as error:
            raise CannotWriteThere(flag, path, error.strerror or str(error)) from error
        drawn[flag.lstrip("-")] = full
    return drawn


def _lane(band: Band) -> Lane:
    areas = [
        Area(each.known.start, _end(each.known.end), each.valid.start, _end(each.valid.end))
        for each in band.rectangles
        if each.valid.start < each.valid.end
    ]
    return Lane(band.id, band.title, str(band.state), joined(areas))


def _end(instant: Instant) -> Instant | None:
    return None if instant == FOREVER else instant


def _row(store: str, lane: Lane, area: Area) -> dict[str, object]:
    return {
        **({"store": store} if store else {}),
        "id": lane.id,
        "title": lane.title,
        "state": lane.state,
        "known_from": area.known_from,
        "known_to": area.known_to,
        "valid_from": area.valid_from,
        "valid_to": area.valid_to,
    }
