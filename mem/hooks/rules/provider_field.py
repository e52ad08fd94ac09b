"""A provider's own field stands at the top of the hook.

What: `bank`, `memory_types`, `connection_types`, `mental_models` and `knowledge_pages` are words of one memory
provider, not of the protocol.

Why: another provider cannot follow them, and in the first version they meant something else. Each provider has its own
room under `backends`.

Bad:

    bank: team-notes

Good:

    backends:
      hindsight: {bank: team-notes}
"""

from __future__ import annotations

from mem.hooks.findings import Finding
from mem.hooks.vocabulary import PROVIDER_FIELDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.model import Hook

CODE = "MH016"
SEVERITY = "error"


def check(hook: Hook) -> Iterator[Finding]:
    for name, field in hook.fields.items():
        if name in PROVIDER_FIELDS:
            yield Finding(field.key, f"`{name}` is a provider's own field", "move it under `backends.<provider>`")
