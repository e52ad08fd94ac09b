"""A provider's own field stands directly on a query.

What: `bank`, `memory_types`, `connection_types`, `mental_models` and `knowledge_pages` are words of one memory
provider, not of the protocol.

Why: another provider cannot follow them. Each provider has its own room under the query's `backends`.

Bad:

    - query: Which outages began in the cache?
      memory_types: [experience]

Good:

    - query: Which outages began in the cache?
      backends:
        hindsight: {memory_types: [experience]}
"""

from __future__ import annotations

from mem.hooks.findings import Finding
from mem.hooks.vocabulary import PROVIDER_FIELDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.model import Hook

CODE = "MH017"
SEVERITY = "error"


def check(hook: Hook) -> Iterator[Finding]:
    for query in hook.queries:
        for name, field in query.fields.items():
            if name in PROVIDER_FIELDS:
                help = "move it under the query's `backends.<provider>`"
                yield Finding(field.key, f"`{name}` is a provider's own field", help)
