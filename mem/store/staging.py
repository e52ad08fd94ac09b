"""Keeping the user's `.git/index` in step with what we commit: patched by hand where that is safe, else by git."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from mem.store.attributes import Attributes
from mem.store.child import GitBinary
from mem.store.disk import remove_if_there, write_aside
from mem.store.gitindex import GitIndex, NotPatchable, Staged
from mem.store.refs import Places
from mem.store.trees import Leaf, raw

_LATELY = 100  # files; more than are written while one git command reads the index

LEFT_BEHIND = (
    "git's index could not be brought up to date, for it needs git and there is none here; "
    "before the next `git commit` by hand run `git reset`"
)


class Staging:
    """The index of one working tree; whoever changes it holds `index.lock`."""

    def __init__(self, places: Places, binary: GitBinary, attributes: Attributes, *, algorithm: str) -> None:
        self.path = os.path.join(places.git, "index")
        self._aside = os.path.join(places.own, "index")
        self._lately = os.path.join(places.git, "mem", "staged")
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
            return index.holds(path)
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
        state_of: Callable[[str, str], os.stat_result | None],
    ) -> str | None:
        """Bring these paths up to date and nothing else; gives a warning where that cannot be done.

        `state_of` gives the state of a file that holds the blob of this id, in HEAD and on the disk.
        """
        index = self._read()
        staged = [*staged, *self._swept_away(index, staged, state_of)]
        warning = self._write(index, staged, folders)
        self._remember(staged)
        return warning

    def _write(
        self,
        index: GitIndex | None,
        staged: Sequence[Staged],
        folders: Mapping[str, tuple[str | None, str | None]],
    ) -> str | None:
        converted = self._attributes.converted([item.path for item in staged])
        if index is not None and not index.unmerged and not converted:
            self._swap_in(index.patched(staged, folders))
        elif self._binary.is_there:
            self._stage_with_git(staged)
        else:
            return LEFT_BEHIND
        return None

    def _swept_away(
        self,
        index: GitIndex | None,
        staged: Sequence[Staged],
        state_of: Callable[[str, str], os.stat_result | None],
    ) -> Iterator[Staged]:
        """Give what we staged lately and somebody's `git commit` swept away again, to be staged once more.

        It reads the index before it locks it. When all we do falls in between, it writes back what it read.
        """
        if index is None:
            return
        now = {item.path for item in staged}
        for path, mode, oid in self._remembered():
            if path not in now and not index.holds(path) and (state := state_of(path, oid)):
                yield Staged(path, Leaf(mode, oid), state)

    def _remembered(self) -> list[tuple[str, int, str]]:
        try:
            with open(self._lately, encoding="utf-8", errors="surrogateescape") as file:
                entries = [line.split(" ", 2) for line in file.read().split("\0") if line]
            return [(path, int(mode, 8), oid) for mode, oid, path in entries]
        except (FileNotFoundError, ValueError):  # never written, or cut off
            return []

    def _remember(self, staged: Sequence[Staged]) -> None:
        """Note what was staged, for the next writer to look after; it is no loss if that fails."""
        known = {path: (mode, oid) for path, mode, oid in self._remembered()}
        for item in staged:
            known.pop(item.path, None)
            if item.leaf is not None:
                known[item.path] = (item.leaf.mode, item.leaf.oid)
        lines = [f"{mode:o} {oid} {path}" for path, (mode, oid) in list(known.items())[-_LATELY:]]
        with suppress(OSError):
            os.makedirs(os.path.dirname(self._lately), exist_ok=True)
            with open(self._lately, "w", encoding="utf-8", errors="surrogateescape") as file:
                file.write("\0".join(lines))

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

    def _swap_in(self, data: bytes) -> None:
        remove_if_there(self._aside)
        write_aside(self._aside, data, flush=False)
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
