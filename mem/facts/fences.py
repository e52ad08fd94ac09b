"""Where the fields of a file end and its text begins: fences, byte order mark, line ends."""

from __future__ import annotations

import re
from typing import NamedTuple

BOM = "\ufeff"

_OPENING = re.compile(r"\ufeff?---[ \t]*(?:\r?\n|\Z)")
_CLOSING = re.compile(r"\n---[ \t]*(?:\r?\n|\Z)")
_CONFLICT_MARKERS = tuple(rf"(?m)^{sign}{{7}}(?: .*)?\r?$" for sign in ("<", "=", ">"))


class Parts(NamedTuple):
    """A text cut at its fences; the four joined are the text again. Without fields there is no closing fence."""

    opening: str
    block: str
    closing: str
    body: str

    @property
    def newline(self) -> str:
        """The line end this file uses."""
        first = self.opening if self.closing else self.body[: self.body.find("\n") + 1]
        return "\r\n" if first.endswith("\r\n") else "\n"


def split(text: str) -> Parts | None:
    """Cut a text at its fences; None when a fence opens on the first line and no other closes it."""
    opening = _OPENING.match(text)
    if opening is None:
        start = len(BOM) if text.startswith(BOM) else 0
        return Parts(text[:start], "", "", text[start:])
    start = opening.end()
    closing = _CLOSING.search(text, start - 1)
    if closing is None:
        return None
    end, body = closing.start() + 1, closing.end()
    return Parts(text[:start], text[start:end], text[end:body], text[body:])


def tidy(body: str) -> str:
    """Give the text of a body: line ends as `\\n`, and none before or after it."""
    if "\r" in body:
        body = body.replace("\r\n", "\n").replace("\r", "\n")
    return body.strip("\n")


def conflict_line(text: str) -> int | None:
    """Give the line, from 1, where a merge left both sides standing in the text."""
    if "<<<<<<<" not in text:
        return None
    at = 0
    places: list[int] = []
    for marker in _CONFLICT_MARKERS:
        found = re.compile(marker).search(text, at)
        if found is None:
            return None
        places.append(found.start())
        at = found.end()
    return text.count("\n", 0, places[0]) + 1
