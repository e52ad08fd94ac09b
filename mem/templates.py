"""The files that are handed out: beside the package in a checkout, inside it once installed."""

from __future__ import annotations

from pathlib import Path

BEGIN, END = "begin, written by `mem install`", "end"
"""What stands, behind a name and a colon, around lines of ours in other people's files."""

_PACKAGE = Path(__file__).parent
_PLACES = (_PACKAGE / "_templates", _PACKAGE.parent / "templates")


def place_of(name: str) -> Path:
    """Give where a template lies, as in `skill/SKILL.md`."""
    return next((place / name for place in _PLACES if (place / name).exists()), _PLACES[0] / name)


def template(name: str) -> str:
    """Give a template's text."""
    return place_of(name).read_text("utf-8")
