"""A command's own words: which options it takes, read by hand because argparse costs as much as the work."""

from __future__ import annotations

from mem.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from mem.cli.memhooks import Call


class BadOption(UsageError):
    """An option that is unknown, lacks its value or has one it may not have."""


class Option:
    """One `--option`; a `metavar` makes it take a value, `many` lets it come again."""

    __slots__ = ("choices", "help", "many", "metavar", "name")

    def __init__(
        self, name: str, help: str, metavar: str = "", *, many: bool = False, choices: Sequence[str] = ()
    ) -> None:
        self.name = name
        self.help = help
        self.metavar = metavar
        self.many = many
        self.choices = choices

    @property
    def form(self) -> str:
        value = "|".join(self.choices) or self.metavar
        return f"{self.name} {value}" if value else self.name


class Given:
    """What a call gave: values by option, and the words that belong to none."""

    __slots__ = ("_values", "words")

    def __init__(self, values: Mapping[str, list[str]], words: Sequence[str]) -> None:
        self._values = values
        self.words = list(words)

    def has(self, name: str) -> bool:
        return name in self._values

    def one(self, name: str) -> str | None:
        return self._values[name][-1] if name in self._values else None

    def many(self, name: str) -> list[str]:
        return self._values.get(name, [])


class Command:
    """A command: what it does, the words and options it takes, and the function that does it."""

    __slots__ = ("example", "help", "options", "run", "words")

    def __init__(
        self,
        help: str,
        run: Callable[[Call, Given], int],
        *,
        words: str = "",
        options: Sequence[Option] = (),
        example: str,
    ) -> None:
        self.help = help
        self.run = run
        self.words = words
        self.options = options
        self.example = example

    def usage(self, name: str) -> str:
        """Write the help of a command."""
        forms = [f"[{option.form}]" + ("..." if option.many else "") for option in self.options]
        lines = [" ".join([f"Usage: {name}", *([self.words] if self.words else []), *forms]), "", self.help, ""]
        width = max((len(option.form) for option in self.options), default=0) + 2
        lines += [f"  {option.form:<{width}}{option.help}" for option in self.options]
        return "\n".join([*lines, *([""] if self.options else []), f"Example: {self.example}", ""])

    def parse(self, arguments: Sequence[str]) -> Given:
        """Sort the arguments. What follows an option is its value, whatever it looks like; `--` ends the options."""
        values: dict[str, list[str]] = {}
        words: list[str] = []
        waiting = list(reversed(arguments))
        while waiting:
            argument = waiting.pop()
            if argument == "--":
                words += reversed(waiting)
                break
            if not argument.startswith("-") or argument == "-":
                words.append(argument)
                continue
            name, equals, value = argument.partition("=")
            option = self._option(name)
            values.setdefault(option.name, []).append(_value(option, equals, value, waiting))
        if len(words) > 1 and not self.words.endswith("..."):
            raise BadOption(f"unexpected argument `{words[1]}`", help="see --help")
        if words and not self.words:
            raise BadOption(f"unexpected argument `{words[0]}`", help="see --help")
        return Given(values, words)

    def _option(self, name: str) -> Option:
        for option in self.options:
            if option.name == name:
                return option
        from difflib import get_close_matches

        near = get_close_matches(name, [option.name for option in self.options], 1)
        raise BadOption(f"unknown option `{name}`", help=f"did you mean `{near[0]}`?" if near else "see --help")


def _value(option: Option, equals: str, value: str, waiting: list[str]) -> str:
    if not option.metavar and not option.choices:
        if equals:
            raise BadOption(f"{option.name} takes no value")
        return ""
    if not equals and not waiting:
        raise BadOption(f"{option.name} needs a value", help=f"{option.form}")
    value = value if equals else waiting.pop()
    if option.choices and value not in option.choices:
        raise BadOption(f"{option.name}: `{value}` is not known", help=f"one of: {', '.join(option.choices)}")
    return value
