"""The block of fields at the head of a file, read as text; the common form without loading YAML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from mem.diagnostics import Diagnostic
from mem.facts.fields import TEXTS, Raw

BLOCK_BYTES = 64 * 1024  # a larger block is no fact

_ITEM = r'(?:\w[\w./+@-]*(?: [\w./+@-]+)*|"[^"\\\n,]*")'
_LINE = re.compile(
    rf"""
    ^([A-Za-z_][A-Za-z0-9_-]*):
    (?:[ ](
        "[^"\\\n]*"
      | \[(?:{_ITEM}(?:,[ ]{_ITEM})*)?\]
      | [^\s\-?:,\[\]{{}}\#&*!|>'"%@`][^\t\n]*(?<![ :])
    ))?$
    """,
    re.MULTILINE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Field:
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


@dataclass(frozen=True, slots=True)
class Block:
    """The fields of a block and what is wrong with it; with an error there are none."""

    fields: Mapping[str, Field]
    findings: tuple[Diagnostic, ...] = ()


def simple_values(block: str) -> dict[str, Raw] | None:
    """Read a block whose every line is a plain `key: value`; None when it takes YAML to be sure."""
    if len(block) > BLOCK_BYTES // 4:  # a sign takes up to four bytes
        return None
    lines = _LINE.findall(block)
    if len(lines) != block.count("\n"):
        return None
    values: dict[str, Raw] = {}
    for key, value in lines:
        if value[:1] == '"':
            value = value[1:-1]
        elif value[:1] == "[":
            if key in TEXTS:
                return None
            value = _simple_items(value[1:-1])
        elif ": " in value or " #" in value:
            return None
        values[key] = value
    return values if len(values) == len(lines) else None


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


def _simple_items(inside: str) -> list[Raw]:
    if not inside:
        return []
    return [item[1:-1] if item[0] == '"' else item for item in inside.split(", ")]
