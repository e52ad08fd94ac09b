"""What a tool takes: the schema that clients read, and the check of what they send."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from mem.errors import UsageError

LARGEST = 2**53  # whole numbers beyond it are not exact in JSON


class Kind(StrEnum):
    """What an argument holds, by its name in JSON Schema."""

    TEXT = "string"
    WHOLE = "integer"
    NUMBER = "number"
    FLAG = "boolean"
    TEXTS = "array"


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a tool, as its schema tells it."""

    name: str
    kind: Kind
    description: str
    required: bool = False
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    default: object = None

    def schema(self) -> dict[str, object]:
        """Give the JSON Schema of this argument."""
        found: dict[str, object] = {"type": str(self.kind), "description": self.description}
        if self.kind is Kind.TEXTS:
            found["items"] = {"type": "string"}
        if self.choices:
            found["enum"] = list(self.choices)
        bounds = {"minimum": self.low, "maximum": self.high, "default": self.default}
        return found | {name: bound for name, bound in bounds.items() if bound is not None}


class UnknownArgument(UsageError):
    """A tool was given an argument that it does not take."""

    def __init__(self, tool: str, name: str, known: Sequence[str]) -> None:
        near = get_close_matches(name, known, 1)
        takes = ", ".join(known) or "none"
        super().__init__(
            f"unknown argument `{name}`", help=f"did you mean `{near[0]}`?" if near else f"{tool} takes: {takes}"
        )


class MissingArgument(UsageError):
    """A tool was not given what it cannot do without."""

    def __init__(self, tool: str, argument: Argument) -> None:
        super().__init__(f"missing argument: {argument.name}", help=f"{tool} needs it: {argument.description}")


class BadArgument(UsageError):
    """An argument holds something that it cannot hold."""

    def __init__(self, argument: Argument, value: object) -> None:
        shown = str(value) if len(str(value)) <= 60 else f"{str(value)[:60]}…"
        super().__init__(f"{argument.name}: `{shown}` will not do", help=_expected(argument))


class Given:
    """The checked arguments of one call, asked for by kind; what was not given is empty or the default."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = values

    def has(self, name: str) -> bool:
        return name in self._values

    def text(self, name: str) -> str:
        value = self._values.get(name)
        return value if isinstance(value, str) else ""

    def text_or_none(self, name: str) -> str | None:
        return self.text(name) if self.has(name) else None

    def whole(self, name: str, default: int) -> int:
        value = self._values.get(name, default)
        return value if isinstance(value, int) else default

    def number(self, name: str, default: float) -> float:
        value = self._values.get(name, default)
        return float(value) if isinstance(value, (int, float)) else default

    def flag(self, name: str) -> bool:
        return self._values.get(name) is True

    def texts(self, name: str) -> tuple[str, ...]:
        value = self._values.get(name, ())
        return _split(value) if isinstance(value, str) else value if isinstance(value, tuple) else ()

    def renamed(self, names: Mapping[str, str]) -> Given:
        """Give the same values under other names."""
        return Given({names.get(name, name): value for name, value in self._values.items()})

    def besides(self, **values: object) -> Given:
        """Give the same values and some more."""
        return Given({**self._values, **values})


def schema_of(arguments: Sequence[Argument]) -> dict[str, object]:
    """Give the JSON Schema of all that a tool takes."""
    found: dict[str, object] = {
        "type": "object",
        "properties": {argument.name: argument.schema() for argument in arguments},
        "additionalProperties": False,
    }
    required = [argument.name for argument in arguments if argument.required]
    return found | ({"required": required} if required else {})


def checked(tool: str, arguments: Sequence[Argument], sent: Mapping[str, object]) -> Given:
    """Check what a client sent against what the tool takes; null is the same as not given."""
    known = {argument.name: argument for argument in arguments}
    values: dict[str, object] = {}
    for name, value in sent.items():
        if name not in known:
            raise UnknownArgument(tool, name, list(known))
        if value is not None:
            values[name] = _read(known[name], value)
    for argument in arguments:
        if argument.required and argument.name not in values:
            raise MissingArgument(tool, argument)
    return Given(values)


def _read(argument: Argument, value: object) -> object:
    """Read a value as its kind; models also send numbers in quotes and one text for a list, and mean it."""
    read = _READERS[argument.kind](value)
    if read is None or not _is_within(argument, read):
        raise BadArgument(argument, value)
    return read


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else {"true": True, "false": False}.get(str(value))


def _text(value: object) -> str | None:
    return str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else None


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    try:
        return value if isinstance(value, int) else float(value)
    except ValueError:
        return None


def _whole(value: object) -> int | None:
    number = _number(value)
    return int(number) if number is not None and abs(number) < LARGEST and number == int(number) else None


def _texts(value: object) -> tuple[str, ...] | None:
    if isinstance(value, str):
        return _split(value)
    is_list = isinstance(value, list) and all(isinstance(item, str) for item in value)
    return _split(" ".join(value)) if isinstance(value, list) and is_list else None


_READERS: Mapping[Kind, Callable[[object], object]] = {
    Kind.TEXT: _text,
    Kind.WHOLE: _whole,
    Kind.NUMBER: _number,
    Kind.FLAG: _flag,
    Kind.TEXTS: _texts,
}


def _split(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.replace(",", " ").split()))


def _is_within(argument: Argument, value: object) -> bool:
    if argument.choices and value not in argument.choices:
        return False
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return True
    return (argument.low is None or argument.low <= value) and (argument.high is None or value <= argument.high)


def _expected(argument: Argument) -> str:
    if argument.choices:
        return f"one of: {', '.join(argument.choices)}"
    kinds = {
        Kind.TEXT: "text",
        Kind.WHOLE: "a whole number",
        Kind.NUMBER: "a number",
        Kind.FLAG: "true or false",
        Kind.TEXTS: "a list of text",
    }
    bounds = f" from {argument.low:g} to {argument.high:g}" if None not in (argument.low, argument.high) else ""
    return f"{argument.name} is {kinds[argument.kind]}{bounds}"
