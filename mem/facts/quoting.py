"""Values to YAML that every reader, of 1.1 or 1.2, takes for the same text; never wrapped, escaped only at need."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mem.facts.fields import Raw

UNPRINTABLE = "\x01-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff"
"""What YAML refuses or takes for a line end, as the inside of a character class; tab and newline are not among them."""

_INDICATORS = "-?:,[]{}#&*!|>'\"%@`"
_BREAKS_PLAIN = re.compile(rf":(?:\s|\Z)|\s#|[\t\n{UNPRINTABLE}]")
_BREAKS_IN_LIST = re.compile(r"[,\[\]{}:?]")  # one reader takes `why?` in a list for a key
_OTHER_TYPE = re.compile(
    r"""
    ~ | null | y | n | yes | no | on | off | true | false | = | <<
    | \.{3}.*
    | [-+]? [0-9][0-9_,]*                                             # whole
    | [-+]? 0 (?: b[01_]+ | o?[0-7_]+ | x[0-9a-f_]+ )
    | [-+]? (?: \.[0-9_]+ | [0-9][0-9_]*(?:\.[0-9_]*)? ) (?: e[-+]?[0-9_]* )?
    | [-+]? [0-9][0-9_]* (?: :[0-5]?[0-9] )+ (?: \.[0-9_]* )?         # 10:00 counts to sixty
    | [-+]? \.(?: inf | nan )
    | \d{4}-\d{1,2}-\d{1,2} (?: [t\ ].* )?                            # a date
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII | re.DOTALL,
)
_ESCAPED = re.compile(rf'[\\"\t\n{UNPRINTABLE}]')
_SHORT = {"\\": "\\\\", '"': '\\"', "\t": "\\t", "\n": "\\n", "\r": "\\r"}


def scalar(text: str) -> str:
    """Write a text, in quotes when a reader could take it for something else."""
    return text if _is_plain(text) else quoted(text)


def quoted(text: str) -> str:
    """Write a text in double quotes."""
    return '"' + _ESCAPED.sub(_escape, text) + '"'


def flow(value: Raw | Sequence[str]) -> str:
    """Write a list or a group of fields on one line."""
    if isinstance(value, str):
        return value if _is_plain(value) and not _BREAKS_IN_LIST.search(value) else quoted(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{flow(key)}: {flow(item)}" for key, item in value.items()) + "}"
    return "[" + ", ".join(flow(item) for item in value) + "]"


def decimal(number: float) -> str:
    """Write a number so that YAML reads it as one, whatever its size."""
    text = repr(float(number))
    return text.replace("e", ".0e") if "e" in text and "." not in text else text


def _is_plain(text: str) -> bool:
    if not text or text[0] in _INDICATORS or text != text.strip():
        return False
    return not _BREAKS_PLAIN.search(text) and not _OTHER_TYPE.fullmatch(text)


def _escape(found: re.Match[str]) -> str:
    sign = found.group()
    if sign in _SHORT:
        return _SHORT[sign]
    code = ord(sign)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
