"""Wiring harnesses up: what `mem install` puts where, one file a harness."""

from __future__ import annotations

from mem.harness.wiring import (
    agents_md,
    claude_code,
    codex,
    copilot_cli,
    cursor,
    factory_droid,
    gemini_cli,
    goose,
    grok,
    hermes,
    kimi_code,
    opencode,
    pi,
    qwen_code,
    vscode_copilot,
)
from mem.harness.wiring.target import Target

TARGETS: tuple[Target, ...] = (
    claude_code.TARGET,
    codex.TARGET,
    opencode.TARGET,
    gemini_cli.TARGET,
    cursor.TARGET,
    copilot_cli.TARGET,
    vscode_copilot.TARGET,
    qwen_code.TARGET,
    kimi_code.TARGET,
    pi.TARGET,
    factory_droid.TARGET,
    hermes.TARGET,
    grok.TARGET,
    goose.TARGET,
    agents_md.TARGET,
)
