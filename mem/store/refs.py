"""Where a repository keeps its things and what HEAD names: read by hand, so that a reader needs no git library."""

from __future__ import annotations

import os

DETACHED = "HEAD is detached"

# What git leaves in its folder while it is half way through something, in the order to name it.
_HALF_WAY = {
    "rebase-merge": "a rebase is in progress",
    "rebase-apply": "a rebase is in progress",
    "MERGE_HEAD": "a merge is in progress",
    "CHERRY_PICK_HEAD": "a cherry-pick is in progress",
    "REVERT_HEAD": "a revert is in progress",
    "sequencer": "a cherry-pick or revert is in progress",
    "BISECT_LOG": "a bisect is in progress",
}


class Places:
    """The folders of one repository; only in a linked worktree do the two git folders differ."""

    __slots__ = ("common", "git", "root")

    def __init__(self, root: str, git: str, common: str) -> None:
        self.root = root
        self.git = git
        self.common = common

    @property
    def own(self) -> str:
        """Where this machine keeps what is neither in the tree nor derived from it."""
        return os.path.join(self.common, "mem")


def places_of(root: str) -> Places | None:
    """Find the git folders of the repository whose working tree is exactly `root`."""
    git = os.path.join(root, ".git")
    if not os.path.isdir(git):
        pointer = _read(git)
        if not pointer.startswith("gitdir: "):
            return None
        git = os.path.normpath(os.path.join(root, pointer.removeprefix("gitdir: ")))
    if not os.path.exists(os.path.join(git, "HEAD")):
        return None
    shared = _read(os.path.join(git, "commondir"))
    return Places(root, git, os.path.normpath(os.path.join(git, shared)) if shared else git)


def branch_of(places: Places) -> str | None:
    """Give the full name of the branch HEAD stands on, even one without commits; None when HEAD is detached."""
    name = _read(os.path.join(places.git, "HEAD"))
    target = None
    for _ in range(5):  # as deep as git follows one name to the next
        if not name.startswith("ref: "):
            return target
        target = name.removeprefix("ref: ").strip()
        name = _read(os.path.join(places.common, target))
    return target


def commit_of(places: Places, branch: str) -> str | None:
    """Give the commit a branch points to; None when it has none yet."""
    return _read(os.path.join(places.common, branch)) or _packed(places, branch)


def head_of(places: Places) -> str | None:
    """Give the commit that is checked out; None before the first."""
    branch = branch_of(places)
    if branch is None:
        return _read(os.path.join(places.git, "HEAD")) or None
    return commit_of(places, branch)


def half_way(places: Places) -> str | None:
    """Say why nothing may be committed just now, if so: git is in the middle of something, or on no branch."""
    names = set(os.listdir(places.git))
    for name, reason in _HALF_WAY.items():
        if name in names:
            return reason
    return DETACHED if branch_of(places) is None else None


def algorithm_of(places: Places) -> str:
    """Give the name of the hash that object ids are made with."""
    settings = _read(os.path.join(places.common, "config")).lower()
    name = settings.partition("objectformat")[2].partition("\n")[0].strip(" \t=")
    return "sha256" if name == "sha256" else "sha1"


def _packed(places: Places, branch: str) -> str | None:
    for line in _read(os.path.join(places.common, "packed-refs")).splitlines():
        commit, _, name = line.partition(" ")
        if name == branch:
            return commit
    return None


def _read(path: str) -> str:
    """Give a small file's text; one that is not there counts as empty."""
    try:
        handle = os.open(path, os.O_RDONLY)
    except (FileNotFoundError, NotADirectoryError):
        return ""
    try:  # an open file object takes longer to make than all the rest
        return os.read(handle, os.fstat(handle).st_size).decode("utf-8", "surrogateescape").rstrip("\r\n")
    except IsADirectoryError:
        return ""
    finally:
        os.close(handle)
