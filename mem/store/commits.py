"""One commit on the checked-out branch: objects first, then files, index and branch, whatever git does beside us."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from mem.errors import MemError
from mem.facts.instant import Instant, datetime_of
from mem.store.child import GitTookTooLong
from mem.store.disk import flush_folder, id_on_disk, remove_if_there, write_aside
from mem.store.gitindex import Staged
from mem.store.lock import GitLocks
from mem.store.refs import branch_of, commit_of, half_way, head_of
from mem.store.repository import Repository
from mem.store.trees import FILE, KEEP_MODE, Leaf

UNMERGED = "a merge left conflicts that are not settled"

Leaves = Mapping[str, Leaf | None]
"""What a commit changes: the file at each path, or None where it goes away."""


class CouldNotSign(MemError):
    """Git is told to sign commits, and signing failed."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"could not sign the commit: {reason}",
            help="what was written is kept and will be committed by the next write; "
            "unlock the signing key, or run: git config commit.gpgsign false",
        )


class HalfWay(Exception):
    """Nothing may be committed just now; the text says why."""


class Message(NamedTuple):
    """What a commit says, and when its author made the change."""

    subject: str
    authored: Instant
    trailers: Sequence[tuple[str, str]] = ()

    def text(self) -> str:
        lines = [" ".join(self.subject.split()) or "mem: change"]
        if self.trailers:
            lines += ["", *(f"{name}: {' '.join(value.split())}" for name, value in self.trailers)]
        return "\n".join(lines) + "\n"


class Made(NamedTuple):
    """A commit whose objects are written, on top of `parent`; the same one when there was nothing to change."""

    commit: str | None
    parent: str | None
    leaves: Leaves
    folders: Mapping[str, tuple[str | None, str | None]]
    warnings: Sequence[str] = ()


class Commits:
    """Commits changes of some paths, whatever real git does at the same time."""

    def __init__(
        self,
        repository: Repository,
        locks: GitLocks,
        now: Instant,
        *,
        sign_seconds: float,
        checkpoint: Callable[[str], None],
    ) -> None:
        self._repository = repository
        self._places = repository.places
        self._locks = locks
        self._now = now
        self._sign_seconds = sign_seconds
        self._checkpoint = checkpoint
        self._refusal: CouldNotSign | None = None

    def obstacle(self) -> str | None:
        """Say why nothing may be committed just now, if so."""
        return half_way(self._places) or (UNMERGED if self._repository.staging.is_unmerged() else None)

    def commit(
        self, changes: Callable[[str | None], Leaves], settle: Callable[[Leaves], Sequence[Staged]], message: Message
    ) -> Made:
        """Commit what `changes` says for the HEAD it is given; `settle` places the files and says how they stand.

        Git's locks are held from reading HEAD to moving the branch, so no git command comes between; what takes
        long or may fail, signing above all, is done before.
        """
        signed = (
            self._make(head_of(self._places), changes, message) if self._signs() and self.obstacle() is None else None
        )
        with self._locks.holding(self._repository.staging.path):
            self._checkpoint("index locked")
            if reason := self.obstacle():
                raise HalfWay(reason)
            while True:
                made = self._on_this_head(
                    lambda head: signed if signed and signed.parent == head else self._make(head, changes, message),
                    settle,
                    message,
                )
                if made is not None:
                    return made

    def adopt(self, ready: Made, settle: Callable[[Leaves], Sequence[Staged]], message: Message) -> Made | None:
        """Move the branch to a commit that is there already; None when the branch is not where it was by then."""
        with self._locks.holding(self._repository.staging.path):
            if reason := self.obstacle():
                raise HalfWay(reason)
            return self._on_this_head(lambda head: ready if head == ready.parent else None, settle, message)

    def joined(self, tree: str, parents: Sequence[str], message: Message) -> str:
        """Write a commit of a tree that is there already, if only on its way into a pack."""
        return self._signed(tree, parents, message) if self._signs() else self._plain(tree, parents, message)

    def _on_this_head(
        self,
        make: Callable[[str | None], Made | None],
        settle: Callable[[Leaves], Sequence[Staged]],
        message: Message,
    ) -> Made | None:
        """Make the commit on HEAD as it is now; None when a commit of somebody else's came between."""
        branch = branch_of(self._places)
        if branch is None:
            raise HalfWay(half_way(self._places) or "")
        head = commit_of(self._places, branch)
        made = make(head)
        if made is None:
            return None
        self._repository.objects.settle()
        self._checkpoint("objects written")
        ref = os.path.join(self._places.common, branch)
        with self._locks.holding(ref):
            self._checkpoint("branch locked")
            if branch_of(self._places) != branch or commit_of(self._places, branch) != head:
                return None
            staged = settle(made.leaves)
            warning = self._stage(staged, made) if staged else None
            self._checkpoint("index written")
            if made.commit is not None and made.commit != head:
                self._move(branch, head, made.commit, message)
        return Made(made.commit, head, made.leaves, made.folders, [warning] if warning else [])

    def _stage(self, staged: Sequence[Staged], made: Made) -> str | None:
        def is_current(path: str, oid: str | None) -> bool:
            leaf = self._repository.objects.leaf_at(made.commit, path)
            on_disk = id_on_disk(os.path.join(self._places.root, path), self._repository.algorithm)
            return (leaf.oid if leaf else None) == oid == on_disk

        return self._repository.staging.stage(staged, made.folders, is_current)

    def _make(self, head: str | None, changes: Callable[[str | None], Leaves], message: Message) -> Made:
        """Write the trees and the commit that puts the changes on top of `head`."""
        leaves = {path: self._with_mode(leaf, head, path) for path, leaf in changes(head).items()}
        if not leaves:
            return Made(head, head, {}, {})
        grafted = self._repository.objects.graft(head, leaves)
        if head is not None and self._repository.objects.commit(head).tree == grafted.top:
            return Made(head, head, leaves, grafted.folders)
        commit = self.joined(grafted.top, [head] if head else [], message)
        return Made(commit, head, leaves, grafted.folders)

    def _with_mode(self, leaf: Leaf | None, head: str | None, path: str) -> Leaf | None:
        if leaf is None or leaf.mode != KEEP_MODE:
            return leaf
        held = self._repository.objects.leaf_at(head, path)
        return Leaf(held.mode if held else FILE, leaf.oid)

    def _plain(self, tree: str, parents: Sequence[str], message: Message) -> str:
        lines = [f"tree {tree}".encode(), *(f"parent {parent}".encode() for parent in parents)]
        lines.append(b"author %s %d +0000" % (self._repository.config.person("author"), _seconds(message.authored)))
        lines.append(b"committer %s %d +0000" % (self._repository.config.person("committer"), _seconds(self._now)))
        text = message.text().encode("utf-8", "replace")
        return self._repository.objects.write("commit", b"\n".join(lines) + b"\n\n" + text)

    def _signs(self) -> bool:
        return self._repository.config.is_on("commit.gpgsign")

    def _signed(self, tree: str, parents: Sequence[str], message: Message) -> str:
        """Let git make the commit, for it knows every way of signing; once it failed, it is not asked again."""
        if self._refusal:
            raise self._refusal
        self._repository.objects.settle()  # git has to find the tree
        extra = {}
        for role, at in (("author", message.authored), ("committer", self._now)):
            name, _, email = os.fsdecode(self._repository.config.person(role)).rpartition(" <")
            extra[f"GIT_{role.upper()}_NAME"] = name
            extra[f"GIT_{role.upper()}_EMAIL"] = email.removesuffix(">")
            extra[f"GIT_{role.upper()}_DATE"] = f"@{_seconds(at)} +0000"
        arguments = ["commit-tree", "-S", tree, *(part for parent in parents for part in ("-p", parent))]
        try:
            text = message.text().encode("utf-8", "replace")
            outcome = self._repository.binary.try_to(*arguments, given=text, extra=extra, seconds=self._sign_seconds)
        except (GitTookTooLong, FileNotFoundError) as error:
            self._refusal = CouldNotSign(str(error))
            raise self._refusal from error
        if outcome.code != 0:
            self._refusal = CouldNotSign(" ".join(outcome.said.split()))
            raise self._refusal
        return outcome.out.decode("ascii").strip()

    def _move(self, branch: str, old: str | None, new: str, message: Message) -> None:
        """Move the branch; its lock is held and it was seen to stand at `old`."""
        path = os.path.join(self._places.common, branch)
        aside = os.path.join(self._places.own, "ref")
        remove_if_there(aside)
        self._repository.settle()
        write_aside(aside, f"{new}\n".encode("ascii"), flush=self._repository.flushes)
        os.replace(aside, path)
        if self._repository.flushes:
            flush_folder(os.path.dirname(path))
        self._repository.settle()
        self._checkpoint("branch moved")
        self._log(branch, old, new, message)
        self._checkpoint("reflog written")

    def _log(self, branch: str, old: str | None, new: str, message: Message) -> None:
        """Note the move where `git reflog` looks; the commit stands even if this cannot be written."""
        if not self._repository.config.is_on("core.logallrefupdates", default=True):
            return
        verb = "commit" if old else "commit (initial)"
        nothing = "0" * len(new)
        line = b"%s %s %s %d +0000\t%s: %s\n" % (
            (old or nothing).encode("ascii"),
            new.encode("ascii"),
            self._repository.config.person("committer"),
            _seconds(self._now),
            verb.encode("ascii"),
            message.text().partition("\n")[0].encode("utf-8", "replace"),
        )
        for log in (os.path.join(self._places.common, "logs", branch), os.path.join(self._places.git, "logs", "HEAD")):
            try:
                os.makedirs(os.path.dirname(log), exist_ok=True)
                with open(log, "ab") as file:
                    file.write(line)
            except OSError:
                continue


def _seconds(instant: Instant) -> int:
    return max(0, int(datetime_of(instant).timestamp()))
