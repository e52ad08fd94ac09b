"""Goose: an open plug-in of our own. No matcher: `*` makes a rule vanish there."""

from __future__ import annotations

from collections.abc import Sequence

from mem.harness.wiring.pieces import Piece
from mem.harness.wiring.servers import ARGS, yaml_server
from mem.harness.wiring.target import Place, Target, instructions, listed, nested, own_json, skill

LACKING = ("PreCompact",)
SECONDS = 300  # what Goose gives an extension by default


def pieces(place: Place) -> Sequence[Piece]:
    groups = {native: group for native, group in nested(place, matchers=False).items() if native not in LACKING}
    return [
        own_json(place.at(".agents/plugins/mem/hooks/hooks.json"), listed(groups)),
        instructions(place.either(".config/goose/.goosehints", ".goosehints")),
        skill(place),
    ]


def tools(place: Place) -> Sequence[Piece]:
    if place.is_project:
        return []
    entry = {
        "name": "mem",
        "description": "Long-term memory",
        "type": "stdio",
        "cmd": place.mem,
        "args": list(ARGS),
        "envs": {},
        "enabled": True,
        "timeout": SECONDS,
    }
    return [yaml_server(place.at(".config/goose/config.yaml"), "extensions", entry)]


TARGET = Target(
    "goose",
    ".config/goose",
    pieces,
    ["Goose: what mem says at an event is not passed to the model; .goosehints is"],
    tools=tools,
)
