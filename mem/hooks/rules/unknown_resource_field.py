"""A field of a resource is not known.

What: a key of a structured resource is none of `name`, `kind`, `salience`.

Why: it is kept for later versions, but nobody reads it today.

Bad:

    resources:
      - {name: outage-minutes, type: minutes}

Good:

    resources:
      - {name: outage-minutes, kind: minutes}
"""

from __future__ import annotations

from mem.hooks.checks import unknown
from mem.hooks.vocabulary import RESOURCE_FIELDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.findings import Finding
    from mem.hooks.model import Hook

CODE = "MH022"
SEVERITY = "warning"


def check(hook: Hook) -> Iterator[Finding]:
    for resource in hook.all_resources:
        yield from unknown(resource.fields, RESOURCE_FIELDS, "field of a resource")
