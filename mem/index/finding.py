"""From an FTS5 expression to matches: the best are read, all that pass are counted, within reason.

On the hot lane.
"""

from __future__ import annotations

from mem.index import asking, match, weighing
from mem.index.asking import EVERYTHING
from mem.index.matches import AtLeast, Matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from mem.facts.query import Query
    from mem.index.asking import Clause, Statement, View
    from mem.index.sqlite import SqliteIndex
    from mem.index.weighing import Found

    Row = tuple[Any, ...]

FEWEST_CANDIDATES = 40  # what ranking gets to choose from, whatever the limit
FEWEST_TURNS = 100  # the same in a store of transcripts: what was said around a match weighs in there
CANDIDATES_PER_HIT = 4
MOST_COUNTED = 1000
CHECKED_PER_CANDIDATE = 4  # matches; of fewer all are read
FEW = 600  # facts with any of the words; of fewer each gets its full score
PROMISING = 120  # of more, as many get their full score
FEWEST_TERMS = 3  # of one or two words too many facts hold the same to be told apart by them


def find(
    index: SqliteIndex, query: Query, expression: str, counts: Mapping[str, int], but: Clause = EVERYTHING
) -> Matches:
    """Find what an FTS5 expression matches within the filters of a query; the empty one matches nothing.

    `counts` are the terms that the expression is made of, or that tell one source from another.
    """
    if not expression:
        return Matches([], 0)
    view = view_of(index, query)
    stands = view.stands & asking.filters(query) & but
    cap = candidates(query, view)
    rows, is_complete = Best(index, query, view, stands, cap).of(expression, counts)
    found = [weighing.Found(row) for row in rows]
    company, asked = weighing.company_of(index, found, counts), weighing.asked(index, query.words)
    beside = weighing.beside(index, query, view, stands, found, company, asked)
    count = asking.count_found(query, view, expression, stands, MOST_COUNTED + 1)
    matches = counted(index, query, len(found), is_complete, count, MOST_COUNTED)
    matches.total += len(beside) if is_complete else len(beside) - _matching(index, expression, beside)
    matches.candidates = weighing.weigh([*found, *beside], company, asked)
    return matches


def view_of(index: SqliteIndex, query: Query) -> View:
    """Give the view of a query, for a store with turns or without."""
    view = asking.view(query)
    view.turns = index.has_turns()
    return view


def candidates(query: Query, view: View) -> int | None:
    """Give among how many of the best matches by text a query's ranking chooses; None for all."""
    if query.limit is None:
        return None
    fewest = FEWEST_TURNS if view.turns else FEWEST_CANDIDATES
    return max(fewest, CANDIDATES_PER_HIT * query.limit)


class Best:
    """The best matches by text for a question; of very many matches not all are read.

    Rows are those of `asking.find`; at least `cap` of them are given if there are as many, and with each lot whether
    these are all.
    """

    __slots__ = ("cap", "index", "names", "query", "stands", "view")

    def __init__(
        self, index: SqliteIndex, query: Query, view: View, stands: Clause, cap: int | None, *, names: bool = False
    ) -> None:
        self.index = index
        self.query = query
        self.view = view
        self.stands = stands
        self.cap = cap
        self.names = names

    def of(self, expression: str, counts: Mapping[str, int]) -> tuple[list[Row], bool]:
        """Give the best that an expression made of these terms matches."""
        cap, matching = self.cap, sum(counts.values())
        if cap is None or cap >= match.READ_PER_TERM or self.query.subject or matching <= CHECKED_PER_CANDIDATE * cap:
            return self._all(expression)
        if len(counts) >= FEWEST_TERMS and matching > FEW and cap <= PROMISING and expression == match.any_of(counts):
            from mem.index.gathering import promising

            rids = promising(self.index, self.query, counts, PROMISING)
            rows = self._ask(expression, rids=rids)
            if len(rows) >= min(cap, FEWEST_CANDIDATES):
                return rows, False
        if matching <= match.QUICK:
            rows = self._checked(expression)
            return (rows, False) if len(rows) == cap else self._all(expression)
        return self._shortened(expression, counts, cap)

    def _shortened(self, expression: str, counts: Mapping[str, int], cap: int) -> tuple[list[Row], bool]:
        found: dict[int, Row] = {}
        shortcuts = match.shortcuts(counts, expression)
        for shortcut, most in shortcuts:
            rows = self._checked(shortcut, most)
            for row in rows if len(rows) == cap else self._ask(shortcut, most):
                found[row[1]] = max(row, found.get(row[1], row))  # found another way too, it counts as it matches best
        if len(found) >= cap:
            best = sorted(found.values(), key=lambda row: (-row[0], row[2]))
            if len(counts) >= FEWEST_TERMS or any(
                shortcut.endswith(f" AND ({expression})") for shortcut, _ in shortcuts
            ):
                # These scores leave words out, or count them twice.
                return self._ask(expression, rids=[row[1] for row in best[:cap]]), False
            return best, False
        rows = self._ask(expression, match.QUICK + match.READ_PER_TERM * len(counts))
        return rows, len(rows) < cap

    def _all(self, expression: str) -> tuple[list[Row], bool]:
        rows = self._ask(expression)
        return rows, self.cap is None or len(rows) < self.cap

    def _checked(self, expression: str, newest: int | None = None) -> list[Row]:
        """Read the best matches, whether they pass or not, and keep those that do: fewer than `cap` tell nothing.

        To look each match up takes longer than to find and score it, and where nothing but time and scope is asked
        for most of them pass.
        """
        query = self.query
        if query.types or query.tags or query.source or query.min_priority > 0:
            return []
        return self._ask(expression, newest, checked=2 * (self.cap or 0))

    def _ask(
        self,
        expression: str,
        newest: int | None = None,
        *,
        rids: Sequence[int] | None = None,
        checked: int | None = None,
    ) -> list[Row]:
        """Read all matches that pass the filters, or the newest, or those among some rows or among the best."""
        view, stands = self.view, self.stands
        if rids is not None or checked is not None:
            view = asking.of_few(view)
        if rids is not None:
            stands &= asking.among(rids)
        statement = asking.find(
            self.query, view, expression, stands, self.cap, newest, checked=checked, names=self.names
        )
        return self.index.ask(statement.sql, statement.values)


def counted(
    index: SqliteIndex, query: Query, found: int, is_complete: bool, count: Statement, most: int | None = None
) -> Matches:
    """Count what passes every filter, and what the floor or the scope alone kept out, up to a number."""
    if is_complete and query.scopes is None and query.min_priority <= 0:
        return Matches([], found)
    seen, total, below, elsewhere = map(int, index.ask(count.sql, count.values)[0])
    if most is None or seen <= most:
        return Matches([], total, below, elsewhere)
    return Matches([], AtLeast(max(min(total, most), found)), AtLeast(below), AtLeast(elsewhere))


def _matching(index: SqliteIndex, expression: str, found: Sequence[Found]) -> int:
    """Count those of some rows that an expression matches."""
    if not found:
        return 0
    sql = asking.MATCHING_ROWS.format(marks=asking.marks(found))
    return int(index.ask(sql, [expression, *(one.rid for one in found)])[0][0])
