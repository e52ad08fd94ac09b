"""JSON as people keep it, with comments and trailing commas: read with places, edited as text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mem.errors import MemError

_BLANK = " \t\r\n\ufeff"
_BLANKS = re.compile(f"[{_BLANK}]*")
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
_SIMPLE = {"true": True, "false": False, "null": None}


class BadJson(MemError):
    """A settings file that cannot be read, and is therefore left alone."""

    def __init__(self, text: str, at: int, reason: str) -> None:
        self.line = text.count("\n", 0, at) + 1
        super().__init__(f"line {self.line}: {reason}", help="mend the file by hand, then run this again")


@dataclass(slots=True)
class Node:
    """One value and where it stands; `members` of an object by key, `items` of a list.

    `at` of a member is where its key begins, so that `at`..`end` is all of it.
    """

    start: int
    end: int
    value: object = None
    members: dict[str, Node] = field(default_factory=dict)
    items: list[Node] = field(default_factory=list)
    at: int = 0

    @property
    def is_object(self) -> bool:
        return isinstance(self.value, dict)

    @property
    def is_list(self) -> bool:
        return isinstance(self.value, list)

    @property
    def children(self) -> Sequence[Node]:
        return list(self.members.values()) or self.items


def parse(text: str) -> Node:
    """Read one document; raises `BadJson` with the line."""
    reader = _Reader(text)
    reader.skip()
    if reader.at == len(text):
        raise BadJson(text, reader.at, "the file is empty")
    node = reader.value()
    reader.skip()
    if reader.at != len(text):
        raise BadJson(text, reader.at, "something follows the end of the document")
    return node


def with_member(text: str, owner: Node, key: str, value: object) -> str:
    """Put a member at the end of an object."""
    return _with_child(text, owner, f"{json.dumps(key)}: ", value)


def with_item(text: str, owner: Node, value: object) -> str:
    """Put an item at the end of a list."""
    return _with_child(text, owner, "", value)


def with_value(text: str, node: Node, value: object) -> str:
    """Put another value in a member's or item's place."""
    newline = "\r\n" if "\r\n" in text else "\n"
    is_flat = "\n" not in text[node.start : node.end]
    written = json.dumps(value, ensure_ascii=False, indent=None if is_flat else _unit(text))
    return text[: node.start] + written.replace("\n", newline + _indent_at(text, node.at)) + text[node.end :]


def without(text: str, owner: Node, child: Node) -> str:
    """Take a member or item out, with the comma that goes with it; the comments around it stay."""
    children = owner.children
    at = next(number for number, other in enumerate(children) if other is child)
    end = owner.end - 1
    if at + 1 < len(children):
        return text[: child.at] + text[_comma_at(text, child.end) + 1 :].lstrip(_BLANK)
    if at == 0:
        inside = text[owner.start + 1 : child.at] + _without_comma(text[child.end : end])
        return text[: owner.start + 1] + (inside if inside.strip() else "") + text[end:]
    before = children[at - 1].end
    between = _without_comma(text[before : child.at]).rstrip(_BLANK)
    if not between:
        return text[:before] + text[child.end :]
    rest = _without_comma(text[child.end : end])
    gap = "" if rest.lstrip(" \t").startswith(("\r", "\n")) else "\n"
    return text[:before] + between + gap + rest + text[end:]


def _without_comma(text: str) -> str:
    """Take the one comma out of what stands between two values, not those in comments."""
    at = _comma_at(text, 0)
    return text[:at] + text[at + 1 :]


def _comma_at(text: str, at: int) -> int:
    """Find the comma that follows; the end of the text where there is none."""
    reader = _Reader(text)
    reader.at = at
    reader.skip()
    return reader.at if text[reader.at : reader.at + 1] == "," else len(text)


def _with_child(text: str, owner: Node, label: str, value: object) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    children = owner.children
    if _is_flat(text, owner):
        at, comma = (children[-1].end, ", ") if children else (owner.start + 1, "")
        return text[:at] + comma + label + json.dumps(value, ensure_ascii=False) + text[at:]
    outer = _indent_at(text, owner.at if owner.at < owner.start else owner.start)
    unit = _unit(text)
    inner = _indent_at(text, children[-1].at) if children else outer + unit
    written = json.dumps(value, ensure_ascii=False, indent=unit).replace("\n", newline + inner)
    if not children:
        inside = text[owner.start + 1 : owner.end - 1]
        kept = inside.rstrip() if inside.strip() else ""
        return f"{text[: owner.start + 1]}{kept}{newline}{inner}{label}{written}{newline}{outer}{text[owner.end - 1 :]}"
    last = children[-1].end
    return f"{text[:last]},{newline}{inner}{label}{written}{text[last:]}"


def _is_flat(text: str, owner: Node) -> bool:
    """Tell whether a list or object is kept on one line, or the whole file is."""
    whole = text.strip(_BLANK)
    if "\n" not in whole:
        return whole[1:-1].strip() != ""
    return bool(owner.children) and "\n" not in text[owner.start : owner.end]


def _indent_at(text: str, at: int) -> str:
    """Give the blanks the line around a place begins with."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str) -> str:
    """Give one step of indentation as this file has it."""
    for line in text.split("\n"):
        bare = line.lstrip(" \t")
        if bare and bare != line and bare[0] not in "/*":
            return line[: len(line) - len(bare)]
    return "  "


class _Reader:
    """Reads on from `at`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def skip(self) -> None:
        """Pass blanks and comments."""
        text = self.text
        while self.at < len(text):
            if text[self.at] in _BLANK:
                self.at = _BLANKS.match(text, self.at).end()  # type: ignore[union-attr]  # it matches even nothing
            elif text.startswith("//", self.at):
                end = text.find("\n", self.at)
                self.at = len(text) if end < 0 else end
            elif text.startswith("/*", self.at):
                end = text.find("*/", self.at + 2)
                if end < 0:
                    raise BadJson(text, self.at, "a comment does not end")
                self.at = end + 2
            else:
                return

    def value(self) -> Node:
        sign = self.text[self.at : self.at + 1]
        if sign == "{":
            return self._object()
        if sign == "[":
            return self._list()
        if sign == '"':
            return self._scalar(self._string_end())
        end = self.at
        while end < len(self.text) and self.text[end] not in ",]}:/" + _BLANK:
            end += 1
        return self._scalar(end)

    def _object(self) -> Node:
        node = Node(self.at, self.at, {}, at=self.at)
        values: dict[str, object] = {}
        self.at += 1
        while not self._closes("}"):
            key_at = self.at
            if self.text[self.at : self.at + 1] != '"':
                raise BadJson(self.text, self.at, "a name in quotes was expected")
            key = str(self._scalar(self._string_end()).value)
            if key in values:
                raise BadJson(self.text, key_at, f'"{key}" stands here twice')
            self.skip()
            if self.text[self.at : self.at + 1] != ":":
                raise BadJson(self.text, self.at, "a colon was expected")
            self.at += 1
            self.skip()
            member = self.value()
            member.at = key_at
            node.members[key], values[key] = member, member.value
            self._comma("}")
        node.end, node.value = self.at, values
        return node

    def _list(self) -> Node:
        node = Node(self.at, self.at, [], at=self.at)
        self.at += 1
        while not self._closes("]"):
            node.items.append(self.value())
            self._comma("]")
        node.end, node.value = self.at, [item.value for item in node.items]
        return node

    def _closes(self, sign: str) -> bool:
        self.skip()
        if self.at >= len(self.text):
            raise BadJson(self.text, self.at, f"`{sign}` is missing")
        if self.text[self.at] != sign:
            return False
        self.at += 1
        return True

    def _comma(self, closing: str) -> None:
        self.skip()
        if self.text[self.at : self.at + 1] == ",":
            self.at += 1
        elif self.text[self.at : self.at + 1] != closing:
            raise BadJson(self.text, self.at, f"a comma or `{closing}` was expected")

    def _string_end(self) -> int:
        found = _STRING.match(self.text, self.at)
        return found.end() if found else self.at + 1

    def _scalar(self, end: int) -> Node:
        start, word = self.at, self.text[self.at : end]
        try:
            value = _SIMPLE[word] if word in _SIMPLE else json.loads(word)
        except ValueError as error:
            raise BadJson(self.text, start, f"`{word[:30]}` is no JSON") from error
        self.at = end
        return Node(start, end, value, at=start)


def at_path(node: Node, path: Sequence[str]) -> Node | None:
    """Give the node under a path of keys, if there is one."""
    for key in path:
        found = node.members.get(key)
        if found is None:
            return None
        node = found
    return node


def is_empty(value: object) -> bool:
    return isinstance(value, (Mapping, list)) and not value
