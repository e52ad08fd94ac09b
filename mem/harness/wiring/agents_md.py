"""Everybody else: the few lines in the project's AGENTS.md, and a CLAUDE.md that is there reads them too."""

from __future__ import annotations

from collections.abc import Sequence

from mem.harness.wiring.pieces import Piece, markdown
from mem.harness.wiring.target import Place, Target, instructions


def pieces(place: Place) -> Sequence[Piece]:
    found: list[Piece] = [instructions(place.at("AGENTS.md"))]
    if place.has(place.at("CLAUDE.md")):
        found.append(markdown(place.at("CLAUDE.md"), ["@AGENTS.md"], "mem import"))
    return found


TARGET = Target("agents-md", "", pieces)
