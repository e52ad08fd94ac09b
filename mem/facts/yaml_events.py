"""YAML events to texts with their places; whatever is more than text is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import yaml
from yaml.events import (
    AliasEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
)

from mem.facts.fields import TEXTS, Raw
from mem.facts.frontmatter import Field

DEPTH = 20

_NO_TEXT = re.compile("[\x00\ud800-\udfff]")
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Refused(Exception):
    """A block that is no plain fields; `line` and `column` count from 0 within it."""

    def __init__(self, code: str, message: str, line: int = 0, column: int = 0, *, help: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.line = line
        self.column = column
        self.help = help


class Composer:
    """One pass over the events of a block."""

    def __init__(self, text: str, masks: Mapping[str, str]) -> None:
        """Take the text and the signs to be read for those that stand in for them."""
        self._lines = text.split("\n")
        self._events: Iterator[Event] = iter(yaml.parse(text, Loader=_LOADER))
        self._unmask = str.maketrans(dict(masks))
        self._margin = 0
        self._end = (0, 0)  # line and column after the last thing read

    def fields(self) -> dict[str, Field]:
        """Give the fields of the block in their order."""
        next(self._events)
        if isinstance(next(self._events), StreamEndEvent):
            return {}
        root = next(self._events)
        if not isinstance(root, MappingStartEvent):
            raise _refused(root, "this is no field", help="write `name: value` on a line of its own")
        self._margin = _start(root)[1]
        fields = {key: self._field(key, name, value) for key, name, value in self._pairs(root)}
        next(self._events)
        end = next(self._events)
        if not isinstance(end, StreamEndEvent):
            raise _refused(end, "the fields end here for YAML, and others follow", help="delete the line above")
        return fields

    def _field(self, key: str, name: Event, start: Event) -> Field:
        value = self._value(start, 2)
        if key in TEXTS and isinstance(value, str) and isinstance(start, ScalarEvent) and start.style in ("|", ">"):
            value = " ".join(value.split())  # these fields are one line, however they are folded
        first, (last, stop) = _start(name)[0], self._end
        colon = self._lines[first].find(":", _end(name)[1]) + 1
        line, column = _start(start)
        if not _is_compact(start):
            stop = len(self._lines[last])
        return Field(value, first, last + 1, colon, column if line == first else colon, stop)

    def _pairs(self, start: Event) -> Iterator[tuple[str, Event, Event]]:
        """Give the name and the first event of each value; the value is to be read before the next is asked for."""
        _check(start)
        seen: dict[str, int] = {}
        while not isinstance(event := next(self._events), MappingEndEvent):
            if not isinstance(event, ScalarEvent):
                raise _refused(event, "a name is text, not a list or a group of fields")
            key, (line, column) = self._text(event), _start(event)
            if key in seen:
                raise Refused(
                    "fact-duplicate-key", f"`{key}` is given twice, on lines {seen[key] + 2} and {line + 2}",
                    line, column, help="keep one of the two",
                )  # fmt: skip
            seen[key] = line
            yield key, event, next(self._events)
        if _is_compact(start):
            self._end = _end(event)

    def _value(self, event: Event, depth: int) -> Raw:
        if isinstance(event, ScalarEvent):
            return self._text(event)
        if depth > DEPTH:
            raise _refused(event, f"values are nested deeper than {DEPTH}")
        if isinstance(event, MappingStartEvent):
            return {key: self._value(value, depth + 1) for key, _, value in self._pairs(event)}
        _check(event)
        items: list[Raw] = []
        while not isinstance(item := next(self._events), SequenceEndEvent):
            items.append(self._value(item, depth + 1))
        if _is_compact(event):
            self._end = _end(item)
        return items

    def _text(self, event: ScalarEvent) -> str:
        _check(event)
        self._end = _end(event)
        if event.style in ("|", ">"):
            last = self._last_line_of_block(_start(event)[0])
            self._end = last, len(self._lines[last])
        text = event.value.translate(self._unmask)
        if _NO_TEXT.search(text):
            raise _refused(event, "an escape here stands for no sign of any text")
        return text

    def _last_line_of_block(self, line: int) -> int:
        """Find where a text that is set off by indentation ends, without the blank lines after it."""
        last = line
        for number in range(line + 1, len(self._lines)):
            text = self._lines[number].lstrip(" ")
            if text and len(self._lines[number]) - len(text) <= self._margin:
                break
            if text:
                last = number
        return last


def _check(event: Event) -> None:
    """Refuse all that would make a value depend on anything but its own text."""
    if isinstance(event, AliasEvent):
        raise _refused(event, "a `*` here repeats another value", help="put the text in quotes, or write it out")
    if getattr(event, "anchor", None) is not None:
        raise _refused(event, "an `&` here names a value to repeat it", help="put the text in quotes")
    if getattr(event, "tag", None) is not None:
        raise _refused(event, "a `!` here asks for a type", help="put the text in quotes")


def _is_compact(event: Event) -> bool:
    """Tell a value in brackets or quotes, which ends where it says, from one that ends where its indentation does."""
    if isinstance(event, ScalarEvent):
        return event.style not in ("|", ">")
    return bool(getattr(event, "flow_style", False))


def _refused(event: Event, message: str, *, help: str | None = None) -> Refused:
    return Refused("fact-yaml", message, *_start(event), help=help)


def _start(event: Event) -> tuple[int, int]:
    return (event.start_mark.line, event.start_mark.column) if event.start_mark else (0, 0)


def _end(event: Event) -> tuple[int, int]:
    return (event.end_mark.line, event.end_mark.column) if event.end_mark else (0, 0)
