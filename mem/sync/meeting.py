"""One sync under way: take in what they have, give what we have, and again when another machine was faster."""

from __future__ import annotations

import fcntl
import os
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from mem.facts import document
from mem.facts.fact import FactId
from mem.facts.instant import Instant, datetime_of
from mem.store import received
from mem.store.adopting import Blocked
from mem.store.commits import HalfWay
from mem.store.comparing import difference
from mem.store.files import is_fact_path
from mem.store.history import merge_base
from mem.store.refs import head_of
from mem.store.remotes import set_upstream
from mem.store.repository import Repository
from mem.store.store import Store
from mem.store.writer import Writer
from mem.sync.combining import Combined, combined
from mem.sync.graph import is_here, only_in
from mem.sync.outcome import Outcome
from mem.sync.purge import drop_old_history, forget_locally
from mem.sync.refs import remote_branch, track, tracked
from mem.sync.transport import Deadline, Heads, Transport
from mem.sync.wishes import InTheWay, NotNow, SyncRunning, Ways, Wish

ATTEMPTS = 20
SKEW_SECONDS = 300
_BACK_OFF = 8  # times the length of the last attempt
_TAKEN_IN = "mem: take in what lay in the way"


class Meeting:
    """One sync under way."""

    def __init__(
        self,
        store: Store,
        repository: Repository,
        transport: Transport,
        wish: Wish,
        ways: Ways,
        now: Instant,
        outcome: Outcome,
        deadline: Deadline,
    ) -> None:
        self._store = store
        self._repository = repository
        self._transport = transport
        self._wish = wish
        self._ways = ways
        self._now = now
        self._outcome = outcome
        self._deadline = deadline
        self._before_merge: tuple[str, str] | None = None

    def run(self) -> None:
        heads: Heads | None = None
        try:
            heads = self._transport.heads()
            branch = remote_branch(heads, self._wish.branch)
            if self._is_settled(heads.branches.get(branch)):
                return
        finally:
            # What people wrote is committed even when nobody can be reached.
            if heads is None:
                self._commit_hand_edits()
                self._count(self._tracked_anyhow())
        with _only_sync(self._store, self._wish.seconds):
            self._commit_hand_edits()
            self._attempt_until_done(heads, branch)

    def _is_settled(self, theirs: str | None) -> bool:
        """Nothing to do is told by one question, without a lock."""
        if self._ways.withheld() or theirs is None or theirs != head_of(self._repository.places):
            return False
        self._settle()
        return True

    def _attempt_until_done(self, heads: Heads, branch: str) -> None:
        for attempt in range(1, ATTEMPTS + 1):
            started = time.monotonic()
            self._outcome.attempts = attempt
            if attempt > 1:
                heads = self._transport.heads()
            theirs = heads.branches.get(branch)
            if self._attempt(theirs, branch):
                return
            pause = random.uniform(0, _BACK_OFF * (time.monotonic() - started))  # noqa: S311  # no secret, only a pause
            time.sleep(min(pause, self._deadline.left()))
        self._outcome.push = "skipped: other machines were faster every time"
        self._outcome.help = "all is committed here; run mem sync again"

    def _attempt(self, theirs: str | None, branch: str) -> bool:
        """Take in what they have and give what we have; False when another machine came between."""
        if self._wish.pull:
            if theirs is not None:
                theirs = self._take_in(theirs, branch)
            self._outcome.pull = "ok"
        ours = head_of(self._repository.places)
        self._count(theirs)
        if theirs is not None:
            self._name_upstream(branch)
        if not self._wish.push or ours is None or ours == theirs:
            self._settle()
            return True
        return self._give(ours, theirs, branch)

    def _take_in(self, theirs: str, branch: str) -> str:
        places = self._repository.places
        known = tracked(places, self._wish.remote, branch)
        if not is_here(self._repository, theirs):
            theirs = self._transport.fetch(branch)
        if known and known != theirs and is_here(self._repository, known):
            base = merge_base(self._repository, known, theirs)
            self._outcome.lost = len(only_in(self._repository, known, theirs)) if base != known else 0
        self._combine(theirs, known)
        track(places, self._wish.remote, branch, theirs)
        return theirs

    def _combine(self, theirs: str, known: str | None) -> None:
        with self._ways.hold() as writer:
            for _ in range(ATTEMPTS):
                ours = head_of(self._repository.places)
                result = combined(
                    self._repository,
                    self._basis(ours),
                    theirs,
                    known,
                    self._wish.machine,
                    self._now,
                    lambda tree, parents, trailers: writer.join(tree, parents, "mem: join two machines", trailers),
                )
                if result.commit == ours or self._moved(writer, result.commit, ours):
                    if self._basis(ours) != ours:
                        self._tell_afresh()
                    if result.merged:
                        self._before_merge = (result.commit, result.merged)
                    self._tell(result)
                    if ours is not None:
                        self._note_arrivals(result.came)
                    if result.purged is not None:
                        self._let_go(result.purged)
                    return
        raise NotNow("other programs keep committing to this branch")

    def _basis(self, ours: str | None) -> str | None:
        """Give what to combine: not a merge that nobody has seen yet, but what was here before it."""
        if self._before_merge and self._before_merge[0] == ours:
            return self._before_merge[1]
        return ours

    def _moved(self, writer: Writer, commit: str, ours: str | None) -> bool:
        """Make the combined commit our head; what is in the way is taken in first, and all is combined anew."""
        try:
            warnings = writer.adopt(commit, ours, f"sync with {self._wish.remote}")
        except HalfWay as reason:
            raise NotNow(str(reason)) from None
        except Blocked as blocked:
            held_back = [path for path in blocked.paths if path in self._ways.withheld()]
            done = None if held_back else writer.commit_as_found(blocked.paths, _TAKEN_IN)
            if done is None or done.uncommitted or done.commit == done.parent:
                raise InTheWay(held_back or blocked.paths) from None
            return False
        self._outcome.warnings += warnings or []
        return warnings is not None

    def _note_arrivals(self, commits: Sequence[str]) -> None:
        """Remember when these facts arrived; what a new machine begins with did not arrive late."""
        objects = self._repository.objects
        ids = []
        for commit in map(objects.commit, commits):
            before = objects.commit(commit.parents[0]).tree if commit.parents else None
            for path, (held, leaf) in difference(objects.tree, before, commit.tree).files.items():
                if held is None and leaf is not None and is_fact_path(path):
                    fact = document.read(objects.blob(leaf.oid), path).fact
                    ids += [fact.id] if fact else []
        received.record(self._repository.places.own, self._now, dict.fromkeys(ids))

    def _let_go(self, ids: Sequence[FactId]) -> None:
        """What the remote lost it lost on purpose, and so do we."""
        self._outcome.lost = 0
        forget_locally(self._repository.places.own, ids)
        if self._repository.binary.is_there:
            drop_old_history(self._repository)

    def _tell_afresh(self) -> None:
        """A merge was made anew, and what it comes to is told once."""
        self._outcome.notes.clear()
        self._outcome.came.clear()
        self._outcome.pulled = self._outcome.skew = 0

    def _tell(self, result: Combined) -> None:
        self._outcome.notes += result.notes
        self._outcome.pulled += result.pulled
        self._outcome.joined |= result.joined
        self._outcome.came += result.came
        limit = datetime_of(self._now).timestamp() + SKEW_SECONDS
        self._outcome.skew += sum(self._repository.objects.commit(oid).authored > limit for oid in result.came)

    def _give(self, ours: str, theirs: str | None, branch: str) -> bool:
        pushed = self._transport.push(ours, branch, theirs)
        if pushed.taken:
            self._outcome.push = "ok"
            self._outcome.pushed += self._outcome.unpushed
            track(self._repository.places, self._wish.remote, branch, ours)
            self._name_upstream(branch)
            self._count(ours)
            return True
        if pushed.raced and self._wish.pull:
            return False
        self._outcome.failed = True
        self._outcome.push = f"failed: {pushed.reason}"
        self._outcome.help = (
            "the remote has commits that are not here: mem sync without --push-only"
            if pushed.raced
            else "nothing was lost, all is committed here; the remote's rules for this branch keep it out"
        )
        return True

    def _name_upstream(self, branch: str) -> None:
        """Let a plain `git pull` mean the same meeting place."""
        if local := self._store.branch():
            set_upstream(self._repository, local, self._wish.remote, branch)

    def _commit_hand_edits(self) -> None:
        with self._ways.hold():
            return

    def _count(self, theirs: str | None) -> None:
        ours = head_of(self._repository.places)
        if theirs is not None and not is_here(self._repository, theirs):
            return
        self._outcome.unpushed = len(only_in(self._repository, ours, theirs))
        self._outcome.unpulled = len(only_in(self._repository, theirs, ours))

    def _tracked_anyhow(self) -> str | None:
        """Give where the remote stood when we last saw it, whichever branch that was."""
        places = self._repository.places
        names = [self._wish.branch, self._store.branch() or "", "main", "master"]
        found = (tracked(places, self._wish.remote, name) for name in names if name)
        return next((commit for commit in found if commit), None)

    def _settle(self) -> None:
        """Nothing is left to do of what was wished."""
        if self._wish.pull:
            self._outcome.pull = "ok"
        if self._wish.push:
            self._outcome.push = "ok"


@contextmanager
def _only_sync(store: Store, seconds: float) -> Iterator[None]:
    """Be the only sync of this store; the lock ends with the process."""
    os.makedirs(store.private, exist_ok=True)
    handle = os.open(store.private / "sync.lock", os.O_RDWR | os.O_CREAT, 0o666)
    end = time.monotonic() + seconds
    try:
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() >= end:
                    raise SyncRunning from None
                time.sleep(0.05)
        yield
    finally:
        os.close(handle)
