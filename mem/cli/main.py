"""The full lane: Typer reads the words."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command_from_info
from typer.models import CommandInfo

from mem import __version__
from mem.cli.commands import COMMANDS
from mem.cli.finishing import finished
from mem.cli.session import FORMATS, Session, write
from mem.errors import UsageError

# The exception behind every misuse; Typer carries its own copy of Click, older releases use Click itself.
ClickUsageError: type[Exception] = typer.BadParameter.__mro__[1]

ENVIRONMENT = """\
Environment: MEM_DIR (the store, default ~/memories; of a:b both are read and the
first is written), MEM_SCOPE, MEM_FORMAT, MEM_SOURCE, MEM_AGENT, MEM_REMOTE,
MEM_CACHE_DIR, MEM_EMBED_MODEL, MEM_NOW, NO_COLOR.
Exit status: 0 done, 1 the request cannot be met, 2 it was put wrongly."""

OWN_FORMATS = frozenset({"lint", "hooks"})
"""Commands with formats of their own, which therefore read `--format` themselves."""


class UnknownCommand(UsageError):
    """The first word is no command of ours."""

    def __init__(self, name: str) -> None:
        from difflib import get_close_matches

        near = get_close_matches(name, COMMANDS, 1)
        super().__init__(
            f"unknown command `{name}`",
            help=f"did you mean `mem {near[0]}`?" if near else "mem --help lists all commands",
        )


class Commands(TyperGroup):
    """The commands, each imported when it is called."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # Click's signature
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002  # Click's signature
        if cmd_name not in COMMANDS:
            raise UnknownCommand(cmd_name)
        module = import_module(f"mem.cli.commands.{cmd_name.replace('-', '_')}")
        settings = {"help_option_names": ["--help", "-h"], **getattr(module, "SETTINGS", {})}
        info = CommandInfo(
            name=cmd_name, callback=module.command, context_settings=settings, epilog=_epilog(module, cmd_name)
        )
        return get_command_from_info(info, pretty_exceptions_short=False, rich_markup_mode=None)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  # Click's signature
        """List the commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


app = typer.Typer(cls=Commands, add_completion=True, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.callback(invoke_without_command=True, epilog=ENVIRONMENT, context_settings={"help_option_names": ["--help", "-h"]})
def home(ctx: typer.Context) -> None:
    """Long-term memory for agents and people: Markdown facts in git, with two clocks."""
    if ctx.invoked_subcommand is None:
        import_module("mem.cli.commands.home").command(ctx)


def run(argv: Sequence[str]) -> int:
    """Carry out one call and give its exit status."""
    session = Session()
    return finished(session, lambda: _carry_out(list(argv), session))


def _carry_out(argv: list[str], session: Session) -> int | None:
    words = _take_format(argv, session)
    if words[:1] == ["--version"]:
        write(sys.stdout, f"mem {__version__}\n")
        return 0
    if words[:1] == ["help"]:
        words = [*[word for word in words[1:2] if word != "help"], "--help"]
    try:
        status = typer.main.get_command(app).main(args=words, prog_name="mem", standalone_mode=False, obj=session)
    except typer.Exit as stop:
        return stop.exit_code
    except typer.Abort:
        return 130
    except ClickUsageError as error:
        raise _usage_error(error) from error
    # Click gives back the status of a command that left by `typer.Exit`.
    return status if isinstance(status, int) else None


def _take_format(words: list[str], session: Session) -> list[str]:
    """Take `--format F` out of the words, wherever it stands before `--`."""
    if words and words[0] in OWN_FORMATS:
        return words
    kept: list[str] = []
    while words:
        word = words.pop(0)
        if word == "--":
            return [*kept, word, *words]
        name, equals, value = word.partition("=")
        if name != "--format":
            kept.append(word)
            continue
        if not equals:
            if not words:
                raise UsageError("--format needs a value", help=f"one of: {', '.join(FORMATS)}")
            value = words.pop(0)
        session.choose_format(value)
        _ = session.format  # a format that does not exist is refused before anything is done
    return kept


def _usage_error(error: Exception) -> UsageError:
    """Say in our words what Click found wrong: the flag or word by name, then what is possible."""
    ctx = getattr(error, "ctx", None)
    command = ctx.command_path if ctx else "mem"
    flag = _flag(error)
    message = str(getattr(error, "message", error))
    kind = type(error).__name__
    if kind == "NoSuchOption":
        return UsageError(f"unknown flag {error.option_name}", help=_flags(ctx, command))  # type: ignore[attr-defined]  # Click's own
    if kind == "BadOptionUsage":
        return UsageError(f"{error.option_name} needs a value", help=f"{command} --help")  # type: ignore[attr-defined]  # Click's own
    if kind == "MissingParameter":
        return UsageError(f"missing argument: {flag}", help=_usage(ctx, command))
    if kind == "BadParameter" and flag:
        return UsageError(f"{flag}: {_plainly(message)}", help=f"{command} --help")
    return UsageError(message[:1].lower() + message[1:].rstrip("."), help=_usage(ctx, command))


def _plainly(message: str) -> str:
    """Say `'abc' is not a valid int range.` as a person would."""
    value, refusal, kind = message.rstrip(".").partition(" is not a valid ")
    if not refusal or not kind.startswith(("int", "float")):
        return message.rstrip(".")
    number = "whole number" if kind.startswith("int") else "number"
    return f"`{value[1:-1]}` is no {number}"


def _flag(error: Exception) -> str:
    param = getattr(error, "param", None)
    if param is None:
        return ""
    return str(param.opts[0] if param.opts[0].startswith("-") else param.name)


def _flags(ctx: Any, command: str) -> str:
    if ctx is None:
        return f"{command} --help"
    names = [
        option
        for param in ctx.command.params
        for option in param.opts
        if option.startswith("--") and option != "--help"
    ]
    return f"flags of `{command}`: {' '.join([*names, '--format'])}"


def _usage(ctx: Any, command: str) -> str:
    if ctx is None:
        return f"{command} --help"
    return " ".join(ctx.get_usage().replace("Usage:", "").split())


def _epilog(module: Any, name: str) -> str:
    """Each command's help ends with one example that was run."""
    example = getattr(module, "EXAMPLE", "")
    also = "" if name in OWN_FORMATS else "Also: --format toon|json|human."
    return f"Example: {example}  {also}".strip()
