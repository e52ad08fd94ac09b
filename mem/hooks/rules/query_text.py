"""A recall query has no text.

What: an entry of `recall_queries` is empty, or a mapping without `query`.

Why: there is nothing to ask. Usually the key was misspelled.

Bad:

    recall_queries:
      - priority: 0.8

Good:

    recall_queries:
      - query: Why is the ledger append-only?
        priority: 0.8
"""

from __future__ import annotations

from mem.hooks.checks import nameless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.findings import Finding
    from mem.hooks.model import Hook

CODE = "MH003"
SEVERITY = "error"


def check(hook: Hook) -> Iterator[Finding]:
    yield from nameless(hook.queries, "a recall query")
