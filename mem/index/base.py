"""What an index is asked and told; `sqlite.py` is the one we have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol

from mem.facts.fact import Fact, FactId
from mem.facts.instant import Instant
from mem.facts.query import Query
from mem.facts.ranking import Candidate
from mem.facts.timeline import Rectangle, Version
from mem.index.matches import Matches as Matches  # apart, because every search imports it

Stamp = tuple[int, int, int, int]
"""How a file looked when it was read: mtime_ns, ctime_ns, size, inode."""

Look = tuple[str, int, int, int, int]
"""A path with the stamp of its file."""


class Entry(NamedTuple):
    """One version of one fact; `commit` is None while it stands in the working tree only."""

    fact: Fact
    number: int
    recorded: Instant
    path: str
    blob: str
    commit: str | None


def version_of(entry: Entry) -> Version:
    """Give what the timeline needs to know of an entry."""
    fact = entry.fact
    return Version(
        id=fact.id,
        number=entry.number,
        recorded=entry.recorded,
        tx_at=fact.tx_at or entry.recorded,
        valid_from=fact.valid_from,
        valid_to=fact.valid_to,
        supersedes=fact.supersedes,
        retracted_at=fact.retracted_at,
        disowned_at=fact.disowned_at,
    )


class File(NamedTuple):
    """One file below `objects/` as last read; `id` is None when it cannot be read as a fact.

    `blob` is the git object id of the bytes read; `committed` says whether HEAD holds the same.
    """

    path: str
    id: FactId | None
    stamp: Stamp
    blob: str
    committed: bool


class Change(NamedTuple):
    """All that one refresh or one write alters, applied as a whole or not at all.

    `dropped` names versions that no longer stand (an uncommitted one that was committed or edited again);
    `rectangles` replaces all rectangles of the facts it names, and `known_from` says of each of their versions
    since when it is known.
    """

    head: str | None
    entries: Sequence[Entry] = ()
    dropped: Sequence[tuple[FactId, int]] = ()
    rectangles: Mapping[FactId, Sequence[Rectangle]] = MappingProxyType({})
    known_from: Mapping[FactId, Mapping[int, Instant]] = MappingProxyType({})
    files: Sequence[File] = ()
    gone: Sequence[str] = ()
    folders: Mapping[str, int] = MappingProxyType({})


class Index(Protocol):
    """One store's lookup. Every answer is about what `apply` was told, never about the disk."""

    notice: str | None
    """What a person should know about this index (rebuilt, in memory because the cache is read-only)."""

    def head(self) -> str | None:
        """Give the commit up to which history is in the index."""

    def is_empty(self) -> bool:
        """Tell whether nothing was ever applied, so that a rebuild is due."""

    def files(self) -> Mapping[str, File]:
        """Give every known file below `objects/` by path."""

    def files_of(self, id: FactId) -> list[str]:
        """Give the paths of the files that hold this id, those that are not served included."""

    def files_in(self, folder: str) -> set[str]:
        """Give the paths of the known files that lie in a folder itself."""

    def file(self, path: str) -> File | None:
        """Give one known file."""

    def lost(self, path: str) -> FactId | None:
        """Give the id in a file that went from the working tree while HEAD still holds it."""

    def stamps(self, paths: Sequence[str] | None = None) -> Mapping[str, Stamp]:
        """Give how every known file looked when it was read, or those named."""

    def stamps_below(self, folder: str) -> Mapping[str, Stamp]:
        """Give how the known files below a folder looked, near or far."""

    def looks(self, count: int, after: str = "") -> Sequence[Look]:
        """Give how `count` files looked when they were read, in the order of paths from the one behind `after` on."""

    def newest_looks(self, count: int) -> Sequence[Look]:
        """Give the same of the files that versions were read from last."""

    def has_more_files_than(self, count: int) -> bool:
        """Tell whether more files are known than a number, without counting them all."""

    def folders(self) -> Mapping[str, int]:
        """Give the known folders below `objects/` with their mtime in nanoseconds."""

    def apply(self, change: Change) -> None:
        """Take a change in, in one transaction."""

    def component(self, ids: Iterable[FactId]) -> dict[FactId, list[Version]]:
        """Give the versions, oldest first, of these facts and of all that `supersedes` links to them, near or far."""

    def entries(self, id: FactId) -> list[Entry]:
        """Give all versions of one fact, oldest first."""

    def rectangles(self, id: FactId) -> list[Rectangle]:
        """Give the rectangles of one fact, by version, then by known time."""

    def touched(self, since: Instant, until: Instant | None, now: Instant) -> list[FactId]:
        """Give the facts of which something was recorded, began or ended between two moments, both included.

        Without `until` records count however far ahead of `now` a clock ran; days that are to come never do.
        """

    def youngest(self, since: Instant, limit: int) -> tuple[list[tuple[FactId, int]], int]:
        """Give the versions known from `since` on, the youngest first, up to a limit; and how many there are."""

    def match(self, query: Query) -> Matches:
        """Find what the words of the query match, within its filters and its point in time.

        A `precise` query gets nothing rather than noise, a plain one all that any word matches.
        """

    def listing(self, query: Query, *, most: int | None = None) -> Matches:
        """Find all that pass the filters, by priority, then freshness; the words are not looked at.

        All are counted, or no more than `most`, where the exact number is not worth the time.
        """

    def named(self, text: str) -> list[FactId]:
        """Give the facts `text` may mean: the id or an alias, an id without its prefix, else all ids that begin so."""

    def nearest(self, text: str, limit: int = 3) -> list[FactId]:
        """Give the ids most like `text`, for a question back."""

    def suggestions(self, words: str, limit: int = 3) -> list[str]:
        """Give words of the store, believed today, close to words that found nothing."""

    def counts(self, query: Query) -> dict[str, int]:
        """Count what the filters of the query let through, by type."""

    def match_loosely(self, query: Query) -> Matches:
        """Find facts by parts of words and one-typo spellings, for words that found nothing; never when `precise`."""

    def recent(self, now: Instant, limit: int) -> list[Candidate]:
        """Give the facts believed today whose latest version is the youngest, latest first."""

    def numbered(self, id: FactId) -> list[FactId]:
        """Give the facts of this id, and of this id with a number behind it, as in `d-2026-06-16-ships-2`."""

    def answers_to(self, id: FactId) -> bool:
        """Tell whether a fact has this id, or had it before."""

    def by_key(self, key: str) -> FactId | None:
        """Find the fact that a call with this idempotency key made, if it is still live."""

    def from_source(self, source: str, *, prefix: bool) -> list[FactId]:
        """Give the facts, forgotten ones too, whose source is this one, or begins so."""

    def nearest_sources(self, source: str) -> list[str]:
        """Give the sources most like one that no fact has."""

    def uncommitted(self) -> list[str]:
        """Give the paths whose state in the index is that of the working tree and not of HEAD."""

    def unreadable(self) -> list[str]:
        """Give the paths whose present text cannot be read as a fact."""

    def forks(self) -> list[FactId]:
        """Give the facts that several others list under `supersedes`."""

    def differences(self, other: Index) -> list[str]:
        """Say where two indexes of one store differ, row numbers aside; an empty list means nowhere."""

    def noted(self, name: str) -> str | None:
        """Give what was noted under a name, if anything was."""

    def note(self, name: str, value: str) -> None:
        """Keep a word for the next call to find."""

    def close(self) -> None: ...
