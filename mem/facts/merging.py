"""One file changed on two machines: its last common state and both sides made into one text, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mem.errors import MemError
from mem.facts import document
from mem.facts.fact import Fact
from mem.facts.fences import split, tidy
from mem.facts.fields import KINDS, Kind, Raw, Value
from mem.facts.frontmatter import read_block
from mem.facts.instant import FIRST, Instant, later
from mem.facts.reading import understood
from mem.facts.splice import BODY, edit
from mem.facts.weaving import woven

CLAIMS = frozenset({"title", "abstract", BODY})
"""What a fact says in words: where both sides changed one of these, a person should look."""

_ENDINGS = frozenset({"retracted_at", "disowned_at"})
_NUMBERING = frozenset({"version", "updated_at"})
_WHOLE_FILE = "file"


class _Unwritable(Exception):
    """A value that cannot be put into the other side's text."""


@dataclass(frozen=True, slots=True)
class Yielded:
    """What both sides changed: the value that stays, and the one that from now on is in history only."""

    field: str
    kept: str
    gave_way: str


@dataclass(frozen=True, slots=True)
class Merged:
    """The merged file; `contested`: words of one side gave way, `forgotten_edit`: one side had forgotten it."""

    data: bytes
    yielded: tuple[Yielded, ...] = ()
    forgotten_edit: bool = False

    @property
    def contested(self) -> bool:
        return any(item.field in CLAIMS or item.field == _WHOLE_FILE for item in self.yielded)


@dataclass(frozen=True, slots=True)
class _Side:
    """One side as read: its text, its fields as they stand there, its body, and when it was last written."""

    text: str
    fact: Fact
    fields: Mapping[str, Raw]

    @property
    def written_at(self) -> Instant:
        return self.fact.updated_at or self.fact.tx_at or self.fact.created or FIRST

    @property
    def rank(self) -> tuple[Instant, str]:
        return (self.written_at, self.text)


def merge(base: bytes | None, ours: bytes, theirs: bytes, path: str) -> Merged:
    """Merge a fact file; `base` is the last state both had, if any. Which side is ours changes nothing."""
    if ours == theirs or base == theirs:
        return Merged(ours)
    if base == ours:
        return Merged(theirs)
    sides = [side for side in (_read(ours, path), _read(theirs, path)) if side is not None]
    if len(sides) < 2:
        return _whole(sides[0].text.encode() if sides else max(ours, theirs), ours, theirs)
    early, late = sorted(sides, key=lambda side: side.rank)
    before = _read(base, path) if base is not None else None
    try:
        merged = _by_field(before, early, late)
    except (MemError, _Unwritable):
        merged = None
    if merged is None or document.read(merged.data, path).fact is None:
        return _whole(late.text.encode(), ours, theirs)
    return merged


def _read(data: bytes, path: str) -> _Side | None:
    found = document.read(data, path)
    parts = split(found.text)
    if found.fact is None or parts is None:
        return None
    block = read_block(parts.block.replace("\r\n", "\n"), path)
    return _Side(found.text, found.fact, {key: field.value for key, field in block.fields.items()})


def _whole(kept: bytes, ours: bytes, theirs: bytes) -> Merged:
    """Take one side as it is; the other stays in history."""
    other = theirs if kept == ours else ours
    return Merged(kept, (Yielded(_WHOLE_FILE, kept.decode("utf-8", "replace"), other.decode("utf-8", "replace")),))


def _by_field(before: _Side | None, early: _Side, late: _Side) -> Merged:
    base = before.fields if before else {}
    changes: dict[str, Value | None] = {}
    yielded: list[Yielded] = []
    for key in dict.fromkeys((*late.fields, *early.fields)):
        if key in _NUMBERING:
            continue
        value, other = _settled(key, base.get(key), early, late)
        if other is not None:
            yielded.append(Yielded(key, str(value or ""), str(other)))
        if not _is_same(key, value, late.fields.get(key)):
            changes[key] = None if value is None else _writable(key, value)
    changes |= _numbered(early.fact, late.fact)
    body, other = _body(before.fact.body if before else None, early, late)
    if other is not None:
        yielded.append(Yielded(BODY, body, other))
    changes[BODY] = body
    return Merged(edit(late.text, changes).encode(), tuple(yielded), _is_forgotten_edit(before, early, late))


def _settled(key: str, base: Raw | None, early: _Side, late: _Side) -> tuple[Raw | None, Raw | None]:
    """Give the value that stays, and the one that gives way to it, if both sides changed it."""
    one, other = early.fields.get(key), late.fields.get(key)
    if _is_same(key, one, other) or _is_same(key, one, base):
        return other, None
    if _is_same(key, other, base):
        return one, None
    if KINDS.get(key) is Kind.LIST or (key not in KINDS and isinstance(one, list) and isinstance(other, list)):
        return list(_united(_items(key, base), _items(key, one), _items(key, other))), None
    if key in _ENDINGS:
        return min((end for end in (one, other) if end), key=lambda end: str(understood(key, end) or end)), None
    if key == "retracted_by":
        return (one, None) if _ended_first(early.fact, late.fact) else (other, None)
    if early.written_at == late.written_at:
        one, other = sorted((one, other), key=lambda value: _size(key, value))
    return other, one


def _united(base: tuple[str, ...], one: tuple[str, ...], other: tuple[str, ...]) -> list[str]:
    """Give a set in the order of the later side: what either side added is in, what either took out is not."""
    removed = {item for item in base if item not in one or item not in other}
    return [item for item in dict.fromkeys((*other, *one)) if item not in removed]


def _items(key: str, raw: Raw | None) -> tuple[str, ...]:
    if raw is None:
        return ()
    found = understood(key, raw) if key in KINDS else raw
    if not isinstance(found, tuple | list) or not all(isinstance(item, str) for item in found):
        raise _Unwritable(key)
    return tuple(str(item) for item in found)


def _numbered(early: Fact, late: Fact) -> dict[str, Value | None]:
    """The merged version comes after both."""
    times = [fact.updated_at for fact in (early, late) if fact.updated_at]
    changes: dict[str, Value | None] = {"version": max(early.version, late.version) + 1}
    if times:
        changes["updated_at"] = later(max(times))
    return changes


def _body(base: str | None, early: _Side, late: _Side) -> tuple[str, str | None]:
    one, other = tidy(early.fact.body), tidy(late.fact.body)
    if one in (other, base):
        return other, None
    if other == base:
        return one, None
    both = woven(f"{base}\n", f"{one}\n", f"{other}\n") if base and one and other else None
    if both is not None:
        return tidy(both), None
    if early.written_at == late.written_at:
        one, other = sorted((one, other))
    return other, one


def _is_forgotten_edit(before: _Side | None, early: _Side, late: _Side) -> bool:
    """Tell whether one side forgot what the other went on to edit."""
    for forgot, edited in ((early, late), (late, early)):
        is_news = before is None or before.fact.retracted_at is None
        if is_news and forgot.fact.retracted_at and not edited.fact.retracted_at:
            return True
    return False


def _ended_first(one: Fact, other: Fact) -> bool:
    return (one.retracted_at or FIRST) < (other.retracted_at or FIRST)


def _is_same(key: str, one: Raw | None, other: Raw | None) -> bool:
    if one is None or other is None or one == other:
        return one == other
    meaning = understood(key, one)
    return key in KINDS and meaning is not None and meaning == understood(key, other)


def _size(key: str, raw: Raw | None) -> tuple[bool, bool, float, str]:
    """Order values whatever they are: nothing before something, numbers by size, all else as text."""
    meaning = None if raw is None else understood(key, raw)
    is_number = isinstance(meaning, int | float)
    return (raw is not None, is_number, float(meaning) if isinstance(meaning, int | float) else 0.0, str(raw))


def _writable(key: str, raw: Raw) -> Value:
    meaning = understood(key, raw) if KINDS.get(key) in (Kind.WHOLE, Kind.SHARE, Kind.LIST) else raw
    if isinstance(meaning, str | int | float):
        return meaning
    if isinstance(meaning, tuple | list) and all(isinstance(item, str) for item in meaning):
        return [str(item) for item in meaning]
    raise _Unwritable(key)
