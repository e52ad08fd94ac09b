"""A resource, or a field of one, has the wrong shape.

What: an entry of `resources` is neither text nor a mapping, or `name`, `kind` or `salience` holds the wrong kind of
value.

Why: a cue that is not text cannot be looked for.

Bad:

    resources:
      - {name: outage-minutes, kind: [minutes]}

Good:

    resources:
      - {name: outage-minutes, kind: minutes}
"""

from __future__ import annotations

from mem.hooks.checks import wrong_types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.findings import Finding
    from mem.hooks.model import Hook

CODE = "MH027"
SEVERITY = "error"


_KINDS = {"name": "text", "kind": "text", "salience": "a number"}


def check(hook: Hook) -> Iterator[Finding]:
    for resource in hook.all_resources:
        yield from wrong_types(resource, "a resource", _KINDS)
