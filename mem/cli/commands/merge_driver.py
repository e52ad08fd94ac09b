"""`mem merge-driver`: what plain `git merge`, `git pull`, `git rebase` and `git stash` call for a fact."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from mem.cli.options import session_of
from mem.facts import document
from mem.facts.adopting import is_one_fact, keeps_id, renamed
from mem.facts.merging import merge
from mem.formats.report import Report

EXAMPLE = "git merge other-branch  (`mem init` told git to call this)"


def command(
    ctx: typer.Context,
    base: Annotated[Path, typer.Argument(metavar="%O", help="The file as both sides last had it.")],
    ours: Annotated[Path, typer.Argument(metavar="%A", help="Our file; the merged one goes here.")],
    theirs: Annotated[Path, typer.Argument(metavar="%B", help="Their file.")],
    path: Annotated[str, typer.Argument(metavar="%P", help="Where the file lies in the store.")],
) -> None:
    """Merge one fact field by field; git calls this, you need not. Conflict markers are never written."""
    common, mine, other = base.read_bytes() or None, ours.read_bytes(), theirs.read_bytes()
    notices: list[str] = []
    if common is None and _are_two(mine, other, path):
        kept, leaving = (mine, other) if keeps_id(mine, other, path) else (other, mine)
        new_path, text, id = renamed(leaving, path)
        beside = Path(session_of(ctx).folder) / new_path
        if not beside.exists():
            beside.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(text)
        ours.write_bytes(kept)
        notices.append(f"two facts were called {path}; one is now {id}, and the next mem command commits it")
    else:
        merged = merge(common, mine, other, path)
        ours.write_bytes(merged.data)
        if merged.contested:
            notices.append(
                f"both sides changed {path}; the later text stays, the other is in history: git log -p -- {path}"
            )
    session_of(ctx).print(Report({}, lines=[], warnings=notices))


def _are_two(ours: bytes, theirs: bytes, path: str) -> bool:
    facts = [document.read(data, os.path.normpath(path)).fact for data in (ours, theirs)]
    return facts[0] is not None and facts[1] is not None and not is_one_fact(facts[0], facts[1])
