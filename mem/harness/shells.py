"""Whose shell is this? Agents mark the commands they run, so that a command can tell an agent from a person."""

from __future__ import annotations

from collections.abc import Mapping

MARKS: Mapping[str, str] = {
    "CLAUDECODE": "claude-code",
    "GEMINI_CLI": "gemini-cli",
    "QWEN_CODE": "qwen-code",
    "CURSOR_AGENT": "cursor",
    "CODEX_SANDBOX": "codex",
    "CODEX_SANDBOX_NETWORK_DISABLED": "codex",
    "OPENCODE": "opencode",
    "GOOSE_TERMINAL": "goose",
}


def agent_of(environ: Mapping[str, str]) -> str:
    """Give the agent whose shell this environment is, '' where nothing tells."""
    return next((name for mark, name in MARKS.items() if environ.get(mark)), "")
