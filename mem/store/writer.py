"""Changing the store: noted, put in place, committed; what cannot be committed yet is kept and committed later."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from mem.errors import MemError
from mem.facts.instant import Instant
from mem.store import scaffold
from mem.store.adopting import Adopting
from mem.store.commits import Commits, CouldNotSign, HalfWay, Leaves, Made, Message
from mem.store.disk import LeadsOutside, refusals_told, refuse_outside
from mem.store.found import leaf_of, look
from mem.store.gitindex import Staged
from mem.store.journal import Journal, Record, Step
from mem.store.lock import GitLocks
from mem.store.placing import Placing
from mem.store.refs import head_of
from mem.store.repository import Repository
from mem.store.revision import Committed, Edit, Revision
from mem.store.trees import KEEP_MODE, FileWhereFolder, Leaf


class NotNow(MemError):
    """A file that git tracks cannot be changed while git is in the middle of something."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(
            f"`{path}` cannot be changed: {reason}",
            help="finish or abort it with git, then run this again; new facts can be added meanwhile",
        )


class Unfinished(MemError):
    """The files are written, but something kept them from being committed."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"written, but not committed yet: {reason}",
            help="nothing needs to be written again: the next write commits it",
        )


class Writer:
    """The one who may change the store; made by `Store.writer`, good as long as that holds the lock."""

    def __init__(
        self,
        repository: Repository,
        now: Instant,
        *,
        git_seconds: float,
        sign_seconds: float,
        checkpoint: Callable[[str], None],
    ) -> None:
        self._repository = repository
        self._places = repository.places
        self._worktree = os.path.realpath(self._places.git)  # the same, however the store was reached
        self._now = now
        self._checkpoint = checkpoint
        self._journal = Journal(self._places.own)
        self._locks = GitLocks(self._places, git_seconds)
        self._commits = Commits(repository, self._locks, now, sign_seconds=sign_seconds, checkpoint=checkpoint)
        self._adopting = Adopting(repository, self._commits)
        self.made: list[str] = []
        """The commits made through this writer, those it recovered among them."""

    def recover(self) -> None:
        """Finish what writers before could not: those killed, and those that met git in the middle of something."""
        with refusals_told(self._places.root):
            self._locks.remove_stale()
            self._adopting.recover()
            for record in self._journal.records():
                if record.worktree != self._worktree and os.path.isdir(record.worktree):
                    continue  # for a writer in that worktree
                if self._commits.obstacle():
                    return
                try:
                    self._resume(record)
                except (HalfWay, CouldNotSign):
                    return
                except (FileWhereFolder, LeadsOutside):
                    continue  # the store was rebuilt under it; the note stays, and stops nobody

    def commit(self, edits: Sequence[Edit], subject: str, *, trailers: Sequence[tuple[str, str]] = ()) -> Committed:
        """Write, replace and delete files, as one commit; refuses where a file is not as it was read.

        An error means that nothing was changed, unless it says that the files are written.
        """
        with refusals_told(self._places.root):
            head = head_of(self._places)
            steps = [step for edit in edits if (step := self._step(edit, head)) is not None]
            if not steps:
                return Committed(head, head, [])
            self._repository.expect(len(steps))
            record = self._journal.add(self._worktree, Message(subject, self._now, trailers), steps)
            self._checkpoint("noted")
            placing = self._placing(record)
            try:
                with refusals_told(self._places.root):
                    placing.prepare()
                    self._checkpoint("prepared")
                    return self._carry_out(record, placing)
            except MemError as error:
                if placing.begun and not isinstance(error, CouldNotSign):
                    raise Unfinished(error.message) from error
                raise
            finally:
                if not placing.begun:
                    placing.clear()
                    self._journal.drop(record)

    def adopt(self, commit: str, parent: str | None, subject: str) -> list[str] | None:
        """Make a commit of elsewhere the head, with the files that differ; None when the head is not `parent` any more.

        Raises `Blocked` where a file on the disk would be lost, and `HalfWay` while git is in the middle of something.
        """
        with refusals_told(self._places.root):
            return self._adopting.adopt(commit, parent, Message(subject, self._now))

    def join(self, tree: str, parents: Sequence[str], subject: str, trailers: Sequence[tuple[str, str]] = ()) -> str:
        """Write the commit that brings several histories together; nothing points to it yet."""
        return self._commits.joined(tree, parents, Message(subject, self._now, trailers))

    def commit_as_found(self, paths: Sequence[str], subject: str) -> Committed:
        """Commit what somebody did to these files by hand; what is left alone, or the same in HEAD, does not count."""
        with refusals_told(self._places.root):
            found = {path: file for path in paths if (file := look(self._repository, path)) is not None}
            leaves = {path: leaf_of(self._repository, path, file) for path, file in found.items()}

            def changes(head: str | None) -> Leaves:
                return {path: leaf for path, leaf in leaves.items() if self._repository.differs(head, path, leaf)}

            def settle(due: Leaves) -> list[Staged]:
                return [Staged(path, leaf, found[path].state) for path, leaf in due.items()]

            texts = {path: file.data for path, file in found.items()}
            try:
                made = self._commit(changes, settle, Message(subject, self._now))
            except (HalfWay, CouldNotSign) as reason:
                return self._uncommitted(texts, str(reason))
            return self._committed(made, {path: data for path, data in texts.items() if path in made.leaves})

    def _step(self, edit: Edit, head: str | None) -> Step | None:
        """Note what an edit is to replace, also in HEAD; None when it changes neither."""
        refuse_outside(self._places.root, edit.path)
        leaf = self._repository.objects.leaf_at(head, edit.path)
        held = leaf.oid if leaf else None
        if self._repository.blob_id(edit.data) == edit.replaces == held:
            return None
        return Step(edit.path, edit.data, edit.replaces, held)

    def _carry_out(self, record: Record, placing: Placing) -> Committed:
        texts = {step.path: step.data for step in record.steps}
        leaves = {path: self._repository.keep(path, data) for path, data in texts.items()}
        self._checkpoint("blobs written")

        def settle(due: Leaves) -> list[Staged]:
            placing.place()
            self._checkpoint("placed")
            return placing.standing(due)

        try:
            made = self._commit(lambda _: leaves, settle, record.message)
        except HalfWay as reason:
            self._refuse_tracked(record.steps, str(reason))
            self._keep_for_later(record, placing)
            return self._uncommitted(texts, str(reason))
        except CouldNotSign:
            self._keep_for_later(record, placing)
            raise
        self._journal.drop(record)
        self._checkpoint("note dropped")
        return self._committed(made, texts)

    def _keep_for_later(self, record: Record, placing: Placing) -> None:
        placing.place()
        if self._repository.flushes:
            self._journal.flush(record)

    def _resume(self, record: Record) -> None:
        """Carry a noted write through, as far as nobody went on from it in another way."""
        self._repository.expect(len(record.steps))
        placing = self._placing(record)

        def due(head: str | None) -> Leaves:
            leaves = {}
            for step in record.steps:
                held = self._repository.objects.leaf_at(head, step.path)
                wanted = self._repository.keep(step.path, step.data)
                nobody_went_on = (held.oid if held else None) in (step.held, step.replaces)
                if nobody_went_on and self._repository.differs(head, step.path, wanted):
                    leaves[step.path] = wanted
            return leaves

        def settle(leaves: Leaves) -> list[Staged]:
            if leaves:
                placing.place_where_untouched()
            return placing.standing(leaves)

        try:
            placing.prepare()
            self._commit(due, settle, record.message)
        finally:
            placing.clear()
        self._journal.drop(record)

    def _commit(
        self, changes: Callable[[str | None], Leaves], settle: Callable[[Leaves], Sequence[Staged]], message: Message
    ) -> Made:
        """Commit, and take along those of the store's own small files that are not in HEAD yet."""
        own: dict[str, Leaf] = {}

        def with_own(head: str | None) -> Leaves:
            leaves = changes(head)
            own.clear()
            if leaves:
                for name, data in self._own_files(head).items():
                    own[name] = Leaf(KEEP_MODE, self._repository.objects.write("blob", data))
            return {**own, **leaves}

        def settle_with_own(due: Leaves) -> list[Staged]:
            staged = list(settle({path: leaf for path, leaf in due.items() if path not in own}))
            return staged + [Staged(name, due[name], os.lstat(os.path.join(self._places.root, name))) for name in own]

        made = self._commits.commit(with_own, settle_with_own, message)
        if made.commit is not None and made.commit != made.parent:
            self.made.append(made.commit)
        return made

    def _own_files(self, head: str | None) -> dict[str, bytes]:
        def is_held(name: str, data: bytes) -> bool:
            leaf = self._repository.objects.leaf_at(head, name)
            return leaf is not None and leaf.oid == self._repository.blob_id(data)

        return scaffold.due(self._places.root, is_held, lambda name: self._repository.held(head, name))

    def _refuse_tracked(self, steps: Sequence[Step], reason: str) -> None:
        for step in steps:
            if step.held is not None or self._repository.staging.holds(step.path):
                raise NotNow(step.path, reason)

    def _placing(self, record: Record) -> Placing:
        return Placing(self._places, record, algorithm=self._repository.algorithm, flush=self._repository.flushes)

    def _committed(self, made: Made, texts: Mapping[str, bytes | None]) -> Committed:
        # Git keeps whole seconds: a history read later must tell the same time as the writer does now.
        at = Instant(f"{self._now[:19]}.000Z")
        return Committed(made.commit, made.parent, self._revisions(texts, at, made.commit), warnings=made.warnings)

    def _uncommitted(self, texts: Mapping[str, bytes | None], reason: str) -> Committed:
        revisions = self._revisions(texts, self._now, None)
        warning = f"not committed yet: {reason}"
        return Committed(None, head_of(self._places), revisions, uncommitted=True, warnings=[warning])

    def _revisions(self, texts: Mapping[str, bytes | None], at: Instant, commit: str | None) -> list[Revision]:
        blob_id = self._repository.blob_id
        return [Revision(path, data, blob_id(data) or "", at, commit) for path, data in texts.items()]
