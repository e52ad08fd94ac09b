"""`mem sync`: meet the other machines at the remote."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Annotated

import typer

from mem.cli.options import session_of
from mem.cli.session import Session
from mem.errors import UsageError
from mem.formats.report import Report, Table
from mem.sync.outcome import Outcome
from mem.sync.planned import Note
from mem.sync.run import sync
from mem.sync.wishes import Ways, Wish

EXAMPLE = "mem sync"

_SHOWN = 200  # characters of a text that gave way


class BothHalves(UsageError):
    """Two flags that leave nothing to do."""

    def __init__(self) -> None:
        super().__init__("--pull-only and --push-only exclude each other", help="mem sync does both")


def command(
    ctx: typer.Context,
    timeout: Annotated[float, typer.Option("--timeout", min=1, help="Seconds for all network steps together.")] = 30,
    pull_only: Annotated[bool, typer.Option("--pull-only", help="Take what others have, give nothing.")] = False,
    push_only: Annotated[bool, typer.Option("--push-only", help="Give what is here, take nothing.")] = False,
    detach: Annotated[bool, typer.Option("--detach", help="Do it in the background and return at once.")] = False,
) -> None:
    """Commit hand edits, fetch, combine, push. Offline is no failure: it is tried again by the next sync."""
    session = session_of(ctx)
    if pull_only and push_only:
        raise BothHalves
    if detach:
        _start_detached(session, [f"--timeout={timeout:g}", *_flags(pull_only=pull_only, push_only=push_only)])
        return
    session.print(_report(meet(session, seconds=timeout, pull=not push_only, push=not pull_only)))


def meet(session: Session, *, seconds: float = 30, pull: bool = True, push: bool = True) -> Outcome:
    """Sync the store of this call, and take in what came."""
    memory, now = session.memory, session.now
    memory.refresh()
    wish = Wish(session.remote, memory.config.branch, seconds, pull=pull, push=push, machine=_machine())
    ways = Ways(hold=lambda: memory.writing(now), withheld=lambda: memory.index.uncommitted())
    outcome = sync(memory.store, wish, ways, now)
    memory.refresh()
    return outcome


def _report(outcome: Outcome) -> Report:
    fields: dict[str, object] = {
        "remote": outcome.remote,
        "pull": outcome.pull,
        "push": outcome.push,
        "unpushed": f"{outcome.unpushed} commits",
        "unpulled": f"{outcome.unpulled} commits",
        "pulled": outcome.pulled,
        "pushed": outcome.pushed,
    }
    if outcome.offline:
        fields["offline"] = True
    for kind in ("adopted", "merged", "contested", "kept", "forgotten", "beside", "returned"):
        if notes := [note for note in outcome.notes if note.kind == kind]:
            fields[kind] = _table(kind, notes)
    more: dict[str, object] = {
        "joined": outcome.joined,
        "remote_lost": f"{outcome.lost} commits" if outcome.lost else "",
        "skew": outcome.skew,
        "quarantined": list(outcome.withheld),
        "attempts": outcome.attempts,
        "transport": outcome.transport,
    }
    fields |= {name: value for name, value in more.items() if value}
    return Report({"sync": fields}, _steps(outcome), warnings=outcome.warnings, code=1 if outcome.failed else 0)


def _table(kind: str, notes: list[Note]) -> Table:
    if kind == "contested":
        rows = [
            {"name": note.name, "field": item.field, "kept": item.kept[:_SHOWN], "gave_way": item.gave_way[:_SHOWN]}
            for note in notes
            for item in note.yielded
        ]
        return Table(("name", "field", "kept", "gave_way"), rows)
    return Table(("name", "what"), [{"name": note.name, "what": note.other or "both sides"} for note in notes])


def _steps(outcome: Outcome) -> list[str]:
    if outcome.help:
        return [outcome.help]
    contested = any(note.kind == "contested" for note in outcome.notes)
    return ["mem review" if contested else "mem list"]


def _machine() -> str:
    """Give this machine's name as a part of a file name."""
    return re.sub(r"[^A-Za-z0-9]+", "-", os.uname().nodename).strip("-") or "other"


def _flags(*, pull_only: bool, push_only: bool) -> list[str]:
    return [*(["--pull-only"] if pull_only else []), *(["--push-only"] if push_only else [])]


def _start_detached(session: Session, flags: list[str]) -> None:
    subprocess.Popen(
        [sys.executable, "-P", "-m", "mem", "sync", *flags],
        env=session.environ | {"MEM_DIR": str(session.root)},
        cwd=session.home,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    session.print(Report({"sync": {"remote": session.remote, "result": "started in the background"}}, ["mem status"]))
