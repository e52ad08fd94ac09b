"""Keeping the user's `.git/index` in step with what we commit: patched by hand where that is safe, else by git."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from mem.store.attributes import Attributes
from mem.store.child import GitBinary
from mem.store.disk import remove_if_there, write_aside
from mem.store.gitindex import GitIndex, NotPatchable, Staged
from mem.store.lately import Lately
from mem.store.refs import Places
from mem.store.trees import raw

LEFT_BEHIND = (
    "git's index could not be brought up to date, for it needs git and there is none here; "
    "before the next `git commit` by hand run `git reset`"
)


class Staging:
    """The index of one working tree; whoever changes it holds `index.lock`."""

    def __init__(self, places: Places, binary: GitBinary, attributes: Attributes, *, algorithm: str) -> None:
        self.path = os.path.join(places.git, "index")
        self._aside = os.path.join(places.own, "index")
        self._lately = Lately(os.path.join(places.git, "mem", "staged"))
        self._binary = binary
        self._attributes = attributes
        self._is_ours_to_patch = algorithm == "sha1"
        self._nothing = "0" * (40 if algorithm == "sha1" else 64)
        self._last_read: tuple[tuple[int, ...], GitIndex | None] | None = None

    def is_unmerged(self) -> bool:
        """Tell whether a merge left entries that somebody has to settle first."""
        index = self._read()
        if index is not None:
            return index.unmerged
        return bool(self._binary.is_there and self._binary.run("ls-files", "--unmerged", "-z"))

    def holds(self, path: str) -> bool:
        """Tell whether a path is tracked or staged."""
        index = self._read()
        if index is not None:
            return index.oid_of(path) is not None
        return bool(self._ask(path))

    def is_left_out(self, path: str) -> bool:
        """Tell whether a sparse checkout keeps a tracked path off the disk."""
        index = self._read()
        if index is not None:
            return index.is_left_out(path)
        return self._ask(path).startswith(b"S")

    def stage(
        self,
        staged: Sequence[Staged],
        folders: Mapping[str, tuple[str | None, str | None]],
        is_current: Callable[[str, str | None], bool],
    ) -> str | None:
        """Bring these paths up to date and nothing else; gives a warning where that cannot be done.

        `is_current` tells whether HEAD and the disk both hold this blob at a path, or both nothing.
        """
        index = self._read()
        if index is not None:
            staged = [*staged, *self._lately.swept_away(index, staged, is_current)]
            self._lately.remember(index, staged)
        converted = self._attributes.converted([item.path for item in staged])
        if index is not None and not index.unmerged and not converted:
            self._swap_in(index.patched(staged, folders))
        elif self._binary.is_there:
            self._stage_with_git(staged)
        else:
            return LEFT_BEHIND
        return None

    def _read(self) -> GitIndex | None:
        """Read the index; None when it is of a kind we leave to git."""
        if not self._is_ours_to_patch:
            return None
        try:
            with open(self.path, "rb") as file:
                state = os.fstat(file.fileno())
                stamp = (state.st_ino, state.st_mtime_ns, state.st_ctime_ns, state.st_size)
                if self._last_read is None or self._last_read[0] != stamp:
                    self._last_read = (stamp, _parsed(file.read()))
                return self._last_read[1]
        except FileNotFoundError:
            return GitIndex(None)

    def _ask(self, path: str) -> bytes:
        """Give git's line on a path: its state and its name; empty when git knows nothing of it, or is not here."""
        if not self._binary.is_there:
            return b""
        return self._binary.run("--literal-pathspecs", "ls-files", "-t", "-z", "--", path)

    def _swap_in(self, pieces: Sequence[bytes | memoryview]) -> None:
        remove_if_there(self._aside)
        write_aside(self._aside, *pieces, flush=False)
        self._keep_state_of_old()
        os.replace(self._aside, self.path)

    def _keep_state_of_old(self) -> None:
        """Give the new index the permissions of the old one, and its time.

        Git trusts what it noted of a file only if the file is older than the index. A younger index would
        make it trust a note on a file that was changed again in the tick in which it was staged.
        """
        try:
            old = os.stat(self.path)
        except FileNotFoundError:
            return
        os.chmod(self._aside, old.st_mode & 0o7777)
        os.utime(self._aside, ns=(old.st_atime_ns, old.st_mtime_ns))

    def _stage_with_git(self, staged: Sequence[Staged]) -> None:
        """Let git change a copy, for the lock on the index itself is ours, and swap it in."""
        remove_if_there(self._aside)
        if os.path.exists(self.path):
            with open(self.path, "rb") as file:
                write_aside(self._aside, file.read(), flush=False)
            self._keep_state_of_old()
        on_disk = [item for item in staged if item.leaf is not None and item.state is not None]
        others = [item for item in staged if item not in on_disk]
        extra = {"GIT_INDEX_FILE": self._aside}
        if on_disk:
            given = b"".join(raw(item.path) + b"\0" for item in on_disk)
            self._binary.run("update-index", "--add", "-z", "--stdin", given=given, extra=extra)
        if others:
            self._binary.run("update-index", "-z", "--index-info", given=b"".join(map(self._info, others)), extra=extra)
        os.replace(self._aside, self.path)

    def _info(self, item: Staged) -> bytes:
        mode, oid = (item.leaf.mode, item.leaf.oid) if item.leaf else (0, self._nothing)
        return b"%o %s\t%s\0" % (mode, oid.encode("ascii"), raw(item.path))


def _parsed(data: bytes) -> GitIndex | None:
    try:
        return GitIndex(data)
    except NotPatchable:
        return None
