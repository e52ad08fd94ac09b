"""Two versions of one fact side by side: what somebody did, and which fields that changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import NamedTuple

from mem.facts.fact import Fact

_KEPT_BY_THE_PROGRAM = frozenset({"id", "version", "updated_at", "tx_at", "created"})
_LONGEST = 60  # characters of one value that are shown


class Difference(NamedTuple):
    """One field with what it said before and after; nothing said is the empty text."""

    field: str
    old: str
    new: str

    def __str__(self) -> str:
        if self.field == "body":
            return f"body: {self.new}"
        return f"{self.field}: {_short(self.old)} → {_short(self.new)}"


def act(old: Fact | None, new: Fact) -> str:
    """Name what made a version of the one before it."""
    if old is None:
        return "revised" if new.supersedes else "added"
    if new.disowned_at and not old.disowned_at:
        return "disowned"
    if new.retracted_at and not old.retracted_at:
        return "forgotten"
    if (old.retracted_at or old.disowned_at) and not (new.retracted_at or new.disowned_at):
        return "restored"
    if set(new.supersedes) - set(old.supersedes):
        return "merged"
    return "updated" if new.updated_at != old.updated_at else "edited"


def differences(old: Fact, new: Fact) -> list[Difference]:
    """Give the fields that differ, in the order of the format; of a body, how many lines came and went."""
    found: list[Difference] = []
    for field in fields(Fact):
        if field.name in _KEPT_BY_THE_PROGRAM or field.name == "extra":
            continue
        before, after = getattr(old, field.name), getattr(new, field.name)
        if before == after:
            continue
        if field.name == "body":
            found.append(Difference("body", "", _lines_changed(str(before), str(after))))
        else:
            found.append(Difference(field.name, _text(before), _text(after)))
    return found + _extras(old.extra, new.extra)


def _extras(old: Mapping[str, object], new: Mapping[str, object]) -> list[Difference]:
    names = dict.fromkeys((*old, *new))
    changed = [name for name in names if old.get(name) != new.get(name)]
    return [Difference(name, _text(old.get(name)), _text(new.get(name))) for name in changed]


def _lines_changed(before: str, after: str) -> str:
    """Say how many lines were put in and taken out."""
    from difflib import SequenceMatcher

    came = went = 0
    for tag, start, end, first, last in SequenceMatcher(None, before.split("\n"), after.split("\n")).get_opcodes():
        if tag != "equal":
            went += end - start if before else 0
            came += last - first if after else 0
    return f"{came} {_lines(came)} added, {went} removed"


def _lines(count: int) -> str:
    return "line" if count == 1 else "lines"


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, float):
        return f"{value:g}"
    return value if isinstance(value, str) else str(value)


def _short(text: str) -> str:
    line = " ".join(text.split())
    if not line:
        return "none"
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
