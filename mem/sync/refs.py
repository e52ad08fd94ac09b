"""What this machine notes of the remote's branches, and which branch of it is ours."""

from __future__ import annotations

import os

from mem.store.disk import remove_if_there, write_aside
from mem.store.refs import Places, commit_of
from mem.sync.transport import Heads

MAIN = "main"


def remote_branch(heads: Heads, configured: str) -> str:
    """Choose the branch to meet others on: as set, else the remote's own, else its only one, else `main`."""
    if configured:
        return configured
    if heads.default in heads.branches:
        return str(heads.default)
    return next(iter(heads.branches)) if len(heads.branches) == 1 else MAIN


def tracked(places: Places, remote: str, branch: str) -> str | None:
    """Give the commit the remote's branch stood at when we last looked."""
    return commit_of(places, f"refs/remotes/{remote}/{branch}")


def track(places: Places, remote: str, branch: str, commit: str) -> None:
    """Note where the remote's branch stands now."""
    if tracked(places, remote, branch) == commit:
        return
    path = os.path.join(places.common, "refs", "remotes", remote, branch)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    aside = os.path.join(places.own, "tracking")
    remove_if_there(aside)
    write_aside(aside, f"{commit}\n".encode("ascii"), flush=False)
    os.replace(aside, path)
