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


def merge_base(repository: Repository, ours: str, theirs: str) -> str | None:
    """Give the last commit both have; None when the two began apart."""
    if repository.binary.is_there:
        outcome = repository.binary.try_to("merge-base", ours, theirs, seconds=600)
        return outcome.out.decode("ascii").strip() or None
    mine, others = set(between(repository, None, ours)), between(repository, None, theirs)
    common = [commit for commit in others if commit in mine]
    older = {parent for commit in common for parent in repository.objects.commit(commit).parents}
    return next((commit for commit in reversed(common) if commit not in older), None)


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
    """Tell whether commits form a line from `base`, or from nothing, made here and unsigned, so that they may be written anew."""
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
