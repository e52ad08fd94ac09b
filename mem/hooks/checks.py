"""What several rules look at in the same way, each for its own part of a hook."""

from __future__ import annotations

from mem.hooks.findings import Finding, nearest
from mem.hooks.model import Entry, Field
from mem.hooks.nodes import MAPPING, SCALAR, SEQUENCE, Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


def unknown(holder: Mapping[str, Field], known: Sequence[str], what: str) -> Iterator[Finding]:
    """Find keys that are none of the known ones; a slip of one of them gets the right word offered."""
    for name, field in holder.items():
        if name in known:
            continue
        near = nearest(name, known)
        if near is None or near in holder:
            yield Finding(field.key, f"unknown {what} `{name}`", f"known here: {', '.join(known)}")
        else:
            yield Finding(field.key, f"unknown {what} `{name}`", f"did you mean `{near}`?", rename=near)


def outside_unit(holder: Mapping[str, Field], name: str, what: str) -> Iterator[Finding]:
    """Find a number that is not from 0.0 to 1.0; infinity and not-a-number are none either."""
    number = holder[name].value.value if name in holder else None
    if isinstance(number, (int, float)) and is_number(number) and not 0 <= number <= 1:
        yield Finding(holder[name].key, f"{what} must be from 0.0 to 1.0, not {number}")


def repeated(entries: Iterable[Entry], what: str, help: str) -> Iterator[Finding]:
    """Find the second and later entries of one name."""
    seen = set()
    for entry in entries:
        if entry.name in seen:
            yield Finding(entry.node, f"duplicate {what} `{entry.name}`", help)
        if entry.name:
            seen.add(entry.name)


def nameless(entries: Iterable[Entry], what: str) -> Iterator[Finding]:
    """Find entries with nothing to be known by."""
    for entry in entries:
        if entry.lacks_name:
            yield Finding(entry.node, f"{what} needs a text under `{entry.name_field}`")


def wrong_types(entry: Entry, what: str, expected: Mapping[str, str]) -> Iterator[Finding]:
    """Find an entry that is neither text nor mapping, and known fields that hold the wrong kind of value."""
    if not entry.is_wellformed:
        yield Finding(entry.node, f"{what} must be text or a mapping, not {kind_of(entry.node)}")
    for name, kind in expected.items():
        field = entry.fields.get(name)
        if field is not None and not is_a(kind, field.value):
            yield Finding(field.key, f"`{name}` must be {kind}, not {kind_of(field.value)}")


def is_a(kind: str, node: Node) -> bool:
    """Tell whether a node is of the kind these words name; an empty value is of every kind."""
    if node.is_null:
        return True
    if kind == "text":
        return node.is_text
    if kind == "a number":
        return is_number(node.value)
    if kind == "a mapping":
        return node.kind == MAPPING
    if kind == "true or false":
        return isinstance(node.value, bool)
    if kind == "a list of texts":
        return node.kind == SEQUENCE and all(item.is_text for item in node.items)
    if kind == "a mapping with a list of roles":
        return node.kind == MAPPING and all(
            is_a("a list of texts", value) for key, value in node.entries if key.text == "roles"
        )
    return node.kind == SEQUENCE


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def kind_of(node: Node) -> str:
    """Name what a node is, for a message."""
    if node.kind != SCALAR:
        return "a list" if node.kind == SEQUENCE else "a mapping"
    if node.is_text:
        return "text"
    if node.is_null:
        return "empty"
    return "true or false" if isinstance(node.value, bool) else "a number"
