"""What merges say of facts in which words of one side gave way, until the fact is written again."""

from __future__ import annotations

from collections.abc import Iterator

from mem.store.repository import Repository
from mem.store.trees import FOLDER, Leaf, text

TRAILER = "Mem-Contested"


def given_way(repository: Repository, head: str) -> list[tuple[str, str]]:
    """Give file names of facts with the merge that chose between two texts, as far as that text still stands."""
    found = {}
    for commit, name in _trailers(repository, head):
        then, now = (_file(repository, at, name) for at in (commit, head))
        if then is not None and then == now:
            found[name] = commit
    return list(found.items())


def _trailers(repository: Repository, head: str) -> Iterator[tuple[str, str]]:
    """Give the merges, oldest first, with the names they carry."""
    if repository.binary.is_there:
        form = f"--format=%H %(trailers:key={TRAILER},valueonly,separator=%x20)"
        only = ("--merges", "--reverse", f"--grep={TRAILER}: ")
        out = repository.binary.run("log", *only, form, head, "--", seconds=600)
        for line in out.decode("utf-8", "replace").splitlines():
            commit, *names = line.split()
            yield from ((commit, name) for name in names)
        return
    from mem.store.walking import between

    for oid in between(repository, None, head):
        if len(repository.objects.commit(oid).parents) > 1:
            message = repository.objects.read(oid)[1].partition(b"\n\n")[2].decode("utf-8", "replace")
            for line in message.splitlines():
                if line.startswith(f"{TRAILER}: "):
                    yield oid, line.removeprefix(f"{TRAILER}: ").strip()


def _file(repository: Repository, commit: str, name: str) -> Leaf | None:
    """Find a fact's file by its name, wherever it lies."""
    waiting = [repository.objects.leaf_at(commit, "objects")]
    while waiting:
        folder = waiting.pop()
        if folder is None or folder.mode != FOLDER:
            continue
        for entry, leaf in repository.objects.tree(folder.oid).items():
            if text(entry) == f"{name}.md":
                return leaf
            if leaf.mode == FOLDER:
                waiting.append(leaf)
    return None
