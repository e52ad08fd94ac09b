"""Two histories into one commit: ours written anew on top of theirs where that tells the same story, else a merge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from mem.errors import MemError
from mem.facts import document
from mem.facts.fact import FactId
from mem.facts.instant import Instant, datetime_of
from mem.store.comparing import Changes, difference
from mem.store.files import is_fact_path
from mem.store.history import merge_base
from mem.store.merges import TRAILER
from mem.store.repository import Repository
from mem.store.trees import FILE, Grafting, Leaf
from mem.sync.erasing import RECORDS, Erased, epoch_of, parse
from mem.sync.graph import is_replayable, only_in
from mem.sync.plan import combine
from mem.sync.planned import Note, Plan

_SETTINGS = "mem.toml"

Join = Callable[[str, Sequence[str], Sequence[tuple[str, str]]], str]
"""Writes a commit of a tree with these parents and trailers."""


@dataclass(frozen=True, slots=True)
class Combined:
    """The commit that holds both sides, what there is to tell, and how many facts came from theirs.

    `merged` is our side of a merge, if there had to be one; `purged` names the facts that were
    erased for good elsewhere, so that our old history has to go.
    """

    commit: str
    notes: Sequence[Note] = ()
    pulled: int = 0
    joined: bool = False
    came: Sequence[str] = field(default_factory=tuple)
    merged: str | None = None
    purged: Sequence[FactId] | None = None


class OlderEpoch(MemError):
    """The remote still, or again, has a history from before a purge that this store took part in."""

    def __init__(self) -> None:
        super().__init__(
            "the remote has a history from before a purge; taking it in would bring back what was erased",
            help="look at it with `git log` on the remote-tracking branch, then put the purged history back by hand",
        )


def combined(
    repository: Repository, ours: str | None, theirs: str, known: str | None, machine: str, now: Instant, join: Join
) -> Combined:
    """Give the commit our branch is to stand at to hold all we have and all they have.

    `known` is where the remote stood when we last saw it.
    """
    came = only_in(repository, theirs, ours)
    erased = parse(repository.held(theirs, RECORDS))
    if ours is None or ours == theirs or (not came and not erased.records):
        their_changes = _changes(repository, ours, theirs) if came else {}
        return Combined(theirs if ours is None else ours, pulled=_facts(their_changes), came=came)
    base, is_purged = _last_common(repository, ours, theirs, known)
    their_changes = _changes(repository, base, theirs)
    our_changes = _changes(repository, base, ours)
    objects = repository.objects
    plan = combine(
        our_changes,
        their_changes,
        lambda leaf: objects.blob(leaf.oid),
        machine,
        erased,
        lambda path: objects.leaf_at(theirs, path),
    )
    tree = _tree_of(repository, plan, theirs)
    if base == ours and tree == repository.objects.commit(theirs).tree:
        return Combined(theirs, plan.notes, pulled=_facts(their_changes), came=came)
    if base == theirs and not plan.barred:
        return Combined(ours)
    commit = None if plan.meets else _replayed(repository, plan, base, ours, theirs, their_changes, now)
    is_merged = commit is None or repository.objects.commit(commit).tree != tree
    if is_merged:
        # After a purge never with our old history: that is what was purged.
        commit = join(tree, [theirs] if is_purged else [ours, theirs], _trailers(plan))
    return Combined(
        str(commit),
        plan.notes,
        _facts(their_changes),
        joined=base is None,
        came=came,
        merged=ours if is_merged and not is_purged else None,
        purged=_gone(repository, their_changes, erased) if is_purged else None,
    )


def _last_common(repository: Repository, ours: str, theirs: str, known: str | None) -> tuple[str | None, bool]:
    """Give the last state both had, and whether theirs was purged since; then no commit is common any more."""
    base = merge_base(repository, ours, theirs)
    our_epoch, their_epoch = _epoch(repository, ours), _epoch(repository, theirs)
    if our_epoch > their_epoch and base != theirs:
        raise OlderEpoch
    if our_epoch >= their_epoch or base == ours:
        return base, False
    return (known if known and _epoch(repository, known) < their_epoch else base), True


def _trailers(plan: Plan) -> list[tuple[str, str]]:
    """What `mem review` looks for: the files in which words of one side gave way."""
    return [(TRAILER, _id(note.name)) for note in plan.notes if note.kind == "contested"]


def _id(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".md")


def _changes(repository: Repository, before: str | None, after: str) -> Changes:
    objects = repository.objects
    tree = objects.commit(before).tree if before else None
    return difference(objects.tree, tree, objects.commit(after).tree).files


def _gone(repository: Repository, their_changes: Changes, erased: Erased) -> list[FactId]:
    """Give the facts we had that were erased elsewhere."""
    found = []
    for path, (before, after) in their_changes.items():
        if before and after is None and is_fact_path(path):
            fact = document.read(repository.objects.blob(before.oid), path).fact
            found += [fact.id] if fact and erased.holds(fact.id) else []
    return found


def _epoch(repository: Repository, commit: str) -> int:
    return epoch_of(repository.held(commit, _SETTINGS))


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
    commits = only_in(repository, ours, base)
    if not is_replayable(repository, commits, base):
        return None
    onto = theirs
    for oid in commits:
        commit = repository.objects.commit(oid)
        changes = _changes(repository, commit.parents[0] if commit.parents else None, oid)
        if any(
            _clashes(path, leaf, their_changes, plan) for path, (_, leaf) in changes.items() if path not in plan.barred
        ):
            return None
        kept = [(path, leaf) for path, (_, leaf) in changes.items() if path not in plan.barred]
        leaves = dict(_moved(repository, plan, path, leaf) for path, leaf in kept)
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
