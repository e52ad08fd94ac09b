"""A plain `mem search` on the hot lane: words, and the few flags that come with them."""

from __future__ import annotations

from mem.cli import hot
from mem.cli.rows import answer_report
from mem.facts.query import DEFAULT_LIMIT, Query
from mem.facts.ranking import rank
from mem.index import match
from mem.store import marks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mem.cli.hot import Ready
    from mem.formats.report import Report
    from mem.index.matches import Matches


class Plain:
    """The words of a plain search with its flags."""

    __slots__ = ("inject", "limit", "max_chars", "words")

    def __init__(self) -> None:
        self.words: list[str] = []
        self.limit = DEFAULT_LIMIT
        self.inject = False
        self.max_chars: int | None = None


class Answer:
    """What the full lane's answer is made of, for a search that found something as asked."""

    __slots__ = ("below_floor", "elsewhere", "hits", "loose", "suggestions", "total")

    def __init__(self, found: Matches, query: Query, pins: Mapping[tuple[str, int], float]) -> None:
        self.hits = rank(found.candidates, query.now, pins)[: query.limit]
        self.total = found.total
        self.below_floor = found.below_floor
        self.elsewhere = found.elsewhere
        self.loose = False
        self.suggestions: Sequence[str] = ()


def search(argv: Sequence[str], environ: Mapping[str, str]) -> int | None:
    """Answer `mem search argv`, and give the exit status; None when the full lane has to."""
    asked = plain(argv)
    return hot.NOT_MINE if asked is None else hot.answered(environ, lambda ready: _report(asked, ready))


def plain(argv: Sequence[str]) -> Plain | None:
    """Read the words of a search; None for anything that is not plain."""
    asked, waiting = Plain(), list(argv)
    while waiting:
        word = waiting.pop(0)
        if word == "--inject":
            asked.inject = True
        elif word in ("--limit", "--top", "--max-chars"):
            value = hot.number(waiting.pop(0) if waiting else "")
            if value is None:
                return None
            if word == "--max-chars":
                asked.max_chars = value
            else:
                asked.limit = value
        elif word.startswith("-"):
            return None
        else:
            asked.words.append(word)
    words = " ".join(asked.words)
    return None if not words.strip() or match.uses_syntax(words) else asked


def _report(asked: Plain, ready: Ready) -> Report | None:
    if not asked.inject and ready.index.noted("hybrid"):
        return None
    words = " ".join(asked.words)
    query = Query(words, now=ready.now, scopes=ready.scopes, limit=asked.limit, precise=asked.inject)
    found = ready.index.match(query)
    if not found.total and not query.precise:
        return None
    answer = Answer(found, query, marks.factors(ready.places.own))
    if not ready.is_fresh([hit.candidate.path for hit in answer.hits]):
        return None
    ready.event = ("search", str(answer.total), ",".join([hit.candidate.id for hit in answer.hits]))
    return answer_report(answer, query, inject=asked.inject, max_chars=asked.max_chars, explain=False)
