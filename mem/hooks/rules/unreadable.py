"""The file cannot be read as a hook.

What: there is no frontmatter between two `---` lines, the frontmatter is no YAML, a key stands twice, a field of the
hook holds the wrong kind of value, the bytes are not UTF-8 text, or the system refuses to open the file.

Why: a half-understood hook would ask the wrong questions. Two values for one key, or `inherits: no` (which is text in
YAML 1.2, not a truth value), would be a guess.

Bad:

    ---
    schema: memhooks/v2
    inherits: no
    tags: storage
    ---

Good:

    ---
    schema: memhooks/v2
    inherits: false
    tags: [storage]
    ---
"""

from __future__ import annotations

from mem.hooks.checks import is_a, kind_of
from mem.hooks.findings import Finding
from mem.hooks.outside import outside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.diagnostics import Diagnostic
    from mem.hooks.model import Field, Hook

CODE = "MH000"
SEVERITY = "error"


_KINDS = {
    "inherits": "true or false",
    "scope": "text",
    "sensitivity": "text",
    "recall_queries": "a list",
    "entities": "a list",
    "resources": "a list",
    "backends": "a mapping",
}
_TEXT_LISTS = ("tags", "exclude")


def check(hook: Hook) -> Iterator[Finding]:
    for fault in hook.document.faults:
        yield Finding(fault.offset, fault.message)
    for name, field in hook.fields.items():
        if name in _KINDS and not is_a(_KINDS[name], field.value):
            yield Finding(field.key, f"`{name}` must be {_KINDS[name]}, not {kind_of(field.value)}")
        if name in _TEXT_LISTS:
            yield from _not_texts(name, field)


def finding(path: str, reason: str) -> Diagnostic:
    """Say what the system answered when the file was to be opened."""
    return outside(CODE, SEVERITY, path, f"cannot read {path}: {reason}")


def _not_texts(name: str, field: Field) -> Iterator[Finding]:
    if not is_a("a list", field.value):
        yield Finding(field.key, f"`{name}` must be a list of texts, not {kind_of(field.value)}")
    for item in field.value.items:
        if not item.is_text:
            yield Finding(item, f"`{name}` holds texts only, not {kind_of(item)}", "put it in quotes")
