"""Search by meaning from the command line: whether it is wanted, and who makes the vectors that are missing."""

from __future__ import annotations

from mem.cli.progress import progress
from mem.cli.session import Session
from mem.embedding.base import NoModel
from mem.facts.instant import datetime_of
from mem.formats.report import Report
from mem.harness import background
from mem.memory import Memory
from mem.memory.meaning import AT_ONCE

EMBED = ("reindex", "--vectors")
EMBED_EVERY = 60.0  # seconds between two starts in the background


def is_wanted(session: Session, flag: bool | None) -> bool:
    """Read `--hybrid` or `--no-hybrid`; without either the store's settings decide."""
    return session.memory.config.hybrid if flag is None else flag


def prepare(session: Session) -> None:
    """Where somebody watches, make all vectors now and show how far that is; elsewhere nobody waits for it."""
    if not session.shows_progress:
        return
    for memory in session.memories:
        try:
            memory.refresh()
            memory.meaning()
        except NoModel:
            return  # the search itself says so
        if memory.pending > AT_ONCE:
            embed(session, memory)


def embed(session: Session, memory: Memory) -> int:
    """Make every vector that is missing, with progress; gives how many those were."""
    with progress(session, "embedding", memory.pending) as show:
        return memory.embed(show)


def tell(session: Session, report: Report, *, was_asked: bool) -> None:
    """Say what the answer had to do without, and have somebody see to it who has the time."""
    why = session.memory.no_model
    if was_asked and why:
        report.warnings = [*report.warnings, why]
    pending = sum(memory.pending for memory in session.memories)
    if not pending:
        return
    report.fields = {**report.fields, "meaning": f"{pending} texts have no vector yet; they are being made"}
    private, now = str(session.memory.store.private), datetime_of(session.now).timestamp()
    if background.is_due(private, "vectors", now, EMBED_EVERY):
        background.start(EMBED, session.environ)
