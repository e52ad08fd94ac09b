"""A question stands twice in one hook.

What: two queries have the same text, blanks around it aside.

Why: the text is a query's identity. Only the later one counts, with all its data, so the earlier one is dead weight.
Across hooks the same is an override, and meant.

Bad:

    recall_queries:
      - Why is the cache per tenant?
      - query: "Why is the cache per tenant? "
        priority: 0.4

Good:

    recall_queries:
      - query: Why is the cache per tenant?
        priority: 0.4
"""

from __future__ import annotations

from mem.hooks.checks import repeated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.findings import Finding
    from mem.hooks.model import Hook

CODE = "MH010"
SEVERITY = "warning"


def check(hook: Hook) -> Iterator[Finding]:
    yield from repeated(hook.queries, "recall query", "only this one counts; remove the other")
