"""A field of a query is not known.

What: a key of a structured query is none of `query`, `priority`, `when`, `entities`, `resources`, `tags`, `backends`.

Why: it is kept for later versions, but nobody reads it today; a slip goes unheard.

Bad:

    - query: Which migrations ran twice?
      prio: 0.7

Good:

    - query: Which migrations ran twice?
      priority: 0.7
"""

from __future__ import annotations

from mem.hooks.checks import unknown
from mem.hooks.vocabulary import PROVIDER_FIELDS, QUERY_FIELDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.findings import Finding
    from mem.hooks.model import Hook

CODE = "MH005"
SEVERITY = "warning"


def check(hook: Hook) -> Iterator[Finding]:
    for query in hook.queries:
        holder = {name: field for name, field in query.fields.items() if name not in PROVIDER_FIELDS}
        yield from unknown(holder, QUERY_FIELDS, "field of a query")
