"""How commits hang together: the last common one, those only one side has, and whether they form a plain line."""

from __future__ import annotations

from collections.abc import Sequence

from mem.store.objects import MissingObject
from mem.store.repository import Repository
from mem.store.walking import between


def is_here(repository: Repository, commit: str) -> bool:
    """Tell whether a commit was fetched already."""
    try:
        repository.objects.commit(commit)
    except MissingObject:
        return False
    return True


def only_in(repository: Repository, head: str | None, other: str | None) -> list[str]:
    """Give the commits reachable from `head` and not from `other`, parents first."""
    if head is None or head == other:
        return []
    if repository.binary.is_there:
        without = [f"^{other}"] if other else []
        out = repository.binary.run("rev-list", "--topo-order", "--reverse", head, *without, "--", seconds=600)
        return out.decode("ascii").split()
    return between(repository, other, head)


def is_replayable(repository: Repository, commits: Sequence[str], base: str | None) -> bool:
    """Tell whether commits may be written anew: a line from `base`, or from nothing, made here and unsigned."""
    person = b"committer " + repository.config.person("committer") + b" "
    before = base
    for oid in commits:
        if repository.objects.commit(oid).parents != ((before,) if before else ()):
            return False
        head = repository.objects.read(oid)[1].partition(b"\n\n")[0]
        if b"\ngpgsig" in head or not any(line.startswith(person) for line in head.split(b"\n")):
            return False
        before = oid
    return True
