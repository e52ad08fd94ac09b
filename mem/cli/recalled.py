"""What was recalled, as `recall` prints it, and the surroundings its hook files are read in.

On the hot lane: nothing here imports more than hooks do.
"""

from __future__ import annotations

import os

from mem.cli.rows import inject_line, within
from mem.errors import MemError
from mem.formats.fence import END, FENCE, harmless
from mem.formats.report import Report, Table
from mem.hookfiles.plans import plan_for
from mem.hookfiles.roots import Around
from mem.hookfiles.stopped import Stopped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mem.hooks.model import Plan
    from mem.recall import Recall, Recalled

INJECTED, SHOWN = 600, 4000  # characters


class UnusableHooks(MemError):
    """A hook file along the path is in error, so nothing is recalled."""

    def __init__(self, stopped: Stopped) -> None:
        first = stopped.findings[0] if stopped.findings else None
        where = f"{first.place}: {first.message}" if first else stopped.message
        super().__init__(f"the hooks here cannot be used: {where}", help="memhooks validate tells more")


def around(folder: str, home: str, environ: Mapping[str, str]) -> Around:
    """Give the surroundings of a call, by which the hook files that count for it are found."""
    config_home = environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    root = environ.get("MEMHOOKS_ROOT") or None
    return Around(folder, configured_root=root, home=home, config_home=config_home)


def plans_along(paths: Sequence[str], around: Around, roles: Sequence[str] = ()) -> list[Plan]:
    """Give the plans of the hook files along some paths."""
    try:
        return [plan for path in paths if (plan := plan_for(path, around, roles)).sources]
    except Stopped as stopped:
        raise UnusableHooks(stopped) from stopped


def allowed_labels(environ: Mapping[str, str]) -> list[str] | None:
    """Give the labels of sensitive hooks that this call may see; None is all of them."""
    labels = environ.get("MEM_ALLOWED_SENSITIVITIES")
    return None if labels is None else [label.strip() for label in labels.split(",") if label.strip()]


def recall_report(found: Recall, *, inject: bool, max_chars: int | None) -> Report:
    """Give what was recalled: fenced lines for a model, or rows with those who asked."""
    if inject:
        return Report({}, lines=fenced(found, max_chars or INJECTED))
    return _report(found, max_chars or SHOWN)


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
            **({"store": one.candidate.store} if one.candidate.store else {}),
        }
        for one in found.facts[:shown]
    ]
    columns = ("id", "type", "title", "abstract", "asked_by", *(["store"] if rows and "store" in rows[0] else []))
    fields: dict[str, object] = {"recall": Table(columns, rows)}
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
