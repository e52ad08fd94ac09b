"""`mem why`: where a fact came from."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from mem.cli import options, several
from mem.cli.options import session_of
from mem.cli.session import Session
from mem.facts.fact import FactId
from mem.facts.instant import told
from mem.formats.report import Report, Table
from mem.formats.tree import Branch, drawn
from mem.memory.tracing import Link, Origin, Why
from mem.store.pins import Project

EXAMPLE = "mem why d-2026-06-09-deploys-via-heroku"
COLUMNS = ("id", "title", "state", "source", "agent", "recorded", "author", "commit", "beside")
SHORT = 10  # characters of a commit that a person reads


def command(ctx: typer.Context, id: options.Id) -> None:
    """Tell where a fact came from: who said it, the commit that recorded it, what it replaced and what replaced it."""
    session = session_of(ctx)
    project = project_here(session)
    why = several.in_any(session, lambda memory: memory.why(id, session.now, project))
    steps = [f"mem show {why.origin.fact.id} --full", f"mem log {why.origin.fact.id}"]
    if session.format == "human":
        session.print(Report({}, lines=drawn(tree(why))))
        return
    session.print(Report(report_fields(why), steps))


def project_here(session: Session) -> Project | None:
    """Give the code repository this call was made in, if it was made in one."""
    return Project(session.folder, session.project, session.environ) if session.project else None


def report_fields(why: Why) -> dict[str, object]:
    """Lay the whole chain out for a program: the fact itself, then tables of those above and below it."""
    fields: dict[str, object] = {"why": {name: value for name, value in origin_fields(why.origin).items() if value}}
    fields["ancestors"] = Table(COLUMNS, [_row(link) for link in why.ancestors])
    fields["descendants"] = Table(COLUMNS, [_row(link) for link in why.descendants])
    if why.contested:
        rows = [{"id": id, "rivals": " ".join(rivals)} for id, rivals in why.contested]
        fields["contested"] = Table(("id", "rivals"), rows)
    return fields


def origin_fields(origin: Origin) -> dict[str, object]:
    """Give all that is known of where one fact came from; what is not known is the empty text."""
    fact = origin.fact
    return {
        "id": fact.id,
        "title": fact.title,
        "state": str(origin.state),
        "source": fact.source,
        "agent": fact.source_agent,
        "recorded": told(origin.recorded),
        "received": origin.received,
        "author": origin.author,
        "commit": origin.commit or "not committed yet",
        "pin": f"{fact.source_path}@{fact.source_commit}".strip("@"),
        "code": str(origin.moved or ""),
        "verified": fact.verified,
        "retracted": fact.retracted_at or "",
        "retracted_by": fact.retracted_by,
        "disowned": fact.disowned_at or "",
    }


def tree(why: Why) -> Branch:
    """Draw the chain for a person."""
    up = _links(why.ancestors, why.origin.fact.id, "supersedes")
    down = _links(why.descendants, why.origin.fact.id, "superseded by")
    rivals = [Branch(f"contested: {id} by {' and '.join(rivals)}") for id, rivals in why.contested]
    return Branch(_headline(why.origin), [*_details(why.origin), *up, *down, *rivals])


def _row(link: Link) -> dict[str, object]:
    return {**origin_fields(link.origin), "beside": link.beside, "depth": link.depth}


def _links(links: Sequence[Link], beside: FactId, relation: str) -> list[Branch]:
    return [
        Branch(
            f"{relation} {_headline(link.origin)}",
            [*_details(link.origin), *_links(links, link.origin.fact.id, relation)],
        )
        for link in links
        if link.beside == beside
    ]


def _headline(origin: Origin) -> str:
    return f"{origin.fact.title}  ({origin.fact.id}, {origin.state})"


def _details(origin: Origin) -> list[Branch]:
    known = origin_fields(origin)
    by = f" by {origin.author}" if origin.author else ""
    moment = f"recorded {origin.recorded[:16].replace('T', ' ')} UTC{by}"
    lines = [f"{moment} in {origin.commit[:SHORT]}" if origin.commit else "not committed yet"]
    if origin.fact.source or origin.fact.source_agent:
        lines.insert(0, "said by " + ", ".join(filter(None, (origin.fact.source, origin.fact.source_agent))))
    if origin.received:
        lines.append(f"received {origin.received[:16].replace('T', ' ')} UTC")
    if known["pin"]:
        lines.append(f"read at {known['pin']}" + (f", {origin.moved}" if origin.moved else ""))
    if origin.fact.verified:
        lines.append(f"verified {origin.fact.verified}")
    if origin.fact.retracted_at:
        by = f" by {origin.fact.retracted_by}" if origin.fact.retracted_by else ""
        lines.append(f"{origin.state} {origin.fact.retracted_at[:16].replace('T', ' ')} UTC{by}")
    return [Branch(line) for line in lines]
