"""Text written bare, as people and the older tool do, that YAML would misread: it runs to the end of its line.

`title: Re: rollout` is an error to YAML, `title: #1 rule` is empty and `title: [draft] knots` a list. To
us a field that asks for text has the text that stands there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from mem.facts.fields import KINDS, Kind
from mem.facts.quoting import quoted

_KEY = re.compile(r"[^\W\d][\w.-]*")
_QUOTED = re.compile(r"""(?:"(?:[^"\\]|\\.)*+"|'(?:[^']|'')*+')(?:[ \t]+#.*)?""")
_BLOCK_HEADER = re.compile(r"[|>](?:[1-9][+-]?|[+-][1-9]?)?(?:[ \t]+#.*)?")
_COMMENT = re.compile(r"[ \t]#")
_NO_TEXT = frozenset({Kind.WHOLE, Kind.SHARE, Kind.INSTANT, Kind.LAST_DAY, Kind.DAY})
_ENDS_KEY = re.compile(r":(?:[ \t]|\Z)")


class Bare(NamedTuple):
    """A value to be taken as text: it stands at columns `start` to `stop` of its line."""

    key: str
    start: int
    stop: int

    def quote(self, line: str) -> str:
        """Give the line as YAML would have wanted it."""
        return line[: self.start] + quoted(line[self.start : self.stop]) + line[self.stop :]


def bare_values(lines: Sequence[str]) -> dict[int, Bare]:
    """Find the bare texts among the lines of a block, by line."""
    found: dict[int, Bare] = {}
    below = ""  # the next line that is not blank
    for number in range(len(lines) - 1, -1, -1):
        line = lines[number]
        if (bare := _bare_value(line, below)) is not None:
            found[number] = bare
        if line.strip(" \t"):
            below = line
    return found


def _bare_value(line: str, below: str) -> Bare | None:
    key, _, rest = line.partition(":")
    value = rest.strip(" \t")
    if not value or rest[0] not in " \t" or not _KEY.fullmatch(key.rstrip(" ")):
        return None
    key = key.rstrip(" ")
    if KINDS.get(key) in _NO_TEXT or _goes_on(value, below):
        return None
    length = _misread_length(key, value)
    start = len(line) - len(rest) + rest.index(value[0])
    return Bare(key, start, start + length) if length else None


def _goes_on(value: str, below: str) -> bool:
    """Tell whether the lines below belong to this value; only YAML knows how then."""
    if value[0] == "#" and below[:2] in ("- ", "-"):
        return True
    if below[:1] not in (" ", "\t"):
        return False
    return value[0] in "\"'|>" or not below.lstrip(" \t").startswith("#")


def _misread_length(key: str, value: str) -> int:
    """Give how much of a value is text that YAML would misread, 0 when it reads it right."""
    head = value[0]
    if head == "#":
        return len(value)
    if KINDS.get(key) is Kind.LIST or (key not in KINDS and head in "[{&*!"):
        return 0
    if head in "\"'":
        return 0 if _QUOTED.fullmatch(value) else len(value)
    if head in "|>":
        return 0 if _BLOCK_HEADER.fullmatch(value) else len(value)
    if head in "[{&*!@`%,]}" or (head in "-?:" and value[1:2] in ("", " ", "\t")):
        return len(value)
    return _misread_plain(key, value)


def _misread_plain(key: str, value: str) -> int:
    comment = _COMMENT.search(value)
    if comment and KINDS.get(key) is Kind.PROSE:
        # A comment and a sentence with a number sign look the same, and the older tool writes sentences
        # bare: a remark read as text is a nuisance, a text taken for a remark is lost.
        return len(value)
    text = value[: comment.start()].rstrip(" \t") if comment else value
    return len(text) if _ENDS_KEY.search(text) or "\t" in text else 0
