"""The entry that lets a harness start `mem mcp`, among others: in JSON, and as marked lines of TOML or YAML."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from mem.harness.wiring import jsonc
from mem.harness.wiring.pieces import LAUNCHER, Block, CannotEdit, Piece, toml, yaml_meaning
from mem.harness.wiring.target import Place
from mem.harness.wiring.yaml_list import YamlMap

NAME = "mem"
MARK = "mem tools"  # what our lines in TOML and YAML are called, beside those of the hooks
ARGS = ("mcp",)


@dataclass(frozen=True, slots=True)
class JsonServer:
    """Our member of an object such as `mcpServers`.

    `value` is what has to be so; `first` is said once, and the user's from then on (`enabled`, say).
    """

    path: str
    keys: tuple[str, ...]
    value: Mapping[str, object]
    first: Mapping[str, object] = field(default_factory=dict)
    base: str = "{}\n"
    mode: int = 0o644

    def is_in(self, text: str) -> bool:
        return self._ours(self._parse(text)) is not None

    def put(self, text: str | None) -> str:
        text = text if text and text.strip("\ufeff \t\r\n") else self.base
        node = self._parse(text)
        found = jsonc.at_path(node, (*self.keys, NAME))
        if found is None:
            text, owner = self._owner(text)
            return jsonc.with_member(text, owner, NAME, {**self.value, **self.first})
        if not is_launched(found.value):
            if starts_mem(found.value):
                return text
            raise taken(self.path, self.keys)
        held = found.value if isinstance(found.value, dict) else {}
        wanted = {**held, **self.value}
        return text if wanted == held else jsonc.with_value(text, found, wanted)

    def take(self, text: str, original: str | None) -> str | None:
        ours = self._ours(self._parse(text))
        if ours is None:
            return text
        bare = jsonc.without(text, *ours)
        for depth in range(len(self.keys), 0, -1):
            bare = self._without_hollow(bare, self.keys[:depth], original)
        held = self._parse(bare).value
        if original is None:
            return None if held == self._parse(self.base).value else bare
        return original if held == self._parse(original).value else bare

    def _ours(self, node: jsonc.Node) -> tuple[jsonc.Node, jsonc.Node] | None:
        owner = jsonc.at_path(node, self.keys)
        found = owner.members.get(NAME) if owner else None
        return (owner, found) if owner and found and is_launched(found.value) else None

    def _owner(self, text: str) -> tuple[str, jsonc.Node]:
        """Find the object our member stands in, and make what is missing on the way."""
        node = self._parse(text)
        for depth, key in enumerate(self.keys):
            found = node.members.get(key)
            if found is None:
                text = jsonc.with_member(text, node, key, {})
                found = jsonc.at_path(self._parse(text), self.keys[: depth + 1])
            if found is None or not found.is_object:
                raise CannotEdit(self.path, f"`{'.'.join(self.keys[: depth + 1])}` is no object")
            node = found
        return text, node

    def _without_hollow(self, text: str, keys: Sequence[str], original: str | None) -> str:
        """Take out an object that we made and that is empty now."""
        here = self._parse(text)
        node, owner = jsonc.at_path(here, keys), jsonc.at_path(here, keys[:-1])
        was_there = original is not None and jsonc.at_path(self._parse(original), keys) is not None
        if node is None or owner is None or was_there or not jsonc.is_empty(node.value):
            return text
        return jsonc.without(text, owner, node)

    def _parse(self, text: str) -> jsonc.Node:
        try:
            node = jsonc.parse(text)
        except jsonc.BadJson as error:
            raise CannotEdit(self.path, error.message) from error
        if not node.is_object:
            raise CannotEdit(self.path, "it holds no object")
        return node


@dataclass(frozen=True, slots=True)
class UnlessByHand:
    """Marked lines that stay out where somebody has put the server in already."""

    piece: Block | YamlMap
    key: str
    meaning: Callable[[str], object]

    @property
    def path(self) -> str:
        return self.piece.path

    def is_in(self, text: str) -> bool:
        return self.piece.is_in(text)

    def put(self, text: str | None) -> str:
        theirs = None if text is None or self.is_in(text) else self._named(text)
        if text is None or theirs is None:
            return self.piece.put(text)
        if starts_mem(theirs):
            return text
        raise taken(self.path, (self.key,))

    def take(self, text: str, original: str | None) -> str | None:
        return self.piece.take(text, original) if self.is_in(text) else text

    def _named(self, text: str) -> object:
        """Give what stands under our name; a broken file is for the piece to refuse."""
        try:
            document = self.meaning(text)
        except ValueError:
            return None
        servers = document.get(self.key) if isinstance(document, dict) else None
        return servers.get(NAME) if isinstance(servers, dict) else None


def taken(path: str, keys: Sequence[str]) -> CannotEdit:
    """The name is somebody else's server."""
    return CannotEdit(path, f"`{'.'.join((*keys, NAME))}` is there already and starts something else")


def starts_mem(value: object) -> bool:
    """Tell whether a server's entry starts `mem mcp`, in whichever form."""
    words = _command_line(value)
    return any(
        PurePath(word).name in ("mem", "mem.exe", "mem.cmd") and words[at + 1 : at + 2] == list(ARGS)
        for at, word in enumerate(words)
    )


def is_launched(value: object) -> bool:
    """Tell whether a server's entry is the installer's: it starts our launcher."""
    words = _command_line(value)
    return bool(words) and words[0].replace("\\", "/").endswith(LAUNCHER) and words[1:2] == list(ARGS)


def json_server(
    place: Place,
    path: str,
    keys: tuple[str, ...] = ("mcpServers",),
    *,
    kind: str = "stdio",
    first: Mapping[str, object] | None = None,
) -> JsonServer:
    """Give the entry in the form most harnesses share; without a `kind` it says no type."""
    value: dict[str, object] = {"type": kind} if kind else {}
    return JsonServer(path, keys, {**value, "command": place.mem, "args": list(ARGS)}, first or {})


def toml_server(place: Place, path: str, key: str = "mcp_servers") -> Piece:
    lines = [f"[{key}.{NAME}]", f"command = {json.dumps(place.mem)}", f"args = {json.dumps(ARGS)}"]
    return UnlessByHand(toml(path, lines, MARK), key, tomllib.loads)


def yaml_server(path: str, key: str, lines: Sequence[str]) -> Piece:
    return UnlessByHand(YamlMap(path, key, {NAME: lines}, MARK), key, yaml_meaning)


def _command_line(value: object) -> list[str]:
    if not isinstance(value, dict):
        return []
    command = value.get("command") or value.get("cmd") or []
    args = value.get("args") or []
    words = [command] if isinstance(command, str) else command
    return [str(word) for part in (words, args) if isinstance(part, list) for word in part]
