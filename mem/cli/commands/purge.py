"""`mem purge`: erase facts for good."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated

import typer

from mem.cli import options
from mem.cli.commands.sync import meet
from mem.cli.options import session_of
from mem.cli.session import Session
from mem.errors import MemError, UsageError
from mem.facts.fact import Fact, FactId
from mem.facts.query import Query
from mem.formats.report import Report, Table
from mem.memory.sources import facts_from
from mem.sync.purge import Purged, purge, replace_at_remote

EXAMPLE = "mem purge n-2026-06-09-a-name --dry-run"

_SECONDS = 300
_HOSTED = (
    "a hosted remote keeps old objects until its own clean-up: ask its support to run it and to drop cached views; "
    "other clones drop them at their next mem sync"
)


class NothingToPurge(UsageError):
    """Neither an id nor a source was given."""

    def __init__(self) -> None:
        super().__init__("missing argument: id, or --source REF", help="mem purge --help")


class NotConfirmed(UsageError):
    """What cannot be taken back must be asked for twice."""

    def __init__(self, count: int) -> None:
        super().__init__(
            f"{count} facts would be erased for good, and --yes was not given",
            help="look first: the same with --dry-run; mem forget hides and can be taken back",
        )


class NotInStep(MemError):
    """The remote could not be met before, so its work would be lost or come back."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"nothing was erased: the remote could not be met first ({reason})", help="mem sync")


def command(
    ctx: typer.Context,
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="The facts to erase.")] = None,
    source: Annotated[str | None, typer.Option("--source", help="All facts of exactly this source.")] = None,
    chain: Annotated[bool, typer.Option("--chain", help="The whole chain of supersession.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Really: it cannot be taken back.")] = False,
    dry_run: options.DryRun = False,
) -> None:
    """Rewrite every branch and tag without these facts, here and at the remote. Forgetting hides; this removes."""
    session = session_of(ctx)
    memory = session.memory
    memory.refresh()
    wanted = _wanted(session, ids or [], source, chain=chain)
    fields = _fields(session, wanted, "would erase" if dry_run else "erased")
    if dry_run:
        session.print(Report({**fields, "mode": "dry-run"}, [_HOSTED]))
        return
    if not yes:
        raise NotConfirmed(len(wanted))
    has_remote = memory.store.has_remote(session.remote)
    if has_remote:
        outcome = meet(session)
        if outcome.failed or outcome.offline:
            raise NotInStep(outcome.pull if outcome.pull != "ok" else outcome.push)
    titles = {entry.fact.title for id in wanted for entry in memory.index.entries(id)}
    with memory.store.repository() as repository:
        with memory.writing(session.now) as writer:
            done = purge(repository, writer, wanted, titles, session.now, secrets.token_hex(8))
        memory.rebuild()
        memory.drop_vectors()
        if has_remote:
            fields["remote"] = _replaced(session, done)
    session.print(Report(fields | _left(done), [_HOSTED] if has_remote else ["mem list"]))


def _wanted(session: Session, ids: Sequence[str], source: str | None, *, chain: bool) -> list[FactId]:
    memory = session.memory
    wanted = [memory.find(text) for text in ids]
    if source is not None:
        wanted += facts_from(memory, source, prefix=False)
    if not wanted:
        raise NothingToPurge
    return list(memory.index.component(wanted)) if chain else list(dict.fromkeys(wanted))


def _fields(session: Session, wanted: Sequence[FactId], result: str) -> dict[str, object]:
    """Name what goes, and the facts that took in the text of one of these, which only a person can clean."""
    index = session.memory.index
    rows = [{"id": id, "title": index.entries(id)[-1].fact.title, "result": result} for id in wanted]
    fields: dict[str, object] = {"purged": Table(("id", "title", "result"), rows)}
    found = session.memory.believed(Query(now=session.now, limit=None))
    mentioning = [fact.id for fact in found if fact.id not in wanted and _mentions(fact, wanted)]
    if mentioning:
        fields["look_at"] = mentioning
    return fields


def _mentions(fact: Fact, ids: Sequence[FactId]) -> bool:
    return any(id in fact.aliases or id in fact.supersedes or id in fact.body for id in ids)


def _replaced(session: Session, done: Purged) -> Table:
    store = session.memory.store
    with store.repository() as repository:
        results = replace_at_remote(
            repository, session.remote, store.branch() or "", session.memory.config.branch, done, seconds=_SECONDS
        )
    return Table(("ref", "result"), [{"ref": name, "result": result} for name, result in results.items()])


def _left(done: Purged) -> dict[str, object]:
    return {"not_rewritten": done.kept} if done.kept else {}
