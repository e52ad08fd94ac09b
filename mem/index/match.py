"""Words to FTS5: what people type becomes phrases that cannot be misread, whatever punctuation is in it."""

from __future__ import annotations

from mem.index.tokens import bigrams, fold, humps, parts_of, unspaced_runs, words_of
from mem.index.words import EMPTY_ENDINGS, STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    Count = Callable[[str, int], int]

FIELDS = ("type", "tag", "scope", "subject", "source")
MOST_TERMS = 32  # of a long prompt the rarest are looked up
MOST_WEIGHED = 128  # terms of a prompt that are counted to find the rarest
LONGEST_NAME = 3  # words in the name of a subject
LONGEST_PHRASE = 16  # words; who quotes more is found by the first ones

FEW_FACTS, MANY_FACTS = 200, 20_000
COMMON_AMONG_FEW, COMMON_AMONG_MANY = 0.25, 0.1
QUICK = 1000  # facts that are read to the end
COMPARED = 2000  # facts whose words are compared to the end
READ_PER_TERM = 600  # of what more match; where words say so little, the newest are compared
TOO_MANY = 5000  # facts with a word; where every word stands in as many, having all of them tells nothing either
FEW_TERMS = 3  # in a longer question hardly a fact holds all words
HEAD = "title abstract tags bigrams"


def terms(words: str) -> list[str]:
    """Give the FTS5 phrases for the content words of a question, each once; any of them is a match.

    A joined name such as `POL-358` or `src/my_file.py` counts as a phrase and by its parts, so that the name itself
    leads. Stop words are not in the index: a question of nothing else has no terms and matches nothing.
    """
    found: dict[str, None] = {}
    for piece in fold(words).split():
        found.update(dict.fromkeys(_word_terms(piece)))
        for run in unspaced_runs(piece):
            found.update(dict.fromkeys(_run_terms(run)))
    return list(found)


def any_of(terms: Iterable[str]) -> str:
    """Join terms so that each alone is a match."""
    return " OR ".join(terms)


def phrase(words: str) -> str:
    """Give the FTS5 expression for words in a row; empty when none of them is in the index."""
    pieces = fold(words).split()
    row = [word for piece in pieces for word in words_of(piece)]
    runs = [_run_terms(run)[0] for piece in pieces for run in unspaced_runs(piece)]
    return " AND ".join([_quoted(row), *runs] if row else runs)


def names_in(words: str) -> list[str]:
    """Give all stretches of a question that may be the name of a subject, as `asking.named` spells it."""
    parts = [_unowned(part.casefold()) for piece in fold(words).split() for part in parts_of(piece)][:MOST_WEIGHED]
    found: dict[str, None] = {}
    for at, part in enumerate(parts):
        if part not in STOP_WORDS:
            found[part] = None
        for end in range(at + 2, min(at + LONGEST_NAME, len(parts)) + 1):
            found[" ".join(parts[at:end])] = None
    return list(found)


def telling(terms: Sequence[str], facts: int, count: Count) -> dict[str, int]:
    """Drop the terms that stand in too many of the `facts`, unless none is left; give each with how many hold it.

    `count(term, limit)` gives how many facts hold a term, and need not count beyond the limit. Where
    nothing is to be dropped, nothing is counted.
    """
    if facts <= FEW_FACTS and len(terms) <= MOST_TERMS:
        return dict.fromkeys(terms, 0)
    share = COMMON_AMONG_FEW if facts <= MANY_FACTS else COMMON_AMONG_MANY
    most = int(facts * share) if facts > FEW_FACTS else facts
    counts = {term: count(term, most + 1) for term in terms[:MOST_WEIGHED]}
    telling = [term for term in counts if counts[term] <= most] or list(counts)
    rarest = sorted(telling, key=counts.__getitem__)[:MOST_TERMS]
    return {term: counts[term] for term in telling if term in rarest}


def all_of(terms: Iterable[str]) -> str:
    """Join terms so that only all of them are a match."""
    return " AND ".join(terms)


def shortcuts(counts: Mapping[str, int], expression: str) -> list[tuple[str, int]]:
    """Give expressions that lead to the best of very many matches, each with how many of its newest are to be read.

    First facts with all of a few words, then those with the rarest words anywhere or the others in titles, abstracts
    and tags. Whom they miss are the last of the full order.
    """
    rarest = leading(counts, QUICK)
    rest = [term for term in counts if term not in rarest]
    found = any_of([*rarest, in_head(rest)] if rest else rarest)
    is_whole = expression == any_of(counts)
    ways = []
    if 1 < len(counts) <= FEW_TERMS and min(counts.values()) <= TOO_MANY:
        both = all_of(counts)
        ways.append((both if is_whole else f"({both}) AND ({expression})", READ_PER_TERM * len(counts)))
    # Beside rare words, all that a fact holds of the others counts for it too; what holds all was found before.
    head = found if is_whole and (ways or not rarest) else f"({found}) AND ({expression})"
    return [*ways, (head, READ_PER_TERM * len(rest) + (QUICK if rarest else 0))]


def leading(counts: Mapping[str, int], most: int) -> list[str]:
    """Give the rarest terms, as many as together no more than so many facts hold."""
    found: list[str] = []
    read = 0
    for term in sorted(counts, key=counts.__getitem__):
        read += counts[term]
        if read <= most:
            found.append(term)
    return found


def in_head(terms: Iterable[str]) -> str:
    """Look for any of some terms in titles, abstracts and tags alone."""
    return f"{{{HEAD}}} : ({any_of(terms)})"


def phrases(words: str) -> tuple[str, ...]:
    """Give the quoted phrases that an answer must hold to the letter.

    The index knows which facts have their content words in a row; only the text itself tells the rest.
    """
    if not uses_syntax(words):
        return ()
    from mem.index.syntax import parse

    return tuple(parse(words).phrases)


def uses_syntax(words: str) -> bool:
    """Tell whether someone wrote query syntax; all else is plain words and never reaches the parser."""
    if words.count('"') >= 2:
        return True
    pieces = words.split()
    return any(map(_is_operator, pieces)) or "OR" in pieces[1:-1]


def _is_operator(piece: str) -> bool:
    """Recognise `-word`, `word*` and `type:howto`."""
    if piece[0] == "-":
        return piece[1:2].isalpha()
    if piece[-1] == "*":
        return piece[:-1].isalnum()
    field, colon, value = piece.partition(":")
    return bool(colon and value) and field in FIELDS


def _unowned(part: str) -> str:
    """Take the ending off `caroline's`."""
    head, _, ending = part.rpartition("'")
    return head if ending in EMPTY_ENDINGS and head else part


def _word_terms(piece: str) -> list[str]:
    """Look a joined name up as a whole and by its parts."""
    parts = parts_of(piece)
    found = [term for part in parts for term in _part_terms(part)]
    return [_quoted(words_of(piece)), *found] if len(parts) > 1 and len(found) > 1 else found


def _part_terms(part: str) -> list[str]:
    """Look `getUserById` up as written and as `get user id`, never by `get` alone; `don't` as itself and as `not`."""
    words = words_of(part)
    if len(humps(part)) > 1:
        return [_quoted(row) for row in (words[:1], words[1:]) if row]
    return [_quoted([word]) for word in words]


def _run_terms(run: str) -> list[str]:
    """Look a run without blanks up as a whole and by its pairs; a lone character is a beginning."""
    if len(run) == 1:
        return [f'"{run}" *']
    pairs = list(bigrams(run))[:-1]
    return [_quoted(pairs), *(_quoted([pair]) for pair in pairs)] if len(pairs) > 1 else [_quoted(pairs)]


def _quoted(words: Sequence[str]) -> str:
    """Write an FTS5 phrase; index words hold letters and digits only, so nothing in it needs an escape."""
    return '"' + " ".join(words[:LONGEST_PHRASE]) + '"'
