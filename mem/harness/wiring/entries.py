"""Entries of ours in other people's JSON: put in as text, known by what they call, taken out without a trace."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mem.harness.wiring import jsonc, objects
from mem.harness.wiring.pieces import CannotEdit

OURS = re.compile(r"""(?:^|[\\/ "'])mem(?:\.exe)?["']? on [a-z-]+(?: --harness [\w-]+)?$""")


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of a list in a JSON file, as in `hooks.SessionStart`; ours are known by what they call."""

    path: tuple[str, ...]
    value: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Setting:
    """One member of an object in a JSON file, as in `hooksConfig.enabled`; put only where there is none."""

    path: tuple[str, ...]
    key: str
    value: object


@dataclass(frozen=True, slots=True)
class Json:
    """Entries of ours in a JSON file of somebody else's; `base` is what a new file holds besides."""

    path: str
    entries: Sequence[Entry] = ()
    settings: Sequence[Setting] = ()
    base: str = "{}\n"

    def is_in(self, text: str) -> bool:
        return _ours(self._read(text), []) is not None

    def put(self, text: str | None) -> str:
        text = objects.begun(text, self.base)
        kept = [entry for entry in self.entries if _holds(self._read(text), entry)]
        text = self._without_ours(text, [entry.value for entry in kept])
        for setting in self.settings:
            if jsonc.at_path(self._read(text), (*setting.path, setting.key)) is None:
                text, owner = self._owner(text, setting.path, {})
                text = jsonc.with_member(text, owner, setting.key, setting.value)
        for entry in self.entries:
            if entry not in kept:
                text, owner = self._owner(text, entry.path, [])
                text = jsonc.with_item(text, owner, entry.value)
        self._read(text)
        return text

    def take(self, text: str, original: str | None) -> str | None:
        if self._is_untouched(text, original):
            return original
        bare = self._without_ours(text, [])
        for setting in self.settings:
            bare = self._without_setting(bare, setting, original)
        bare = self._without_hollows(bare, original)
        return objects.restored(self.path, bare, original, self.base)

    def _read(self, text: str) -> jsonc.Node:
        return objects.read(self.path, text)

    def _is_untouched(self, text: str, original: str | None) -> bool:
        """Tell whether the file is just what putting our entries into the original made of it."""
        try:
            return self.put(original) == text
        except CannotEdit:
            return False

    def _owner(self, text: str, path: Sequence[str], empty: object) -> tuple[str, jsonc.Node]:
        """Find the list or object under a path, and make what is missing on the way."""
        for depth in range(1, len(path) + 1):
            here = self._read(text)
            if jsonc.at_path(here, path[:depth]) is None:
                above = jsonc.at_path(here, path[: depth - 1])
                if above is None or not above.is_object:
                    raise CannotEdit(self.path, f"`{'.'.join(path[: depth - 1]) or 'the document'}` is no object")
                text = jsonc.with_member(text, above, path[depth - 1], empty if depth == len(path) else {})
        owner = jsonc.at_path(self._read(text), path)
        if owner is None or type(owner.value) is not type(empty):
            wanted = "a list" if isinstance(empty, list) else "an object"
            raise CannotEdit(self.path, f"`{'.'.join(path) or 'the document'}` is not {wanted}")
        return text, owner

    def _without_ours(self, text: str, kept: Sequence[object]) -> str:
        """Take out the entries of ours that are not wanted any more, wherever they are."""
        wanted = list(kept)
        while True:
            found = _ours(self._read(text), list(wanted))
            if found is None:
                return text
            text = jsonc.without(text, *found)

    def _without_setting(self, text: str, setting: Setting, original: str | None) -> str:
        """Take a setting out if it was not there before; where nobody knows, it is the user's."""
        path = (*setting.path, setting.key)
        here = self._read(text)
        owner, member = jsonc.at_path(here, setting.path), jsonc.at_path(here, path)
        was_there = original is None or jsonc.at_path(self._read(objects.begun(original, self.base)), path) is not None
        if was_there or owner is None or member is None or member.value != setting.value:
            return text
        return jsonc.without(text, owner, member)

    def _without_hollows(self, text: str, original: str | None) -> str:
        """Take out the lists and objects that we made and that are empty now."""
        paths = {entry.path for entry in self.entries} | {setting.path for setting in self.settings}
        for path in sorted(paths, reverse=True):
            text = objects.without_hollows(self.path, text, path, objects.begun(original, self.base))
        return text


def is_ours(value: object) -> bool:
    """Tell whether an entry calls `mem on EVENT`, in whichever form, and nothing else."""
    if not isinstance(value, dict):
        return False
    inner = value.get("hooks")
    if isinstance(inner, list):
        return bool(inner) and all(map(is_ours, inner))
    words = value.get("args")
    command = next((value[key] for key in ("command", "bash") if isinstance(value.get(key), str)), "")
    if isinstance(words, list):
        command = " ".join([command, *map(str, words)])
    return bool(OURS.search(command))


def _holds(node: jsonc.Node, entry: Entry) -> bool:
    owner = jsonc.at_path(node, entry.path)
    return owner is not None and sum(item.value == entry.value for item in owner.items) == 1


def _ours(node: jsonc.Node, kept: list[object]) -> tuple[jsonc.Node, jsonc.Node] | None:
    """Find the first entry of ours that is not among those to keep, with the list it stands in."""
    for item in node.items:
        if is_ours(item.value):
            if item.value not in kept:
                return node, item
            kept.remove(item.value)
            continue
        found = _ours(item, kept)
        if found is not None:
            return found
    for member in node.members.values():
        found = _ours(member, kept)
        if found is not None:
            return found
    return None
