"""A question as SQL: which versions stand at its point in time, and which of them its filters let through.

Every piece is a constant of ours; what a person wrote is always bound, never joined in. In all pieces `v` is the
narrow row that time, type, scope and priority are read from, and `w` the version with all the rest.
"""

from __future__ import annotations

from mem.facts.instant import FOREVER
from mem.facts.query import Query
from mem.index.tokens import fold, parts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mem.facts.instant import Instant

LABEL = "\ue000"  # begins a word that no text can produce: private use, so never a letter to `tokens`
LONGEST_LABEL = 120

WEIGHTS = "10.0, 6.0, 5.0, 1.0, 2.0, 1.0, 0.0"  # title, abstract, tags, body, bigrams, dates, labels

COLUMNS = """w.id, w.number, w.path, w.type, w.title, w.abstract, w.scope, w.subject, w.priority, w.confidence,
    w.verified, w.updated, w.known_from, {starts}, {ends},
    w.retracted, coalesce(w.current_from <= ? and ? < w.current_to, 0)"""
MATCHING = "fts cross join {table} v on v.rid = fts.rowid {join}"
LISTED = "version w cross join {table} v on v.rid = w.rid"
NEIGHBOUR = """
    select n.rid from version n where n.said > 0 and n.source = w.source and n.latest
    and (n.valid_from, n.id) {0} (w.valid_from, w.id) order by n.valid_from {1}, n.id {1} limit 1
"""
FOUND = "select v.rid as rid, -bm25(fts, {weights}) as relevance from {matching} where {passing}"
SCORED = "select fts.rowid as rid, -bm25(fts, {weights}) as relevance from fts where {matched}"
CHECKED = """
select v.rid as rid, relevance from ({scored} order by relevance desc, rid limit ?) best
cross join {table} v on v.rid = best.rid {join} where {passing}
"""
HOLDERS = "select fts.rowid from fts where {matching} order by fts.rowid desc limit ?"
NEWEST = "select rid, relevance from ({found} order by fts.rowid desc limit ?)"
FIND = """
with found as materialized ({found} order by relevance desc, rid limit ?)
select relevance, v.rid, {columns} from found cross join {table} v on v.rid = found.rid {wide} where {stands}
order by relevance desc, w.id
"""
BESIDE = "select 0.0, v.rid, {columns} from {table} v {wide} where v.rid in ({marks}) and {passing} order by w.id"
NAMES = "w.id, w.title, w.tags"
COMPANY = f"""w.source, w.about, w.said, case when w.said > 0 then ({NEIGHBOUR.format("<", "desc")}) end,
    case when w.said > 0 then ({NEIGHBOUR.format(">", "asc")}) end"""
ALONE = (
    "w.source, w.about, w.said, null, null"  # the same where nobody said anything: it is half of what a statement costs
)
SOURCES = "select number, name from source where name in ({marks})"
TOGETHER = "select rowid, -bm25(together) from together where together match ? and {among}"
ABOUT = "select rid from version where source <> '' and source = ? and about = ? and latest"
SUBJECTS = """
with asked (name) as (values {names}) select name from asked
where exists (select 1 from version where about <> '' and about = name and current_from is not null) limit 2
"""
LIST = "select {columns} from {listed} where {passing} {order} limit ?"
BY_INDEX = "and w.current_from is not null order by w.priority desc, w.fresh desc, w.id"
BY_SORTING = "order by +w.priority desc, w.fresh desc, w.id"  # few rows: walking the index would take longer
MATCHING_ROWS = "select count(*) from fts where fts match ? and rowid in ({marks})"
COUNT = "select count(*), {counts} from (select {flags} from {table} where {stands} limit ?)"
BY_TYPE = "select v.type, count(*) from {table} v {join} where {passing} group by v.type order by v.type"
RECENT = """
select {columns} from version w cross join standing v on v.rid = w.rid
where {stands} and w.latest and w.current_from is not null order by w.known_from desc, w.id limit ?
"""
ENDS = "coalesce((select max(valid_to) from rectangle where rid = w.rid and known_to = '~'), w.valid_to, '~')"
WIDE = "cross join version w on w.rid = v.rid"


BLOCK = 1000  # row numbers that share a tide
KNOWN_BY = "fts match ? and fts.rowid < (select (max(block) + 1) * ? from tide where known_from <= ?)"


class Clause:
    """A condition with the values bound to its question marks; `wide` tells that it reads from `w`."""

    __slots__ = ("sql", "values", "wide")

    def __init__(self, sql: str, values: Sequence[object] = (), *, wide: bool = False) -> None:
        self.sql = sql
        self.values = tuple(values)
        self.wide = wide

    def __and__(self, other: Clause) -> Clause:
        return Clause(f"{self.sql} and {other.sql}", self.values + other.values, wide=self.wide or other.wide)

    @property
    def join(self) -> str:
        return WIDE if self.wide else ""


class Statement:
    """A whole question with the values bound to it."""

    __slots__ = ("sql", "values")

    def __init__(self, sql: str, values: Sequence[object]) -> None:
        self.sql = sql
        self.values = values


class View:
    """The versions that stand at a point in time: the table to take as `v`, and what is shown as valid.

    `turns` tells whether the store holds any: where it does not, nobody looks for what was said before and after.
    """

    __slots__ = ("ends", "stands", "starts", "table", "turns")

    def __init__(self, table: str, stands: Clause, starts: str = "w.valid_from", ends: str = ENDS) -> None:
        self.table = table
        self.stands = stands
        self.starts = starts
        self.ends = ends
        self.turns = True


EVERYTHING = Clause("true")


def view(query: Query) -> View:
    """Give the view of today, the one row each fact has in its history, or the rectangles around a point."""
    if query.history:
        return View("version", _known_by(query.known_at) if query.known_at else Clause("v.latest"))
    if query.is_current:
        return today(query.now)
    valid_at = query.valid_at or query.now
    known = (
        Clause("v.known_from <= ? and ? < v.known_to", [query.known_at] * 2)
        if query.known_at
        else Clause("v.known_to = ?", [FOREVER])
    )
    around = known & Clause("v.valid_from <= ? and ? < v.valid_to", [valid_at] * 2)
    return View("rectangle", around, "v.valid_from", "v.valid_to")


def today(now: Instant) -> View:
    """Give what is believed today."""
    return View("standing", Clause("v.current_from <= ? and ? < v.current_to", [now, now]), ends="v.current_to")


def of_few(view: View) -> View:
    """Give the same view for few rows: what is read of them anyway tells whether they stand as well."""
    few = View("version" if view.table == "standing" else view.table, view.stands, view.starts, view.ends)
    few.turns = view.turns
    return few


def filters(query: Query) -> Clause:
    """Give what the facts must be, the priority floor and the scope aside: those two are counted apart."""
    clause = EVERYTHING
    if query.types:
        clause &= Clause(f"v.type in ({marks(query.types)})", query.types)
    for tag in query.tags:
        clause &= Clause("instr(w.tags, ?)", [f"\n{folded(tag)}\n"], wide=True)
    if query.subject:
        clause &= Clause("w.subject <> '' and w.subject = ?", [bound(query.subject)], wide=True)
    if query.source:
        clause &= Clause("w.source <> '' and w.source = ?", [bound(query.source)], wide=True)
    return clause


def in_scope(query: Query) -> Clause:
    """Give the scopes that were named, and always what applies everywhere."""
    if query.scopes is None:
        return EVERYTHING
    named = [bound(scope) for scope in query.scopes]
    return Clause(f"(v.scope = '' or v.scope in ({marks(named)}))", named)


def above_floor(query: Query) -> Clause:
    return Clause("v.priority >= ?", [query.min_priority]) if query.min_priority > 0 else EVERYTHING


def find(
    query: Query,
    view: View,
    expression: str,
    stands: Clause,
    limit: int | None,
    newest: int | None = None,
    *,
    checked: int | None = None,
    names: bool = False,
) -> Statement:
    """Ask for the best matches by text among those that pass every filter, or among the newest of them.

    With `checked` the filters are held against as many of the best only, which may leave fewer than there are.
    Rows begin with relevance, row number and id; behind these comes all that weighs in, or what a fact goes by.
    """
    passing = stands & in_scope(query) & above_floor(query)
    if checked is None:
        found = _newest(_passing(query, view, expression, passing), newest)
    else:
        found = _checked(view, _newest(_scored(query, expression), newest), checked, passing)
    sql = FIND.format(
        found=found.sql,
        columns=NAMES if names else _weighed(view),
        table=view.table,
        wide=WIDE,
        stands=view.stands.sql,
    )
    shown = [] if names else [query.now, query.now]
    return Statement(sql, [*found.values, _limit(limit), *shown, *view.stands.values])


def holders(query: Query, expression: str, newest: int | None = None) -> Statement:
    """Ask for the rows that an expression matches, the newest first, whatever else the query filters by."""
    matching = _matched(query, expression)
    return Statement(HOLDERS.format(matching=matching.sql), [*matching.values, _limit(newest)])


def among(rids: Sequence[int]) -> Clause:
    """Keep a match to some rows; it stays one walk, where each row looked up would count all matches again."""
    return Clause(f"+fts.rowid in ({marks(rids)})", rids)


def beside(query: Query, view: View, stands: Clause, rids: Sequence[int]) -> Statement:
    """Ask for rows by number, for those that pass every filter, with all that weighs in."""
    passing = stands & in_scope(query) & above_floor(query)
    sql = BESIDE.format(
        columns=_weighed(view),
        table=view.table,
        wide=WIDE,
        marks=marks(rids),
        passing=passing.sql,
    )
    return Statement(sql, [query.now, query.now, *rids, *passing.values])


def together(expression: str, numbers: Sequence[int]) -> Statement:
    """Ask how well the texts of some sources match, or of all for no numbers."""
    # The plus keeps the match one walk: looked up by row id, each source would count all matches again.
    among = f"+rowid in ({marks(numbers)})" if numbers else "true"
    return Statement(TOGETHER.format(among=among), [expression, *numbers])


def listing(query: Query, view: View, stands: Clause, limit: int | None) -> Statement:
    """Ask for all that pass every filter, by priority, then freshness."""
    passing = stands & in_scope(query) & above_floor(query)
    is_sorted_already = query.is_current and not (query.subject or query.source)
    sql = LIST.format(
        columns=_columns(view),
        listed=LISTED.format(table=view.table),
        passing=passing.sql,
        order=BY_INDEX if is_sorted_already else BY_SORTING,
    )
    return Statement(sql, [query.now, query.now, *passing.values, _limit(limit)])


def count_found(query: Query, view: View, expression: str, stands: Clause, most: int) -> Statement:
    table = MATCHING.format(table=view.table, join=stands.join)
    return _count(query, table, _matched(query, expression) & stands, most)


def count_listed(query: Query, view: View, stands: Clause, most: int | None = None) -> Statement:
    return _count(query, LISTED.format(table=view.table) if stands.wide else f"{view.table} v", stands, most)


def by_type(query: Query) -> Statement:
    at = view(query)
    passing = at.stands & filters(query) & in_scope(query) & above_floor(query)
    return Statement(BY_TYPE.format(table=at.table, join=passing.join, passing=passing.sql), passing.values)


def recent(now: Instant, limit: int) -> Statement:
    at = today(now)
    sql = RECENT.format(columns=_columns(at), stands=at.stands.sql)
    return Statement(sql, [now, now, *at.stands.values, limit])


def label(subject: str) -> str:
    """Give the word that stands for a subject in the index, so that FTS5 itself can narrow a search to it."""
    return LABEL + bound(subject).encode().hex()[:LONGEST_LABEL]


def named(subject: str) -> str:
    """Give what a question calls a subject: `acme api` for `project:acme-api`."""
    return " ".join(
        part for piece in fold(bound(subject).rpartition(":")[2]).split() for part in parts_of(piece)
    ).casefold()


def folded(tag: str) -> str:
    """Give the form in which tags are compared."""
    return bound(tag).casefold().replace("\n", " ")


def bound(text: str) -> str:
    """Make text fit to be bound: a command line or a broken file can hold halves of characters."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _matched(query: Query, expression: str) -> Clause:
    """Give the condition that the words match; FTS5 itself narrows it to a subject, and to what was known by then."""
    about = f'({expression}) AND labels : "{label(query.subject)}"' if query.subject else expression
    return Clause(KNOWN_BY, [about, BLOCK, query.known_at]) if query.known_at else Clause("fts match ?", [about])


def _passing(query: Query, view: View, expression: str, passing: Clause) -> Clause:
    """The matches that pass, each with its score."""
    passing = _matched(query, expression) & passing
    matching = MATCHING.format(table=view.table, join=passing.join)
    return Clause(FOUND.format(weights=WEIGHTS, matching=matching, passing=passing.sql), passing.values)


def _scored(query: Query, expression: str) -> Clause:
    """All matches, each with its score."""
    matched = _matched(query, expression)
    return Clause(SCORED.format(weights=WEIGHTS, matched=matched.sql), matched.values)


def _checked(view: View, scored: Clause, most: int, passing: Clause) -> Clause:
    """Those of the best matches that pass: what a match is checked by is read for these alone."""
    sql = CHECKED.format(scored=scored.sql, table=view.table, join=passing.join, passing=passing.sql)
    return Clause(sql, [*scored.values, most, *passing.values])


def _newest(found: Clause, most: int | None) -> Clause:
    return found if most is None else Clause(NEWEST.format(found=found.sql), [*found.values, most])


def _count(query: Query, table: str, stands: Clause, most: int | None) -> Statement:
    """Count what passes, what only the floor keeps out, and what only the scope does, among the first `most` rows."""
    scope, floor = in_scope(query), above_floor(query)
    if scope is EVERYTHING and floor is EVERYTHING:
        sql = COUNT.format(counts="count(*), 0, 0", flags="1", table=table, stands=stands.sql)
        return Statement(sql, [*stands.values, _limit(most)])
    counts = "total(scoped and high), total(scoped and not high), total(high and not scoped)"
    flags = f"{scope.sql} as scoped, {floor.sql} as high"
    sql = COUNT.format(counts=counts, flags=flags, table=table, stands=stands.sql)
    return Statement(sql, [*scope.values, *floor.values, *stands.values, _limit(most)])


def _limit(most: int | None) -> int:
    return -1 if most is None else most  # to SQLite, no limit at all


def _weighed(view: View) -> str:
    return f"{_columns(view)}, {COMPANY if view.turns else ALONE}"


def _columns(view: View) -> str:
    return COLUMNS.format(starts=view.starts, ends=view.ends)


def _known_by(moment: Instant) -> Clause:
    """The last version of each fact that was known at a moment."""
    later = "select 1 from version l where l.id = v.id and l.number > v.number and l.known_from <= ?"
    return Clause(f"v.known_from <= ? and not exists ({later})", [moment, moment])


def marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
