"""YAML 1.2 scalars: what an unquoted word means, and how a value is written so that it comes back."""

from __future__ import annotations

_WORDS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip

# Words that readers of older YAML take for something else are quoted, though 1.2 would not ask for it.
_OLD_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


_NUMBER_STARTS = frozenset("+-.0123456789")
_DIGITS = {8: frozenset("01234567"), 10: frozenset("0123456789"), 16: frozenset("0123456789abcdefABCDEF")}
_FLOAT_LETTERS = _DIGITS[10] | frozenset(".eE+-")
_BARE_SIGNS = frozenset("_ ./()@+-")


def meaning(word: str) -> str | int | float | bool | None:
    """Read a plain word by the core schema: `no`, dates and clock times are text."""
    if word in _WORDS:
        return _WORDS[word]
    if word[0] not in _NUMBER_STARTS:
        return word
    number = _number(word)
    return word if number is None else number


def _number(word: str) -> int | float | None:
    base = {"0o": 8, "0x": 16}.get(word[:2], 10)
    digits = word[2:] if base != 10 else word.removeprefix(word[0]) if word[0] in "+-" else word
    try:
        if digits and _DIGITS[base].issuperset(digits):
            return int(digits if base != 10 else word, base)
        if base == 10 and _FLOAT_LETTERS.issuperset(word):
            return float(word)
    except ValueError:  # not quite a number, or more digits than Python is willing to read
        return None
    if digits in (".inf", ".Inf", ".INF"):
        return float("-inf") if word[0] == "-" else float("inf")
    return float("nan") if word in (".nan", ".NaN", ".NAN") else None


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
    if _is_bare(text):
        return text
    return '"' + "".join(map(_escaped, text)) + '"'


def _is_bare(text: str) -> bool:
    """Tell whether a text needs no quotes, in any place and for any reader."""
    return (
        text[:1].isalpha()
        and text[-1] != " "
        and text.lower() not in _OLD_WORDS
        and all(letter.isalnum() or letter in _BARE_SIGNS for letter in text)
    )


def _escaped(letter: str) -> str:
    code = ord(letter)
    if letter in _SHORT:
        return _SHORT[letter]
    if code < 32 or 127 <= code <= 159 or code in (0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF) or 0xD800 <= code <= 0xDFFF:
        return f"\\u{code:04x}"
    return letter


def _float(value: float) -> str:
    if value != value:
        return ".nan"
    if value in (float("inf"), float("-inf")):
        return ".inf" if value > 0 else "-.inf"
    text = repr(value)
    return text if "." in text else text.replace("e", ".0e")
