"""An entity, or a field of one, has the wrong shape.

What: an entry of `entities` is neither text nor a mapping, or `name`, `type` or `salience` holds the wrong kind of
value.

Why: a cue that is not text cannot be looked for.

Bad:

    entities:
      - [Billing]

Good:

    entities:
      - Billing
"""

from __future__ import annotations

from mem.hooks.checks import wrong_types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.findings import Finding
    from mem.hooks.model import Hook

CODE = "MH026"
SEVERITY = "error"


_KINDS = {"name": "text", "type": "text", "salience": "a number"}


def check(hook: Hook) -> Iterator[Finding]:
    for entity in hook.all_entities:
        yield from wrong_types(entity, "an entity", _KINDS)
