"""A harness as the installer sees it: where it lives, what goes into its files, what a person has to do."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mem.harness.wiring.entries import Entry, Json
from mem.harness.wiring.pieces import Piece, Whole, markdown
from mem.templates import template

EVENTS: Mapping[str, tuple[str, str]] = {
    "SessionStart": ("session-start", "startup|resume|clear|compact|fork"),
    "UserPromptSubmit": ("prompt", ""),
    "PostToolUse": ("tool-post", "Edit|Write|MultiEdit|NotebookEdit|Bash|mcp__.*"),
    "Stop": ("turn-end", ""),
    "PreCompact": ("pre-compact", ""),
    "SessionEnd": ("session-end", ""),
}
"""Claude's event names, which many harnesses took over, with ours and the matcher."""

SHARED_SKILL = ".agents/skills/mem/SKILL.md"
CLAUDE_SKILL = ".claude/skills/mem/SKILL.md"


@dataclass(frozen=True, slots=True)
class Place:
    """Where things go. `root` is the home folder, or with `project` the top of a project; `mem` is the launcher."""

    root: str
    mem: str
    is_project: bool = False
    has: Callable[[str], bool] = lambda _: False

    def at(self, path: str) -> str:
        return f"{self.root}/{path}"

    def either(self, user: str, project: str) -> str:
        return self.at(project if self.is_project else user)

    def command(self, event: str) -> str:
        """Give the command line for a shell."""
        return f"{shlex.quote(self.mem)} on {event}"


@dataclass(frozen=True, slots=True)
class Target:
    """One harness. `home` tells that it is on this machine; `steps` are for the person; `tools` start `mem mcp`."""

    name: str
    home: str
    pieces: Callable[[Place], Sequence[Piece]]
    steps: Sequence[str] = ()
    user_only: bool = False
    tools: Callable[[Place], Sequence[Piece]] = lambda _: ()


def nested(
    place: Place,
    *,
    timeout: int = 10,
    ends: int = 10,
    matchers: bool = True,
    exec_form: bool = False,
    windows: bool = False,
) -> dict[str, dict[str, object]]:
    """Give one group of handlers for each event, in Claude's shape; `windows`: with that system's form beside it."""
    groups: dict[str, dict[str, object]] = {}
    for native, (event, matcher) in EVENTS.items():
        handler: dict[str, object] = {"type": "command", "command": place.command(event)}
        if exec_form:
            handler = {"type": "command", "command": place.mem, "args": ["on", event]}
        if windows:
            handler["commandWindows"] = f"mem on {event}"
        handler["timeout"] = ends if native == "SessionEnd" else timeout
        groups[native] = {"matcher": matcher} if matcher and matchers else {}
        groups[native]["hooks"] = [handler]
    return groups


def in_hooks(path: str, groups: Mapping[str, Mapping[str, object]], wrapper: Sequence[str] = ("hooks",)) -> Json:
    """Put groups under their events into a settings file."""
    return Json(path, [Entry((*wrapper, native), group) for native, group in groups.items()])


def own_json(path: str, document: Mapping[str, object]) -> Whole:
    return Whole(path, json.dumps(document, indent=2) + "\n")


def listed(groups: Mapping[str, Mapping[str, object]]) -> dict[str, object]:
    """Give groups as the `hooks` of a file of our own."""
    return {"hooks": {native: [group] for native, group in groups.items()}}


def instructions(path: str) -> Piece:
    """Put the few lines every agent should know into an instruction file."""
    return markdown(path, template("instructions/block.md").splitlines())


def skill(place: Place, path: str = SHARED_SKILL) -> Whole:
    return Whole(place.at(path), template("skill/SKILL.md"))


def shim(path: str, name: str, place: Place) -> Whole:
    """Give a plug-in in the harness's own language, which calls the launcher."""
    return Whole(path, template(name).replace('"@MEM@"', json.dumps(place.mem)))
