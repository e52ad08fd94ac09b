"""VS Code's agent: it runs the hooks in Claude Code's settings, so that is where they go."""

from __future__ import annotations

from collections.abc import Sequence

from mem.harness.wiring import claude_code
from mem.harness.wiring.pieces import Piece
from mem.harness.wiring.servers import json_server
from mem.harness.wiring.target import Place, Target, skill

KEYS = ("servers",)
USER_FOLDERS = (".config/Code/User", "Library/Application Support/Code/User", "AppData/Roaming/Code/User")


def pieces(place: Place) -> Sequence[Piece]:
    return [claude_code.pieces(place)[0], skill(place)]


def tools(place: Place) -> Sequence[Piece]:
    """Its user settings lie elsewhere on each system; where there are none, it is for the person to add."""
    if place.is_project:
        return [json_server(place, place.at(".vscode/mcp.json"), KEYS)]
    folder = next((folder for folder in USER_FOLDERS if place.has(place.at(folder))), None)
    return [json_server(place, place.at(f"{folder}/mcp.json"), KEYS)] if folder else []


TARGET = Target(
    "vscode-copilot",
    ".vscode",
    pieces,
    [
        "VS Code: trust the workspace; `chat.hookFilesLocations` must include Claude's settings, as it does by default",
        "VS Code: where it keeps its settings in an unusual place, add the tools by hand: MCP: Open User Configuration",
    ],
    tools=tools,
)
