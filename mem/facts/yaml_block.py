"""Any block of fields, read by python-frontmatter and PyYAML as text only: no types, tags, anchors or objects.

Slow to load, so it is imported only for the blocks that the simple reader leaves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import frontmatter
import yaml
from frontmatter.default_handlers import BaseHandler

from mem.diagnostics import Diagnostic, Place, Severity
from mem.facts.bare import Bare, bare_values
from mem.facts.frontmatter import BLOCK_BYTES, Block, Field
from mem.facts.quoting import UNPRINTABLE
from mem.facts.yaml_events import Composer, Refused

_LEFT_OPEN = re.compile("flow|quoted|simple key")
_UNPRINTABLE = re.compile(f"[{UNPRINTABLE}]")


def read(block: str, path: str) -> Block:
    """Read a block whose lines end in `\\n`; what is wrong with it is among its findings."""
    lines = block.split("\n")
    bare = bare_values(lines)
    mended = "\n".join(bare[number].quote(line) if number in bare else line for number, line in enumerate(lines))
    try:
        fields = _parse(mended)
        for number, value in bare.items():
            if value.key not in fields or fields[value.key].line != number:
                raise Refused("fact-yaml", "this line is taken for a part of the value above it", number)
    except Refused as refused:
        return Block({}, (_finding(refused, path),))
    except (yaml.YAMLError, ValueError, OverflowError) as error:  # the last two by escapes of no sign
        return Block({}, (_finding(_refusal(error), path),))
    for value in bare.values():
        fields[value.key] = fields[value.key]._replace(start=value.start, stop=value.stop)
    return Block(fields, tuple(_bare_finding(number, value, path) for number, value in sorted(bare.items())))


class _TextOnly(BaseHandler):
    """Frontmatter whose values are text until a field asks for more."""

    FM_BOUNDARY = re.compile(r"^---[ \t]*(?:\n|\Z)", re.MULTILINE)

    def __init__(self, unmask: Mapping[str, str]) -> None:
        super().__init__()
        self.fields: dict[str, Field] = {}
        self._unmask = unmask

    def load(self, fm: str) -> dict[str, object]:
        self.fields = Composer(fm, self._unmask).fields()
        return {key: field.value for key, field in self.fields.items()}


def _parse(block: str) -> dict[str, Field]:
    if len(block.encode()) > BLOCK_BYTES:
        raise Refused("fact-size", f"the fields take more than {BLOCK_BYTES // 1024} KiB", help="move text below them")
    masks = _masks(block)
    handler = _TextOnly({mask: sign for sign, mask in masks.items()})
    frontmatter.parse(
        "---\n" + block.translate({ord(sign): mask for sign, mask in masks.items()}) + "---", handler=handler
    )
    return handler.fields


def _masks(text: str) -> dict[str, str]:
    """Pair each sign that YAML refuses, or takes for a line end, with one that can stand in for it."""
    odd = sorted(set(_UNPRINTABLE.findall(text)))
    unused = (chr(code) for code in range(0x10F000, 0x10FFFD) if chr(code) not in text)
    return dict(zip(odd, unused, strict=False))


def _refusal(error: Exception) -> Refused:
    """Say what YAML could not read, at the place where a person would mend it."""
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return Refused("fact-yaml", "the fields cannot be read as YAML")
    mark = error.problem_mark
    opened = error.context_mark
    if opened is not None and _LEFT_OPEN.search(error.context or ""):
        mark = opened  # where the bracket or quote is, not the line where it came out that nothing closes it
    message = f"the fields cannot be read as YAML: {error.problem}"
    help = "put the value in quotes, or mend the brackets and blanks here"
    if "escape" in (error.problem or ""):
        help, mark = "write each backslash twice, or use single quotes", error.problem_mark
    return Refused("fact-yaml", message, mark.line, mark.column, help=help)


def _finding(refused: Refused, path: str) -> Diagnostic:
    place = Place(path, refused.line + 2, refused.column + 1)
    return Diagnostic(refused.code, Severity.ERROR, refused.message, place, refused.help)


def _bare_finding(number: int, value: Bare, path: str) -> Diagnostic:
    place = Place(path, number + 2, value.start + 1, number + 2, value.stop + 1)
    message = f"`{value.key}` is text that YAML would misread"
    return Diagnostic("fact-bare-text", Severity.WARNING, message, place, "put it in quotes")
