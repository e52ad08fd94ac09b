"""Entries in a YAML file of somebody else's: lines put in as text, and proven to mean just what was meant."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mem.harness.wiring.pieces import Block, CannotEdit, yaml_meaning


@dataclass(frozen=True, slots=True)
class YamlMap:
    """Lines under the keys of one mapping, as in `hooks: {pre_llm_call: […]}`; keys that are taken are left alone."""

    path: str
    key: str
    lists: Mapping[str, Sequence[str]]
    name: str = "mem"

    def is_in(self, text: str) -> bool:
        return Block(self.path, (), name=self.name).is_in(text)

    def put(self, text: str | None) -> str:
        before = text or ""
        bare = self._removed(before)
        after = self._block(bare).put(bare)
        self._prove(bare, after)
        is_same = text is not None and self.is_in(text) and yaml_meaning(text) == yaml_meaning(after)
        return text if text is not None and is_same else after

    def take(self, text: str, original: str | None) -> str | None:
        bare = self._removed(text)
        return None if not bare and original is None else bare

    def _removed(self, text: str) -> str:
        return Block(self.path, (), name=self.name).take(text, "") or ""

    def _block(self, text: str) -> Block:
        held = self._mapping(text)
        if held is None:
            lines = [f"{self.key}:", *self._lines("  ")]
            return Block(self.path, lines, check=yaml_meaning, name=self.name)
        anchor = rf"^{re.escape(self.key)}:[ \t]*(?:#.*)?\r?$"
        found = re.search(anchor, text, re.MULTILINE)
        if found is None:
            raise CannotEdit(self.path, f"`{self.key}` is written in a form that cannot be added to")
        indent = _child_indent(text, found.end())
        taken = [name for name in self.lists if name in held]
        if taken:
            raise CannotEdit(
                self.path, f"`{self.key}.{taken[0]}` is there already, and not mem's; add its line by hand"
            )
        lines = self._lines("")
        return Block(self.path, lines, check=yaml_meaning, anchor=anchor, indent=indent, name=self.name)

    def _lines(self, indent: str) -> list[str]:
        lines: list[str] = []
        for name, items in self.lists.items():
            lines += [f"{indent}{name}:", *(f"{indent}  {item}" for item in items)]
        return lines

    def _mapping(self, text: str) -> Mapping[str, object] | None:
        """Give what stands under the key; None where the key is missing."""
        try:
            document = yaml_meaning(text)
        except ValueError as error:
            raise CannotEdit(self.path, " ".join(str(error).split())) from error
        if document is None:
            return None
        if not isinstance(document, dict):
            raise CannotEdit(self.path, "it holds no mapping")
        if self.key not in document:
            return None
        held = document[self.key]
        if held is None:
            return {}
        if not isinstance(held, dict):
            raise CannotEdit(self.path, f"`{self.key}` is no mapping")
        return held

    def _prove(self, before: str, after: str) -> None:
        """Refuse where the lines would change the meaning of anything but our own keys."""
        old, new = yaml_meaning(before) or {}, yaml_meaning(after)
        added = yaml_meaning("\n".join(self._lines("")))
        if not isinstance(old, dict) or not isinstance(new, dict) or not isinstance(added, dict):
            raise CannotEdit(self.path, "it holds no mapping")
        if new != {**old, self.key: {**(old.get(self.key) or {}), **added}}:
            raise CannotEdit(self.path, "its layout is one that lines cannot be added to safely")


def _child_indent(text: str, at: int) -> str:
    """Give how far the children of the key that ends here are indented; two blanks where there are none."""
    for line in text[at:].splitlines():
        bare = line.lstrip(" ")
        if bare and bare[0] != "#":
            return line[: len(line) - len(bare)] or "  "
    return "  "
