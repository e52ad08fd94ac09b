"""The promising among very many facts: compared by which words they hold, and where, before any is scored in full.

A full score reads every place of every word and the length of each text. On the hot lane, where a question needs it.
"""

from __future__ import annotations

from mem.index import asking, match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from mem.facts.query import Query
    from mem.index.sqlite import SqliteIndex


def promising(index: SqliteIndex, query: Query, counts: Mapping[str, int], most: int) -> list[int]:
    """Give the numbers of the rows that hold most, the best first, and of equals the newest.

    A word counts as many bits as it takes to tell its holders from the rest, and twice as many in a title, abstract
    or tag. Of common words these are all that counts, and beside a rarer word that they are there at all.
    """
    leading, facts = match.leading(counts, match.COMPARED), index.live()
    rest = [term for term in counts if term not in leading]
    bits = {term: (1 + facts // max(1, counts[term])).bit_length() for term in counts}
    scores: dict[int, int] = {}

    def credit(worth: int, expression: str, newest: int | None = None) -> None:
        statement = asking.holders(query, expression, newest)
        for (rid,) in index.ask(statement.sql, statement.values):
            scores[rid] = scores.get(rid, 0) + worth

    if len(counts) <= match.FEW_TERMS and min(counts.values()) <= match.TOO_MANY:
        credit(sum(bits.values()), match.all_of(counts), match.READ_PER_TERM * len(counts))
    for term in leading:
        credit(bits[term], term)
        credit(bits[term], match.in_head([term]))
    for term in rest:
        credit(2 * bits[term], match.in_head([term]), match.READ_PER_TERM)
    if leading and rest:
        credit(min(bits[term] for term in rest), f"({match.any_of(leading)}) AND ({match.any_of(rest)})")
    newest_first = sorted(scores, reverse=True)
    return sorted(newest_first, key=scores.__getitem__, reverse=True)[:most]
