"""The hot lane: plain forms of hot commands without Typer, while nothing has changed since the index was in step.

Whatever is not plain, or not in step, is left to the full lane, which gives the same answer byte for byte.
Nothing imported here may import `typing`, `dataclasses`, `re`, `json` or `pathlib`: each would double the time.
"""

from __future__ import annotations

import os
import sys
import time

from mem.errors import MemError
from mem.facts.instant import BadDate, Instant, at_seconds, from_start
from mem.index.opening import FILE, open_good
from mem.project import find_git_dir, project_of
from mem.store import files, refs, usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from mem.formats.report import Report
    from mem.index.sqlite import SqliteIndex
    from mem.store.refs import Places

    Reply = Callable[["Ready"], Report | None]

NOT_MINE = None
NOT_IN_STEP, IN_STEP, SEEN_WHOLE = 0, 1, 2
MOST = 10**9  # larger numbers are for the full lane to refuse


class Ready:
    """A store whose index is in step, and what a plain call needs to know of its surroundings.

    `is_swept` tells that every file was looked at; an answer is counted as `event`, where that says something.
    """

    __slots__ = ("environ", "event", "folder", "index", "is_swept", "now", "places")

    def __init__(self, index: SqliteIndex, places: Places, now: Instant, environ: Mapping[str, str]) -> None:
        self.index = index
        self.places = places
        self.now = now
        self.environ = environ
        self.folder = folder_of_call()
        self.is_swept = False
        self.event: tuple[str, ...] = ()

    @property
    def scopes(self) -> tuple[str, ...] | None:
        """What the full lane's session takes as scope when no flag names one."""
        return scopes_at(self.folder, self.places.root, self.environ)

    def is_fresh(self, paths: Sequence[str]) -> bool:
        """Whether the files behind an answer look as they did when they were read."""
        return self.is_swept or are_fresh(self.index, self.places.root, paths)


def answered(environ: Mapping[str, str], reply: Reply) -> int | None:
    """Print what `reply` has to say about a store that is ready, and give the exit status; None for the full lane."""
    root = environ.get("MEM_DIR") or os.path.join(environ.get("HOME", ""), "memories")
    is_one = os.path.isabs(root) and os.pathsep not in root and environ.get("MEM_DIR") != ""
    is_toon = environ.get("MEM_FORMAT", "toon") == "toon" and not (sys.stdout.isatty() and "MEM_FORMAT" not in environ)
    if not is_one or not is_toon or "MEM_CACHE_DIR" in environ:
        return NOT_MINE
    places, now = refs.places_of(root), moment_of(environ)
    if places is None or now is None or not is_ours(places):
        return NOT_MINE
    index = open_good(os.path.join(root, ".cache", FILE))
    if index is None:
        return NOT_MINE
    try:
        index.hold()
        ready = Ready(index, places, now, environ)
        seen = in_step(index, places)
        ready.is_swept = seen == SEEN_WHOLE
        report = reply(ready) if seen else None
        return NOT_MINE if report is None else _print(report, ready)
    except BrokenPipeError:  # the reader has seen enough
        return 0
    except OSError:  # the answer could not be written, or a file went away meanwhile
        return NOT_MINE
    except MemError:  # the index turned out to be damaged, and the full lane mends it
        return NOT_MINE
    finally:
        index.close()


def number(text: str) -> int | None:
    """Read the number behind a flag; None for what the full lane reads differently, or refuses."""
    return int(text) if text.isascii() and text.isdigit() and 0 < int(text) < MOST else None


def in_step(index: SqliteIndex, places: Places) -> int:
    """Tell whether HEAD, settings, folders and files are as the index has them, and whether all files were seen."""
    if index.head() != refs.head_of(places) or index.noted("settings") != settings_stamp(places.root):
        return NOT_IN_STEP
    # Folders tell what came, went or was replaced; a file rewritten in place needs a look of its own.
    folders = index.folders()
    if files.TOP not in folders:
        return NOT_IN_STEP
    looks = [] if index.live() > files.SWEPT_WHOLE else index.looks(files.SWEPT_WHOLE + 1)
    if looks and len(looks) <= files.SWEPT_WHOLE:
        return SEEN_WHOLE if files.stand_as_known(places.root, folders.items(), looks) else NOT_IN_STEP
    from mem.store import sweep

    some = sweep.due(places.own, index)
    looks = sorted([*index.newest_looks(sweep.NEWEST), *some])
    if not files.stand_as_known(places.root, folders.items(), looks):
        return NOT_IN_STEP
    sweep.go_on(places.own, some)
    return IN_STEP


def are_fresh(index: SqliteIndex, root: str, paths: Sequence[str]) -> bool:
    """Whether the files behind the hits look as they did when they were read."""
    stamps = index.stamps(paths)
    try:
        return all(files.stamp_of(os.lstat(f"{root}/{path}")) == stamps.get(path) for path in paths)
    except OSError:
        return False


def settings_stamp(root: str) -> str:
    """Tell one state of `mem.toml` from another; the index notes the last one that had nothing to warn of."""
    try:
        state = os.stat(os.path.join(root, "mem.toml"))
    except OSError:
        return "none"
    return f"{state.st_mtime_ns} {state.st_size} {state.st_ino}"


def is_ours(places: Places) -> bool:
    """Tell whether the store belongs to whoever runs this."""
    return {os.stat(places.root).st_uid, os.stat(places.git).st_uid} == {os.geteuid()}


def moment_of(environ: Mapping[str, str]) -> Instant | None:
    """Give the moment of this call; None where `MEM_NOW` is no date."""
    fixed = environ.get("MEM_NOW")
    if not fixed:
        return at_seconds(time.time())
    try:
        return from_start(fixed, "MEM_NOW")
    except BadDate:
        return None


def folder_of_call() -> str:
    """Give where the call was made; a deleted folder counts as the root of the file system."""
    try:
        return os.getcwd()
    except OSError:
        return os.sep


def scopes_at(folder: str, root: str, environ: Mapping[str, str]) -> tuple[str, ...] | None:
    """Give the scope of a folder; None, which is every scope, outside any project and in the store itself."""
    forced = environ.get("MEM_SCOPE")
    if forced is not None:
        return None if forced in ("", "all", "none") else (forced,)
    git_dir = find_git_dir(folder)
    if git_dir is None or git_dir == find_git_dir(root):
        return None
    return (project_of(folder),)


def _print(report: Report, ready: Ready) -> int:
    from mem.formats import toon  # hooks, which share the rest with us, print no report

    sys.stdout.buffer.write(toon.render(report).encode("utf-8", "replace"))
    sys.stdout.buffer.flush()
    if ready.event:
        usage.record(ready.places.own, ready.now, *ready.event)
    return 0
