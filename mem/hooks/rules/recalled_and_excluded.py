"""The same text is asked for and excluded.

What: a recall query's text also stands under `exclude`.

Why: what is recalled would be thrown away again.

Bad:

    recall_queries: [the old importer]
    exclude: [the old importer]

Good:

    recall_queries: [Why was the old importer replaced?]
    exclude: [the old importer]
"""

from __future__ import annotations

from mem.hooks.findings import Finding
from mem.hooks.model import texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.model import Hook

CODE = "MH012"
SEVERITY = "warning"


def check(hook: Hook) -> Iterator[Finding]:
    excluded = {text.strip() for text in texts(hook.fields, "exclude")}
    for query in hook.queries:
        if query.name and query.name in excluded:
            yield Finding(query.node, f"recall query `{query.name}` is excluded as well", "keep one of the two")
