"""A JSON file of somebody else's, with an object in it: read, left as it was found, or refused by name."""

from __future__ import annotations

from collections.abc import Sequence

from mem.harness.wiring import jsonc
from mem.harness.wiring.pieces import CannotEdit

BLANK = "\ufeff \t\r\n"


def begun(text: str | None, base: str) -> str:
    """Give what to write into: the file as it is, or `base` where there is nothing in it."""
    return text if text and text.strip(BLANK) else base


def read(path: str, text: str) -> jsonc.Node:
    """Read the object; raises `CannotEdit`, which names the file, for anything else."""
    try:
        node = jsonc.parse(text)
    except jsonc.BadJson as error:
        raise CannotEdit(path, error.message) from error
    if not node.is_object:
        raise CannotEdit(path, "it holds no object")
    return node


def without_hollows(path: str, text: str, keys: Sequence[str], original: str) -> str:
    """Take out, from the inside, the lists and objects along `keys` that are empty now and were not in the original."""
    old = read(path, original)
    for depth in range(len(keys), 0, -1):
        here = read(path, text)
        node, owner = jsonc.at_path(here, keys[:depth]), jsonc.at_path(here, keys[: depth - 1])
        was_there = jsonc.at_path(old, keys[:depth]) is not None
        if node is None or owner is None or was_there or not jsonc.is_empty(node.value):
            break
        text = jsonc.without(text, owner, node)
    return text


def restored(path: str, bare: str, original: str | None, base: str) -> str | None:
    """Give the original where nothing else was changed; None where there was no file and nothing is left."""
    if read(path, bare).value == read(path, begun(original, base)).value:
        return original
    return bare
