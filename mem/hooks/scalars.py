"""YAML 1.2 scalars: what an unquoted word means, and how a value is written so that it comes back."""

from __future__ import annotations

import re

_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_INFINITE = re.compile(r"([-+]?)\.(?:inf|Inf|INF)")
_WORDS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip

# Words that readers of older YAML take for something else are quoted, though 1.2 would not ask for it.
_OLD_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))
_BARE = re.compile(r"[^\W\d_](?:[\w ./()@+-]*[\w./()@+-])?")
_ESCAPED = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]')
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def meaning(word: str) -> str | int | float | bool | None:
    """Read a plain word by the core schema: `no`, dates and clock times are text."""
    if word in _WORDS:
        return _WORDS[word]
    if not (word[0] in "+-." or word[0].isdigit()):
        return word
    if _INTEGER.fullmatch(word):
        return _integer(word)
    if _FLOAT.fullmatch(word):
        return float(word)
    infinite = _INFINITE.fullmatch(word)
    if infinite:
        return float(infinite[1] + "inf")
    return float("nan") if word in (".nan", ".NaN", ".NAN") else word


def _integer(word: str) -> int | str:
    try:
        return int(word, {"0o": 8, "0x": 16}.get(word[:2], 10))
    except ValueError:  # more digits than Python is willing to read
        return word


def inline(value: object) -> str:
    """Write a value on one line, so that YAML 1.2 and older readers give it back unchanged."""
    if isinstance(value, str):
        return _text(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, list):
        return "[" + ", ".join(inline(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{inline(key)}: {inline(item)}" for key, item in value.items()) + "}"
    return str(value)


def _text(text: str) -> str:
    if _BARE.fullmatch(text) and text.lower() not in _OLD_WORDS:
        return text
    return '"' + _ESCAPED.sub(_escape, text) + '"'


def _escape(found: re.Match[str]) -> str:
    letter = found[0]
    return _SHORT.get(letter) or f"\\u{ord(letter):04x}"


def _float(value: float) -> str:
    if value != value:
        return ".nan"
    if value in (float("inf"), float("-inf")):
        return ".inf" if value > 0 else "-.inf"
    text = repr(value)
    return text if "." in text else text.replace("e", ".0e")
