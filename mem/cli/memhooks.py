"""The executable `memhooks`, which `mem hooks` is too.

Each command is imported on demand: hosts call this on every prompt.
"""

from __future__ import annotations

import os
import sys

from mem.errors import MemError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mem.cli.hooks.command import Command
    from mem.hookfiles.roots import Around

COMMANDS = {
    "init": "enable a project: give its root a MEMHOOKS.md",
    "validate": "check hooks and say what is wrong where",
    "explain": "show the plan for a path: what to recall, and why",
    "note": "keep one question for later, in the nearest hook",
    "event": "follow touched files, from one tool event on standard input",
    "prune": "drop generated cues whose files are gone",
    "remove": "take one question out of the nearest hook",
    "rule": "print the manual page of a rule",
    "load": "give a host its bounded context, from one event on standard input",
}


class UnknownCommand(UsageError):
    """A word that is no command."""

    def __init__(self, name: str) -> None:
        from difflib import get_close_matches

        near = get_close_matches(name, COMMANDS, 1)
        super().__init__(
            f"unknown command `{name}`", help=f"did you mean `{near[0]}`?" if near else f"one of: {', '.join(COMMANDS)}"
        )


class Call:
    """Environment, folder and streams of one call: below here nobody looks for them."""

    def __init__(self, program: str, environ: Mapping[str, str], cwd: str) -> None:
        self.program = program
        self.environ = environ
        self.cwd = cwd

    @property
    def around(self) -> Around:
        from mem.hookfiles.roots import Around

        home = self.environ.get("HOME") or os.path.expanduser("~")
        config_home = self.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
        root = self.environ.get("MEMHOOKS_ROOT") or None
        return Around(self.cwd, configured_root=root, home=home, config_home=config_home)

    def read(self) -> bytes:
        """Give all of standard input; a terminal has nothing to say."""
        stream = sys.stdin
        return b"" if stream is None or stream.closed or stream.isatty() else stream.buffer.read()

    def say(self, text: str) -> None:
        _write(sys.stdout, text)

    def complain(self, text: str) -> None:
        _write(sys.stderr, text)

    def shown(self, path: str) -> str:
        """Name a path the way a person in this folder would."""
        inside = path.startswith(self.cwd.rstrip(os.sep) + os.sep)
        return os.path.relpath(path, self.cwd) if inside else path


def main() -> None:
    """Run `memhooks` with the arguments of this process."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str], program: str = "memhooks") -> int:
    """Run one command and give its exit code; `mem hooks` passes its own name as `program`."""
    call = Call(program, os.environ, _cwd())  # noqa: TID251  # the outermost layer of this executable
    try:
        return _dispatch(call, list(arguments))
    except MemError as error:
        _complain_of(call, error)
        return error.code
    except BrokenPipeError:
        _silence_stdout()
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001  # agents read this; a traceback would tell them nothing
        _silence_stdout()  # what could not be written must not be tried again at exit
        call.complain(f"error: internal fault: {type(error).__name__}: {error}\n")
        return 1


def _dispatch(call: Call, arguments: list[str]) -> int:
    if not arguments:
        call.complain(_usage(call.program))
        return 2
    name, *rest = arguments
    if name in ("--help", "-h", "help"):
        call.say(_usage(call.program))
        return 0
    if name in ("--version", "-V"):
        from mem import __version__

        call.say(f"memhooks {__version__}\n")
        return 0
    command = _command(name)
    if "--help" in rest or "-h" in rest:
        call.say(command.usage(f"{call.program} {name}"))
        return 0
    return command.run(call, command.parse(rest))


def _command(name: str) -> Command:
    if name not in COMMANDS:
        raise UnknownCommand(name)
    from importlib import import_module

    command: Command = import_module(f"mem.cli.hooks.{name}").COMMAND
    return command


def _usage(program: str) -> str:
    lines = [f"Usage: {program} COMMAND [OPTIONS]", "", "What to recall where: MEMHOOKS.md files beside the code.", ""]
    lines += [f"  {name:<10}{does}" for name, does in COMMANDS.items()]
    lines += ["", f"{program} COMMAND --help tells more about one.", ""]
    return "\n".join(lines)


def _complain_of(call: Call, error: MemError) -> None:
    findings = getattr(error, "findings", None)
    if findings:
        from mem.formats.findings import human

        call.complain(human(findings))
        return
    call.complain(f"error: {error.message}\n" + (f"help: {error.help}\n" if error.help else ""))


def _cwd() -> str:
    try:
        return os.getcwd()  # noqa: TID251  # the outermost layer of this executable
    except OSError:  # the folder was deleted under us
        return os.sep


def _write(stream: object, text: str) -> None:
    """Write UTF-8 whatever the locale; what UTF-8 cannot carry is escaped."""
    buffer = getattr(stream, "buffer", None)
    if buffer is not None:
        buffer.write(text.encode("utf-8", "backslashreplace"))
        buffer.flush()


def _silence_stdout() -> None:
    """Let the interpreter close a broken pipe without a word."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
