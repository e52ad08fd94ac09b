"""All hooks of a folder and below, without what git ignores."""

from __future__ import annotations

import os

from mem.hookfiles.ignore import Ignores, ignores_above
from mem.hooks.document import HOOK
from mem.hooks.rules import unreadable_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.diagnostics import Diagnostic
    from mem.hookfiles.roots import Around


class Found:
    """The hooks of a scan in path order, links and other odd files included, and what could not be looked into."""

    __slots__ = ("hooks", "troubles")

    def __init__(self) -> None:
        self.hooks: list[str] = []
        self.troubles: list[Diagnostic] = []


def scan(folder: str, around: Around) -> Found:
    """Walk a real folder; no link is followed, and what git ignores is left out."""
    found = Found()
    _walk(folder, ignores_above(folder, around), found)
    found.hooks.sort(key=lambda path: path.split(os.sep))
    return found


def _walk(folder: str, ignores: Ignores, found: Found) -> None:
    waiting = [(folder, ignores)]
    while waiting:
        folder, above = waiting.pop()
        try:
            with os.scandir(folder) as listing:
                entries = list(listing)
        except OSError as error:
            found.troubles.append(unreadable_folder.finding(folder, error.strerror or str(error)))
            continue
        here = above.below(folder)
        for entry in entries:
            if entry.name == HOOK:
                if not here.ignores(entry.path):
                    found.hooks.append(entry.path)
            elif entry.name != ".git" and entry.is_dir(follow_symlinks=False) and not here.ignores(entry.path + os.sep):
                waiting.append((entry.path, here))
