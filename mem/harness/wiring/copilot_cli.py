"""Copilot CLI: a hooks file of our own. Its payloads do not name the event, so the command does."""

from __future__ import annotations

from collections.abc import Sequence

from mem.harness.wiring.pieces import Piece, Whole
from mem.harness.wiring.servers import json_server
from mem.harness.wiring.target import Place, Target, own_json, skill
from mem.templates import template

EVENTS = {
    "sessionStart": "session-start",
    "userPromptSubmitted": "prompt",
    "postToolUse": "tool-post",
    "agentStop": "turn-end",
    "preCompact": "pre-compact",
    "sessionEnd": "session-end",
}
SECONDS = 10
APPLIES = "---\napplyTo: '**'\n---\n\n"


def pieces(place: Place) -> Sequence[Piece]:
    hooks = {
        native: [
            {
                "type": "command",
                "bash": f"{place.command(event)} --harness copilot-cli",
                "powershell": f"mem on {event} --harness copilot-cli",
                "timeoutSec": SECONDS,
            }
        ]
        for native, event in EVENTS.items()
    }
    lines = place.either(".copilot/instructions/mem.instructions.md", ".github/instructions/mem.instructions.md")
    return [
        own_json(place.either(".copilot/hooks/mem.json", ".github/hooks/mem.json"), {"version": 1, "hooks": hooks}),
        Whole(lines, APPLIES + template("instructions/block.md")),
        skill(place),
    ]


def tools(place: Place) -> Sequence[Piece]:
    """Its own form in its own file; a project's `.mcp.json` it shares with Claude Code."""
    if place.is_project:
        return [json_server(place, place.at(".mcp.json"))]
    return [json_server(place, place.at(".copilot/mcp-config.json"), kind="local", first={"env": {}, "tools": ["*"]})]


TARGET = Target(
    "copilot-cli",
    ".copilot",
    pieces,
    ["Copilot CLI: hooks of a repository run once the folder is trusted"],
    tools=tools,
)
