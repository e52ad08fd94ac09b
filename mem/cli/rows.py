"""Rows that several commands print: the columns agents see, and the fuller rows of JSON.

On the hot lane: nothing here imports more than the report.
"""

from __future__ import annotations

from mem.facts.instant import told
from mem.formats.report import Report, Table
from mem.index.matches import AtLeast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from mem.facts.query import Query
    from mem.facts.ranking import Candidate, Hit
    from mem.index.matches import Matches

    class Answer(Protocol):
        """The answer to a search, in whichever lane it was found."""

        @property
        def hits(self) -> Sequence[Hit]: ...
        @property
        def total(self) -> int: ...
        @property
        def below_floor(self) -> int: ...
        @property
        def elsewhere(self) -> int: ...
        @property
        def loose(self) -> bool: ...
        @property
        def suggestions(self) -> Sequence[str]: ...


COLUMNS = ("id", "type", "title", "confidence")
FOR_PEOPLE = ("id", "type", "title", "confidence", "known_from")


def answer_report(answer: Answer, query: Query, *, inject: bool, max_chars: int | None, explain: bool) -> Report:
    """Give the answer to a search: rows, how many there are in all, and one next step."""
    candidates = [hit.candidate for hit in answer.hits]
    if inject:
        return Report({}, lines=within([inject_line(candidate) for candidate in candidates], max_chars))
    columns = _columns(candidates, query)
    rows = [row(candidate, query.now) for candidate in candidates]
    if explain:
        columns = (*columns, "score", "relevance", "parts", "factors")
        for line, hit in zip(rows, answer.hits, strict=True):
            line |= explained(hit)
    fields: dict[str, object] = {
        "mem": Table(columns, rows, for_people=(*FOR_PEOPLE, *columns[len(COLUMNS) :])),
        "count": count_line(answer, query, len(rows)),
    }
    if answer.loose:
        fields["fallback"] = True
    if answer.elsewhere:
        fields["elsewhere"] = f"{answer.elsewhere} in other scopes"
    if answer.suggestions:
        fields["did_you_mean"] = list(answer.suggestions)
    return Report(fields, [next_step(answer, query, candidates)])


def listing_report(found: Matches, query: Query) -> Report:
    """Give a listing: rows, how many there are in all, and a next step."""
    columns = _columns(found.candidates, query)
    rows = [row(candidate, query.now) for candidate in found.candidates]
    fields: dict[str, object] = {
        "mem": Table(columns, rows, for_people=(*FOR_PEOPLE, *columns[len(COLUMNS) :])),
        "count": count_line(found, query, len(rows)),
    }
    if found.elsewhere:
        fields["elsewhere"] = f"{found.elsewhere} in other scopes"
    return Report(fields, [next_step(found, query, found.candidates)])


def _columns(candidates: Sequence[Candidate], query: Query) -> tuple[str, ...]:
    """Give the usual columns, and those that tell apart what is not usual."""
    state = ("state",) if query.history else ()
    store = ("store",) if any(candidate.store for candidate in candidates) else ()
    return (*COLUMNS, *state, *store)


def count_line(found: Matches | Answer, query: Query, shown: int) -> str:
    """Say how many are shown of how many; when the floor removed all, of how many before it."""
    if not found.total and found.below_floor:
        return f"0 of {found.below_floor} total (min-priority {query.min_priority})"
    return f"{shown} of {found.total} total"


def next_step(found: Matches | Answer, query: Query, candidates: Sequence[Candidate]) -> str:
    """Say the one thing that helps most from here."""
    if not candidates and found.below_floor:
        return f"lower --min-priority {query.min_priority}"
    if not candidates and found.elsewhere:
        return "--scope all shows what other scopes hold"
    if not candidates:
        return "mem add --type howto --title TITLE remembers something new"
    if found.total > len(candidates):
        return f"--limit {int(found.total)} shows {'more' if isinstance(found.total, AtLeast) else 'all'}"
    if found.elsewhere:
        return "--scope all shows what other scopes hold"
    return f"mem show {candidates[0].id}"


def explained(hit: Hit) -> dict[str, object]:
    """Give the parts a hit's place was computed from."""
    factors = " ".join(f"{name} ×{factor:.3f}" for name, factor in hit.factors)
    parts = " ".join(f"{name} {part:+.3f}" for name, part in hit.candidate.parts)
    relevance: object = round(hit.candidate.relevance, 4)
    if hit.candidate.meaning:
        relevance = f"{relevance}, meaning {hit.candidate.meaning:.3f}"
    return {"score": round(hit.score, 4), "relevance": relevance, "parts": parts, "factors": factors}


def within(lines: Sequence[str], max_chars: int | None) -> list[str]:
    """Keep whole lines up to a number of characters, line ends included."""
    if max_chars is None:
        return list(lines)
    kept: list[str] = []
    for line in lines:
        max_chars -= len(line) + 1
        if max_chars < 0:
            break
        kept.append(line)
    return kept


def table(candidates: Sequence[Candidate], now: str) -> Table:
    """Give candidates with the usual columns, and their store where there are several."""
    store = ("store",) if any(candidate.store for candidate in candidates) else ()
    rows = [row(candidate, now) for candidate in candidates]
    return Table((*COLUMNS, *store), rows, for_people=(*FOR_PEOPLE, *store))


def row(candidate: Candidate, now: str) -> dict[str, object]:
    """Give all that is worth knowing about a hit; the state is there only when it is not plain belief."""
    fields: dict[str, object] = {
        "id": candidate.id,
        "type": candidate.type,
        "title": candidate.title,
        "confidence": candidate.confidence,
        "abstract": candidate.abstract,
        "scope": candidate.scope,
        "subject": candidate.subject,
        "priority": candidate.priority,
        "valid_from": told(candidate.valid_from),
        "known_from": told(candidate.known_from),
        "path": candidate.path,
    }
    if candidate.store:
        fields["store"] = candidate.store
    if not candidate.current:
        fields["state"] = state(candidate, now)
    return fields


def state(candidate: Candidate, now: str) -> str:
    """Say why a candidate is not in the view of today."""
    if candidate.retracted:
        return "retracted"
    if now < candidate.valid_from:
        return "not yet valid"
    return "superseded or expired"


def inject_line(candidate: Candidate) -> str:
    """Give the one line a model reads: `id type title — abstract`, free of control characters."""
    line = f"{candidate.id} {candidate.type} {candidate.title}"
    if candidate.abstract:
        line += f" — {candidate.abstract}"
    return " ".join("".join(letter if letter.isprintable() else " " for letter in line).split())
