"""`mem recall`: what matters here."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Annotated

import typer

from mem.cli import options
from mem.cli.options import query_of, session_of
from mem.cli.rows import inject_line, within
from mem.cli.session import Session
from mem.errors import MemError
from mem.formats.fence import END, FENCE, harmless
from mem.formats.report import Report, Table
from mem.hookfiles.plans import plan_for
from mem.hookfiles.roots import Around
from mem.hookfiles.stopped import Stopped
from mem.hooks.model import Plan
from mem.recall import Recall, Recalled, recall

EXAMPLE = "mem recall src/auth --role reviewer"
INJECTED, SHOWN = 600, 4000  # characters


class UnusableHooks(MemError):
    """A hook file along the path is in error, so nothing is recalled."""

    def __init__(self, stopped: Stopped) -> None:
        first = stopped.findings[0] if stopped.findings else None
        where = f"{first.place}: {first.message}" if first else stopped.message
        super().__init__(f"the hooks here cannot be used: {where}", help="memhooks validate tells more")


def command(
    ctx: typer.Context,
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="[PATH]...", help="Where the work is; here without.")
    ] = None,
    role: Annotated[list[str] | None, typer.Option("--role", help="An active role; may be given again.")] = None,
    prompt: Annotated[str, typer.Option("--prompt", help="The task at hand, to prefer what it names.")] = "",
    scope: options.Scope = None,
    as_of: options.AsOf = None,
    max_chars: Annotated[
        int | None, typer.Option("--max-chars", min=1, help="Whole lines up to this many characters.")
    ] = None,
    inject: Annotated[bool, typer.Option("--inject", help="Fenced lines for a model to read; nothing else.")] = False,
) -> None:
    """Ask the questions that the MEMHOOKS.md files along PATH hold, and show what this memory answers."""
    session = session_of(ctx)
    query = query_of(session, scope=scope, as_of=as_of)
    plans = plans_for(session, paths or ["."], role or [])
    found = recall(
        session.memory,
        plans,
        session.now,
        scopes=query.scopes,
        prompt=prompt,
        as_of=query.known_at,
        allowed=allowed_labels(session),
    )
    if inject:
        session.print(Report({}, lines=fenced(found, max_chars or INJECTED)))
        return
    session.print(_report(found, max_chars or SHOWN))


def fenced(found: Recall, room: int) -> list[str]:
    """Give the lines for a model, whole ones up to the room, in a fence that no fact's text can close."""
    room -= len(FENCE) + len(END) + 2
    lines = within([_line(one) for one in found.facts], room)
    return [FENCE, *lines, END] if lines else []


def _line(one: Recalled) -> str:
    asked = f"  ← {', '.join(one.askers)}" if one.askers else ""
    return harmless(inject_line(one.candidate)) + asked


def _report(found: Recall, room: int) -> Report:
    shown = len(within([_line(one) for one in found.facts], room))
    rows = [
        {
            "id": one.candidate.id,
            "type": one.candidate.type,
            "title": one.candidate.title,
            "abstract": one.candidate.abstract,
            "asked_by": " ".join(one.askers),
        }
        for one in found.facts[:shown]
    ]
    fields: dict[str, object] = {"recall": Table(("id", "type", "title", "abstract", "asked_by"), rows)}
    fields["count"] = f"{shown} of {len(found.facts)} recalled"
    if found.excluded:
        fields["excluded"] = found.excluded
    if found.sensitivity:
        fields["sensitivity"] = found.sensitivity
    fields["hooks"] = list(found.sources)
    room -= sum(len(_line(one)) + 1 for one in found.facts[:shown])
    texts = [f"{source}: {' '.join(text.split())}" for source, text in found.guidance]
    guidance = within(texts, max(room, 0))
    if guidance:
        fields["guidance"] = guidance
    if len(found.facts) > shown:
        step = f"--max-chars {room + SHOWN} shows more"
    else:
        step = f"mem show {rows[0]['id']}" if rows else "memhooks note --cwd . --query QUESTION keeps a question here"
    return Report(fields, [step])


def allowed_labels(session: Session) -> list[str] | None:
    """Give the labels of sensitive hooks that this session may see; None is all of them."""
    labels = session.environ.get("MEM_ALLOWED_SENSITIVITIES")
    return None if labels is None else [label.strip() for label in labels.split(",") if label.strip()]


def plans_for(session: Session, paths: Sequence[str], roles: Sequence[str]) -> list[Plan]:
    """Give the plans of the hook files along some paths, as this call's surroundings find them."""
    home = str(session.home)
    config_home = session.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    around = Around(
        session.folder, configured_root=session.environ.get("MEMHOOKS_ROOT") or None, home=home, config_home=config_home
    )
    try:
        return [plan for path in paths if (plan := plan_for(path, around, roles)).sources]
    except Stopped as stopped:
        raise UnusableHooks(stopped) from stopped
