"""Answers that fit: a model reads a page, is told how much there is, and how to turn it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

ROOM = 8_000  # characters of one answer, unless a whole fact is asked for
FULL_ROOM = 40_000  # characters of a body when it is
SPARE = 400  # for the counts and the next step that are added last
VALUE = 300  # characters of one value in a table

Row = dict[str, object]


def text_of(answer: Mapping[str, object]) -> str:
    """Give an answer as the text that a model reads."""
    return json.dumps(answer, ensure_ascii=False, separators=(", ", ": "))


def fitting(rows: Sequence[Row], room: int = ROOM - SPARE) -> list[Row]:
    """Give the rows that fit, in order, and the first in any case; each value is cut to a length."""
    kept: list[Row] = []
    for row in rows:
        short = {name: cut(value) for name, value in row.items() if value not in ("", None)}
        room -= len(text_of(short)) + 2
        if room < 0 and kept:
            break
        kept.append(short)
    return kept


def cut(value: object, length: int = VALUE) -> object:
    """Cut a text, with a mark that says so."""
    if not isinstance(value, str) or len(value) <= length:
        return value
    return f"{value[:length]}… ({len(value)} characters)"


def page(name: str, rows: Sequence[Row], *, offset: int, total: int, room: int = ROOM - SPARE) -> Row:
    """Give one page of rows, how many there are in all, and where the next page begins."""
    kept = fitting(rows, room)
    answer: Row = {name: kept, "total": total, "shown": len(kept)}
    if offset:
        answer["offset"] = offset
    following = offset + len(kept)
    if kept and following < total:
        answer |= {
            "next_offset": following,
            "help": [f"the same call with offset {following} shows more of the {total}"],
        }
    return answer
