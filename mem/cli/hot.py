"""The hot lane: a plain `mem search` without Typer, while nothing has changed since the index was in step.

Whatever is not plain, or not in step, is left to the full lane, which gives the same answer byte for byte.
Nothing imported here may import `typing`, `dataclasses`, `re`, `json` or `pathlib`: each would double the time.
"""

from __future__ import annotations

import os
import sys
import time
from datetime import UTC, datetime

from mem.cli.rows import answer_report
from mem.errors import MemError
from mem.facts.instant import BadDate, Instant, from_start, instant_of
from mem.facts.query import DEFAULT_LIMIT, Query
from mem.facts.ranking import rank
from mem.formats import toon
from mem.index import match
from mem.index.opening import open_good
from mem.project import find_git_dir, project_of
from mem.store import files, marks, refs, usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mem.index.matches import Matches
    from mem.index.sqlite import SqliteIndex
    from mem.store.refs import Places

NOT_MINE = None
INDEX = "index.db"
SWEPT_WHOLE = 5000  # files; in a larger store each call looks at a slice
SLICE = 200  # files


class Plain:
    """The words of a plain search with the few flags that come with them."""

    __slots__ = ("inject", "limit", "max_chars", "words")

    def __init__(self) -> None:
        self.words: list[str] = []
        self.limit = DEFAULT_LIMIT
        self.inject = False
        self.max_chars: int | None = None


class Answer:
    """What the full lane's answer is made of, for a search that found something as asked."""

    __slots__ = ("below_floor", "elsewhere", "hits", "loose", "suggestions", "total")

    def __init__(self, found: Matches, query: Query, pins: Mapping[tuple[str, int], float]) -> None:
        self.hits = rank(found.candidates, query.now, pins)[: query.limit]
        self.total = found.total
        self.below_floor = found.below_floor
        self.elsewhere = found.elsewhere
        self.loose = False
        self.suggestions: Sequence[str] = ()


def search(argv: Sequence[str], environ: Mapping[str, str]) -> int | None:
    """Answer `mem search argv`, and give the exit status; None when the full lane has to."""
    asked = plain(argv)
    root = environ.get("MEM_DIR") or os.path.join(environ.get("HOME", ""), "memories")
    is_toon = environ.get("MEM_FORMAT", "toon") == "toon" and not (sys.stdout.isatty() and "MEM_FORMAT" not in environ)
    if asked is None or not is_toon or not os.path.isabs(root) or os.pathsep in root or "MEM_CACHE_DIR" in environ:
        return NOT_MINE
    places = refs.places_of(root)
    if places is None or not is_ours(places):
        return NOT_MINE
    index = open_good(os.path.join(root, ".cache", INDEX))
    if index is None:
        return NOT_MINE
    try:
        return _answer(index, places, asked, environ)
    except BrokenPipeError:  # the reader has seen enough
        return 0
    except OSError:  # the answer could not be written, or a file went away meanwhile
        return NOT_MINE
    except MemError:  # the index turned out to be damaged, and the full lane mends it
        return NOT_MINE
    finally:
        index.close()


def plain(argv: Sequence[str]) -> Plain | None:
    """Read the words of a search; None for anything that is not plain."""
    asked, waiting = Plain(), list(argv)
    while waiting:
        word = waiting.pop(0)
        if word == "--inject":
            asked.inject = True
        elif word in ("--limit", "--top", "--max-chars"):
            value = waiting.pop(0) if waiting else ""
            if not (value.isascii() and value.isdigit() and 0 < int(value) < 10**9):
                return None
            if word == "--max-chars":
                asked.max_chars = int(value)
            else:
                asked.limit = int(value)
        elif word.startswith("-"):
            return None
        else:
            asked.words.append(word)
    words = " ".join(asked.words)
    return None if not words.strip() or match.uses_syntax(words) else asked


def _answer(index: SqliteIndex, places: Places, asked: Plain, environ: Mapping[str, str]) -> int | None:
    now = moment_of(environ)
    if now is None or not is_in_step(index, places):
        return NOT_MINE
    query = Query(
        " ".join(asked.words), now=now, scopes=_scopes(places.root, environ), limit=asked.limit, precise=asked.inject
    )
    found = index.match(query)
    if not found.total:
        return NOT_MINE
    answer = Answer(found, query, marks.factors(places.own))
    if not are_fresh(index, places.root, [hit.candidate.path for hit in answer.hits]):
        return NOT_MINE
    report = answer_report(answer, query, inject=asked.inject, max_chars=asked.max_chars, explain=False)
    ids = ",".join([hit.candidate.id for hit in answer.hits])
    usage.record(places.own, now, "search", str(answer.total), ids)
    sys.stdout.buffer.write(toon.render(report).encode("utf-8", "replace"))
    sys.stdout.buffer.flush()
    return 0


def is_in_step(index: SqliteIndex, places: Places) -> bool:
    """Whether HEAD, files, folders and settings are as the index has them."""
    if index.head() != refs.head_of(places) or index.noted("settings") != settings_stamp(places.root):
        return False
    count, now_ns = index.file_count(), time.time_ns()
    # Folders tell what came, went or was replaced; of files rewritten in place each call looks at some.
    known = index.stamps() if count <= SWEPT_WHOLE else index.some_stamps(SLICE, now_ns // SLICE % count)
    return files.changed(places.root, known, index.folders(), now_ns).is_clean


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
        return instant_of(datetime.fromtimestamp(time.time(), UTC))
    try:
        return from_start(fixed, "MEM_NOW")
    except BadDate:
        return None


def _scopes(root: str, environ: Mapping[str, str]) -> tuple[str, ...] | None:
    """What the full lane's session takes as scope when no flag names one."""
    try:
        folder = os.getcwd()
    except OSError:
        folder = os.sep
    return scopes_at(folder, root, environ)


def scopes_at(folder: str, root: str, environ: Mapping[str, str]) -> tuple[str, ...] | None:
    """Give the scope of a folder; None, which is every scope, outside any project and in the store itself."""
    forced = environ.get("MEM_SCOPE")
    if forced is not None:
        return None if forced in ("", "all", "none") else (forced,)
    git_dir = find_git_dir(folder)
    if git_dir is None or git_dir == find_git_dir(root):
        return None
    return (project_of(folder),)
