"""A recall query, or a field of one, has the wrong shape.

What: an entry of `recall_queries` is neither text nor a mapping, or a known field of it holds the wrong kind of value.

Why: a guess could open a query that was meant for some roles only: `roles: auditor` is text, not a list of roles.

Bad:

    - query: Who signed the last audit?
      when:
        roles: auditor

Good:

    - query: Who signed the last audit?
      when:
        roles: [auditor]
"""

from __future__ import annotations

from mem.hooks.checks import wrong_types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.findings import Finding
    from mem.hooks.model import Hook

CODE = "MH025"
SEVERITY = "error"


_KINDS = {
    "query": "text",
    "priority": "a number",
    "when": "a mapping with a list of roles",
    "entities": "a list",
    "resources": "a list",
    "tags": "a list of texts",
    "backends": "a mapping",
}


def check(hook: Hook) -> Iterator[Finding]:
    for query in hook.queries:
        yield from wrong_types(query, "a recall query", _KINDS)
