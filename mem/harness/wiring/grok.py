"""Grok: a hooks file of our own in its user folder, which it always trusts. It watches; it does not listen."""

from __future__ import annotations

from collections.abc import Sequence

from mem.harness.wiring.pieces import Piece
from mem.harness.wiring.servers import toml_server
from mem.harness.wiring.target import Place, Target, listed, nested, own_json, skill


def pieces(place: Place) -> Sequence[Piece]:
    groups = nested(place, timeout=5, ends=5, matchers=False)
    return [own_json(place.at(".grok/hooks/mem.json"), listed(groups)), skill(place)]


def tools(place: Place) -> Sequence[Piece]:
    return [toml_server(place, place.at(".grok/config.toml"))]


TARGET = Target(
    "grok",
    ".grok",
    pieces,
    ["Grok: hooks of a project need /hooks-trust. What mem says there does not reach the model; the skill does"],
    tools=tools,
)
