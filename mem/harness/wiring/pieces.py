"""What is put into files: whole files of ours and marked blocks in others' files; `entries.py` has those in JSON.

A piece is pure: text in, text out; None is a file that is not there. Putting it in twice changes nothing, and taking
it out gives back what was there before.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from mem.errors import MemError
from mem.templates import BEGIN, END

LAUNCHER = "mem/bin/mem"  # below the user's data folder
LACKED_NEWLINE = " (the line before had no end)"


class CannotEdit(MemError):
    """A file that is not as it should be, so nothing is written to it."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}", help="mend it by hand, then run mem install again")


class Piece(Protocol):
    """One thing in one file."""

    @property
    def path(self) -> str: ...

    def is_in(self, text: str) -> bool:
        """Tell whether something of ours is in the text, be it of an older version."""

    def put(self, text: str | None) -> str:
        """Give the text with this piece in it."""

    def take(self, text: str, original: str | None) -> str | None:
        """Give the text without it; `original` is what was backed up before the first edit, if anything was."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A file that is ours alone."""

    path: str
    content: str
    mode: int = 0o644

    def is_in(self, text: str) -> bool:
        """Tell a file of ours from one of somebody else's that bears the name."""
        return any(mark in text for mark in ("`mem install`", "mem search", LAUNCHER, '"name": "mem"'))

    def put(self, text: str | None) -> str:  # noqa: ARG002  # whatever is there is replaced
        return self.content

    def take(self, text: str, original: str | None) -> str | None:  # noqa: ARG002  # the same for every piece
        return original


@dataclass(frozen=True, slots=True)
class Block:
    """Lines between two marks, at the end of the file or below a line that `anchor` finds.

    `opens` and `closes` make a comment of a mark; `check` raises `ValueError` for a text that is broken, and
    gives what the text means.
    """

    path: str
    lines: Sequence[str]
    opens: str = "# "
    closes: str = ""
    check: Callable[[str], object] | None = None
    anchor: str = ""
    indent: str = ""
    name: str = "mem"

    def is_in(self, text: str) -> bool:
        return self._begin in text

    def put(self, text: str | None) -> str:
        bare = self._without(text or "")
        self._meaning(bare)
        after = self._with(bare)
        meaning = self._meaning(after)
        # Lines that say the same elsewhere in the file stay where they are.
        is_same = text is not None and self.is_in(text) and self._meaning(text) == meaning
        return text if text is not None and is_same else after

    def take(self, text: str, original: str | None) -> str | None:
        bare = self._without(text)
        return None if not bare and original is None else bare

    def _with(self, text: str) -> str:
        newline = "\r\n" if "\r\n" in text else "\n"
        lacked = bool(text) and not text.endswith("\n")
        at = self._place(text)
        is_end = at == len(text)
        mark = LACKED_NEWLINE if lacked and is_end else ""
        lines = [
            self._mark(f"{self.name}: {BEGIN}{mark}"),
            *(self.indent + line if line else line for line in self.lines),
            self._mark(f"{self.name}: {END}"),
        ]
        block = newline.join(lines) + newline
        return text[:at] + (newline if mark else "") + block + text[at:]

    def _place(self, text: str) -> int:
        if not self.anchor:
            return len(text)
        found = re.search(self.anchor, text, re.MULTILINE)
        if found is None:
            return len(text)
        end = text.find("\n", found.end())
        return len(text) if end < 0 else end + 1

    def _without(self, text: str) -> str:
        found = text.find(self._begin)
        if found < 0:
            return text
        end = text.find(f"{self.opens}{self.name}: {END}", found)
        if end < 0:
            raise CannotEdit(self.path, "the end of what mem wrote there is missing")
        begin = text.rfind("\n", 0, found) + 1
        line_end = text.find("\n", end)
        line_end = len(text) if line_end < 0 else line_end + 1
        before = text[:begin]
        if LACKED_NEWLINE in text[found : text.find("\n", found)]:
            before = before.removesuffix("\n").removesuffix("\r")
        return before + text[line_end:]

    @property
    def _begin(self) -> str:
        return f"{self.opens}{self.name}: {BEGIN}"

    def _mark(self, words: str) -> str:
        return f"{self.indent}{self.opens}{words}{self.closes}"

    def _meaning(self, text: str) -> object:
        """Give what the text says, or what our lines in it are where nobody can read the rest."""
        if self.check is None:
            found = text.find(self._begin)
            return (
                "" if found < 0 else text[found : text.find(f"{self.opens}{self.name}: {END}", found)].split("\n")[1:]
            )
        try:
            return self.check(text)
        except ValueError as error:
            raise CannotEdit(self.path, " ".join(str(error).split())) from error


def markdown(path: str, lines: Sequence[str], name: str = "mem") -> Block:
    return Block(path, lines, opens="<!-- ", closes=" -->", name=name)


def toml(path: str, lines: Sequence[str], name: str = "mem") -> Block:
    return Block(path, lines, check=tomllib.loads, name=name)


def yaml_meaning(text: str) -> object:
    """Read YAML; `ValueError` where it is broken."""
    import yaml

    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error
