"""The block of fields at the head of a file, read as text; the common form without loading YAML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from mem.diagnostics import Diagnostic
from mem.facts.fields import KINDS, TEXTS, Raw

BLOCK_BYTES = 64 * 1024  # a larger block is no fact

_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_ITEM = r'(?:\w[\w./+@-]*(?: [\w./+@-]+)*|"[^"\\\n,]*")'
_LIST = re.compile(rf"\[(?:{_ITEM}(?:, {_ITEM})*)?\]")
_KNOWN = frozenset(KINDS)
_NOT_PLAIN = frozenset("-?:,[]{}#&*!|>'\"%@` ")  # with any of these first, a value takes a closer look


class Field(NamedTuple):
    """A field and where it stands in its block: lines and columns count from 0.

    It takes the lines `line` to `end`; its value starts at column `start` of the first and stops before column
    `stop` of the last; `colon` is the column after the colon.
    """

    value: Raw
    line: int
    end: int
    colon: int
    start: int
    stop: int


class Block(NamedTuple):
    """The fields of a block and what is wrong with it; with an error there are none."""

    fields: Mapping[str, Field]
    findings: tuple[Diagnostic, ...] = ()


def simple_values(block: str) -> dict[str, Raw] | None:
    """Read a block whose every line is a plain `key: value`; None when it takes YAML to be sure."""
    if "\t" in block or len(block) > BLOCK_BYTES // 4:  # a sign takes up to four bytes
        return None
    lines = block.split("\n")
    lines.pop()
    values: dict[str, Raw] = {}
    for line in lines:
        key, colon, value = line.partition(": ")
        if not colon and line[-1:] == ":":
            key = line[:-1]
        elif not colon:
            return None
        if key not in _KNOWN and not _KEY.fullmatch(key):
            return None
        if not value:
            values[key] = ""
        elif value[0] in _NOT_PLAIN:
            closer = _closer(key, value)
            if closer is None:
                return None
            values[key] = closer
        elif ": " in value or " #" in value or value[-1] in " :":
            return None
        else:
            values[key] = value
    return values if len(values) == len(lines) else None


def _closer(key: str, value: str) -> Raw | None:
    """Read a value in quotes without escapes, or a list of simple items; None for all else."""
    inside = value[1:-1]
    if value[0] == '"':
        return inside if len(value) > 1 and value[-1] == '"' and '"' not in inside and "\\" not in inside else None
    if value[0] != "[" or key in TEXTS or not _LIST.fullmatch(value):
        return None
    items: list[Raw] = [item[1:-1] if item[0] == '"' else item for item in inside.split(", ")] if inside else []
    return items


def simple_fields(block: str) -> dict[str, Field] | None:
    """Read a simple block with the place of each value."""
    values = simple_values(block)
    if values is None:
        return None
    fields: dict[str, Field] = {}
    for number, (line, (key, value)) in enumerate(zip(block.split("\n"), values.items(), strict=False)):
        colon = len(key) + 1
        fields[key] = Field(value, number, number + 1, colon, min(colon + 1, len(line)), len(line))
    return fields


def read_block(block: str, path: str) -> Block:
    """Read any block, with the place of each value."""
    simple = simple_fields(block)
    if simple is not None:
        return Block(simple)
    from mem.facts import yaml_block  # YAML takes longer to load than most files to read

    return yaml_block.read(block, path)
