"""A plain `mem add`: flags and their values, read by hand. What it does with them is what the full lane does."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    Said = dict[str, Any]

NOT_MINE = None
TEXTS = frozenset(
    ("--type", "--title", "--body", "--body-file", "--abstract", "--scope", "--subject", "--predicate", "--tags",
     "--basis", "--valid-from", "--valid-to", "--verified", "--source", "--agent", "--pin", "--supersedes", "--key")
)  # fmt: skip
NUMBERS = {"--priority": int, "--confidence": float}


def add(argv: Sequence[str], environ: Mapping[str, str]) -> int | None:
    """Carry out `mem add argv`, and give the exit status; None when the full lane has to."""
    said = plain(argv)
    if said is None:
        return NOT_MINE
    # Loaded only now, for these take longer than all of the above.
    from mem.cli.finishing import finished
    from mem.cli.remembering import remember
    from mem.cli.session import FORMATS, Session

    format = said.pop("format", None)
    if format is not None and format not in FORMATS:
        return NOT_MINE
    session = Session(environ, format)
    return finished(session, lambda: remember(session, **said))


def plain(argv: Sequence[str]) -> Said | None:
    """Read flags and values; None for anything that is not plain, or that the full lane refuses."""
    said: Said = {}
    waiting = list(argv)
    while waiting:
        flag, equals, value = waiting.pop(0).partition("=")
        if flag == "--force" and not equals:
            said["force"] = True
            continue
        if not equals:
            value = waiting.pop(0) if waiting else "--"
            if value.startswith("-") and value != "-":
                return NOT_MINE
        if flag in NUMBERS:
            if not _is_number(value, has_point=flag == "--confidence"):
                return NOT_MINE
            said[_name(flag)] = NUMBERS[flag](value)
        elif flag in TEXTS or flag == "--format":
            said[_name(flag)] = value
        else:
            return NOT_MINE
    return said if said.get("type") and said.get("title") else NOT_MINE


def _name(flag: str) -> str:
    return flag[2:].replace("-", "_")


def _is_number(text: str, *, has_point: bool) -> bool:
    digits = text.replace(".", "", 1) if has_point else text
    return digits.isascii() and digits.isdigit() and len(digits) < 10
