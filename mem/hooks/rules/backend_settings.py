"""A provider's settings are not a mapping.

What: the value under `backends.<provider>` is text, a number, a list or empty.

Why: settings of several hooks are laid over each other key by key, which only works with mappings.

Bad:

    backends:
      mem: 5

Good:

    backends:
      mem: {limit: 5}
"""

from __future__ import annotations

from mem.hooks.checks import kind_of
from mem.hooks.findings import Finding
from mem.hooks.model import fields
from mem.hooks.nodes import MAPPING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.model import Hook

CODE = "MH019"
SEVERITY = "error"


def check(hook: Hook) -> Iterator[Finding]:
    for backends in hook.all_backends():
        for name, settings in fields(backends.value).items():
            if settings.value.kind != MAPPING:
                message = f"settings of provider `{name}` must be a mapping, not {kind_of(settings.value)}"
                yield Finding(settings.key, message)
