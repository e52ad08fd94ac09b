"""A field of the hook is not known.

What: a key at the top of the frontmatter is none of `schema`, `inherits`, `scope`, `recall_queries`, `entities`,
`resources`, `tags`, `exclude`, `sensitivity`, `backends`.

Why: it may belong to a later version, so it is kept and tolerated; more often it is a slip, and what it was to say is
not heard.

Bad:

    entites: [Ledger]

Good:

    entities: [Ledger]
"""

from __future__ import annotations

from mem.hooks.checks import unknown
from mem.hooks.vocabulary import HOOK_FIELDS, PROVIDER_FIELDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.findings import Finding
    from mem.hooks.model import Hook

CODE = "MH002"
SEVERITY = "warning"


def check(hook: Hook) -> Iterator[Finding]:
    holder = {name: field for name, field in hook.fields.items() if name not in PROVIDER_FIELDS}
    yield from unknown(holder, HOOK_FIELDS, "field")
