"""A field of an entity is not known.

What: a key of a structured entity is none of `name`, `type`, `salience`.

Why: it is kept for later versions, but nobody reads it today.

Bad:

    entities:
      - {name: Billing, kind: service}

Good:

    entities:
      - {name: Billing, type: service}
"""

from __future__ import annotations

from mem.hooks.checks import unknown
from mem.hooks.vocabulary import ENTITY_FIELDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.findings import Finding
    from mem.hooks.model import Hook

CODE = "MH014"
SEVERITY = "warning"


def check(hook: Hook) -> Iterator[Finding]:
    for entity in hook.all_entities:
        yield from unknown(entity.fields, ENTITY_FIELDS, "field of an entity")
