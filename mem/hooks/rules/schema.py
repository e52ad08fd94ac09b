"""The schema is missing or is not `memhooks/v2`.

What: every hook says which protocol it follows. Only `memhooks/v2` is read.

Why: an older schema gives other meanings to the same words; it is refused rather than half understood. Fields of the
first version that belonged to one provider go under `backends.<provider>` now.

Bad:

    ---
    schema: memhooks/v1
    ---

Good:

    ---
    schema: memhooks/v2
    ---
"""

from __future__ import annotations

from mem.hooks.checks import kind_of
from mem.hooks.document import SCHEMA
from mem.hooks.findings import Finding
from mem.hooks.nodes import SCALAR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.model import Hook
    from mem.hooks.nodes import Node

CODE = "MH001"
SEVERITY = "error"


def check(hook: Hook) -> Iterator[Finding]:
    field = hook.fields.get("schema")
    if field is None or field.value.is_null:
        at = 0 if field is None else field.key
        yield Finding(at, f"`schema: {SCHEMA}` is missing", f"add `schema: {SCHEMA}` to the frontmatter")
    elif field.value.value != SCHEMA:
        yield Finding(field.key, f"unsupported schema `{_shown(field.value)}`; expected `{SCHEMA}`")


def _shown(node: Node) -> str:
    return node.text if node.kind == SCALAR else kind_of(node)
