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

FEWEST_CANDIDATES = 50  # what ranking gets to choose from, whatever the limit
FEWEST_TURNS = 100  # the same in a store of transcripts: what was said around a match weighs in there
CANDIDATES_PER_HIT = 4
MOST_COUNTED = 1000
FEW = 600  # facts with any of the words; of fewer each gets its full score
FEWEST_TERMS = 3  # of one or two words too many facts hold the same to be told apart by them


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
    cap = candidates(index, query)
    found = [weighing.Found(row) for row in best(index, query, view, stands, expression, counts, cap)]
    company, asked = weighing.company_of(index, found, counts), weighing.asked(index, query.words)
    beside = weighing.beside(index, query, view, stands, found, company, asked)
    is_complete = cap is None or len(found) < cap
    count = asking.count_found(query, view, expression, stands, MOST_COUNTED + 1)
    matches = counted(index, query, len(found), is_complete, count, MOST_COUNTED)
    matches.total += len(beside) if is_complete else len(beside) - _matching(index, expression, beside)
    matches.candidates = weighing.weigh([*found, *beside], company, asked)
    return matches


def candidates(index: SqliteIndex, query: Query) -> int | None:
    """Give among how many of the best matches by text a query's ranking chooses; None for all."""
    if query.limit is None:
        return None
    fewest = FEWEST_TURNS if index.has_turns() else FEWEST_CANDIDATES
    return max(fewest, CANDIDATES_PER_HIT * query.limit)


def best(
    index: SqliteIndex,
    query: Query,
    view: View,
    stands: Clause,
    expression: str,
    counts: Mapping[str, int],
    cap: int | None,
    *,
    names: bool = False,
) -> list[Row]:
    """Give the best matches by text, at least as many as `cap` says if there are, without reading all of very many.

    The rows are those of `asking.find`.
    """

    def read(expression: str, newest: int | None = None, but: Clause = EVERYTHING) -> list[Row]:
        statement = asking.find(query, view, expression, stands & but, cap, newest, names=names)
        return index.ask(statement.sql, statement.values)

    matching = sum(counts.values())
    if cap is None or cap >= match.READ_PER_TERM or query.subject or matching <= FEW:
        return read(expression)
    if len(counts) >= FEWEST_TERMS and expression == match.any_of(counts):
        from mem.index import gathering

        rids = gathering.promising(index, query, counts)
        rows = read(expression, but=asking.among(rids))
        if len(rids) < gathering.PROMISING or len(rows) >= FEWEST_CANDIDATES:
            return rows
    if matching <= match.QUICK:
        return read(expression)
    found: dict[int, Row] = {}
    for shortcut, most in match.shortcuts(counts, expression):
        for row in read(shortcut, most):  # what was found another way too counts as it matches best
            found[row[1]] = max(row, found.get(row[1], row))
    if len(found) < cap:
        return read(expression, match.QUICK + match.READ_PER_TERM * len(counts))
    return sorted(found.values(), key=lambda row: (-row[0], row[2]))


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
