"""What an answer about the past has to say about itself."""

from __future__ import annotations

from mem.cli.session import Session
from mem.facts.query import Query
from mem.formats.report import Report

SHALLOW = "shallow clone: earlier versions may be missing, git fetch --unshallow brings them"


def caveats(session: Session, query: Query | None = None) -> dict[str, object]:
    """Give what may be missing from an answer about time: what was not fetched, or was not here yet at that time."""
    found: dict[str, object] = {}
    if query is not None and query.known_at is not None:
        late = sum(memory.late_arrivals(query.known_at) for memory in session.memories)
        found |= {"late_arrivals": late} if late else {}
    if any(memory.store.is_shallow() for memory in session.memories):
        found["history"] = SHALLOW
    return found


def dated(session: Session, query: Query, report: Report) -> Report:
    """Give a report with its caveats, if it is about another time than today; bare lines stay bare."""
    if query.is_current or report.lines is not None:
        return report
    fields = {**report.fields, **caveats(session, query)}
    return Report(fields, report.help, warnings=report.warnings, code=report.code)
