"""A condition under `when` is not known.

What: only `roles` belongs under `when`.

Why: an unknown condition restricts nothing; the query is asked where it was not meant to be.

Bad:

    when: {role: [reviewer]}

Good:

    when: {roles: [reviewer]}
"""

from __future__ import annotations

from mem.hooks.checks import unknown
from mem.hooks.model import fields, value_of
from mem.hooks.vocabulary import CONDITIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.findings import Finding
    from mem.hooks.model import Hook

CODE = "MH007"
SEVERITY = "warning"


def check(hook: Hook) -> Iterator[Finding]:
    for query in hook.queries:
        yield from unknown(fields(value_of(query.fields, "when")), CONDITIONS, "condition")
