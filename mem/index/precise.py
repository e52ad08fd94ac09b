"""Nothing rather than noise: of what words found, only facts that the question calls by a name of theirs, or is about.

A hook asks with every prompt, and most prompts are about nothing in the store: a fact that merely shares a word or two
with them does harm in the context of a model.
"""

from __future__ import annotations

from mem.index import asking, finding, match, weighing
from mem.index.match import FEW_FACTS
from mem.index.matches import Matches
from mem.index.tokens import fold, index_text, parts_of
from mem.index.weighing import Found
from mem.index.words import LEMMAS, STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mem.facts.query import Query
    from mem.index.asking import Clause, View
    from mem.index.finding import Row
    from mem.index.sqlite import SqliteIndex

SHORTEST_TYPO = 5  # letters; in a shorter word a slip makes another word
SAME_BEGINNING = 2  # letters that a slip leaves alone: people begin a word right, and `mango` is not `mongo`
MOST_NAMESAKES = 5  # facts; what more of them go by is a topic and no name
MOST_NEAR = 8  # spellings that one unknown word may stand for
MOST_CHECKED = 80  # candidates whose names are compared
WORTH = 0.5  # of the best score

# What must be reached where nothing is called by name: as much as a word scores that no other fact holds, times this.
# With 1 to 4 precisionMemBench comes out the same (.970 of what is returned was wanted, .970 of what was wanted is
# returned), with 0.7 the first falls to .90; 1.25 still answers what a team asks of its own year of facts.
FLOOR = 1.25
USUAL_TERMS = 4  # of a longer question more has to match, or any long prompt would match something
SHORT_TERMS = 2  # of a shorter one less: a word that several facts hold is half of what was asked
SHORT_SHARE = 0.85

SMALL = 1e-6

NEAR = "select word from word where word >= ? and word < ? and length(word) between ? and ? order by word"
KNOWN = "select word from word where word in ({marks})"
WITH_ALL = "select rowid from fts where fts match ? and +rowid in ({marks})"


def answer(index: SqliteIndex, query: Query) -> Matches:
    """Find what the words of a question are precisely about."""
    terms = match.terms(query.words)
    counts = index.telling(terms)
    said = [word for word in dict.fromkeys(index_text(query.words).split()) if not counts.get(f'"{word}"')]
    if meant := [near for word in _unknown(index, said) for near in near_spellings(index, word)]:
        counts = index.telling([*terms, *(term for near in meant for term in match.terms(near))])
    if not counts:
        return Matches([], 0)
    view = finding.view_of(index, query)
    stands = view.stands & asking.filters(query)
    rows, _ = finding.Best(index, query, view, stands, MOST_CHECKED, names=True).of(match.any_of(counts), counts)
    kept = _kept(index, query, rows, len(counts))
    found = _whole(index, query, view, stands, kept)
    company, asked = weighing.company_of(index, found, counts), weighing.asked(index, query.words)
    return Matches(weighing.weigh(found, company, asked), len(kept))


def near_spellings(index: SqliteIndex, word: str) -> list[str]:
    """Give the words of the store that are one slip away from a word that it does not know."""
    if len(word) < SHORTEST_TYPO - 1 or not word.isalpha():
        return []
    start = word[:SAME_BEGINNING]
    last = start[:-1] + chr(ord(start[-1]) + 1)
    rows = index.ask(NEAR, [start, last, max(len(word) - 1, SHORTEST_TYPO), len(word) + 1])
    return [near for (near,) in rows if is_slip(word, near)][:MOST_NEAR]


def is_slip(word: str, other: str) -> bool:
    """Tell whether one letter too many, too few, wrong, or two that changed places make one word the other."""
    if abs(len(word) - len(other)) > 1 or word == other:
        return False
    at = next((n for n, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other)))
    rest, others = word[at:], other[at:]
    if len(word) != len(other):
        return rest[1:] == others or rest == others[1:]
    return rest[1:] == others[1:] or (rest[:2] == others[1::-1] and rest[2:] == others[2:])


def name_of(text: str) -> tuple[str, ...]:
    """Give the content words of a name, or of a question that may say one; `GitHub` is one word here."""
    return tuple(word for piece in fold(text).split() for word in _content_words(piece))


def _content_words(piece: str) -> list[str]:
    """Give the words of one folded piece of a name, stop words left out."""
    words = [part.casefold() for part in parts_of(piece)]
    return [LEMMAS.get(word, word) for word in words if word not in STOP_WORDS]


def says(question: Sequence[str], name: Sequence[str]) -> bool:
    """Tell whether a question says a name, its words in a row, one slip in one of them allowed."""
    for start in range(len(question) - len(name) + 1):
        odd = [pair for pair in zip(question[start : start + len(name)], name, strict=True) if pair[0] != pair[1]]
        if not odd or (len(odd) == 1 and _is_meant(*odd[0])):
            return True
    return False


def _is_meant(word: str, name: str) -> bool:
    begins_alike = word[:SAME_BEGINNING] == name[:SAME_BEGINNING]
    return max(len(word), len(name)) >= SHORTEST_TYPO and begins_alike and is_slip(word, name)


def _kept(index: SqliteIndex, query: Query, rows: Sequence[Row], terms: int) -> dict[int, float]:
    """Keep what is called by name or holds all words; where nothing is, what stands out. Gives their relevance."""
    relevance: dict[int, float] = {rid: score for score, rid, *_ in rows}
    if not relevance:
        return {}
    sure = _named(query, rows) | _with_all(index, query, list(relevance), terms)
    if sure:
        return {rid: score for rid, score in relevance.items() if rid in sure}
    share = SHORT_SHARE if terms <= SHORT_TERMS else max(1.0, terms / USUAL_TERMS)
    floor = FLOOR * _log(index.live() + FEW_FACTS) * share
    enough = max(floor, WORTH * max(relevance.values()))
    return {rid: score for rid, score in relevance.items() if score >= enough}


def _whole(index: SqliteIndex, query: Query, view: View, stands: Clause, kept: Mapping[int, float]) -> list[Found]:
    """Give all that weighs in of what is kept, as far as ranking has a use for it."""
    if not kept:
        return []
    best = sorted(kept, key=kept.__getitem__, reverse=True)[: finding.candidates(query, view)]
    statement = asking.beside(query, view, stands, best)
    found = [Found(row) for row in index.ask(statement.sql, statement.values)]
    for one in found:
        one.candidate.relevance = kept[one.rid]
    return found


def _log(number: int) -> float:
    """Give the natural logarithm to four digits, as the limit that it is: loading `math` takes longer than a query."""
    return float((number**SMALL - 1) / SMALL)


def _named(query: Query, rows: Sequence[Row]) -> set[int]:
    """Give the facts that the question calls by their title or a tag."""
    question = name_of(query.words)
    said, beginnings = frozenset(question), frozenset(word[:SAME_BEGINNING] for word in question)
    holders: dict[str, list[int]] = {}
    for _, rid, _, title, tags in rows:
        for text in (title, *tags.split("\n")):
            holders.setdefault(text, []).append(rid)
    called: dict[tuple[str, ...], set[int]] = {}
    for text, rids in holders.items():
        if name := _name_among(text, said, beginnings):
            called.setdefault(name, set()).update(rids)
    named = [rids for name, rids in called.items() if len(rids) <= MOST_NAMESAKES and says(question, name)]
    return set().union(*named)


def _name_among(text: str, said: frozenset[str], beginnings: frozenset[str]) -> tuple[str, ...]:
    """Give the name that a text is; () as soon as two of its words, or the beginning of one, are not in the question.

    Most titles are given up at their first word, and there are hundreds of them.
    """
    name: list[str] = []
    slips = 0
    for piece in fold(text).split():
        for word in _content_words(piece):
            if word not in said:
                slips += 1
                if slips > 1 or word[:SAME_BEGINNING] not in beginnings:
                    return ()
            name.append(word)
    return tuple(name)


def _with_all(index: SqliteIndex, query: Query, numbers: Sequence[int], terms: int) -> set[int]:
    """Give the facts that hold every word of the question."""
    words = [term for term in match.terms(query.words) if " " not in term]
    if not words:
        return set()
    if len(words) == terms == 1:  # what was found was found by it
        return set(numbers)
    rows = index.ask(WITH_ALL.format(marks=asking.marks(numbers)), [match.all_of(words), *numbers])
    return {rid for (rid,) in rows}


def _unknown(index: SqliteIndex, words: Sequence[str]) -> list[str]:
    if not words:
        return []
    known = {word for (word,) in index.ask(KNOWN.format(marks=asking.marks(words)), words)}
    return [word for word in words if word not in known]
