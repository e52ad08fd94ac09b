"""Taking turns: one writer of ours at a time, and git's own lock files while we touch what git touches."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from mem.errors import MemError
from mem.store.refs import Places


class StoreBusy(MemError):
    """Another of our own processes is still writing."""

    def __init__(self, holder: str, seconds: float) -> None:
        super().__init__(
            f"another mem (process {holder}) has been writing to this store for over {seconds:g} seconds",
            help="nothing was changed; wait for it, or end that process, and run this again",
        )


class LockHeld(MemError):
    """A git command, running or long dead, holds a lock file that we never delete."""

    def __init__(self, path: str, seconds: float) -> None:
        super().__init__(
            f"git's lock file `{path}` did not go away within {seconds:g} seconds",
            help="nothing was changed; if no git command is running there, delete that file and run this again",
        )


@contextmanager
def sole_writer(places: Places, seconds: float) -> Iterator[None]:
    """Be the only writer of the store, in all its worktrees; the lock ends with the process, however it ends."""
    os.makedirs(places.own, exist_ok=True)
    handle = os.open(os.path.join(places.own, "lock"), os.O_RDWR | os.O_CREAT, 0o666)
    try:
        for _ in _turns(seconds):
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                continue
        else:
            raise StoreBusy(os.pread(handle, 20, 0).decode("ascii", "replace").strip() or "unknown", seconds)
        os.ftruncate(handle, 0)
        os.pwrite(handle, b"%d\n" % os.getpid(), 0)
        yield
    finally:
        os.close(handle)


class GitLocks:
    """Git's lock files, made as links to one file of ours: what a killed writer left is known by its inode.

    To be used by the sole writer only: a lock of ours that is there before we made it is a dead writer's.
    """

    def __init__(self, places: Places, seconds: float) -> None:
        self._places = places
        self._seconds = seconds
        self._anchor = os.path.join(places.own, "anchor")
        os.close(os.open(self._anchor, os.O_RDONLY | os.O_CREAT, 0o666))

    @contextmanager
    def holding(self, path: str) -> Iterator[None]:
        """Hold the lock file of `path`; one of somebody else's is waited for and never deleted."""
        lock = f"{path}.lock"
        os.makedirs(os.path.dirname(lock), exist_ok=True)
        for _ in _turns(self._seconds):
            try:
                os.link(self._anchor, lock)
                break
            except FileExistsError:
                continue
            except FileNotFoundError:  # git removes folders of branches that it finds empty
                os.makedirs(os.path.dirname(lock), exist_ok=True)
        else:
            raise LockHeld(lock, self._seconds)
        try:
            yield
        finally:
            self._remove_if_ours(lock)

    def remove_stale(self) -> None:
        """Remove what killed writers left, wherever git keeps locks of the kind we take."""
        if os.stat(self._anchor).st_nlink == 1:
            return
        for lock in self._candidates():
            self._remove_if_ours(lock)

    def _candidates(self) -> Iterator[str]:
        common = self._places.common
        yield os.path.join(common, "index.lock")
        worktrees = os.path.join(common, "worktrees")
        for name in os.listdir(worktrees) if os.path.isdir(worktrees) else ():
            yield os.path.join(worktrees, name, "index.lock")
        for folder, _, names in os.walk(os.path.join(common, "refs")):
            yield from (os.path.join(folder, name) for name in names if name.endswith(".lock"))

    def _remove_if_ours(self, lock: str) -> None:
        try:
            if os.path.samestat(os.lstat(lock), os.stat(self._anchor)):
                os.unlink(lock)
        except FileNotFoundError:
            pass


def _turns(seconds: float) -> Iterator[None]:
    """Come back, ever more seldom and never in step with another process, until the time is over."""
    end = time.monotonic() + seconds
    pause = 0.001
    while True:
        yield
        left = end - time.monotonic()
        if left <= 0:
            return
        time.sleep(min(left, pause * (0.5 + os.urandom(1)[0] / 255)))
        pause = min(pause * 1.5, 0.05)
