"""Taking a commit made elsewhere as our own head: files, index and branch move together, or not at all."""

from __future__ import annotations

import json
import os

from mem.errors import MemError
from mem.facts.instant import Instant
from mem.store.checkout import Checkout
from mem.store.commits import Commits, HalfWay, Leaves, Made, Message
from mem.store.comparing import Difference, difference
from mem.store.disk import remove_if_there, write_aside
from mem.store.gitindex import Staged
from mem.store.objects import MissingObject
from mem.store.refs import head_of
from mem.store.repository import Repository


class Blocked(Exception):
    """Files on the disk are in the way that no commit holds; `paths` names them."""

    def __init__(self, paths: list[str]) -> None:
        super().__init__(", ".join(paths))
        self.paths = paths


class Adopting:
    """Moves the checked-out branch of one working tree; to be used by the sole writer only."""

    def __init__(self, repository: Repository, commits: Commits) -> None:
        self._repository = repository
        self._commits = commits
        self._note = os.path.join(repository.places.own, "adopting.json")
        self._worktree = os.path.realpath(repository.places.git)

    def adopt(self, commit: str, parent: str | None, message: Message) -> list[str] | None:
        """Make `commit` the head if the head is still `parent`; gives warnings, None when it is not.

        Raises `Blocked` where that would overwrite what nobody has kept; then nothing was changed.
        """
        return self._adopt(commit, parent, message, was_placed=False)

    def _adopt(self, commit: str, parent: str | None, message: Message, *, was_placed: bool) -> list[str] | None:
        """Adopt; where all files were placed already, what differs now is somebody's later edit, and stays."""
        changes = self._between(parent, commit)
        checkout = Checkout(self._repository, changes.files)
        if (blocked := checkout.in_the_way()) and not was_placed:
            raise Blocked(blocked)
        self._write_note(commit, parent, message, placed=was_placed)
        ready = Made(commit, parent, {path: after for path, (_, after) in changes.files.items()}, changes.folders)
        try:
            checkout.prepare()

            def settle(_: Leaves) -> list[Staged]:
                staged = checkout.carry_out(leaving=blocked)
                self._write_note(commit, parent, message, placed=True)
                return staged

            done = self._commits.adopt(ready, settle, message)
        except MemError:
            if not checkout.begun:
                remove_if_there(self._note)
            raise
        except HalfWay:
            remove_if_there(self._note)
            raise
        finally:
            checkout.clear()
        remove_if_there(self._note)
        return None if done is None else list(done.warnings)

    def recover(self) -> None:
        """Finish a move that was cut off, if nobody went on from there in another way."""
        try:
            with open(self._note, encoding="utf-8") as file:
                note = json.load(file)
            worktree, commit, parent = note["worktree"], note["commit"], note["parent"]
            message = Message(note["subject"], Instant(note["at"]))
        except FileNotFoundError:
            return
        except (ValueError, KeyError):
            remove_if_there(self._note)
            return
        if worktree != self._worktree:
            return
        try:
            if head_of(self._repository.places) == parent:
                self._adopt(commit, parent, message, was_placed=bool(note["placed"]))
        except HalfWay:
            return
        except (Blocked, MissingObject):
            pass  # what was placed counts as edited by hand from here on; the next sync meets the rest again
        remove_if_there(self._note)

    def _between(self, parent: str | None, commit: str) -> Difference:
        objects = self._repository.objects
        before = objects.commit(parent).tree if parent else None
        return difference(objects.tree, before, objects.commit(commit).tree)

    def _write_note(self, commit: str, parent: str | None, message: Message, *, placed: bool) -> None:
        note = {
            "worktree": self._worktree,
            "commit": commit,
            "parent": parent,
            "subject": message.subject,
            "at": message.authored,
            "placed": placed,
        }
        aside = f"{self._note}.new"
        remove_if_there(aside)
        write_aside(aside, json.dumps(note).encode("utf-8"), flush=self._repository.flushes, mode=0o600)
        os.replace(aside, self._note)
