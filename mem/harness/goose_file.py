"""Goose's file of text it reads before every turn: where it is named, what is recalled reaches its model that way.

On the hot lane: nothing here imports more than `os` and the fence.
"""

from __future__ import annotations

import os

from mem.formats.fence import END, FENCE
from mem.harness.events import PROMPT, SESSION_END, SESSION_START

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from mem.harness.events import Event

VARIABLE = "GOOSE_MOIM_MESSAGE_FILE"
LARGEST = 1 << 20  # bytes of a file we still edit


def file_of(event: Event, environ: Mapping[str, str]) -> str:
    """Give the file, where this is Goose and its user has named one."""
    named = environ.get(VARIABLE, "") if event.harness == "goose" else ""
    return os.path.join(event.cwd, os.path.expanduser(named)) if named else ""


def listen(event: Event) -> None:
    """With a file to write to, Goose listens after all."""
    event.can_inject = event.can_inject or (event.event in (SESSION_START, PROMPT) and not event.is_subagent)


def tell(path: str, event: Event, context: str) -> None:
    """Put the recalled text in place of what was recalled before; a session's beginning and end take that away."""
    if not context and event.event not in (SESSION_START, SESSION_END):
        return
    try:
        before = _read(path)
        if before is None:
            return
        kept = _without(before).rstrip("\n")
        after = "\n\n".join(part for part in (kept, context) if part)
        if after.rstrip("\n") != before.rstrip("\n"):
            _write(os.path.realpath(path), f"{after}\n" if after else "")
    except OSError:  # a file that cannot be written is no reason to fail
        return


def _without(text: str) -> str:
    """Take out our fenced lines, and the line after them that says how much more there is."""
    begin, end = text.find(FENCE), text.find(END)
    if begin < 0 or end < begin:
        return text
    rest = text[end + len(END) :].removeprefix("\n")
    line, _, after = rest.partition("\n")
    return text[:begin] + (after if " more: mem search" in line else rest)


def _read(path: str) -> str | None:
    """Give the text of the file, '' where there is none yet; None for one that is not ours to edit."""
    try:
        with open(path, encoding="utf-8") as file:
            return None if os.fstat(file.fileno()).st_size > LARGEST else file.read()
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        return None


def _write(path: str, text: str) -> None:
    aside = f"{path}.{os.getpid()}"
    with open(aside, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(aside, path)
