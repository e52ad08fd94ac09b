"""A role has no name.

What: `when.roles` holds an empty text.

Why: no active role can ever match it, so the query would silently never be asked. To ask for every role, leave `when`
out.

Bad:

    when: {roles: [""]}

Good:

    when: {roles: [reviewer]}
"""

from __future__ import annotations

from mem.hooks.findings import Finding
from mem.hooks.model import fields, items, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.model import Hook

CODE = "MH006"
SEVERITY = "error"


def check(hook: Hook) -> Iterator[Finding]:
    for query in hook.queries:
        for role in items(fields(value_of(query.fields, "when")), "roles"):
            if role.is_text and not str(role.value).strip():
                yield Finding(role, "a role needs a name", "leave `when` out to ask for every role")
