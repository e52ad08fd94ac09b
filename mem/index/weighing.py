"""What speaks for a match besides its own words: its source, what was said around it, whom and when was asked about."""

from __future__ import annotations

from mem.facts.ranking import NOT_SAID, Asked, Candidate, weighed
from mem.index import asking, match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from mem.facts.query import Query
    from mem.index.asking import Clause, View
    from mem.index.sqlite import SqliteIndex

    Company = Mapping[str, float]

FIELDS = 17  # of a row that make a candidate, its relevance aside
MOST_LOOKED_AROUND = 30  # matches of a transcript whose neighbours are answers too, though no word of theirs matches
BEST_SOURCES = 3
MANY_SOURCES = 2000
ONE_BY_ONE = 500  # sources asked about by number; of more, all are scored


class Found:
    """A row that was found, with what is needed to weigh it."""

    __slots__ = ("about", "after", "before", "candidate", "rid", "said", "source")

    def __init__(self, row: Sequence[Any]) -> None:
        relevance, self.rid, *fields = row
        self.candidate = candidate_of(fields, relevance)
        self.source, self.about, self.said, self.before, self.after = fields[FIELDS:]


def candidate_of(row: Sequence[Any], relevance: float = 0.0) -> Candidate:
    found = Candidate(*row[:FIELDS])
    found.relevance = relevance
    # SQLite has no truth values of its own.
    found.retracted, found.current = bool(found.retracted), bool(found.current)
    return found


def asked(index: SqliteIndex, words: str) -> Asked:
    """Give what a question names besides what it is about."""
    return Asked(words, subject_named(index, words))


def beside(
    index: SqliteIndex, query: Query, view: View, stands: Clause, found: Sequence[Found], company: Company, asked: Asked
) -> list[Found]:
    """Give facts that match no word and yet may be the answer.

    In transcripts that is what was said right before and after the best matches; elsewhere what the best sources say
    about the subject that the question names.
    """
    turns = [one for one in found if one.said != NOT_SAID][:MOST_LOOKED_AROUND]
    rids = {rid for one in turns for rid in (one.before, one.after) if rid is not None}
    if asked.subject and not turns:
        best = sorted(company, key=lambda name: (-company[name], name))[:BEST_SOURCES]
        rids |= {rid for name in best for (rid,) in index.ask(asking.ABOUT, [name, asked.subject])}
    rids -= {one.rid for one in found}
    if not rids:
        return []
    statement = asking.beside(query, view, stands, sorted(rids))
    return [Found(row) for row in index.ask(statement.sql, statement.values)]


def weigh(found: Sequence[Found], company: Company, asked: Asked) -> list[Candidate]:
    """Give the candidates with all that speaks for them counted in, best first."""
    own = {one.rid: one.candidate.relevance for one in found}
    for one in found:
        one.candidate.bearing = asked.bearing(one.candidate, one.about, one.said)
        weighed(one.candidate, company.get(one.source), own.get(one.before, 0.0), own.get(one.after, 0.0))
    candidates = [one.candidate for one in found]
    candidates.sort(key=lambda candidate: (-candidate.relevance, candidate.id))
    return candidates


def subject_named(index: SqliteIndex, words: str) -> str:
    """Give the one subject of the store that a question names; '' when it names none, or several."""
    names = match.names_in(words)
    rows = index.ask(asking.SUBJECTS.format(names=", ".join(["(?)"] * len(names))), names) if names else []
    return str(rows[0][0]) if len(rows) == 1 else ""


def company_of(index: SqliteIndex, found: Sequence[Found], counts: Mapping[str, int]) -> dict[str, float]:
    """Give how well the whole of each source matches; those with too few facts for company are left out."""
    names = sorted({one.source for one in found} - {""})
    numbers: dict[int, str] = {}
    for start in range(0, len(names), ONE_BY_ONE):
        some = names[start : start + ONE_BY_ONE]
        numbers.update(index.ask(asking.SOURCES.format(marks=asking.marks(some)), some))
    if not numbers:
        return {}
    scores = dict.fromkeys(numbers.values(), 0.0)
    if telling := _telling(index, counts):
        statement = asking.together(match.any_of(telling), list(numbers) if len(numbers) <= ONE_BY_ONE else [])
        rows = index.ask(statement.sql, statement.values)
        scores.update((numbers[number], score) for number, score in rows if number in numbers)
    # Words are rarer among sources than among facts: no source says more than the best match itself.
    best = max(scores.values())
    scale = min(1.0, max(one.candidate.relevance for one in found) / best) if best > 0 else 1.0
    return {name: score * scale for name, score in scores.items()}


def _telling(index: SqliteIndex, counts: Mapping[str, int]) -> list[str]:
    """Leave out what stands in over a quarter of the sources, or a tenth of many: it says nothing about any of them."""
    terms = [term for term in counts if ":" not in term]  # a term with a column is about a fact's own fields
    sources = index.source_count()
    if sources <= match.FEW_FACTS:
        return terms
    most = int(sources * (match.COMMON_AMONG_FEW if sources <= MANY_SOURCES else match.COMMON_AMONG_MANY))
    return [term for term in terms if counts[term] <= most or index.sources_with(term, most + 1) <= most]
