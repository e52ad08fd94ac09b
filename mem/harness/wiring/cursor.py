"""Cursor: entries in its hooks file. It listens at the start of a session and after tools, not at a prompt."""

from __future__ import annotations

from collections.abc import Sequence

from mem.harness.wiring.entries import Entry, Json
from mem.harness.wiring.pieces import Piece
from mem.harness.wiring.servers import json_server
from mem.harness.wiring.target import Place, Target, skill

EVENTS = {
    "sessionStart": "session-start",
    "beforeSubmitPrompt": "prompt",
    "postToolUse": "tool-post",
    "stop": "turn-end",
    "preCompact": "pre-compact",
    "sessionEnd": "session-end",
}
SECONDS = 5


def pieces(place: Place) -> Sequence[Piece]:
    entries = [
        Entry(("hooks", native), {"command": place.command(event), "timeout": SECONDS})
        for native, event in EVENTS.items()
    ]
    return [Json(place.at(".cursor/hooks.json"), entries, base='{\n  "version": 1\n}\n'), skill(place)]


def tools(place: Place) -> Sequence[Piece]:
    return [json_server(place, place.at(".cursor/mcp.json"))]


TARGET = Target(
    "cursor",
    ".cursor",
    pieces,
    ["Cursor: it reads no user-wide instruction file; `mem install agents-md` in a project adds the few lines there"],
    tools=tools,
)
