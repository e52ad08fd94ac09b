"""One file per verb; `COMMANDS` lists them. Each is loaded when it is called."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "demo": "play the whole story in a temporary store",
        "init": "make a store",
        "add": "remember one fact, or many with --batch",
        "revise": "the belief changed: a new fact that supersedes the old",
        "update": "the record changes: priority, tags, a typo",
        "edit": "open a fact in $EDITOR and check it",
        "forget": "end belief in facts; history keeps them",
        "restore": "take a forgetting back",
        "merge": "make one fact of two",
        "dedup": "find near-duplicates, and merge them with --apply",
        "review": "what needs a look: unsure, unverified, in conflict, captured",
        "search": "ranked current beliefs",
        "recall": "what matters here, by the MEMHOOKS.md files along a path",
        "list": "facts by priority, then freshness",
        "show": "one fact, as it is or as it was believed then",
        "sync": "meet the other machines at the remote",
        "why": "where a fact came from, as a tree",
        "diff": "what was learned, revised, forgotten or expired since then",
        "log": "versions and what each changed, the latest first",
        "timeline": "beliefs drawn over both clocks",
        "stale": "facts whose code has moved since",
        "purge": "erase facts for good, history and remote too",
        "status": "health of the store at a glance",
        "stats": "how the memory is used",
        "doctor": "every check, with the next step",
        "lint": "what is wrong with the facts on disk",
        "reindex": "rebuild the index from files and history",
        "merge-driver": "what plain git merge calls for a fact",
        "import": "what other tools remember, as facts; shows first",
        "export": "all facts as JSON lines, SQLite or one HTML page",
        "mcp": "serve this memory to MCP clients",
        "hooks": "MEMHOOKS.md: what to recall where",
        "install": "wire agent harnesses up",
        "uninstall": "take the wiring out again",
        "on": "answer a lifecycle event of an agent harness",
        "help": "this page, or that of one command",
    }
)
"""Name to one line of help, in the order people meet them."""
