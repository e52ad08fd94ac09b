"""One call of the program: the only place, with the hot lane, that sees environment, clock and terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mem.cli.hot import settings_stamp
from mem.errors import MemError, UsageError
from mem.facts.instant import Instant, from_start, instant_of
from mem.formats.report import Report
from mem.memory import Memory
from mem.project import find_git_dir, head_of, path_from_top, project_of
from mem.store import usage

if TYPE_CHECKING:
    from mem.formats.human import Style

FORMATS = ("toon", "json", "human")
DEFAULT_STORE = "memories"


class Pin(NamedTuple):
    """The code a claim was read at."""

    path: str
    commit: str


class NoStoreChosen(UsageError):
    """`MEM_DIR` is set but names nothing."""

    def __init__(self) -> None:
        super().__init__("MEM_DIR is empty", help="set MEM_DIR to a folder, or unset it for ~/memories")


class Session:
    """Environment, clock and terminal of this call, read once."""

    def __init__(self, environ: Mapping[str, str] | None = None, format: str | None = None) -> None:
        self.environ = dict(os.environ if environ is None else environ)
        self.is_terminal = sys.stdout.isatty()
        self.code = 0
        self._format = format
        self._now: Instant | None = None
        self._memory: Memory | None = None
        self._others: list[Memory] = []

    @property
    def format(self) -> str:
        chosen = self._format or self.environ.get("MEM_FORMAT") or ("human" if self.is_terminal else "toon")
        if chosen not in FORMATS:
            named = "--format" if self._format else "MEM_FORMAT"
            raise UsageError(f"{named}: `{chosen}` is no format", help=f"one of: {', '.join(FORMATS)}")
        return chosen

    @property
    def program(self) -> str:
        """The executable that was called, as an absolute path."""
        return os.path.abspath(sys.argv[0]) if os.path.exists(sys.argv[0]) else sys.argv[0]

    def in_store(self, path: str) -> str:
        """Give a path as the store names it: relative to its root, with slashes."""
        full = path if os.path.isabs(path) else os.path.join(self.folder, path)
        if not os.path.exists(full):
            return path
        relative = os.path.relpath(os.path.realpath(full), os.path.realpath(self.root))
        return relative.replace(os.sep, "/")

    def pin(self, text: str | None) -> Pin:
        """Read `PATH[@COMMIT]`: the path from the project's top, the commit HEAD where none is given."""
        if not text:
            return Pin("", "")
        has_commit = "@" in text and not os.path.exists(os.path.join(self.folder, text))
        path, _, commit = text.rpartition("@") if has_commit else (text, "", "")
        return Pin(path_from_top(self.folder, path), commit or head_of(self.folder))

    def count(self, event: str, *details: str) -> None:
        """Note an event for `mem stats`."""
        usage.record(str(self.memory.store.private), self.now, event, *details)

    @property
    def is_person(self) -> bool:
        """Whether somebody sits at a terminal, as far as can be told."""
        return self.is_terminal and sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()

    @property
    def width(self) -> int:
        """How many columns there are to write in."""
        return _terminal_width(self.environ)

    @property
    def shows_progress(self) -> bool:
        """Whether somebody watches the stream that progress is shown on."""
        return sys.stderr.isatty()

    def choose_format(self, format: str | None) -> None:
        self._format = format or self._format

    @property
    def now(self) -> Instant:
        """The one moment this call happens at; `MEM_NOW` fixes it."""
        if self._now is None:
            fixed = self.environ.get("MEM_NOW")
            self._now = from_start(fixed, "MEM_NOW") if fixed else instant_of(datetime.now(UTC))
        return self._now

    @property
    def folder(self) -> str:
        """Where the call was made; a deleted folder counts as the root of the file system."""
        try:
            return os.getcwd()
        except OSError:
            return os.sep

    @property
    def roots(self) -> list[Path]:
        """The stores in use; the first is written to."""
        named = self.environ.get("MEM_DIR")
        if named is None:
            return [self.home / DEFAULT_STORE]
        roots = [Path(part).expanduser() for part in named.split(os.pathsep) if part]
        if not roots:
            raise NoStoreChosen
        return [root if root.is_absolute() else Path(self.folder) / root for root in roots]

    @property
    def root(self) -> Path:
        return self.roots[0]

    @property
    def home(self) -> Path:
        return Path(self.environ.get("HOME") or os.path.expanduser("~"))

    @property
    def cache(self) -> Path | None:
        """Where `MEM_CACHE_DIR` moves the index to; every store has its own folder there."""
        named = self.environ.get("MEM_CACHE_DIR")
        return Path(named).expanduser() if named else None

    @property
    def remote(self) -> str:
        return self.environ.get("MEM_REMOTE") or "origin"

    @property
    def source(self) -> str:
        return self.environ.get("MEM_SOURCE", "")

    @property
    def agent(self) -> str:
        return self.environ.get("MEM_AGENT", "")

    @property
    def project(self) -> str:
        """The scope of the folder this call was made in; '' outside any project and inside the store."""
        forced = self.environ.get("MEM_SCOPE")
        if forced is not None:
            return "" if forced in ("", "all", "none") else forced
        git_dir = find_git_dir(self.folder)
        if git_dir is None or git_dir == find_git_dir(str(self.root)):
            return ""
        return project_of(self.folder)

    def scopes(self, flag: str | None) -> tuple[str, ...] | None:
        """What `--scope` means for reading: None is every scope; facts that apply everywhere always count."""
        if flag == "all":
            return None
        if flag in (None, "here"):
            return (self.project,) if self.project else None
        return (str(flag),)

    def scope_to_write(self, flag: str | None, type: str) -> str:
        """What `--scope` means for a new fact: this project, or everywhere; preferences go everywhere."""
        if flag == "all":
            return ""
        if flag == "here" or (flag is None and type != "preference"):
            return self.project
        return flag or ""

    @property
    def memory(self) -> Memory:
        """The store of this call, opened on first use."""
        if self._memory is None:
            self._memory = Memory.open(self.root, cache=self.cache, environ=self.environ)
            self._memory.note_settings(settings_stamp(str(self.root)))
        return self._memory

    @property
    def memories(self) -> list[Memory]:
        """All stores of this call, the one that is written to first."""
        if not self._others:
            self._others = [Memory.open(root, cache=self.cache, environ=self.environ) for root in self.roots[1:]]
        return [self.memory, *self._others]

    def close(self) -> None:
        for other in self._others:
            other.close()
        self._others = []
        if self._memory is not None:
            self._memory.close()
            self._memory = None

    def print(self, report: Report) -> None:
        """Write a report to the terminal or the pipe; warnings about the store go to stderr, a line each."""
        notices = [*(self._memory.notices if self._memory else ()), *report.warnings]
        for notice in dict.fromkeys(notices):
            write(sys.stderr, f"mem: {notice}\n")
        write(sys.stdout, self.render(report))
        self.code = report.code

    def render(self, report: Report) -> str:
        if self.format == "json":
            from mem.formats import json

            return json.render(report)
        if self.format == "human":
            from mem.formats import human

            return human.render(report, self._style())
        from mem.formats import toon

        return toon.render(report)

    def _style(self) -> Style:
        from mem.formats.human import Style

        colour = self.is_terminal and not self.environ.get("NO_COLOR") and self.environ.get("TERM") != "dumb"
        return Style(colour=colour, width=_terminal_width(self.environ), now=self.now)

    def read_stdin(self) -> str:
        """Read all of standard input as UTF-8; a terminal or a closed pipe is a usage error, not a wait."""
        if sys.stdin is None or sys.stdin.closed or sys.stdin.isatty():
            raise UsageError("nothing on standard input", help="pipe the text in, as in: mem add … --body - < file")
        return sys.stdin.buffer.read().decode("utf-8", "replace")


class NobodyReads(Exception):
    """The reader of the answer closed the pipe. Not the error it comes from: Click would take that for a failure."""


class OutputLost(Exception):
    """The answer could not be written, as on a full disk; there is no place left to say so but stderr."""


def write(stream: object, text: str) -> None:
    """Write UTF-8 whatever the locale says."""
    buffer = getattr(stream, "buffer", None)
    if buffer is None:
        stream.write(text)  # type: ignore[attr-defined]  # a text stream without bytes below, as in tests
        return
    try:
        buffer.write(text.encode("utf-8", "replace"))
        buffer.flush()
    except BrokenPipeError as closed:
        raise NobodyReads from closed
    except OSError as error:
        raise OutputLost(error.strerror or "it failed") from error


def write_out(text: str) -> None:
    """Write text that is already in its final form."""
    write(sys.stdout, text)


def error_report(error: MemError) -> Report:
    """An error is an answer too."""
    fields: dict[str, object] = {"error": one_line(error.message)}
    if error.help:
        fields["help"] = one_line(error.help)
    return Report(fields, code=error.code)


def one_line(text: str) -> str:
    return " ".join(text.split())


def _terminal_width(environ: Mapping[str, str]) -> int:
    columns = environ.get("COLUMNS", "")
    if columns.isdigit() and int(columns) > 0:
        return int(columns)
    try:
        return os.get_terminal_size().columns or 80
    except OSError:
        return 80
