"""The states every fact file went through, oldest first: from git's log if there is git, else by walking by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from mem.facts.instant import FIRST, Instant, instant_of
from mem.store.child import GitBinary
from mem.store.comparing import difference
from mem.store.files import LARGEST, is_fact_path
from mem.store.objects import MissingObject
from mem.store.repository import Repository
from mem.store.revision import Revision
from mem.store.trees import EXECUTABLE, FILE, text

_AT_ONCE = 5000  # texts that are held and fetched together
_SECONDS = 3600  # a history so long that this is not enough has other problems
_NECKS = 16  # looks for a commit that all histories came through; beyond that, all is read anew


class Passed(NamedTuple):
    """A commit of the past and what it did to fact files: path to blob, None where one went away."""

    commit: str
    authored: int
    is_merge: bool
    changes: Sequence[tuple[str, str | None]]


def _nowhere(path: str, blob: str) -> None:  # noqa: ARG001  # nothing is at hand, wherever one looks
    return None


def revisions(
    repository: Repository, since: str | None, head: str, at_hand: Callable[[str, str], bytes | None] = _nowhere
) -> Iterator[Revision]:
    """Give all states of fact files in the commits after `since`, each commit after its parents.

    `at_hand` gives the text at a path if it is just this blob: of what each file became last, that need not be
    looked for in history.
    """
    if repository.binary.is_there:
        passed = list(_log(repository.binary, since, head))
    else:
        from mem.store.walking import commits_between

        passed = list(commits_between(repository, since, head))
    passed = list(_settled(repository, passed))
    texts = _texts(repository, [(path, blob) for commit in passed for path, blob in commit.changes if blob], at_hand)
    for commit in passed:
        at = instant_of_seconds(commit.authored)
        for path, blob in commit.changes:
            if blob is None:
                yield Revision(path, None, "", at, commit.commit)
            elif (data := next(texts)) is not None:
                yield Revision(path, data, blob, at, commit.commit)


def is_ancestor(repository: Repository, commit: str, head: str) -> bool:
    """Tell whether history led from a commit to `head`; one that is not known here did not."""
    if commit == head:
        return True
    if repository.binary.is_there:
        return repository.binary.try_to("merge-base", "--is-ancestor", commit, head, seconds=_SECONDS).code == 0
    from mem.store.walking import reaches

    return reaches(repository, head, commit)


def leads_straight(repository: Repository, commit: str, head: str) -> bool:
    """Tell whether a line of commits, one parent each, leads from a commit to `head`."""
    if commit == head:
        return True
    if repository.binary.is_there:
        if not is_ancestor(repository, commit, head):
            return False
        return not repository.binary.run("rev-list", "--merges", "-n1", f"{commit}..{head}", "--", seconds=_SECONDS)
    from mem.store.walking import reaches_straight

    return reaches_straight(repository, head, commit)


class Turn(NamedTuple):
    """Two ways from `base`: what the way not taken did, and what stood at the paths it touched."""

    base: str
    undone: Sequence[Revision]
    before: Mapping[str, Revision | None]


def turn(repository: Repository, left: str, head: str) -> Turn | None:
    """Give the turn from the way to `left` to the way to `head`; None unless a neck is near that both come through."""
    base = _neck(repository, left, head) if _is_here(repository, left) else None
    if base is None:
        return None
    undone = list(revisions(repository, base, left))
    objects, before = repository.objects, dict[str, Revision | None]()
    for revision in undone:
        leaf = objects.leaf_at(base, revision.path)
        data = objects.blob(leaf.oid) if leaf else None
        before[revision.path] = Revision(revision.path, data, leaf.oid, FIRST, base) if leaf else None
    return Turn(base, undone, before)


def _neck(repository: Repository, left: str, head: str) -> str | None:
    """Give the last commit that all ways to both lead through: what comes after it is told after all before it."""
    base = merge_base(repository, left, head)
    for _ in range(_NECKS):
        if base is None:
            return None
        since = _parents_since(repository, base, (left, head))
        if not all(since.values()):  # one began apart
            return None
        astray = {parent for parents in since.values() for parent in parents if parent not in since} - {base}
        if not astray:
            return base
        for other in sorted(astray):
            base = base and merge_base(repository, base, other)
    return None


def _parents_since(repository: Repository, base: str, heads: Sequence[str]) -> dict[str, list[str]]:
    """Give the commits reachable from the heads and not from `base`, with their parents."""
    if repository.binary.is_there:
        out = repository.binary.run("rev-list", "--parents", *heads, f"^{base}", "--", seconds=_SECONDS)
        return {commit: parents for commit, *parents in map(str.split, out.decode("ascii").splitlines())}
    from mem.store.walking import parents_since

    return parents_since(repository, base, heads)


def merge_base(repository: Repository, ours: str, theirs: str) -> str | None:
    """Give the last commit both have; None when the two began apart."""
    if repository.binary.is_there:
        outcome = repository.binary.try_to("merge-base", ours, theirs, seconds=_SECONDS)
        return outcome.out.decode("ascii").strip() or None
    from mem.store.walking import between

    mine, others = set(between(repository, None, ours)), between(repository, None, theirs)
    common = [commit for commit in others if commit in mine]
    older = {parent for commit in common for parent in repository.objects.commit(commit).parents}
    return next((commit for commit in reversed(common) if commit not in older), None)


def _is_here(repository: Repository, commit: str) -> bool:
    try:
        repository.objects.commit(commit)
    except MissingObject:
        return False
    return True


def _settled(repository: Repository, passed: Sequence[Passed]) -> Iterator[Passed]:
    """Where a merge took one side of a file whole, the list may have the other last: let the merge say it again."""
    last: dict[str, str | None] = {}
    for commit in passed:
        last.update(commit.changes)
        if commit.is_merge:
            again = [
                (path, blob)
                for path, blob in _chosen(repository, commit.commit).items()
                if last.get(path, blob) != blob
            ]
            last.update(again)
            commit = commit._replace(changes=[*commit.changes, *again])
        yield commit


def _chosen(repository: Repository, merge: str) -> dict[str, str | None]:
    """Give what a merge made of each fact file that is not the same in all its parents."""
    objects = repository.objects
    commit = objects.commit(merge)
    found: dict[str, str | None] = {}
    for parent in commit.parents:
        changes = difference(objects.tree, objects.commit(parent).tree, commit.tree).files
        for path in filter(is_fact_path, changes):
            leaf = changes[path][1]
            found[path] = leaf.oid if leaf and leaf.mode in (FILE, EXECUTABLE) else None
    return found


def _log(binary: GitBinary, since: str | None, head: str) -> Iterator[Passed]:
    """Read git's log; of a merge it names what differs from all its parents."""
    out = binary.run(
        *("-c", "log.showRoot=true", "-c", "log.showSignature=false"),
        *("log", "--raw", "-z", "-c", "--no-abbrev", "--no-renames", "--no-color", "--no-ext-diff", "-O/dev/null"),
        *("--topo-order", "--reverse", "--format=%H %at %P", f"{since}..{head}" if since else head, "--"),
        seconds=_SECONDS,
    )
    items = (item.lstrip(b"\n") for item in out.split(b"\0"))
    header: list[bytes] = []
    changes: list[tuple[str, str | None]] = []
    for item in items:
        if item.startswith(b":"):
            change = _change(item, text(next(items)))
            if change:
                changes.append(change)
        elif item:
            if header:
                yield _passed(header, changes)
            header, changes = item.split(), []
    if header:
        yield _passed(header, changes)


def _passed(header: Sequence[bytes], changes: Sequence[tuple[str, str | None]]) -> Passed:
    return Passed(header[0].decode("ascii"), int(header[1]), len(header) > 3, changes)


def _change(raw: bytes, path: str) -> tuple[str, str | None] | None:
    """Read `:modes… ids… status`, one mode and id for each parent and one for the result; links are no facts."""
    parents = len(raw) - len(raw.lstrip(b":"))
    fields = raw.split(b" ")
    mode = fields[parents]
    if not is_fact_path(path) or mode not in (b"100644", b"100755", b"000000"):
        return None
    return path, None if mode == b"000000" else fields[2 * parents + 1].decode("ascii")


def _texts(
    repository: Repository, states: Sequence[tuple[str, str]], at_hand: Callable[[str, str], bytes | None]
) -> Iterator[bytes | None]:
    """Give the text of each path and blob in order; None for one too large to be a fact."""
    last = {path: place for place, (path, _) in enumerate(states)}
    for start in range(0, len(states), _AT_ONCE):
        some = states[start : start + _AT_ONCE]
        found = [at_hand(*state) if last[state[0]] == place else None for place, state in enumerate(some, start)]
        others = _fetched(repository, [blob for (_, blob), data in zip(some, found, strict=True) if data is None])
        for held in found:
            data = next(others) if held is None else held
            yield data if len(data) <= LARGEST else None


def _fetched(repository: Repository, blobs: Sequence[str]) -> Iterator[bytes]:
    if repository.binary.is_there:
        return _through_git(repository.binary, blobs)
    return map(repository.objects.blob, blobs)


def _through_git(binary: GitBinary, blobs: Sequence[str]) -> Iterator[bytes]:
    """Read blobs through one process, however many they are, without holding them all."""
    if not blobs:
        return
    given = "".join(f"{blob}\n" for blob in blobs).encode("ascii")
    with binary.talk("cat-file", "--batch", "--buffer", given=given) as out:
        for blob in blobs:
            head = out.readline().split()
            if len(head) != 3:
                raise MissingObject(blob)
            yield out.read(int(head[2]))
            out.read(1)


def instant_of_seconds(seconds: int) -> Instant:
    """Give the moment of an author date; one that no calendar has counts as the first."""
    try:
        return instant_of(datetime.fromtimestamp(seconds, UTC))
    except (ValueError, OverflowError, OSError):
        return FIRST
