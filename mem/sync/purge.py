"""`mem purge`: facts out of every branch and tag, out of this machine's own notes, and off the remote's branches."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from mem.errors import MemError
from mem.facts.fact import FactId
from mem.facts.instant import Instant
from mem.store.disk import remove_if_there, write_aside
from mem.store.objects import Objects
from mem.store.refs import branch_of, head_of
from mem.store.repository import Repository
from mem.store.trees import FILE, Grafting, Leaf
from mem.store.writer import Writer
from mem.sync.erasing import RECORDS, epoch_of, recorded, with_epoch
from mem.sync.graph import only_in
from mem.sync.refs import remote_branch, track
from mem.sync.rewriting import Rewriter
from mem.sync.through_git import GitTransport
from mem.sync.transport import Deadline

_SETTINGS = "mem.toml"
_MANY_SECONDS = 3600


class NeedsGit(MemError):
    """Without git, old objects cannot be taken out of packs."""

    def __init__(self) -> None:
        super().__init__("a purge needs the git command", help="install git, then run this again")


@dataclass(slots=True)
class Purged:
    """What a purge did: refs written anew, those it could not, and the commits they stood at before."""

    commit: str
    rewritten: dict[str, tuple[str, str]] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)


def purge(
    repository: Repository, writer: Writer, ids: Collection[FactId], titles: Collection[str], now: Instant, salt: str
) -> Purged:
    """Write all branches and tags anew without these facts, and drop what they leave behind on this disk."""
    if not repository.binary.is_there:
        raise NeedsGit
    head = head_of(repository.places)
    assert head is not None
    refs = _refs(repository)
    rewriter = Rewriter(repository, ids, titles)
    for commit in (head, *(commit for _, commit in refs.values())):
        rewriter.rewrite(only_in(repository, commit, None))
    commit = _with_record(repository, writer, rewriter.written[head], ids, now, salt)
    done = Purged(commit)
    if writer.adopt(commit, head, "purge") is None:
        raise MemError("the branch moved meanwhile", help="nothing was changed; run the command again")
    branch = branch_of(repository.places)
    done.rewritten[str(branch)] = (head, commit)
    for name, (value, old) in refs.items():
        if name != branch and rewriter.written[old] != old:
            repository.binary.run("update-ref", name, rewriter.written[old], value)
            done.rewritten[name] = (value, rewriter.written[old])
    _drop_leftovers(repository, ids)
    done.kept = _others(repository)
    return done


def _refs(repository: Repository) -> dict[str, tuple[str, str]]:
    """Give branches and tags with their value and the commit it means; a tag of something else is left out."""
    form = "%(refname) %(objectname) %(objecttype) %(*objectname) %(*objecttype)"
    out = repository.binary.run("for-each-ref", f"--format={form}", "refs/heads", "refs/tags").decode()
    found = {}
    for line in out.splitlines():
        name, value, kind, *peeled = line.split()
        if kind == "commit":
            found[name] = (value, value)
        elif len(peeled) == 2 and peeled[1] == "commit":
            found[name] = (value, peeled[0])
    return found


def _with_record(
    repository: Repository, writer: Writer, head: str, ids: Iterable[FactId], now: Instant, salt: str
) -> str:
    objects: Objects = repository.objects
    settings, records = repository.held(head, _SETTINGS), repository.held(head, RECORDS)
    by = os.fsdecode(repository.config.person("author"))
    leaves: dict[str, Leaf | None] = {
        RECORDS: Leaf(FILE, objects.write("blob", recorded(records, ids, salt=salt, at=now, by=by))),
        _SETTINGS: Leaf(FILE, objects.write("blob", with_epoch(settings, epoch_of(settings) + 1))),
    }
    tree = Grafting(objects.tree, objects.write_tree).graft(objects.commit(head).tree, leaves).top
    return writer.join(tree, [head], "mem: purge")


def _drop_leftovers(repository: Repository, ids: Collection[FactId]) -> None:
    """Forget on this disk what only the old history held: notes of ours, reflogs, remote-tracking branches, objects."""
    places = repository.places
    forget_locally(places.own, ids)
    for name in ("ORIG_HEAD", "FETCH_HEAD", "MERGE_MSG", "COMMIT_EDITMSG"):
        remove_if_there(os.path.join(places.git, name))
    drop_old_history(repository)


def drop_old_history(repository: Repository) -> None:
    """Let go of all that no branch and no tag leads to."""
    for name in repository.binary.run("for-each-ref", "--format=%(refname)", "refs/remotes").decode().split():
        repository.binary.run("update-ref", "--no-deref", "-d", name)
    repository.binary.run(
        "reflog", "expire", "--expire=now", "--expire-unreachable=now", "--all", seconds=_MANY_SECONDS
    )
    repository.binary.run("gc", "--prune=now", "--quiet", seconds=_MANY_SECONDS)


def forget_locally(private: str, ids: Collection[FactId]) -> None:
    """Take every line that names one of these facts out of this machine's own notes; a note of one piece goes whole."""
    for folder, _, names in os.walk(private):
        for name in names:
            path = os.path.join(folder, name)
            if not os.path.isfile(path) or os.path.islink(path):
                continue
            with open(path, "rb") as file:
                data = file.read()
            if not any(id.encode() in data for id in ids):
                continue
            kept = [line for line in data.splitlines(keepends=True) if not any(id.encode() in line for id in ids)]
            remove_if_there(path)
            if kept and not name.endswith(".json"):
                write_aside(path, b"".join(kept), flush=False)


def _others(repository: Repository) -> list[str]:
    """Give the refs that still lead to old commits: stashes, notes and the like are the user's to drop."""
    names = repository.binary.run("for-each-ref", "--format=%(refname)").decode().split()
    return [name for name in names if not name.startswith(("refs/heads/", "refs/tags/", "refs/remotes/"))]


def replace_at_remote(
    repository: Repository, remote: str, branch: str, configured: str, done: Purged, *, seconds: float
) -> dict[str, str]:
    """Put the new history in place of the old one on every branch and tag the remote has; gives what came of each."""
    transport = GitTransport(repository, remote, Deadline(seconds))
    heads, there = transport.heads(), transport.refs()
    ours = f"refs/heads/{branch}"
    theirs = f"refs/heads/{remote_branch(heads, configured)}"
    results = {}
    for name, (old, new) in done.rewritten.items():
        target = theirs if name == ours else name
        if target not in there:
            continue
        if there[target] != old:
            results[target] = "not replaced: it has moved; run mem sync, then purge again"
            continue
        pushed = transport.replace(target, new, old)
        results[target] = "replaced" if pushed.taken else f"not replaced: {pushed.reason}"
        if pushed.taken and target == theirs:
            track(repository.places, remote, target.removeprefix("refs/heads/"), new)
    for name in there:
        if name not in results and name.startswith(("refs/heads/", "refs/tags/")) and name not in done.rewritten:
            results[name] = "not looked at: it is not here"
    return results
