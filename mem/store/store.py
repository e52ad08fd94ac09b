"""A store: fact files under git. What is on the disk, what history says, and the one way to change either.

What it takes to ask git, or to write, is loaded when it is asked for: most calls find nothing new and only read.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mem.errors import MemError
from mem.facts.instant import Instant
from mem.store import files
from mem.store.disk import refusals_told
from mem.store.files import TOP, Stamp
from mem.store.layout import Room
from mem.store.refs import Places, algorithm_of, branch_of, half_way, head_of, places_of
from mem.store.revision import Committed, Edit, Revision
from mem.store.survey import Known, Survey, Walk, stale, survey
from mem.store.trees import object_id
from mem.store.trust import refuse_foreign

if TYPE_CHECKING:
    from mem.store.child import GitBinary
    from mem.store.history import Turn
    from mem.store.repository import Repository
    from mem.store.writer import Writer

__all__ = ["Committed", "Edit", "NoStore", "Revision", "Store", "Survey", "UnsupportedRepository"]

_GC_EVERY = 500  # commits; git itself then looks whether there is anything to do


class NoStore(MemError):
    """There is no store at this place."""

    def __init__(self, root: Path) -> None:
        super().__init__(f"no store at `{root}`", help="make one: mem init")


class NoPlaceForStore(MemError):
    """A store needs a folder of its own."""

    def __init__(self, root: Path) -> None:
        super().__init__(
            f"`{root}` is no place for a store", help="set MEM_DIR to a folder of its own, as in ~/memories"
        )


class UnsupportedRepository(MemError):
    """A repository of a kind this program cannot write safely."""


def _go_on(step: str) -> None:
    """Where a test may stop a writer, everyone else goes on."""


class Store:
    """One store. Reading needs no git and no lock; changing it goes through `writer`."""

    def __init__(self, root: Path, places: Places, environ: Mapping[str, str]) -> None:
        self.root = root
        self._places = places
        self._environ = environ

    @classmethod
    def open(cls, root: Path, *, environ: Mapping[str, str] | None = None) -> Store:
        """Open the store at `root`; `environ` says where git is and who the user is."""
        root = root.absolute()
        places = places_of(str(root))
        if places is None or not _is_store(root):
            raise NoStore(root)
        _refuse_unsupported(places)
        refuse_foreign(places, environ or {})
        return cls(root, places, environ or {})

    @classmethod
    def create(cls, root: Path, folders: Sequence[str], *, environ: Mapping[str, str] | None = None) -> bool:
        """Make a store with these type folders, or what is missing of one; False when nothing was."""
        _refuse_place(root.absolute())
        places = places_of(str(root))
        if places is not None:
            _refuse_unsupported(places)
            refuse_foreign(places, environ or {})
        from mem.store.scaffold import lay_out

        with refusals_told(str(root)):
            return lay_out(str(root), folders)

    @property
    def git_dir(self) -> Path:
        return Path(self._places.git)

    @property
    def private(self) -> Path:
        """Where this machine keeps what is neither in the tree nor derived from it."""
        return Path(self._places.own)

    def head(self) -> str | None:
        """Give the commit that is checked out; None before the first."""
        return head_of(self._places)

    def branch(self) -> str | None:
        branch = branch_of(self._places)
        return branch.removeprefix("refs/heads/") if branch else None

    def unfinished(self) -> str | None:
        """Say what git is in the middle of, so that nothing can be committed, if it is."""
        return half_way(self._places)

    def is_shallow(self) -> bool:
        """Tell whether history was fetched in part only, so that files have fewer versions here."""
        return os.path.exists(os.path.join(self._places.common, "shallow"))

    def survey(self, known: Known, *, named: Sequence[str] = ()) -> Survey:
        """Find what differs on the disk from what is known of it; `named` files are looked at in any case."""
        return survey(str(self.root), str(self.private), known, named, _true_time())

    def stale(self, known: Known, paths: Collection[str]) -> set[str]:
        """Give those of the known files that do not look as they did when they were read."""
        return stale(str(self.root), known, paths)

    def walk(self) -> Walk:
        """Find all fact files, whatever is known."""
        found = files.changed(str(self.root), {}, {}, _true_time())
        return Walk(sorted(found.paths), sorted(found.quarantined.items()))

    def look(self, path: str, now: Instant) -> tuple[Revision, Stamp] | None:
        """Read a file as it stands in the working tree; None when it is gone or left alone."""
        found = files.read(str(self.root), path, _true_time())
        if found is None:
            return None
        data, stamp = found
        return Revision(path, data, self.blob_id(data), now, None), stamp

    def stamps(self, paths: Sequence[str]) -> dict[str, Stamp]:
        """Give how files look, to be remembered with what was just written to them."""
        now_ns = _true_time()
        found = {}
        for path in paths:
            try:
                found[path] = files.stamp_to_keep(os.lstat(self.root / path), now_ns)
            except FileNotFoundError:
                continue
        return found

    def folder_time(self, folder: str, known: Collection[str]) -> int:
        """Give a folder's time to remember if it holds the `known` files and no others; else 0, to be listed again."""
        return files.time_to_keep(str(self.root), folder, known, _true_time())

    def read(self, path: str) -> bytes:
        """Give a file's bytes; raises FileNotFoundError where there is none."""
        return (self.root / path).read_bytes()

    def exists(self, path: str) -> bool:
        return os.path.lexists(self.root / path)

    def blob_of(self, path: str) -> str:
        """Give the object id of a file as it lies on the disk."""
        return self.blob_id(self.read(path))

    def blob(self, oid: str) -> bytes | None:
        """Give the text that history keeps under an object id; None where it keeps none."""
        from mem.store.objects import MissingObject

        with self.repository() as repository:
            try:
                return repository.objects.blob(oid)
            except MissingObject:
                return None

    def committed(self, path: str) -> bytes | None:
        """Give the bytes that the last commit has at a path; None where it has none."""
        with self.repository() as repository:
            return repository.held(head_of(self._places), path)

    def room(self) -> Room:
        """Give what tells where new facts go, and which names are taken there."""
        return Room(str(self.root))

    def revisions(self, since: str | None, seen: dict[str, Stamp] | None = None) -> Iterator[Revision]:
        """Give the states of all fact files after commit `since`, in the order of history; None is the beginning.

        With `seen`, files that are as history has them last are read from the disk, and how they looked is noted in it.
        """
        head = self.head()
        if head is not None:
            from mem.store import history

            with self.repository() as repository:
                yield from history.revisions(repository, since, head, self._reader(seen))

    def _reader(self, seen: dict[str, Stamp] | None) -> Callable[[str, str], bytes | None]:
        now_ns = _true_time()

        def text(path: str, blob: str) -> bytes | None:
            try:
                found = files.read(str(self.root), path, now_ns) if seen is not None else None
            except OSError:
                return None
            if found is None or seen is None or self.blob_id(found[0]) != blob:
                return None
            seen[path] = found[1]
            return found[0]

        return text

    def is_ancestor(self, commit: str) -> bool:
        """Tell whether history led from this commit to what is checked out."""
        head = self.head()
        if head is None:
            return False
        from mem.store import history

        with self.repository() as repository:
            return history.is_ancestor(repository, commit, head)

    def leads_straight(self, commit: str) -> bool:
        """Tell whether history led from this commit to what is checked out in one line, without a merge."""
        head = self.head()
        if head is None:
            return False
        from mem.store import history

        with self.repository() as repository:
            return history.leads_straight(repository, commit, head)

    def turn(self, known: str) -> Turn | None:
        """Give where history took another way than to this commit, if both ways are plain lines from there."""
        head = self.head()
        if head is None:
            return None
        from mem.store import history

        with self.repository() as repository:
            return history.turn(repository, known, head)

    def given_way(self) -> list[tuple[str, str]]:
        """Give the facts, by file name, whose text a merge chose between two, with that merge."""
        head = self.head()
        if head is None:
            return []
        from mem.store import merges

        with self.repository() as repository:
            return merges.given_way(repository, head)

    def identity(self) -> str:
        """Give the author of what is committed here, as `Name <address>`."""
        from mem.store import standing

        with self.repository() as repository:
            return standing.identity(repository)

    def last_commit_at(self) -> Instant | None:
        from mem.store import standing

        with self.repository() as repository:
            return standing.last_commit_at(repository)

    def merge_driver(self) -> str | None:
        """Give the command that git is told to merge facts with, if it is told of one."""
        from mem.store import driver

        with self.repository() as repository:
            return driver.registered(repository)

    def has_remote(self, remote: str) -> bool:
        return self.remote_url(remote) is not None

    def remote_url(self, remote: str) -> str | None:
        from mem.store import standing

        with self.repository() as repository:
            return standing.remote_url(repository, remote)

    def divergence(self, remote: str) -> tuple[int, int]:
        """Count the commits only here and those only on the remote's branch, as far as they were fetched."""
        from mem.store import standing

        with self.repository() as repository:
            return standing.divergence(repository, remote)

    @contextmanager
    def writer(
        self,
        now: Instant,
        *,
        seconds: float = 30,
        git_seconds: float = 10,
        sign_seconds: float = 8,
        checkpoint: Callable[[str], None] = _go_on,
    ) -> Iterator[Writer]:
        """Hold the store for changes; what earlier writers left unfinished is finished first.

        Waits `seconds` for other writers of ours, `git_seconds` for git's locks, `sign_seconds` for a signature.
        """
        from mem.store.lock import sole_writer
        from mem.store.writer import Writer

        with ExitStack() as held:
            repository = held.enter_context(self.repository())
            with refusals_told(str(self.private)):
                held.enter_context(sole_writer(self._places, seconds))
                writer = Writer(
                    repository, now, git_seconds=git_seconds, sign_seconds=sign_seconds, checkpoint=checkpoint
                )
                writer.recover()
            yield writer
        if any(int(commit[:8], 16) % _GC_EVERY == 0 for commit in writer.made):
            tidy(repository.binary)

    @contextmanager
    def repository(self) -> Iterator[Repository]:
        """Give the repository as it is now, its settings read afresh, for as long as it is needed."""
        from mem.store.repository import Repository

        repository = Repository(self._places, self._environ)
        try:
            yield repository
        finally:
            repository.close()

    def blob_id(self, data: bytes) -> str:
        """Give the object id that git would give these bytes."""
        return object_id("blob", data, self._algorithm)

    @cached_property
    def _algorithm(self) -> str:
        return algorithm_of(self._places)


def tidy(binary: GitBinary) -> None:
    """Let git pack loose objects if it sees the need; it goes on by itself, and a failure is no failure of ours."""
    from mem.store.child import GitTookTooLong

    if binary.is_there:
        try:
            binary.try_to("-c", "gc.autoDetach=true", "gc", "--auto", "--quiet", seconds=10)
        except (GitTookTooLong, OSError):
            return


def _is_store(root: Path) -> bool:
    """A repository that holds facts, or says it will, or holds nothing at all yet."""
    return (root / "mem.toml").exists() or (root / TOP).exists() or os.listdir(root) == [".git"]


def _refuse_place(root: Path) -> None:
    """Refuse places where a store would lie among git's own files, or among everything."""
    is_bare = (root / "HEAD").is_file() and (root / "refs").is_dir()
    if ".git" in root.parts or is_bare or root == Path(root.anchor):
        raise NoPlaceForStore(root)


def _refuse_unsupported(places: Places) -> None:
    if os.path.isdir(os.path.join(places.common, "reftable")):
        raise UnsupportedRepository(
            f"the repository `{places.root}` keeps its branches as a reftable, which mem cannot write",
            help="git refs migrate --ref-format=files",
        )


def _true_time() -> int:
    """Give the time file times are measured against; a moment chosen for this call would not do."""
    return time.time_ns()
