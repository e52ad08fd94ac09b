"""Gemini CLI: an extension of our own, since hooks in its settings did not fire in some releases."""

from __future__ import annotations

from collections.abc import Sequence

from mem.harness.wiring.entries import Json, Setting
from mem.harness.wiring.pieces import Piece, Whole
from mem.harness.wiring.servers import json_server
from mem.harness.wiring.target import Place, Target, own_json, skill
from mem.templates import template

FOLDER = ".gemini/extensions/mem"
EVENTS = {
    "SessionStart": "session-start",
    "BeforeAgent": "prompt",
    "AfterTool": "tool-post",
    "AfterAgent": "turn-end",
    "PreCompress": "pre-compact",
    "SessionEnd": "session-end",
}
MILLISECONDS = 10_000


def pieces(place: Place) -> Sequence[Piece]:
    hooks = {
        native: [{"hooks": [{"type": "command", "command": place.command(event), "timeout": MILLISECONDS}]}]
        for native, event in EVENTS.items()
    }
    return [
        Whole(place.at(f"{FOLDER}/gemini-extension.json"), template("gemini/gemini-extension.json")),
        Whole(place.at(f"{FOLDER}/GEMINI.md"), template("instructions/block.md")),
        own_json(place.at(f"{FOLDER}/hooks/hooks.json"), {"hooks": hooks}),
        Json(place.at(".gemini/settings.json"), settings=[Setting(("hooksConfig",), "enabled", True)]),
        skill(place),
    ]


def tools(place: Place) -> Sequence[Piece]:
    return [json_server(place, place.at(".gemini/settings.json"), kind="")]


TARGET = Target(
    "gemini-cli",
    ".gemini",
    pieces,
    ["Gemini CLI: trust the folder when it asks; hooks do not run before"],
    tools=tools,
)
