"""A resource of kind `file` does not exist.

What: a resource names a file, relative to the project's root, that is not there.

Why: code moves. A cue to a file that is gone misleads; `memhooks prune` removes those of generated queries.

Bad:

    resources:
      - {name: src/old_ledger.py, kind: file}

Good:

    resources:
      - {name: src/ledger.py, kind: file}
"""

from __future__ import annotations

from mem.hooks.findings import Finding
from mem.hooks.model import text
from mem.hooks.vocabulary import FILE_KIND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.model import Hook
    from mem.hooks.rules.base import World

CODE = "MH103"
SEVERITY = "warning"


def check(hook: Hook, world: World) -> Iterator[Finding]:
    if world.exists is None:
        return
    for resource in hook.all_resources:
        kind = text(resource.fields, "kind")
        if kind == FILE_KIND and resource.name and not world.exists(resource.name):
            yield Finding(resource.node, f"file `{resource.name}` does not exist in the project")
