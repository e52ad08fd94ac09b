"""History without git: commits and trees read one by one, for the machine that has no git command."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cached_property

from mem.store.files import TOP, is_fact_path
from mem.store.history import Passed
from mem.store.objects import Commit, Objects
from mem.store.repository import Repository
from mem.store.trees import EXECUTABLE, FILE, FOLDER, Leaf, raw, text

Change = tuple[str, str | None]


def commits_between(repository: Repository, since: str | None, head: str) -> Iterator[Passed]:
    """Give the commits that led from `since` to `head`, each after its parents."""
    past = _Past(repository)
    for oid in past.ordered(since, head):
        commit = past.commit(oid)
        yield Passed(oid, commit.authored, len(commit.parents) > 1, list(past.changes(commit)))


def between(repository: Repository, since: str | None, head: str) -> list[str]:
    """Give the ids of the commits that are reachable from `head` and not from `since`."""
    return _Past(repository).ordered(since, head)


def parents_since(repository: Repository, since: str, heads: Iterable[str]) -> dict[str, list[str]]:
    """Give the commits reachable from the heads and not from `since`, with their parents."""
    past = _Past(repository)
    return {oid: list(past.commit(oid).parents) for head in heads for oid in past.ordered(since, head)}


def reaches(repository: Repository, head: str, commit: str) -> bool:
    """Tell whether `commit` is among the ancestors of `head`."""
    past = _Past(repository)
    return any(oid == commit for oid in past.ancestors(head))


def reaches_straight(repository: Repository, head: str, commit: str) -> bool:
    """Tell whether `commit` is reached from `head` by going from each commit to its only parent."""
    past = _Past(repository)
    while head != commit:
        parents = past.commit(head).parents
        if len(parents) != 1:
            return False
        head = parents[0]
    return True


class _Past:
    """Commits and trees of one repository, each read once."""

    def __init__(self, repository: Repository) -> None:
        self._common = repository.places.common
        self._objects: Objects = repository.objects
        self._commits: dict[str, Commit] = {}

    @cached_property
    def _shallow(self) -> frozenset[str]:
        """The commits whose parents were not fetched."""
        try:
            with open(os.path.join(self._common, "shallow"), encoding="ascii") as file:
                return frozenset(file.read().split())
        except FileNotFoundError:
            return frozenset()

    def commit(self, oid: str) -> Commit:
        if oid not in self._commits:
            commit = self._objects.commit(oid)
            if oid in self._shallow:
                commit = Commit(oid, commit.tree, (), commit.authored)
            self._commits[oid] = commit
        return self._commits[oid]

    def ancestors(self, head: str) -> Iterator[str]:
        """Give a commit and all before it, in no order that means anything."""
        waiting, seen = [head], {head}
        while waiting:
            oid = waiting.pop()
            yield oid
            fresh = set(self.commit(oid).parents) - seen
            seen |= fresh
            waiting.extend(fresh)

    def ordered(self, since: str | None, head: str) -> list[str]:
        """Give what is reachable from `head` and not from `since`, parents first."""
        if since and (line := self._line(since, head)) is not None:
            return line
        done = set(self.ancestors(since)) if since else set()
        order: list[str] = []
        waiting = [head]
        while waiting:
            oid = waiting[-1]
            undone = [parent for parent in self.commit(oid).parents if parent not in done]
            if oid in done:
                waiting.pop()
            elif undone:
                waiting.extend(reversed(undone))
            else:
                done.add(oid)
                order.append(oid)
                waiting.pop()
        return order

    def _line(self, since: str, head: str) -> list[str] | None:
        """Give the commits between, as nearly always a few in a row; None when there is more to it."""
        line: list[str] = []
        while head != since:
            line.append(head)
            parents = self.commit(head).parents
            if len(parents) != 1:
                return None
            head = parents[0]
        return line[::-1]

    def changes(self, commit: Commit) -> Iterator[Change]:
        """Give what a commit did to fact files; of a merge, what differs from all its parents."""
        after = self._facts(commit)
        parents = [self._facts(self.commit(parent)) for parent in commit.parents] or [None]
        first, *others = (dict(self._difference(before, after, TOP)) for before in parents)
        for path, blob in sorted(first.items(), key=lambda change: raw(change[0])):
            if is_fact_path(path) and all(path in other for other in others):
                yield path, blob

    def _facts(self, commit: Commit) -> str | None:
        """Give the tree of the facts in a commit."""
        leaf = self._objects.tree(commit.tree).get(TOP.encode("ascii"))
        return leaf.oid if leaf and leaf.mode == FOLDER else None

    def _difference(self, before: str | None, after: str | None, path: str) -> Iterator[Change]:
        """Compare two folders, going down only where they differ."""
        if before == after:
            return
        old = self._objects.tree(before) if before else {}
        new = self._objects.tree(after) if after else {}
        for name in dict.fromkeys((*old, *new)):
            was, now = old.get(name), new.get(name)
            if was == now:
                continue
            below = f"{path}/{text(name)}"
            yield from self._difference(_folder(was), _folder(now), below)
            if _file(now) or (_file(was) and (now is None or now.mode == FOLDER)):
                yield below, _file(now)


def _folder(leaf: Leaf | None) -> str | None:
    return leaf.oid if leaf and leaf.mode == FOLDER else None


def _file(leaf: Leaf | None) -> str | None:
    return leaf.oid if leaf and leaf.mode in (FILE, EXECUTABLE) else None
