"""All kinds of sources; the first that fits a path reads it, so the particular come before the general."""

from __future__ import annotations

from mem.importers import (
    claude,
    codex,
    export,
    folder,
    gemini,
    hermes,
    instructions,
    mem0,
    memharness,
    openclaw,
    qwen,
    server_memory,
    store,
    vault,
)

IMPORTERS = (
    instructions.IMPORTER,
    gemini.IMPORTER,
    codex.IMPORTER,
    qwen.IMPORTER,
    hermes.IMPORTER,
    openclaw.IMPORTER,
    memharness.IMPORTER,
    export.IMPORTER,
    server_memory.IMPORTER,
    mem0.IMPORTER,
    store.IMPORTER,
    claude.IMPORTER,
    vault.IMPORTER,
    folder.IMPORTER,
)
