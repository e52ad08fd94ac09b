"""JSON in and out for the hot lane: the C parts of the standard library without the rest, which imports `re`."""

from __future__ import annotations

try:
    from _json import encode_basestring_ascii as _quoted
    from _json import make_scanner

    HAS_C_PARTS = True
except ImportError:  # another interpreter
    HAS_C_PARTS = False

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

WORDS = {True: "true", False: "false", None: "null"}
_BLANKS = " \t\n\r"


class _Plain:
    """What the scanner asks its decoder for."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo: dict[str, str] = {}  # noqa: RUF012  # the scanner fills one of its own


def read(text: str) -> object:
    """Give the one document in `text`; None where there is none, or more than one, or half of one."""
    bare = text.strip(_BLANKS + "\ufeff")
    if not bare:
        return None
    if not HAS_C_PARTS:
        return _slowly(bare)
    try:
        found, end = make_scanner(_Plain)(bare, 0)  # type: ignore[arg-type]  # it only reads these attributes
    except (StopIteration, ValueError, RecursionError, SystemError):
        # SystemError: the scanner looks for its exception in `json.decoder`, which nobody has imported.
        return None
    return found if end == len(bare) else None


def write(document: Mapping[str, object]) -> str:
    """Write one document on one line, in ASCII."""
    return _value(document)


def _value(value: object) -> str:
    if isinstance(value, str):
        return _text(value)
    if value is None or isinstance(value, bool):
        return WORDS[value]
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(str(key))}: {_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    return repr(value)


def _text(text: str) -> str:
    if not HAS_C_PARTS:
        import json

        return json.dumps(text)
    return _quoted(text)


def _slowly(text: str) -> object:
    import json

    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
