"""Two histories into one commit: ours written anew on top of theirs where that tells the same story, else a merge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from mem.facts.instant import Instant, datetime_of
from mem.store.comparing import Changes, difference
from mem.store.files import is_fact_path
from mem.store.repository import Repository
from mem.store.trees import FILE, Grafting, Leaf
from mem.sync.graph import is_replayable, merge_base, only_in
from mem.sync.plan import Note, Plan, combine

Join = Callable[[str, Sequence[str], Sequence[tuple[str, str]]], str]
"""Writes a commit of a tree with these parents and trailers."""


@dataclass(frozen=True, slots=True)
class Combined:
    """The commit that holds both sides, what there is to tell, and how many facts came from theirs.

    `merged` is our side of a merge, when there had to be one.
    """

    commit: str
    notes: Sequence[Note] = ()
    pulled: int = 0
    joined: bool = False
    came: Sequence[str] = field(default_factory=tuple)
    merged: str | None = None


def combined(repository: Repository, ours: str | None, theirs: str, machine: str, now: Instant, join: Join) -> Combined:
    """Give the commit our branch is to stand at so that it holds all we have and all they have."""
    came = only_in(repository, theirs, ours)
    if ours is None or ours == theirs or not came:
        their_changes = _changes(repository, ours, theirs) if came else {}
        return Combined(theirs if ours is None else ours, pulled=_facts(their_changes), came=came)
    base = merge_base(repository, ours, theirs)
    their_changes = _changes(repository, base, theirs)
    if base == ours:
        return Combined(theirs, pulled=_facts(their_changes), came=came)
    plan = combine(_changes(repository, base, ours), their_changes, lambda leaf: repository.objects.blob(leaf.oid), machine)
    tree = _tree_of(repository, plan, theirs)
    commit = None if plan.meets else _replayed(repository, plan, base, ours, theirs, their_changes, now)
    merged = None
    if commit is None or repository.objects.commit(commit).tree != tree:
        trailers = [("Mem-Contested", note.name) for note in plan.notes if note.kind == "contested"]
        commit, merged = join(tree, [ours, theirs], trailers), ours
    return Combined(commit, plan.notes, _facts(their_changes), joined=base is None, came=came, merged=merged)


def _changes(repository: Repository, before: str | None, after: str) -> Changes:
    objects = repository.objects
    tree = objects.commit(before).tree if before else None
    return difference(objects.tree, tree, objects.commit(after).tree).files


def _facts(changes: Changes) -> int:
    return sum(map(is_fact_path, changes))


def _tree_of(repository: Repository, plan: Plan, theirs: str) -> str:
    objects = repository.objects
    leaves: dict[str, Leaf | None] = {}
    for path, put in plan.put.items():
        if isinstance(put, bytes):
            held = objects.leaf_at(theirs, path)
            leaves[path] = Leaf(held.mode if held else FILE, objects.write("blob", put))
        else:
            leaves[path] = put
    return _grafted(repository, objects.commit(theirs).tree, leaves)


def _replayed(
    repository: Repository, plan: Plan, base: str | None, ours: str, theirs: str, their_changes: Changes, now: Instant
) -> str | None:
    """Write our commits anew on top of theirs, their authors and times kept; None where that would lose something."""
    commits = only_in(repository, ours, theirs)
    if not is_replayable(repository, commits, base):
        return None
    onto = theirs
    for oid in commits:
        commit = repository.objects.commit(oid)
        changes = _changes(repository, commit.parents[0] if commit.parents else None, oid)
        if any(_clashes(path, leaf, their_changes, plan) for path, (_, leaf) in changes.items()):
            return None
        leaves = dict(_moved(repository, plan, path, leaf) for path, (_, leaf) in changes.items())
        onto_tree = repository.objects.commit(onto).tree
        tree = _grafted(repository, onto_tree, leaves)
        if tree != onto_tree:
            onto = _rewritten(repository, oid, tree, onto, now)
    return onto


def _clashes(path: str, leaf: Leaf | None, their_changes: Changes, plan: Plan) -> bool:
    """Tell whether a state that a file passed through here would overwrite what they made of it."""
    return path in their_changes and path not in plan.paths and leaf != their_changes[path][1]


def _moved(repository: Repository, plan: Plan, path: str, leaf: Leaf | None) -> tuple[str, Leaf | None]:
    if leaf is None or not plan.names or not is_fact_path(path):
        return plan.paths.get(path, path), leaf
    target, data = plan.moved(path, repository.objects.blob(leaf.oid))
    return target, Leaf(leaf.mode, repository.objects.write("blob", data))


def _grafted(repository: Repository, tree: str, leaves: dict[str, Leaf | None]) -> str:
    if not leaves:
        return tree
    return Grafting(repository.objects.tree, repository.objects.write_tree).graft(tree, leaves).top


def _rewritten(repository: Repository, oid: str, tree: str, parent: str, now: Instant) -> str:
    head, _, message = repository.objects.read(oid)[1].partition(b"\n\n")
    seconds = int(datetime_of(now).timestamp())
    lines = [f"tree {tree}".encode("ascii"), f"parent {parent}".encode("ascii")]
    for line in head.split(b"\n"):
        if line.startswith(b"committer "):
            lines.append(b"committer %s %d +0000" % (repository.config.person("committer"), seconds))
        elif not line.startswith((b"tree ", b"parent ")):
            lines.append(line)
    return repository.objects.write("commit", b"\n".join(lines) + b"\n\n" + message)
