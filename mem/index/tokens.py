"""Text to the words that stand in the index; a question goes through the same door, so that both sides agree.

SQLite's tokenizer finds nothing left to decide: what comes out is folded, free of stop words and split at blanks.
"""

from __future__ import annotations

from mem.index.words import EMPTY_ENDINGS, LEMMAS, NEGATED_VERBS, STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_WORD = 64  # characters; SQLite's stemmer leaves longer ones alone, and nobody types them twice
_PUNCTUATION = '.,;:!?()[]{}"`*'  # what plain words come with
_CACHED_LENGTH = 32
_CACHED_PIECES = 100_000

# Folded by hand: these have no decomposition, yet people type them without the stroke.
_STROKED = "ß:ss ẞ:SS ø:o Ø:O æ:ae Æ:Ae œ:oe Œ:Oe ł:l Ł:L đ:d Đ:D ð:d Ð:D þ:th Þ:Th ħ:h Ħ:H ı:i"
_LETTERS = dict(pair.split(":") for pair in _STROKED.split())
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufe0e\ufe0f\ufeff"
_APOSTROPHES = "\u2018\u2019\u02bc\u2032"

_UNSPACED = (  # Scripts that do not put blanks between words, or glue particles to them.
    (0x0E00, 0x0FFF),  # Thai, Lao, Tibetan
    (0x1000, 0x109F),  # Burmese
    (0x1100, 0x11FF),  # Hangul, letter by letter
    (0x1780, 0x17FF),  # Khmer
    (0x3005, 0x3007),
    (0x3041, 0x30FF),  # Hiragana, Katakana
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),
    (0xAC00, 0xD7AF),  # Hangul
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
FIRST_EMOJI = 0x2600


def fold(text: str) -> str:
    """Take accents off, spell emoji out and turn foreign punctuation into blanks; case stays, it marks humps."""
    if text.isascii():
        return text
    from unicodedata import normalize

    return normalize("NFC", text).translate(_FOLDED)


def index_text(text: str) -> str:
    """Give what the word columns of the index hold for `text`."""
    return " ".join(map(_WORDS.__getitem__, fold(text).split()))


def bigram_text(text: str) -> str:
    """Give what the bigram column holds: pairs of neighbours where a script has no blanks between words."""
    if text.isascii():
        return ""
    return " ".join(pair for piece in fold(text).split() if not piece.isascii() for pair in bigrams(piece))


def words_of(piece: str) -> tuple[str, ...]:
    """Give the index words of one folded, blank-separated piece, in order; joined names come whole and in parts."""
    return tuple(word for part in parts_of(piece) for word in _index_words(part))


def parts_of(piece: str) -> list[str]:
    """Split a folded piece at everything but letters, digits and inner apostrophes: `src/my_file.py` has four parts."""
    bare = piece.strip(_PUNCTUATION)
    if bare.isalnum() and bare.isascii():
        return [bare]
    if "+" in piece or "#" in piece:
        piece = _spell_language(piece)
    letters = "".join(c if (c.isalnum() or c == "'" or c > "\x7f") and not is_unspaced(c) else " " for c in piece)
    return [part for word in letters.split() if (part := word.strip("'"))]


def humps(part: str) -> list[str]:
    """Split `getUserById` and `HTTPServer` where capitals begin a word; a word without humps is one."""
    if part.islower() or part.isupper() or part[1:].islower():
        return [part]
    starts = [0]
    for at in range(1, len(part)):
        before, here, after = part[at - 1], part[at], part[at + 1 : at + 2]
        if here.isupper() and (not before.isupper() or after.islower()):
            starts.append(at)
    return [part[start:end] for start, end in zip(starts, [*starts[1:], len(part)], strict=True)]


def bigrams(piece: str) -> Iterator[str]:
    """Give each pair of neighbours of the unspaced runs in a piece, then the last character of each run.

    With the last one too, every character begins a token, so that a single one can be looked up as a beginning.
    """
    for run in unspaced_runs(piece):
        for at in range(len(run)):
            yield run[at : at + 2]


def unspaced_runs(piece: str) -> list[str]:
    """Give the stretches of a folded piece that are written without blanks."""
    if piece.isascii():
        return []
    return "".join(c if is_unspaced(c) else " " for c in piece).split()


def is_unspaced(character: str) -> bool:
    """Tell whether a character belongs to a script that does not part its words by blanks."""
    if character < "\u0e00":
        return False
    code = ord(character)
    return any(first <= code <= last for first, last in _UNSPACED)


def _index_words(part: str) -> tuple[str, ...]:
    """Give what one part becomes: nothing for a stop word, the lemma of an irregular form, a name with its humps."""
    if "'" in part:
        return _contraction(part)
    word = part.casefold()
    if word in STOP_WORDS:
        return ()
    if word in NEGATED_VERBS:
        return (word, "not")
    whole, found = LEMMAS.get(word, word)[:LONGEST_WORD], humps(part)
    if len(found) == 1:
        return (whole,)
    return (whole, *(inner for hump in found for inner in _index_words(hump)))


def _contraction(part: str) -> tuple[str, ...]:
    """Read `don't` as a negation, drop the ends of `it's` and `we're`, and split names such as `O'Reilly`."""
    head, _, ending = part.rpartition("'")
    if ending.casefold() == "t":
        return _index_words((head + ending).replace("'", ""))
    if ending.casefold() in EMPTY_ENDINGS:
        return _index_words(head) if head else ()
    return tuple(word for inner in part.split("'") for word in _index_words(inner))


def _spell_language(piece: str) -> str:
    """Spell C++ and C# out, or they would be the letter C."""
    before, plus, after = piece.partition("++")
    if plus and before[-1:].isalnum():
        return f"{before}plusplus {_spell_language(after)}"
    before, sharp, after = piece.partition("#")
    if sharp and before[-1:].isalpha() and not before[-2:-1].isalnum() and not after[:1].isalnum():
        return f"{before}sharp {_spell_language(after)}"
    return piece


class _Folded(dict[int, str]):
    """What each character folds to, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        self[code] = folded = _fold(chr(code))
        return folded


class _Words(dict[str, str]):
    """Pieces already taken apart: text repeats itself, so most of a rebuild is looked up here."""

    def __missing__(self, piece: str) -> str:
        words = " ".join(words_of(piece))
        if len(piece) <= _CACHED_LENGTH:
            if len(self) >= _CACHED_PIECES:
                self.clear()
            self[piece] = words
        return words


def _fold(character: str) -> str:
    if character.isascii() or character in _LETTERS:
        return _LETTERS.get(character, character)
    if character in _APOSTROPHES:
        return "'"
    if character in _INVISIBLE:
        return ""
    from unicodedata import category, normalize

    if category(character) == "So" and ord(character) >= FIRST_EMOJI:
        return f" u{ord(character):x} "
    bare = "".join(c for c in normalize("NFKD", character) if not "\u0300" <= c <= "\u036f")
    # Composed again: Korean syllables and the voicing marks of Japanese are letters, not accents.
    return "".join(c if _is_letter(c, category(c)) else " " for c in normalize("NFC", bare))


def _is_letter(character: str, kind: str) -> bool:
    return character.isascii() or character.isalnum() or kind in ("Mn", "Mc")


_FOLDED = _Folded()
_WORDS = _Words()
