"""How a repository stands: who commits, when it was last done, and how far the remote is from here. No network."""

from __future__ import annotations

import os

from mem.facts.instant import Instant
from mem.store.history import instant_of_seconds
from mem.store.refs import branch_of, commit_of, head_of
from mem.store.repository import Repository


def identity(repository: Repository) -> str:
    """Give the author of what is committed here, as `Name <address>`."""
    return os.fsdecode(repository.config.person("author"))


def last_commit_at(repository: Repository) -> Instant | None:
    head = head_of(repository.places)
    return instant_of_seconds(repository.objects.commit(head).authored) if head else None


def remote_url(repository: Repository, remote: str) -> str | None:
    return repository.config.get(f"remote.{remote}.url")


def divergence(repository: Repository, remote: str) -> tuple[int, int]:
    """Count the commits only here and those only on the remote's branch, as far as they were fetched."""
    branch, head = branch_of(repository.places), head_of(repository.places)
    if branch is None or head is None or remote_url(repository, remote) is None:
        return 0, 0
    theirs = commit_of(repository.places, _tracking(repository, branch.removeprefix("refs/heads/"), remote))
    if repository.binary.is_there:
        ours_only = [head, *([f"^{theirs}"] if theirs else [])]
        return _count(repository, ours_only), _count(repository, [theirs, f"^{head}"]) if theirs else 0
    from mem.store.walking import between

    return len(between(repository, theirs, head)), len(between(repository, head, theirs)) if theirs else 0


def _tracking(repository: Repository, branch: str, remote: str) -> str:
    """Give where the remote's side of a branch is noted; it may go by another name there."""
    merge = repository.config.get(f"branch.{branch}.merge")
    if merge is not None and repository.config.get(f"branch.{branch}.remote") == remote:
        branch = merge.removeprefix("refs/heads/")
    return f"refs/remotes/{remote}/{branch}"


def _count(repository: Repository, range: list[str]) -> int:
    return int(repository.binary.run("rev-list", "--count", *range, "--"))
