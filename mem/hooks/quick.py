"""A reader for the plain YAML that nearly every hook is written in; it says nothing about anything else.

Importing a YAML library takes longer than all the rest of a call, and hosts call on every prompt. So
plain frontmatter is read here: block mappings and lists, words and quoted texts on one line, flow
collections on one line. At the first sight of anything more the answer is None and `tree.py` reads the
file. Where there is an answer it is the same node for node; a property test holds the two together.
"""

from __future__ import annotations

from mem.hooks.nodes import MAPPING, SCALAR, SEQUENCE, Node
from mem.hooks.scalars import meaning

MAX_LENGTH = 64 * 1024
MAX_INDENT = 24

# Written without regular expressions: compiling them would take longer than reading the hooks.
_INDICATORS = frozenset("-?:,[]{}#&*!|>'\"%@`= ")
_FLOW_ENDS = ",[]{}"
_ESCAPES = {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}


class _Unusual(Exception):
    """Something that only the full reader may judge; never leaves this module."""


class _Line:
    """A line with content: its indent, its text without the line end, its offset in the file."""

    __slots__ = ("content", "indent", "start")

    def __init__(self, content: str, start: int, indent: int) -> None:
        self.content = content
        self.start = start
        self.indent = indent


def quick_tree(text: str, start: int, end: int) -> Node | None:
    """Read the YAML between two offsets if it is plain; None otherwise, also where it is wrong."""
    source = text[start:end]
    if len(source) > MAX_LENGTH or not source.replace("\r\n", "").replace("\n", "").isprintable():
        return None
    lines = _lines(source, start)
    if not lines or lines[0].indent:
        return None
    reader = _Reader(lines)
    try:
        root = reader.mapping(lines[0].indent)
    except _Unusual:
        return None
    return root if reader.is_done else None


def _lines(source: str, start: int) -> list[_Line]:
    lines, at = [], start
    for raw in source.split("\n"):
        content = raw.removesuffix("\r")
        bare = content.lstrip(" ")
        if bare and bare[0] != "#":
            lines.append(_Line(content, at, len(content) - len(bare)))
        at += len(raw) + 1
    return lines


class _Reader:
    """Goes down the lines; `_at` is the offset in the line where a compact mapping of a list begins."""

    def __init__(self, lines: list[_Line]) -> None:
        self._lines = lines
        self._next = 0

    @property
    def is_done(self) -> bool:
        return self._next == len(self._lines)

    def mapping(self, indent: int, compact: bool = False) -> Node:
        """Read the fields at one indent; a compact mapping begins behind the dash of its item."""
        if indent > MAX_INDENT:
            raise _Unusual
        node = Node(MAPPING, self._lines[self._next].start + indent, self._lines[self._next].start + indent)
        names = set()
        while not self.is_done and (compact or self._lines[self._next].indent == indent):
            compact = False
            line = self._lines[self._next]
            key = _key(line, indent)
            if key is None or key.text in names:
                raise _Unusual
            names.add(key.text)
            node.entries.append((key, self._field_value(line, indent + len(key.text) + 1, indent)))
        if not self.is_done and self._lines[self._next].indent > indent:
            raise _Unusual
        node.end = node.entries[-1][1].end
        return node

    def _field_value(self, line: _Line, at: int, indent: int) -> Node:
        if not _is_rest(line.content, at):
            return self._one_line(line, _after_blanks(line.content, at), indent)
        self._next += 1
        if self.is_done:
            return _scalar("", line.start + at, line.start + at, None)
        below = self._lines[self._next]
        is_item = below.content[below.indent :].startswith("- ")
        if is_item and below.indent >= indent:
            return self._sequence(below.indent)
        if below.indent > indent:
            return self.mapping(below.indent)
        return _scalar("", line.start + at, line.start + at, None)

    def _sequence(self, indent: int) -> Node:
        if indent > MAX_INDENT:
            raise _Unusual
        node = Node(SEQUENCE, self._lines[self._next].start + indent, self._lines[self._next].start + indent)
        while not self.is_done and self._lines[self._next].indent == indent:
            line = self._lines[self._next]
            if not line.content.startswith("- ", indent):
                break
            node.items.append(self._item(line, _after_blanks(line.content, indent + 1), indent))
        if not self.is_done and self._lines[self._next].indent > indent:
            raise _Unusual
        node.end = node.items[-1].end
        return node

    def _item(self, line: _Line, at: int, indent: int) -> Node:
        if _key(line, at) is not None:
            return self.mapping(at, compact=True)
        return self._one_line(line, at, indent)

    def _one_line(self, line: _Line, at: int, indent: int) -> Node:
        """Read a value that must end on its line, with nothing deeper below that could continue it."""
        node, end = _value(line, at)
        if not _is_rest(line.content, end):
            raise _Unusual
        self._next += 1
        if not self.is_done and self._lines[self._next].indent > indent:
            raise _Unusual
        return node


def _value(line: _Line, at: int) -> tuple[Node, int]:
    letter = line.content[at : at + 1]
    if letter and letter in "[{":
        return _flow(line, at, 0)
    if letter and letter in "'\"":
        return _quoted(line, at)
    return _plain(line, at, len(line.content))


def _key(line: _Line, at: int) -> Node | None:
    """Read a plain ASCII name before a colon, if one stands here."""
    name, colon, after = line.content[at:].partition(":")
    is_name = name.isascii() and name.replace("-", "_").replace(".", "_").isidentifier()
    if not is_name or name[0] in "-." or not colon or after[:1] not in ("", " "):
        return None
    return _scalar(name, line.start + at, line.start + at + len(name), meaning(name))


def _plain(line: _Line, at: int, limit: int) -> tuple[Node, int]:
    """Read an unquoted text up to a comment or the limit."""
    comment = line.content.find(" #", at, limit)
    word = line.content[at : limit if comment < 0 else comment].rstrip(" ")
    is_number_like = word[:1] == "-" and (word[1:2].isalnum() or word[1:2] == ".")
    if not word or (word[0] in _INDICATORS and not is_number_like) or ": " in word or word[-1] == ":":
        raise _Unusual
    end = at + len(word)
    return _scalar(word, line.start + at, line.start + end, meaning(word)), end


def _quoted(line: _Line, at: int) -> tuple[Node, int]:
    quote, parts, start = line.content[at], [], at
    at += 1
    while True:
        end = line.content.find(quote, at)
        slash = line.content.find("\\", at, end) if quote == '"' else -1
        if end < 0:
            raise _Unusual
        if slash >= 0:
            escaped = _ESCAPES.get(line.content[slash + 1 : slash + 2])
            if escaped is None:
                raise _Unusual
            parts += [line.content[at:slash], escaped]
            at = slash + 2
        elif quote == "'" and line.content.startswith("'", end + 1):
            parts.append(line.content[at : end + 1])
            at = end + 2
        else:
            text = "".join([*parts, line.content[at:end]])
            return _scalar(text, line.start + start, line.start + end + 1, text), end + 1


def _flow(line: _Line, at: int, depth: int) -> tuple[Node, int]:
    """Read a flow collection on one line."""
    if depth > MAX_INDENT:
        raise _Unusual
    is_list = line.content[at] == "["
    node = Node(SEQUENCE if is_list else MAPPING, line.start + at, line.start + at + 1)
    node.is_flow = True
    closing, names = "]" if is_list else "}", set()
    at = _after_blanks(line.content, at + 1)
    while line.content[at : at + 1] != closing:
        if is_list:
            item, at = _flow_value(line, at, depth)
            node.items.append(item)
        else:
            key = _key(line, at)
            if key is None or key.text in names:
                raise _Unusual
            names.add(key.text)
            value, at = _flow_value(line, _after_blanks(line.content, at + len(key.text) + 1), depth)
            node.entries.append((key, value))
        at = _after_blanks(line.content, at)
        if line.content[at : at + 1] == ",":
            at = _after_blanks(line.content, at + 1)
            if line.content[at : at + 1] == closing:
                raise _Unusual
        elif line.content[at : at + 1] != closing:
            raise _Unusual
    node.end = line.start + at + 1
    return node, at + 1


def _flow_value(line: _Line, at: int, depth: int) -> tuple[Node, int]:
    letter = line.content[at : at + 1]
    if letter and letter in "[{":
        return _flow(line, at, depth + 1)
    if letter and letter in "'\"":
        return _quoted(line, at)
    ends = [end for mark in _FLOW_ENDS if (end := line.content.find(mark, at)) >= 0]
    if not ends:
        raise _Unusual
    node, end = _plain(line, at, min(ends))
    if "?" in node.text or (":" in node.text and not node.text.replace(":", "").replace("-", "").isalnum()):
        raise _Unusual
    return node, end


def _is_rest(content: str, at: int) -> bool:
    """Tell whether a line ends here, a comment aside."""
    rest = content[at:]
    return not rest.strip(" ") or (rest[0] == " " and rest.lstrip(" ")[0] == "#")


def _scalar(text: str, start: int, end: int, value: str | int | float | bool | None) -> Node:
    node = Node(SCALAR, start, end)
    node.text = text
    node.value = value
    return node


def _after_blanks(content: str, at: int) -> int:
    while content[at : at + 1] == " ":
        at += 1
    return at
