"""The index in one SQLite file, or in memory where there can be no file.

On the hot lane: what only writers and rare questions need lies in modules of its own.
"""

from __future__ import annotations

from mem.errors import MemError
from mem.index import asking, finding, match, weighing
from mem.index.asking import EVERYTHING
from mem.index.database import Connection, DatabaseError
from mem.index.matches import Matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from mem.facts.fact import FactId
    from mem.facts.instant import Instant
    from mem.facts.query import Query
    from mem.facts.ranking import Candidate
    from mem.facts.timeline import Rectangle, Version
    from mem.index.asking import Clause, Statement
    from mem.index.base import Change, Entry, File, Index, Look, Stamp

SCHEMA = 4
NAMED_AT_ONCE = 500  # values that one statement names

STAMPS = "select path, mtime, ctime, size, inode from file where not lost"
STAMPS_OF = f"{STAMPS} and path in ({{marks}})"
STAMPS_BELOW = f"{STAMPS} and path > ? and path < ?"
LOOKS = f"{STAMPS} and path > ? order by path limit ?"
STAMP_LENGTH = 4
BUNDLED = "select key, value from meta where key in (?, ?)"
BUNDLED_PATHS, BUNDLED_STAMPS = "paths", "stamps"
BETWEEN_PATHS = "\0"  # which no path can hold
NEWEST_LOOKS = """
select path, mtime, ctime, size, inode from file
where not lost and path in (select path from version order by rid desc limit ?)
"""
UNREADABLE = """
select path from file f where not lost and not exists
    (select 1 from version v join record r on r.rid = v.rid where v.id = f.id and r.blob = f.blob) order by path
"""
FORKS = """
select e.predecessor from edge e join version v on v.id = e.successor and v.number = e.number
where v.latest group by e.predecessor having count(distinct e.successor) > 1 order by e.predecessor
"""


class DamagedIndex(MemError):
    """The index cannot be read; it has been set aside, and an empty one stands in its place."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the index cannot be read ({reason})", help="run it again: it is made anew from the files")


class SqliteIndex:
    """The lookup of one store. `path` is None where it lives in memory."""

    def __init__(self, db: Connection, path: str | None = None, notice: str | None = None) -> None:
        self.db = db
        self.path = path
        self.notice = notice

    def close(self) -> None:
        self.db.close()

    def hold(self) -> None:
        """Answer from the index as it is now until it is closed; locks are taken once, not for every question."""
        self.db.execute("begin")

    def head(self) -> str | None:
        head = self._meta("head")
        return None if head is None else str(head)

    def is_empty(self) -> bool:
        return self._meta("applied") is None

    def folders(self) -> Mapping[str, int]:
        return dict(self.ask("select path, mtime from folder"))

    def stamps(self, paths: Sequence[str] | None = None) -> dict[str, Stamp]:
        """Give how files looked when they were read, all or those named, without building a `File` for each."""
        if paths is None:
            return self._stamps(STAMPS)
        found: dict[str, Stamp] = {}
        for start in range(0, len(paths), NAMED_AT_ONCE):
            some = [asking.bound(path) for path in paths[start : start + NAMED_AT_ONCE]]
            found.update(self._stamps(STAMPS_OF.format(marks=asking.marks(some)), some))
        return found

    def stamps_below(self, folder: str) -> dict[str, Stamp]:
        inside = asking.bound(folder) + "/"
        return self._stamps(STAMPS_BELOW, [inside, inside + "\U0010ffff"])

    def has_more_files_than(self, count: int) -> bool:
        return bool(self.ask("select 1 from file where not lost limit 1 offset ?", [count]))

    def noted(self, name: str) -> str | None:
        """Give what was noted under a name, if anything was."""
        value = self._meta(f"note {name}")
        return None if value is None else str(value)

    def note(self, name: str, value: str) -> None:
        """Keep a word for the next call; an index that cannot be written forgets it."""
        if self.noted(name) == value:
            return
        try:
            self.db.execute("insert or replace into meta values (?, ?)", (f"note {name}", value))
        except DatabaseError:
            return

    def live(self) -> int:
        """Count the facts that are believed today, as of the last change."""
        return int(self._meta("live") or 0)

    def looks(self, count: int, after: str = "") -> list[Look]:
        return (not after and self._bundled(count)) or self.ask(LOOKS, [asking.bound(after), count])

    def newest_looks(self, count: int) -> list[Look]:
        return self.ask(NEWEST_LOOKS, [count])

    def match(self, query: Query) -> Matches:
        if match.uses_syntax(query.words):
            from mem.index.syntax import answer

            return answer(self, query)
        if query.precise:
            from mem.index import precise

            return precise.answer(self, query)
        counts = self.telling(match.terms(query.words))
        return finding.find(self, query, match.any_of(counts), counts)

    def listing(self, query: Query, but: Clause = EVERYTHING, *, most: int | None = None) -> Matches:
        view = asking.view(query)
        stands = view.stands & asking.filters(query) & but
        rows = self._rows(asking.listing(query, view, stands, query.limit))
        complete = query.limit is None or len(rows) < query.limit
        count = asking.count_listed(query, view, stands, None if most is None else most + 1)
        matches = finding.counted(self, query, len(rows), complete, count, most)
        matches.candidates = [weighing.candidate_of(row) for row in rows]
        return matches

    def counts(self, query: Query) -> dict[str, int]:
        return dict(self._rows(asking.by_type(query)))

    def recent(self, now: Instant, limit: int) -> list[Candidate]:
        return [weighing.candidate_of(row) for row in self._rows(asking.recent(now, limit))]

    def telling(self, terms: Sequence[str]) -> dict[str, int]:
        """Drop the terms that stand in too many facts to tell one from another; give each with how many hold it."""
        return match.telling(terms, self.live(), self._holders)

    def ask(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Run one reading statement; an index that cannot be read makes way for an empty one."""
        try:
            return self.db.execute(sql, values).fetchall()
        except DatabaseError as error:
            from mem.index.mending import recover, reopened

            if not reopened(self):
                recover(self, error)
            return self.db.execute(sql, values).fetchall()

    def apply(self, change: Change) -> None:
        from mem.index import writing

        try:
            writing.apply(self.db, change)
        except DatabaseError as error:
            from mem.index.mending import recover

            recover(self, error)
            writing.apply(self.db, change)

    def files(self) -> Mapping[str, File]:
        from mem.index import reading

        return reading.files(self)

    def file(self, path: str) -> File | None:
        from mem.index import reading

        return reading.file(self, path)

    def files_in(self, folder: str) -> set[str]:
        sql = "select path from file where path > ? and path < ? and instr(substr(path, ?), '/') = 0 and not lost"
        inside = asking.bound(folder) + "/"
        return {path for (path,) in self.ask(sql, [inside, inside + "\U0010ffff", len(inside) + 1])}

    def lost(self, path: str) -> FactId | None:
        rows = self.ask("select id from file where path = ? and lost", [asking.bound(path)])
        return rows[0][0] if rows else None

    def files_of(self, id: FactId) -> list[str]:
        sql = "select path from file where id = ? and not lost order by path"
        return [path for (path,) in self.ask(sql, [asking.bound(id)])]

    def component(self, ids: Iterable[FactId]) -> dict[FactId, list[Version]]:
        from mem.index import reading

        return reading.component(self, ids)

    def entries(self, id: FactId) -> list[Entry]:
        from mem.index import reading

        return reading.entries(self, id)

    def rectangles(self, id: FactId) -> list[Rectangle]:
        from mem.index import reading

        return reading.rectangles(self, id)

    def touched(self, since: Instant, until: Instant | None, now: Instant) -> list[FactId]:
        from mem.index import past

        return past.touched(self, since, until, now)

    def youngest(self, since: Instant, limit: int) -> tuple[list[tuple[FactId, int]], int]:
        from mem.index import past

        return past.youngest(self, since, limit)

    def uncommitted(self) -> list[str]:
        return [path for (path,) in self.ask("select path from file where not committed order by path")]

    def unreadable(self) -> list[str]:
        return [path for (path,) in self.ask(UNREADABLE)]

    def forks(self) -> list[FactId]:
        return [id for (id,) in self.ask(FORKS)]

    def named(self, text: str) -> list[FactId]:
        from mem.index import naming

        return naming.named(self, text)

    def nearest(self, text: str, limit: int = 3) -> list[FactId]:
        from mem.index import naming

        return naming.nearest(self, text, limit)

    def numbered(self, id: FactId) -> list[FactId]:
        from mem.index import naming

        return naming.numbered(self, id)

    def answers_to(self, id: FactId) -> bool:
        from mem.index import naming

        return naming.answers_to(self, id)

    def by_key(self, key: str) -> FactId | None:
        from mem.index import naming

        return naming.by_key(self, key)

    def from_source(self, source: str, *, prefix: bool) -> list[FactId]:
        from mem.index import naming

        return naming.from_source(self, source, prefix=prefix)

    def nearest_sources(self, source: str) -> list[str]:
        from mem.index import naming

        return naming.nearest_sources(self, source)

    def match_loosely(self, query: Query) -> Matches:
        if query.precise:
            return Matches([], 0)
        from mem.index import fallback

        return fallback.match_loosely(self, query)

    def suggestions(self, words: str, limit: int = 3) -> list[str]:
        from mem.index import fallback

        return fallback.suggestions(self, words, limit)

    def differences(self, other: Index) -> list[str]:
        from mem.index import comparing

        assert isinstance(other, SqliteIndex), "only two of a kind can be compared"
        return comparing.differences(self, other)

    def has_turns(self) -> bool:
        """Tell whether anything in the store was said in a transcript."""
        return bool(self.ask("select 1 from version where said > 0 limit 1"))

    def source_count(self) -> int:
        """Count the sources whose facts keep each other company."""
        return int(self._meta("sources") or 0)

    def sources_with(self, term: str, limit: int) -> int:
        """Count the sources that hold a term, no further than `limit`."""
        sql = "select count(*) from (select 1 from together where together match ? limit ?)"
        return int(self.ask(sql, [term, limit])[0][0])

    def _bundled(self, most: int) -> list[Look] | None:
        """Give how all files looked, where that is kept in one piece."""
        kept = dict(self.ask(BUNDLED, [BUNDLED_PATHS, BUNDLED_STAMPS]))
        if len(kept) < 2:
            return None
        paths = kept[BUNDLED_PATHS].split(BETWEEN_PATHS)
        numbers = memoryview(kept[BUNDLED_STAMPS]).cast("q").tolist()
        looks = list(zip(paths, *(numbers[at::STAMP_LENGTH] for at in range(STAMP_LENGTH)), strict=False))
        return looks if len(looks) <= most else None

    def _stamps(self, sql: str, values: Sequence[object] = ()) -> dict[str, Stamp]:
        return {path: (mtime, ctime, size, inode) for path, mtime, ctime, size, inode in self.ask(sql, values)}

    def _rows(self, statement: Statement) -> list[tuple[Any, ...]]:
        return self.ask(statement.sql, statement.values)

    def _meta(self, key: str) -> Any:
        rows = self.ask("select value from meta where key = ?", [key])
        return rows[0][0] if rows else None

    def _holders(self, term: str, limit: int) -> int:
        """Count the versions that hold a term, no further than `limit`."""
        return int(self.ask("select count(*) from (select 1 from fts where fts match ? limit ?)", [term, limit])[0][0])
