"""Two ways to a remote on this disk that start no process: through the library, and object by object."""

from __future__ import annotations

import os

from mem.store.objects import MissingObject, Objects
from mem.store.refs import Places, commit_of
from mem.store.repository import Repository
from mem.store.trees import parse
from mem.sync.dulwich_child import answer
from mem.sync.graph import is_here
from mem.sync.through_dulwich import DulwichTransport
from mem.sync.transport import Deadline, Heads, Pushed


class ThroughLibrary(DulwichTransport):
    """What the child process does, done here."""

    def _ask(self, step: str, **more: object) -> dict[str, object]:
        url = self._repository.config.get(f"remote.{self._remote}.url")
        return answer({"step": step, "root": self._repository.places.root, "url": url, "ssh": "", **more})


class ByCopying:
    """Copies what is missing from one repository to the other; a branch moves only forward, and only by one at a time."""

    name = "copying"

    def __init__(self, repository: Repository, remote: str, deadline: Deadline) -> None:
        folder = str(repository.config.get(f"remote.{remote}.url"))
        self._repository = repository
        self._places = Places(folder, folder, folder)
        self._theirs = Objects(self._places, algorithm="sha1", flushes=lambda: False)

    def heads(self) -> Heads:
        commit = commit_of(self._places, "refs/heads/main")
        return Heads({"main": commit} if commit else {}, "main")

    def fetch(self, branch: str) -> str:
        commit = self.heads().branches[branch]
        copy(self._theirs, self._repository.objects, commit)
        self._theirs.close()
        return commit

    def push(self, commit: str, branch: str, expected: str | None) -> Pushed:
        stands = self.heads().branches.get(branch)
        if stands != expected or (stands and not self._leads_to(commit, stands)):
            return Pushed(taken=False, raced=True, reason="fetch first")
        copy(self._repository.objects, self._theirs, commit)
        self._theirs.close()
        path = os.path.join(self._places.common, "refs/heads", branch)
        with open(f"{path}.lock", "x") as file:
            file.write(f"{commit}\n")
        os.replace(f"{path}.lock", path)
        return Pushed(taken=True)

    def _leads_to(self, commit: str, before: str) -> bool:
        if not is_here(self._repository, before):
            return False
        waiting, seen = [commit], {commit}
        while waiting and before not in seen:
            parents = set(self._repository.objects.commit(waiting.pop()).parents) - seen
            seen |= parents
            waiting += parents
        return before in seen


def copy(source: Objects, target: Objects, oid: str) -> None:
    """Copy an object and all below it that is missing; what is there, is there whole."""
    waiting, seen = [oid], {oid}
    while waiting:
        here = waiting.pop()
        if _has(target, here):
            continue
        kind, data = source.read(here)
        below = []
        if kind == "commit":
            commit = source.commit(here)
            below = [commit.tree, *commit.parents]
        elif kind == "tree":
            below = [leaf.oid for leaf in parse(data, source.width).values()]
        target.write(kind, data)
        waiting += set(below) - seen
        seen |= set(below)


def _has(objects: Objects, oid: str) -> bool:
    try:
        objects.read(oid)
    except MissingObject:
        return False
    return True
