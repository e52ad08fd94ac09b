"""When words found nothing: parts of words, spellings one slip away, and what the store's own words would suggest.

All looks are into `word`, which holds words before stemming: a stem such as `deploy` is no near spelling of
`deploymnet`, and Whoosh's stems are not SQLite's.
"""

from __future__ import annotations

from collections.abc import Iterator

from mem.facts.query import Query
from mem.index import finding
from mem.index.asking import EVERYTHING
from mem.index.match import any_of, terms, uses_syntax
from mem.index.matches import Matches
from mem.index.sqlite import SqliteIndex
from mem.index.tokens import fold, index_text, unspaced_runs, words_of

SHORTEST_PART = 3  # letters; two stand in half of all words
SHORTEST_TYPO = 4
MOST_WORDS = 24  # that one word of the question may stand for
MOST_USES = 50  # facts looked at to see whether a word is still in use
ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"

CONTAINING = "select word from word where instr(word, ?) order by length(word), word limit ?"
SPELLED = "select word from word where word in ({marks}) order by word"
# Not cut short by a successor and not forgotten: "believed today" as far as it can be told without a clock.
BELIEVED = "s.current_to = coalesce(w.valid_to, '~')"
LAST_USE = """
select exists (select 1 from word join standing s on s.rid = word.rid join version w on w.rid = s.rid
    where word.word = ? and {believed})
"""
OTHER_USES = """
select w.title || ' ' || w.abstract || ' ' || w.tags
from fts cross join standing s on s.rid = fts.rowid cross join version w on w.rid = s.rid
where fts match ? and {believed} limit ?
"""


def match_loosely(index: SqliteIndex, query: Query) -> Matches:
    """Find facts by parts of words and one-typo spellings."""
    words, but = query.words, EVERYTHING
    if uses_syntax(words):
        from mem.index.syntax import parse

        wanted = parse(words)
        query, but = wanted.narrow(query), wanted.exclusion()
        words = " ".join([*wanted.phrases, *wanted.plain])
    found = {term: None for word in content_words(words) for near in near_words(index, word) for term in terms(near)}
    found |= {f'"{character}" *': None for character in _characters(words)}
    counts = index.telling(list(found))
    return finding.find(index, query, any_of(counts), counts, but)


def suggestions(index: SqliteIndex, words: str, limit: int) -> list[str]:
    """Give words of facts that are believed today, close to those of a question; Whoosh measures how close."""
    from whoosh.spelling import ListCorrector

    spelled = [word for (word,) in index.ask("select word from word order by word")]
    corrector = ListCorrector(["", *spelled])  # it never gives the first of a list
    found: dict[str, None] = {}
    for word in content_words(words):
        slips = 2 if len(word) > SHORTEST_TYPO else 1
        for near in corrector.suggest(word, limit=MOST_WORDS, maxdist=slips):
            if near != word and _is_believed(index, near):
                found[near] = None
    return list(found)[:limit]


def _is_believed(index: SqliteIndex, word: str) -> bool:
    """Tell whether a believed fact holds a word, never judging by its stem alone: that may be a forgotten one's."""
    if index.ask(LAST_USE.format(believed=BELIEVED), [word])[0][0]:
        return True
    uses = index.ask(OTHER_USES.format(believed=BELIEVED), [any_of(terms(word)), MOST_USES])
    return any(word in index_text(text).split() for (text,) in uses)


def content_words(words: str) -> list[str]:
    """Give the words of a question as the index spells them, each once."""
    return list(dict.fromkeys(word for piece in fold(words).split() for word in words_of(piece)))


def near_words(index: SqliteIndex, word: str) -> list[str]:
    """Give the words of the store that contain a word, and those one slip away from it."""
    near: dict[str, None] = {}
    if len(word) >= SHORTEST_PART:
        near.update((found, None) for (found,) in index.ask(CONTAINING, [word, MOST_WORDS]))
    if len(word) >= SHORTEST_TYPO:
        slips = sorted(set(one_slip(word)))
        near.update((found, None) for (found,) in index.ask(SPELLED.format(marks=", ".join("?" * len(slips))), slips))
    return list(near)


def one_slip(word: str) -> Iterator[str]:
    """Give all spellings one slip away: a letter too many, too few, wrong, or two that changed places."""
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        if after:
            yield before + after[1:]
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        for letter in ALPHABET:
            yield before + letter + after
            if after:
                yield before + letter + after[1:]


def _characters(words: str) -> list[str]:
    """Give the single characters of scripts without blanks: there, they are the parts of words."""
    return [character for piece in fold(words).split() for run in unspaced_runs(piece) for character in run]
