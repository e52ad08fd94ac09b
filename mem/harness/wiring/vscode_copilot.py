"""VS Code's agent: it runs the hooks in Claude Code's settings, so that is where they go."""

from __future__ import annotations

from collections.abc import Sequence

from mem.harness.wiring import claude_code
from mem.harness.wiring.pieces import Piece
from mem.harness.wiring.target import Place, Target, skill


def pieces(place: Place) -> Sequence[Piece]:
    return [claude_code.pieces(place)[0], skill(place)]


TARGET = Target(
    "vscode-copilot",
    ".vscode",
    pieces,
    ["VS Code: trust the workspace; `chat.hookFilesLocations` has to include Claude's settings, as it does by default"],
)
