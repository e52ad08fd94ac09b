"""A provider under `backends` has no name.

What: a key under `backends` is empty.

Why: no provider will ever look there.

Bad:

    backends:
      "": {limit: 5}

Good:

    backends:
      mem: {limit: 5}
"""

from __future__ import annotations

from mem.hooks.findings import Finding
from mem.hooks.model import fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.model import Hook

CODE = "MH018"
SEVERITY = "error"


def check(hook: Hook) -> Iterator[Finding]:
    for backends in hook.all_backends():
        if any(not name.strip() for name in fields(backends.value)):
            yield Finding(backends.key, "a provider under `backends` needs a name")
