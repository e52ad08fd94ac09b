"""Factory Droid: `hooks.json` keyed by event; once that file is there, hooks in its settings are not read."""

from __future__ import annotations

from collections.abc import Sequence

from mem.harness.wiring.pieces import Piece
from mem.harness.wiring.servers import json_server
from mem.harness.wiring.target import Place, Target, in_hooks, instructions, nested


def pieces(place: Place) -> Sequence[Piece]:
    own, settings = place.at(".factory/hooks.json"), place.at(".factory/settings.json")
    in_settings = not place.has(own) and place.has(settings)
    hooks = in_hooks(settings, nested(place)) if in_settings else in_hooks(own, nested(place), ())
    return [hooks, instructions(place.either(".factory/AGENTS.md", "AGENTS.md"))]


def tools(place: Place) -> Sequence[Piece]:
    return [json_server(place, place.at(".factory/mcp.json"), first={"disabled": False})]


TARGET = Target("factory-droid", ".factory", pieces, tools=tools)
