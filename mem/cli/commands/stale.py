"""`mem stale`: facts whose code has moved since."""

from __future__ import annotations

import os
from collections import Counter
from typing import Annotated

import typer

from mem.cli import several
from mem.cli.options import session_of
from mem.cli.session import Session
from mem.errors import MemError
from mem.formats.report import Report, Table
from mem.memory import Memory
from mem.memory.tracing import Pinned
from mem.project import find_git_dir, project_of
from mem.store.pins import Project, Verdict

EXAMPLE = "mem stale --mark"
COLUMNS = ("id", "title", "pin", "verdict")
WORST_FIRST = (Verdict.GONE, Verdict.STALE, Verdict.UNKNOWN, Verdict.CURRENT)


class NoCode(MemError):
    """There is no code to compare with."""

    def __init__(self, folder: str) -> None:
        super().__init__(f"no code repository around `{folder}`", help="run it inside the project, or give --repo DIR")


def command(
    ctx: typer.Context,
    repo: Annotated[
        str | None, typer.Option("--repo", metavar="DIR", help="The code, else the folder you are in.")
    ] = None,
    mark: Annotated[
        bool, typer.Option("--mark", help="Remember it here: searches then rank what moved lower.")
    ] = False,
) -> None:
    """Compare facts pinned to code with the commit that is checked out: current, stale, gone or unknown."""
    session = session_of(ctx)
    project = _project(session, repo)

    def look(memory: Memory) -> list[Pinned]:
        pinned = memory.stale(project, session.now)
        if mark:
            memory.mark(pinned)
        return pinned

    found = several.in_all(session, look)
    pinned = [each for _, each in found]
    ordered = sorted(found, key=lambda each: WORST_FIRST.index(each[1].verdict))
    rows = [
        {
            **({"store": store} if store else {}),
            "id": each.id,
            "title": each.title,
            "pin": f"{each.pin.path}@{each.pin.commit}".strip("@"),
            "verdict": str(each.verdict),
        }
        for store, each in ordered
    ]
    counts = Counter(each.verdict for each in pinned)
    fields: dict[str, object] = {"stale": Table(several.columns(session, *COLUMNS), rows)}
    fields["count"] = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict) + f" of {len(rows)} pinned"
    if mark:
        fields["marked"] = sum(each.verdict is not Verdict.CURRENT for each in pinned)
    moved = next((each.id for _, each in ordered if each.verdict in (Verdict.STALE, Verdict.GONE)), None)
    steps = [f"mem update {moved} --pin PATH --verified today, or mem revise {moved}"] if moved else []
    session.print(Report(fields, steps or ["mem add --pin PATH pins a fact to code"]))


def _project(session: Session, repo: str | None) -> Project:
    folder = session.folder if repo is None else repo
    key = session.project if repo is None else project_of(folder)
    if not os.path.isdir(folder) or find_git_dir(folder) is None or not key:
        raise NoCode(folder)
    return Project(folder, key, session.environ)
