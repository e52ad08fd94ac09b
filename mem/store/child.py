"""Running the git binary: with its own surroundings, no prompt, and an end in time; it may also not be there."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import IO, NamedTuple

from mem.errors import MemError

# What a person sets for git at large. Every other GIT_ variable is meant for one command in one repository
# and only reaches us because a hook or an alias of that one started us.
_MEANT_FOR_US = (
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_SSH",
    "GIT_ASKPASS",
    "GIT_PROXY",
    "GIT_HTTP",
    "GIT_SSL",
    "GIT_TRACE",
    "GIT_EXEC_PATH",
    "GIT_ALLOW_PROTOCOL",
)


class GitFailed(MemError):
    """Git could not do what we asked of it."""

    def __init__(self, command: str, said: str) -> None:
        super().__init__(
            f"`git {command}` failed: {said or 'no reason given'}", help="run it by hand in the store to see more"
        )


class GitTookTooLong(MemError):
    """Git, or what git started, did not end in time and was ended."""

    def __init__(self, command: str, seconds: float) -> None:
        super().__init__(
            f"`git {command}` did not end within {seconds:g} seconds", help="run it by hand in the store to see why"
        )


class Outcome(NamedTuple):
    """How a git command ended, and what it wrote."""

    code: int
    out: bytes
    said: str


def surroundings(environ: Mapping[str, str]) -> dict[str, str]:
    """Give the environment for git, without what leaked from a git command around us, and without prompts."""
    kept = {
        name: value for name, value in environ.items() if not name.startswith("GIT_") or name.startswith(_MEANT_FOR_US)
    }
    kept.pop("GPG_TTY", None)
    return kept | {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}


class GitBinary:
    """The git command, run in one repository."""

    def __init__(self, root: str, environ: Mapping[str, str]) -> None:
        self.root = root
        self.environ = surroundings(environ)

    @cached_property
    def is_there(self) -> bool:
        places = self.environ.get("PATH", "").split(os.pathsep)
        return any(os.access(os.path.join(place, "git"), os.X_OK) for place in places if place)

    def try_to(
        self,
        *arguments: str,
        given: bytes = b"",
        extra: Mapping[str, str] | None = None,
        seconds: float = 60,
    ) -> Outcome:
        """Run a command to its end, good or bad."""
        import subprocess

        process = subprocess.Popen(
            ["git", *arguments],
            cwd=self.root,
            env=self.environ | dict(extra or {}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # no terminal to prompt on, and one group to end
        )
        try:
            out, said = process.communicate(given, timeout=seconds)
        except BaseException as error:
            _end(process.pid)
            process.communicate()
            if isinstance(error, subprocess.TimeoutExpired):
                raise GitTookTooLong(arguments[0], seconds) from None
            raise
        return Outcome(process.returncode, out, said.decode("utf-8", "replace").strip())

    def run(
        self, *arguments: str, given: bytes = b"", extra: Mapping[str, str] | None = None, seconds: float = 60
    ) -> bytes:
        """Run a command that must succeed, and give what it wrote."""
        outcome = self.try_to(*arguments, given=given, extra=extra, seconds=seconds)
        if outcome.code != 0:
            raise GitFailed(_spoken(arguments), outcome.said)
        return outcome.out

    @contextmanager
    def talk(self, *arguments: str, given: bytes) -> Iterator[IO[bytes]]:
        """Run a command and read what it writes while it is given much: neither side ever waits for the other."""
        import subprocess
        import threading

        process = subprocess.Popen(
            ["git", *arguments],
            cwd=self.root,
            env=self.environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        giver = threading.Thread(target=_give, args=(process.stdin, given), daemon=True)
        giver.start()
        try:
            yield process.stdout
        finally:
            _end(process.pid)
            giver.join()
            process.stdout.close()
            process.wait()


def _give(pipe: IO[bytes], data: bytes) -> None:
    with suppress(BrokenPipeError), pipe:
        pipe.write(data)


def _end(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def _spoken(arguments: Sequence[str]) -> str:
    return next((argument for argument in arguments if not argument.startswith("-")), "")
