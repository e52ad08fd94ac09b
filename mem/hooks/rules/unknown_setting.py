"""A setting under `backends.mem` is not known.

What: mem understands `types`, `tags`, `scope`, `subject`, `limit`, `min_priority`, `as_of` and `history`. Other
providers' settings are theirs and are never looked at.

Why: the setting has no effect, so the query is wider than its author thinks.

Bad:

    backends:
      mem: {type: [decision]}

Good:

    backends:
      mem: {types: [decision]}
"""

from __future__ import annotations

from mem.hooks.checks import unknown
from mem.hooks.model import fields, value_of
from mem.hooks.vocabulary import OUR_BACKEND, OUR_SETTINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.findings import Finding
    from mem.hooks.model import Hook

CODE = "MH100"
SEVERITY = "warning"


def check(hook: Hook) -> Iterator[Finding]:
    for backends in hook.all_backends():
        ours = value_of(fields(backends.value), OUR_BACKEND)
        yield from unknown(fields(ours), OUR_SETTINGS, "setting of mem")
