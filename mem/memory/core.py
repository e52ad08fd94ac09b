"""A store and its index kept in step: every verb begins by taking in what changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar

from mem import config
from mem.config import BadConfig, Config, NewerFormat
from mem.facts import document
from mem.facts.fact import TYPES, Fact, FactId
from mem.facts.instant import LAST, Instant
from mem.facts.secrets import secret_of
from mem.index.base import Entry, File, Index, Stamp
from mem.index.opening import open_index, rebuilding
from mem.index.sqlite import DamagedIndex
from mem.memory.filling import fill
from mem.memory.ledger import UNREAD, Ledger
from mem.store.files import SWEPT_WHOLE
from mem.store.revision import Committed, Revision
from mem.store.store import Store

if TYPE_CHECKING:
    from mem.store.writer import Writer

Found = TypeVar("Found")

FEW = 4  # files and folders whose times alone are no reason for a writer to change the index twice


class Seen(NamedTuple):
    """Files and folders that only look different by now: their stamps and times are entered with the next change."""

    files: Sequence[File]
    folders: Mapping[str, int]


NOTHING_SEEN = Seen((), {})


class Core:
    """One store with its lookup. `notices` are lines about the store that a person should see once."""

    def __init__(self, store: Store, index: Index, cache: Path) -> None:
        self.store = store
        self.index = index
        self._cache = cache
        self._seen = NOTHING_SEEN
        self.embed_model = ""
        self.notices: list[str] = [index.notice] if index.notice else []
        self.config, unknown = self._read_config()
        self.notices += unknown

    @classmethod
    def open(cls, root: Path | str, *, cache: Path | None = None, environ: Mapping[str, str] | None = None) -> Self:
        """Open the store at `root`; raises `NoStore` where there is none."""
        store = Store.open(Path(root), environ=environ)
        folder = cache / _cache_name(store.root) if cache else store.root / ".cache"
        memory = cls(store, open_index(folder), folder)
        memory.embed_model = (environ or {}).get("MEM_EMBED_MODEL", "")
        return memory

    def close(self) -> None:
        self.index.close()

    def refresh(self, named: Sequence[str] = ()) -> None:
        """Take in new commits and hand edits, without committing anything; `named` files are looked at in any case."""
        self._take_history()
        self._take_working_tree(named)

    def settled(self, ask: Callable[[], Found], paths_of: Callable[[Found], Iterable[str]]) -> Found:
        """Ask, and again while a file behind the answer is not as it was read: what is told is never stale."""
        found, read_again = ask(), set[str]()
        if not self.index.has_more_files_than(SWEPT_WHOLE):  # all were looked at just now
            return found
        while stale := self.store.stale(self.index, set(paths_of(found)) - read_again):
            read_again |= stale
            self.refresh(sorted(stale))
            found = ask()
        return found

    def rebuild(self) -> None:
        """Make the index anew from files and history, beside the old one, and swap it in."""
        self.index.close()
        with rebuilding(self._cache) as fresh:
            fill(fresh, self.store, self._text_of)
        self.index = fresh
        self._take_working_tree(())

    def fresh_index(self) -> Index:
        """Give a second index, in memory, made from the same files and history."""
        fresh = open_index(None)
        fill(fresh, self.store, self._text_of)
        return fresh

    @contextmanager
    def writing(self, now: Instant, *, force: bool = False) -> Iterator[Writer]:
        """Hold the store for a change: hand edits are committed first, on their own, then the index is in step."""
        if self._broken_config:
            raise self._broken_config
        if self.config.format > config.FORMAT:
            raise NewerFormat(self.config.format)
        with self.store.writer(now) as writer:
            self._take_history()
            self._take_working_tree((), only_news=True)
            self._commit_hand_edits(writer, force=force)
            yield writer

    def take(self, done: Committed) -> None:
        """Enter what this process just wrote; where git committed something in between, all that is new since."""
        if done.commit is not None and done.parent != self.index.head():
            self._take_history()
            return
        paths = [revision.path for revision in done.revisions]
        ledger = Ledger(self.index, self._text_of)
        revisions = [one._replace(recorded_at=one.recorded_at if one.commit else LAST) for one in done.revisions]
        try:
            ledger.take(revisions, self.store.stamps(paths))
            seen, self._seen = self._seen, NOTHING_SEEN
            for file in seen.files:
                if file.path not in paths:
                    ledger.touch(file)
            folders = {**seen.folders, **self._settled_folders(paths)}
            self._apply(ledger, done.commit or self.index.head(), folders)
        except DamagedIndex:  # what was written stands; the next command makes the index anew
            return

    def fact_at(self, path: str) -> Fact | None:
        """Read a fact with its body from its file; None when it cannot be read as one."""
        try:
            return document.read(self.store.read(path), path).fact
        except FileNotFoundError:
            return None

    def fact_of(self, entry: Entry) -> Fact:
        """Give one version with its text as it was then, which history keeps; without the body where it does not."""
        data = self._text_of(File(entry.path, entry.fact.id, UNREAD, entry.blob, True)) if entry.blob else None
        fact = document.read(data, entry.path).fact if data else None
        return replace(fact, tx_at=entry.fact.tx_at) if fact else entry.fact

    def _take_history(self) -> None:
        if self.index.is_empty() and self.store.head() is not None:
            self.rebuild()
            return
        head, known = self.store.head(), self.index.head()
        if head == known:
            return
        if known is not None and not self.store.leads_straight(known):
            # Where histories met, versions stand in another order than they arrived in.
            if not self._take_other_turn(known, head):
                self.rebuild()
            return
        ledger = Ledger(self.index, self._text_of)
        ledger.take(self.store.revisions(known), {})
        self._apply(ledger, head)

    def _take_other_turn(self, known: str, head: str | None) -> bool:
        """Take back what came since the last commit that all ways lead through, and take in what led here."""
        turn = self.store.turn(known)
        if turn is None:
            return False
        ledger = Ledger(self.index, self._text_of)
        ledger.undo(turn.undone, turn.before)
        ledger.take(self.store.revisions(turn.base), {})
        self._apply(ledger, head)
        return True

    def _take_working_tree(self, named: Sequence[str], *, only_news: bool = False) -> None:
        """Enter what differs on the disk; with `only_news` what are merely a few times waits for what is written."""
        survey = self.store.survey(self.index, named=named)
        self._seen = NOTHING_SEEN
        if survey.is_clean:
            return
        ledger, stamps, touched = Ledger(self.index, self._text_of), dict[str, Stamp](), list[File]()
        # What is not committed is not recorded yet: it is known from its commit on, so no past answer changes.
        revisions = [Revision(path, None, "", LAST, None) for path in self._really_gone(survey.gone)]
        for path in sorted(survey.changed):
            found = self.store.look(path, LAST)
            if found is None:
                continue
            revision, stamp = found
            held = self.index.file(path)
            if held and held.blob == revision.blob:
                touched.append(File(path, held.id, stamp, held.blob, held.committed))
            else:
                stamps[path] = stamp
                revisions.append(revision)
        if only_news and not revisions and len(survey.folders) + len(survey.changed) <= FEW:
            self._seen = Seen(touched, {folder: time for folder, time in survey.folders.items() if time > 0})
            return
        for file in touched:
            ledger.touch(file)
        ledger.take(revisions, stamps)
        self._apply(ledger, self.index.head(), survey.folders)

    def _really_gone(self, paths: Sequence[str]) -> list[str]:
        """Give the files that somebody took away; what a sparse checkout leaves out was never here to take."""
        if not paths:
            return []
        with self.store.repository() as repository:
            return [path for path in sorted(paths) if not repository.staging.is_left_out(path)]

    def _commit_hand_edits(self, writer: Writer, *, force: bool) -> None:
        """Each hand edit becomes a commit of its own; a move is one edit. What holds a credential waits."""
        waiting = self.index.uncommitted()
        if not waiting:
            return
        for paths, subject in self._edits(waiting, force=force):
            done = writer.commit_as_found(paths, subject)
            if not done.uncommitted:
                self.take(done)

    def _edits(self, paths: Sequence[str], *, force: bool) -> Iterator[tuple[list[str], str]]:
        facts = {path: self.fact_at(path) for path in paths}
        homes = {fact.id: path for path, fact in facts.items() if fact}
        gone = {path: self._id_committed(path) for path in paths if not self.store.exists(path)}
        for path in paths:
            fact = facts[path]
            if path in gone:
                if gone[path] not in homes:
                    yield [path], _subject("delete", fact, path)
                continue
            if fact and not force and secret_of(fact):
                self.notices.append(f"{path} holds what looks like a credential; it is not committed, see mem lint")
                continue
            moved = [old for old, id in gone.items() if fact and id == fact.id]
            yield [path, *moved], _subject("edit", fact, path)

    def _id_committed(self, path: str) -> FactId | None:
        """Give the fact that the last commit has at a path, for a file that is gone since."""
        data = self.store.committed(path)
        fact = document.read(data, path).fact if data is not None else None
        return fact.id if fact else None

    def _text_of(self, file: File) -> bytes | None:
        """Give the text that a known file had when it was read: from the disk, else from history."""
        try:
            data = self.store.read(file.path)
        except FileNotFoundError:
            data = None
        if data is not None and self.store.blob_id(data) == file.blob:
            return data
        return self.store.blob(file.blob)

    def _settled_folders(self, paths: Iterable[str]) -> dict[str, int]:
        """Give the times of folders that hold what the index knows and `paths`, and nothing else that is new."""
        written = set(paths)
        settled: dict[str, int] = {}
        for folder in {path.rpartition("/")[0] for path in written} & set(self.index.folders()):
            known = self.index.files_in(folder) | {path for path in written if path.rpartition("/")[0] == folder}
            time = self.store.folder_time(folder, known)
            if time:
                settled[folder] = time
        return settled

    def _apply(self, ledger: Ledger, head: str | None, folders: Mapping[str, int] | None = None) -> None:
        self.index.apply(ledger.change(head, folders or {}))

    def note_settings(self, stamp: str) -> None:
        """Let the hot lane know that `mem.toml`, as `stamp` tells it, has nothing to warn of."""
        if not any(notice.startswith(config.FILE) for notice in self.notices):
            self.index.note("settings", stamp)
            self.index.note("hybrid", "on" if self.config.hybrid else "")

    def _read_config(self) -> tuple[Config, list[str]]:
        self._broken_config: BadConfig | None = None
        try:
            return config.parse(self.store.read(config.FILE).decode("utf-8", "replace"))
        except FileNotFoundError:
            return Config(), []
        except OSError as error:
            self._broken_config = BadConfig(error.strerror or "it cannot be read")
        except BadConfig as error:
            self._broken_config = error
        return Config(), [self._broken_config.message]


def subject_line(verb: str, fact: Fact) -> str:
    """Give the subject of the commit that records a change to one fact; `verb` is '' for a new one."""
    title = " ".join(fact.title.split())
    return f"mem({fact.type}): {verb} {title}" if verb else f"mem({fact.type}): {title}"


def _subject(verb: str, fact: Fact | None, path: str) -> str:
    if fact:
        return subject_line(verb, fact)
    folder, stem = path.split("/")[1], Path(path).stem
    type = next((kind.name for kind in TYPES.values() if kind.folder == folder), "fact")
    return f"mem({type}): {verb} {stem}"


def _cache_name(root: Path) -> str:
    from hashlib import sha256

    return f"{root.name}-{sha256(str(root.resolve()).encode()).hexdigest()[:12]}"
