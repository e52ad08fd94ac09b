"""The priority of a query is not from 0.0 to 1.0.

What: `priority` is a number below 0, above 1, infinite or not a number.

Why: priorities decide which questions keep their place when room is short. One number out of range would win, or lose,
every time.

Bad:

    - query: Who may rotate the signing keys?
      priority: 5

Good:

    - query: Who may rotate the signing keys?
      priority: 0.9
"""

from __future__ import annotations

from mem.hooks.checks import outside_unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.findings import Finding
    from mem.hooks.model import Hook

CODE = "MH004"
SEVERITY = "error"


def check(hook: Hook) -> Iterator[Finding]:
    for query in hook.queries:
        yield from outside_unit(query.fields, "priority", "priority")
