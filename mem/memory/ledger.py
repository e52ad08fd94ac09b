"""Revisions to versions: what a stretch of history, or a look at the working tree, does to the index."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from mem.facts import document
from mem.facts.fact import Fact, FactId
from mem.facts.instant import Instant
from mem.facts.secrets import secret_of
from mem.facts.timeline import Timeline, Version, known_from
from mem.index.base import Change, Entry, File, Stamp, version_of
from mem.memory.held import Held
from mem.store.store import Revision

UNREAD: Stamp = (0, 0, 0, 0)
"""The stamp of a file whose state on disk was not looked at: it never matches, so the next look reads it."""


class Ledger:
    """Collects what revisions change, and gives it as one `Change`.

    Takes revisions in the order of history; those without a commit stand for the working tree.
    """

    def __init__(self, index: Held, text_of: Callable[[File], bytes | None]) -> None:
        """Take revisions on top of what `index` holds; `text_of` gives the text of a file it knows."""
        self._index = index
        self._text_of = text_of
        self._histories: dict[FactId, list[Entry]] = {}
        self._old: dict[FactId, list[Entry]] = {}
        self._files: dict[str, File] = {}
        self._gone: dict[str, None] = {}
        self._homes: dict[FactId, str] = {}
        self._leaving: set[str] = set()

    def take(self, revisions: Iterable[Revision], stamps: Mapping[str, Stamp]) -> None:
        """Enter revisions. Within one commit what appeared comes before what went, so a move is no loss."""
        for _, group in groupby(revisions, key=lambda revision: revision.commit):
            together = list(group)
            self._leaving = {revision.path for revision in together if revision.data is None}
            for revision in together:
                if revision.data is not None:
                    self._take_text(revision, revision.data, stamps.get(revision.path, UNREAD))
            for revision in together:
                if revision.data is None:
                    self._take_removal(revision)

    def undo(self, revisions: Sequence[Revision], before: Mapping[str, Revision | None]) -> None:
        """Take back the latest stretch of history; `before` gives what stood at each of its paths when it began."""
        commits = {revision.commit for revision in revisions} | {None}
        held = (self._file(path) for path in before)
        ids = {file.id for file in held if file and file.id}
        for revision in (*revisions, *before.values()):
            fact = document.read(revision.data, revision.path).fact if revision and revision.data else None
            ids |= {fact.id} if fact else set()
        for id in ids:
            entries = self._history(id)
            while entries and entries[-1].commit in commits:
                entries.pop()
        for path, revision in before.items():
            self._put_back(path, revision)

    def _put_back(self, path: str, revision: Revision | None) -> None:
        self._files.pop(path, None)
        if revision is None or revision.data is None:
            self._gone[path] = None
            return
        fact = document.read(revision.data, path).fact
        self.touch(File(path, fact.id if fact else None, UNREAD, revision.blob, True))
        entries = self._history(fact.id) if fact else []
        if fact and entries and entries[-1].blob == revision.blob:
            whole = replace(fact, tx_at=entries[-1].fact.tx_at)  # what is entered anew needs its words
            entries[-1] = entries[-1]._replace(fact=whole, path=path)
            self._homes[fact.id] = path

    def touch(self, file: File) -> None:
        """Note that a file looks different on disk but reads the same."""
        self._files[file.path] = file
        self._gone.pop(file.path, None)

    def change(self, head: str | None, folders: Mapping[str, int]) -> Change:
        """Give all that was entered, with the rectangles of every fact it bears on."""
        # In the order of history, which is nearly that of ids: a table is filled faster from one end to the other.
        changed = [id for id, entries in self._histories.items() if entries != self._old[id]]
        histories = self._linked(changed)
        timeline = Timeline(histories)
        return Change(
            head=head,
            entries=[entry for id in changed for entry in self._histories[id] if entry not in self._old[id]],
            dropped=[(id, old.number) for id in changed for old in self._old[id] if old not in self._histories[id]],
            rectangles={id: timeline.rectangles(id) for id in histories},
            known_from={
                id: {version.number: start for version, start in zip(versions, known_from(versions), strict=True)}
                for id, versions in histories.items()
            },
            files=list(self._files.values()),
            gone=[path for path in self._gone if path not in self._files],
            folders=folders,
        )

    def _take_text(self, revision: Revision, data: bytes, stamp: Stamp) -> None:
        read = document.read(data, revision.path)
        held = self._file(revision.path)
        fact = read.fact
        if fact and revision.commit is None and secret_of(fact):
            fact = None  # left alone until it is mended or forced: its last good version stays served
        id = fact.id if fact else held.id if held else None
        self.touch(File(revision.path, id, stamp, revision.blob, revision.commit is not None))
        if held and held.id and fact and held.id != fact.id and self._home(held.id) == revision.path:
            self._end(held.id, revision)
        if fact and not self._is_taken_by_another(fact.id, revision.path):
            self._homes[fact.id] = revision.path
            self._add_version(fact, revision)

    def _take_removal(self, revision: Revision) -> None:
        id = self._id_at(revision)
        self._files.pop(revision.path, None)
        self._gone[revision.path] = None
        if id and self._home(id) == revision.path and not self._hand_over(id, revision):
            self._end(id, revision)

    def _id_at(self, revision: Revision) -> FactId | None:
        """Give the id of the file that goes; a commit may tell of one that was seen to be gone before."""
        held = self._file(revision.path)
        if held or revision.commit is None:
            return held.id if held else None
        id = self._index.lost(revision.path)
        committed = [entry for entry in self._history(id) if entry.commit] if id else []
        if id and committed and committed[-1].path == revision.path:
            self._settled(id, revision)
            self._homes[id] = revision.path
        return id

    def _hand_over(self, id: FactId, revision: Revision) -> bool:
        """When the file that served an id goes, another that holds the same id takes its place."""
        held = {path for path, file in self._files.items() if file.id == id} | set(self._index.files_of(id))
        for path in sorted(held - {revision.path} - self._leaving):
            file = self._file(path)
            data = self._text_of(file) if file and file.id == id else None
            fact = document.read(data, path).fact if data else None
            if file and fact and fact.id == id:
                self._homes[id] = path
                self._add_version(fact, revision._replace(path=path, blob=file.blob))
                return True
        return False

    def _add_version(self, fact: Fact, revision: Revision) -> None:
        entries = self._settled(fact.id, revision)
        last = entries[-1] if entries else None
        recorded = _recorded(fact, last.fact if last else None, revision.recorded_at)
        if fact.tx_at is None:  # what is not written is known from the first version on
            fact = replace(fact, tx_at=entries[0].fact.tx_at if entries else recorded)
        if last and last.blob == revision.blob:
            entries[-1] = last._replace(fact=fact, path=revision.path)
            return
        number = last.number + 1 if last else 1
        entries.append(Entry(fact, number, recorded, revision.path, revision.blob, revision.commit))

    def _end(self, id: FactId, revision: Revision) -> None:
        """A file deleted by hand is a retraction, known from the commit that deleted it."""
        entries = self._settled(id, revision)
        if not entries:
            return
        last = entries[-1]
        at = last.fact.retracted_at or revision.recorded_at
        ended = replace(last.fact, body=last.fact.body or self._body(last), retracted_at=at)
        entries.append(Entry(ended, last.number + 1, revision.recorded_at, last.path, "", revision.commit))

    def _body(self, entry: Entry) -> str:
        """Give the body of a version that the index knows without it."""
        data = self._text_of(File(entry.path, entry.fact.id, UNREAD, entry.blob, True)) if entry.blob else None
        fact = document.read(data, entry.path).fact if data else None
        return fact.body if fact else ""

    def _settled(self, id: FactId, revision: Revision) -> list[Entry]:
        """The history of a fact up to this revision: what stood in the working tree only makes way."""
        entries = self._history(id)
        while entries and entries[-1].commit is None and (revision.commit or entries[-1].blob != revision.blob):
            entries.pop()
        return entries

    def _history(self, id: FactId) -> list[Entry]:
        if id not in self._histories:
            self._old[id] = self._index.entries(id)
            self._histories[id] = list(self._old[id])
        return self._histories[id]

    def _file(self, path: str) -> File | None:
        if path in self._gone:
            return None
        return self._files.get(path) or self._index.file(path)

    def _home(self, id: FactId) -> str | None:
        if id in self._homes:
            return self._homes[id]
        entries = self._history(id)
        return entries[-1].path if entries else None

    def _is_taken_by_another(self, id: FactId, path: str) -> bool:
        """Two files with one id: the one that was there first is served."""
        home = self._home(id)
        if home is None or home == path or home in self._leaving:
            return False
        other = self._file(home)
        return other is not None and other.id == id

    def _linked(self, changed: Iterable[FactId]) -> dict[FactId, list[Version]]:
        """Give the versions of the changed facts and of all that `supersedes` links to them."""
        seeds = set(changed)
        for id in list(seeds):
            for entry in (*self._old[id], *self._histories[id]):
                seeds.update(entry.fact.supersedes)
        histories = self._index.component(seeds)
        # What was looked at, but is neither changed nor linked, stays out: what bears on it is not all here.
        histories |= {
            id: [version_of(entry) for entry in entries]
            for id, entries in self._histories.items()
            if entries and (id in seeds or id in histories)
        }
        return histories


def _recorded(fact: Fact, before: Fact | None, committed: Instant) -> Instant:
    """When this version became known: what it says of itself, where it says something new, else its commit."""
    if before is None:
        return fact.tx_at or fact.created or committed
    said = (
        (fact.updated_at, before.updated_at),
        (fact.retracted_at, before.retracted_at),
        (fact.disowned_at, before.disowned_at),
    )
    return max((new for new, old in said if new and new != old), default=committed)
