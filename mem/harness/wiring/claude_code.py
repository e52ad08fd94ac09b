"""Claude Code: entries in its settings, one an event, started without a shell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mem.harness.wiring.pieces import Piece
from mem.harness.wiring.servers import json_server
from mem.harness.wiring.target import CLAUDE_SKILL, Place, Target, in_hooks, instructions, nested, skill


def pieces(place: Place) -> Sequence[Piece]:
    groups = nested(place, exec_form=True)
    failed = {"type": "command", "command": place.mem, "args": ["on", "tool-post"], "timeout": 10}
    moved = {"type": "command", "command": place.mem, "args": ["on", "cwd-changed"], "timeout": 10}
    groups["PostToolUseFailure"] = {"matcher": "Bash", "hooks": [failed]}
    groups["CwdChanged"] = {"hooks": [moved]}
    return [
        in_hooks(place.at(".claude/settings.json"), groups),
        instructions(place.either(".claude/CLAUDE.md", "CLAUDE.md")),
        skill(place, CLAUDE_SKILL),
    ]


def tools(place: Place) -> Sequence[Piece]:
    """A file of a project is for everybody in it; the user's is Claude's own state, which others may not read."""
    if place.is_project:
        return [json_server(place, place.at(".mcp.json"))]
    return [replace(json_server(place, place.at(".claude.json")), mode=0o600)]


TARGET = Target(
    "claude-code",
    ".claude",
    pieces,
    ["Claude Code: in a project it has not seen, accept the trust dialog; hooks do not run before"],
    tools=tools,
)
