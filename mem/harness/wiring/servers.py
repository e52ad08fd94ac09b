"""The entry that lets a harness start `mem mcp`, among others: in JSON, and as marked lines of TOML or YAML."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from mem.harness.wiring import jsonc, objects
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
        return self._ours(self._read(text)) is not None

    def put(self, text: str | None) -> str:
        text = objects.begun(text, self.base)
        node = self._read(text)
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
        ours = self._ours(self._read(text))
        if ours is None:
            return text
        bare = jsonc.without(text, *ours)
        bare = objects.without_hollows(self.path, bare, self.keys, objects.begun(original, self.base))
        return objects.restored(self.path, bare, original, self.base)

    def _ours(self, node: jsonc.Node) -> tuple[jsonc.Node, jsonc.Node] | None:
        owner = jsonc.at_path(node, self.keys)
        found = owner.members.get(NAME) if owner else None
        return (owner, found) if owner and found and is_launched(found.value) else None

    def _owner(self, text: str) -> tuple[str, jsonc.Node]:
        """Find the object our member stands in, and make what is missing on the way."""
        node = self._read(text)
        for depth, key in enumerate(self.keys):
            found = node.members.get(key)
            if found is None:
                text = jsonc.with_member(text, node, key, {})
                found = jsonc.at_path(self._read(text), self.keys[: depth + 1])
            if found is None or not found.is_object:
                raise CannotEdit(self.path, f"`{'.'.join(self.keys[: depth + 1])}` is no object")
            node = found
        return text, node

    def _read(self, text: str) -> jsonc.Node:
        return objects.read(self.path, text)


@dataclass(frozen=True, slots=True)
class Lines:
    """Our entry as marked lines, which stay out where somebody has put the server in already.

    Some harnesses write their settings anew and lose the marks: `value` then tells our entry, and `form` its lines.
    """

    piece: Block | YamlMap
    key: str
    value: Mapping[str, object]
    meaning: Callable[[str], object]
    form: str

    @property
    def path(self) -> str:
        return self.piece.path

    def is_in(self, text: str) -> bool:
        return self.piece.is_in(text) or is_launched(self._named(text))

    def put(self, text: str | None) -> str:
        theirs = None if text is None or self.piece.is_in(text) else self._named(text)
        if text is None or theirs is None:
            return self.piece.put(text)
        if is_launched(theirs):
            return text if self._is_current(theirs) else self.piece.put(self._without_unmarked(text))
        if starts_mem(theirs):
            return text
        raise taken(self.path, (self.key,))

    def take(self, text: str, original: str | None) -> str | None:
        if self.piece.is_in(text):
            return self.piece.take(text, original)
        return self._without_unmarked(text) if is_launched(self._named(text)) else text

    def _is_current(self, theirs: object) -> bool:
        return isinstance(theirs, dict) and all(theirs.get(name) == value for name, value in self.value.items())

    def _without_unmarked(self, text: str) -> str:
        """Take the lines of our entry out, and its owner's if nothing else is in there; proven by what is left."""
        wanted = self._others(text)
        lone = rf"^{re.escape(self.key)}:[ \t]*\r?\n"
        for pattern in (lone + self.form, self.form) if not wanted.get(self.key) else (self.form,):
            for found in re.finditer(pattern, text, re.MULTILINE):
                bare = text[: found.start()] + text[found.end() :]
                if self._others(bare) == wanted and self._named(bare) is None:
                    return bare
        raise CannotEdit(self.path, f"`{self.key}.{NAME}` stands there in a form that has to be taken out by hand")

    def _others(self, text: str) -> dict[str, object]:
        """Give what the text says besides our entry; an owner without anything in it counts as none."""
        try:
            document = self.meaning(text)
        except ValueError:
            return {"broken": True}
        whole = dict(document) if isinstance(document, dict) else {}
        servers = whole.pop(self.key, None)
        left = {name: value for name, value in servers.items() if name != NAME} if isinstance(servers, dict) else {}
        return {**whole, self.key: left} if left else whole

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
    table = rf"^\[{key}\.{NAME}\][ \t]*\r?\n(?:[^\[#\r\n].*(?:\r?\n|$))*"
    value = {"command": place.mem, "args": list(ARGS)}
    return Lines(toml(path, lines, MARK), key, value, tomllib.loads, table)


def yaml_server(path: str, key: str, value: Mapping[str, object]) -> Piece:
    lines = [f"{name}: {json.dumps(held)}" for name, held in value.items()]
    mapping = rf"^([ \t]+){NAME}:[ \t]*\r?\n(?:\1[ \t]+.*(?:\r?\n|$))*"
    starting = {name: held for name, held in value.items() if name in ("command", "cmd", "args")}
    return Lines(YamlMap(path, key, {NAME: lines}, MARK), key, starting, yaml_meaning, mapping)


def _command_line(value: object) -> list[str]:
    if not isinstance(value, dict):
        return []
    command = value.get("command") or value.get("cmd") or []
    args = value.get("args") or []
    words = [command] if isinstance(command, str) else command
    return [str(word) for part in (words, args) if isinstance(part, list) for word in part]
