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

    from mem.facts.query import Query
    from mem.index.asking import Clause, Statement, View
    from mem.index.sqlite import SqliteIndex
    from mem.index.weighing import Found

FEWEST_CANDIDATES = 100  # what ranking gets to choose from, whatever the limit
CANDIDATES_PER_HIT = 4
MOST_COUNTED = 3000


def find(
    index: SqliteIndex, query: Query, expression: str, counts: Mapping[str, int], but: Clause = EVERYTHING
) -> Matches:
    """Find what an FTS5 expression matches within the filters of a query; the empty one matches nothing.

    `counts` are the terms that the expression is made of, or that tell one source from another.
    """
    if not expression:
        return Matches([], 0)
    view = asking.view(query)
    stands = view.stands & asking.filters(query) & but
    cap = None if query.limit is None else max(FEWEST_CANDIDATES, CANDIDATES_PER_HIT * query.limit)
    found = best(index, query, view, stands, expression, counts, cap)
    company, asked = weighing.company_of(index, found, counts), weighing.asked(index, query.words)
    beside = weighing.beside(index, query, view, stands, found, company, asked)
    is_complete = cap is None or len(found) < cap
    count = asking.count_found(query, view, expression, stands, MOST_COUNTED + 1)
    matches = counted(index, query, len(found), is_complete, count, MOST_COUNTED)
    matches.total += len(beside) if is_complete else len(beside) - _matching(index, expression, beside)
    matches.candidates = weighing.weigh([*found, *beside], company, asked)
    return matches


def best(
    index: SqliteIndex,
    query: Query,
    view: View,
    stands: Clause,
    expression: str,
    counts: Mapping[str, int],
    cap: int | None,
) -> list[Found]:
    """Give the best matches by text, at least as many as `cap` says if there are, without reading all of very many."""
    if cap is None or cap >= match.READ_PER_TERM or query.subject or sum(counts.values()) <= match.QUICK:
        return _read(index, asking.find(query, view, expression, stands, cap))
    found: dict[int, Found] = {}
    for shortcut, most in match.shortcuts(counts, expression):
        _keep_best(found, _read(index, asking.find(query, view, shortcut, stands, cap, most)))
    if len(found) < cap:
        most = match.QUICK + match.READ_PER_TERM * len(counts)
        found = {one.rid: one for one in _read(index, asking.find(query, view, expression, stands, cap, most))}
    return sorted(found.values(), key=lambda one: (-one.candidate.relevance, one.candidate.id))


def _read(index: SqliteIndex, statement: Statement) -> list[Found]:
    return [weighing.Found(row) for row in index.ask(statement.sql, statement.values)]


def _keep_best(found: dict[int, Found], more: Sequence[Found]) -> None:
    """Add rows to those found another way, each as it matches best."""
    for one in more:
        if one.rid not in found or found[one.rid].candidate.relevance < one.candidate.relevance:
            found[one.rid] = one


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
