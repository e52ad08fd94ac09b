"""Whether the code that facts are pinned to is still as it was when they were written down. No network."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from mem.store.child import GitBinary, GitFailed, GitTookTooLong

_SECONDS = 20
_COMMIT = re.compile(r"[0-9A-Za-z][0-9A-Za-z._/-]*")
_HEAD = "HEAD"


class Verdict(StrEnum):
    """How a piece of code stands against the commit it was read at."""

    CURRENT = "current"
    STALE = "stale"
    GONE = "gone"
    UNKNOWN = "unknown"


class Pin(NamedTuple):
    """A file or folder of a code repository, from its top, at the commit it was read at."""

    path: str
    commit: str


class Project(NamedTuple):
    """A code repository as seen from one folder of one of its worktrees; `key` is the scope of its facts."""

    folder: str
    key: str
    environ: Mapping[str, str]


def verdicts(project: Project, pins: Sequence[Pin]) -> dict[Pin, Verdict]:
    """Compare what each pin names with the same path in the commit that this worktree has checked out.

    What cannot be told is unknown: no git, no such repository, a commit that is not here. Edits that are not
    committed do not count.
    """
    wanted = [pin for pin in dict.fromkeys(pins) if _can_be_asked(pin)]
    known = dict.fromkeys(pins, Verdict.UNKNOWN)
    binary = GitBinary(project.folder, project.environ)
    if not wanted or not binary.is_there:
        return known
    names = [_HEAD, *(name for pin in wanted for name in (pin.commit, _at(pin.commit, pin), _at(_HEAD, pin)))]
    try:
        found = _objects(binary, names)
    except (GitFailed, GitTookTooLong, OSError):
        return known
    return known | {pin: _verdict(pin, found) for pin in wanted}


def _verdict(pin: Pin, found: Mapping[str, str]) -> Verdict:
    if found[_HEAD] == "" or found[pin.commit] == "":
        return Verdict.UNKNOWN
    before, after = found[_at(pin.commit, pin)], found[_at(_HEAD, pin)]
    if after == "":
        return Verdict.GONE
    if before == "":
        return Verdict.UNKNOWN  # it was read before it was first committed
    return Verdict.CURRENT if before == after else Verdict.STALE


def _objects(binary: GitBinary, names: Sequence[str]) -> dict[str, str]:
    """Ask git for the object each name stands for, the empty text where there is none."""
    out = binary.run(
        "cat-file",
        "--batch-check=%(objectname)",
        given="".join(f"{name}\n" for name in names).encode("utf-8", "surrogateescape"),
        extra={"GIT_NO_LAZY_FETCH": "1"},
        seconds=_SECONDS,
    )
    return dict(zip(names, _answers(out), strict=True))


def _answers(out: bytes) -> Iterator[str]:
    for line in out.splitlines():
        yield "" if b" " in line else line.decode("ascii")


def _at(commit: str, pin: Pin) -> str:
    path = posixpath.normpath(pin.path) if pin.path else ""
    return f"{commit}:{'' if path == '.' else path}"


def _can_be_asked(pin: Pin) -> bool:
    """Whether a pin can be put to git in one line, and means a commit and a path below the top, nothing else."""
    leads_out = pin.path.startswith("/") or posixpath.normpath(pin.path or ".").startswith("..")
    return bool(_COMMIT.fullmatch(pin.commit)) and not leads_out and not {"\n", "\0"} & set(pin.path)
