"""What a prompt is about: its telling words, whatever mess it comes in, and whether the topic has moved.

On the hot lane: words are cut as the index cuts them, so that what is kept here is what can be found there.
"""

from __future__ import annotations

from mem.index.tokens import bigrams, fold, unspaced_runs, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST = 12  # keywords of one message
MOST_FROM_CODE = 5  # of them, from code, traces and logs
SHIFT = 0.3  # similarity below which the topic has moved
LONGEST_READ = 20_000  # characters of a prompt
LONGEST_WORD = 40
FENCES = ("```", "~~~")

# Said to an agent, about nothing.
_CHATTER = """
hi hello hey thanks thank thx ok okay yes yeah yep nope sure great nice good want need needs help try look looking see
tell show know think make sure let lets give question problem issue thing things way something going like work works
working kindly file code line lines error again still already new use using add change update fix check run happen
happens mean means actually basically simply explain write read start stop bit lot today tomorrow yesterday
go now open
"""
CHATTER = frozenset(_CHATTER.split())

# The commonest words of other languages; they count only where a message is plainly written in one of them.
_FOREIGN = {
    "de": "der die das und ist nicht ein eine einen wir ich du sie es mit auf fur von zu den dem im in wie was warum "
    "kann soll bitte auch aber oder wenn dann noch nur uns mir sind wird werden haben hat bei nach uber aus um als "
    "man so",
    "fr": "le la les un une des et est pas que qui dans pour sur avec nous vous je il elle ce cette comment pourquoi "
    "peut faut mais ou si ne se au aux du de en par plus sont a notre votre fait etre avoir quand",
    "es": "el la los las un una y es no que en para por con nosotros yo se como porque puede hay pero o si de del al "
    "lo su mas esta este son cuando donde cual tiene hacer muy sin sobre",
    "pt": "o a os as um uma e nao que em para por com nos eu se como porque pode mas ou de do da ao seu mais esta este "
    "sao quando onde qual tem fazer muito sem sobre",
    "it": "il lo la i gli le un una e non che in per con noi io si come perche puo ma o se di del della al suo piu "
    "questo questa sono quando dove quale ha fare molto senza",
    "nl": "de het een en is niet dat die in voor op met wij ik je ze hoe wat waarom kan moet maar of als van te om ook "
    "nog naar zijn wordt worden heeft bij uit",
}
FOREIGN = {name: frozenset(words.split()) for name, words in _FOREIGN.items()}
PLAINLY = 3  # different common words, and more than a third of all


class Keywords:
    """`terms` are what two messages are compared by, `words` what the memory is asked."""

    __slots__ = ("terms", "words")

    def __init__(self, terms: Sequence[str], words: Sequence[str]) -> None:
        self.terms = terms
        self.words = words


def keywords(prompt: str) -> Keywords:
    """Give the telling words of a message: prose first, then a few from the code and traces pasted with it."""
    prose, code = _parted(prompt[:LONGEST_READ])
    foreign = _common_words(prose)
    words: dict[str, None] = {}
    _collect(words, prose, MOST, foreign)
    _collect(words, code, min(MOST, len(words) + MOST_FROM_CODE), foreign)
    terms: dict[str, None] = {}
    for word in words:
        terms.update(dict.fromkeys(bigrams(word) if unspaced_runs(word) else (word,)))
    return Keywords(list(terms), list(words))


def similarity(terms: Iterable[str], window: Sequence[Sequence[str]]) -> float:
    """Give how much a message shares (Jaccard) with the likest of the last messages, or with all of them together."""
    mine = set(terms)
    together = {term for message in window for term in message}
    return max((_jaccard(mine, set(other)) for other in (*window, together)), default=0.0)


def _jaccard(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other) if one and other else 0.0


def _parted(prompt: str) -> tuple[list[str], list[str]]:
    """Part the lines people wrote from those a machine did."""
    prose: list[str] = []
    code: list[str] = []
    is_fenced = False
    for line in prompt.splitlines():
        bare = line.strip()
        if bare.startswith(FENCES):
            is_fenced = not is_fenced
        elif bare.startswith("Traceback "):
            continue
        elif is_fenced or _is_machine_made(line, bare):
            code.append(_telling_part(bare))
        else:
            prose.append(bare)
    return prose, code


def _is_machine_made(line: str, bare: str) -> bool:
    """Recognise a line of a trace, a log, a diff or code."""
    if bare.startswith(('File "', "at ", "diff --git", "@@ ", "+++", "---", "$ ", ">>> ", "#include")):
        return True
    if line.startswith(("    ", "\t")) or bare[-1:] in ("{", ";"):
        return True
    return (
        bare[:4].isdigit() and bare[4:5] in "-/:" and any(mark in bare for mark in ("ERROR", "WARN", "INFO", "DEBUG"))
    )


def _telling_part(line: str) -> str:
    """Of a path keep its end: where a program was installed says nothing about the question."""
    return " ".join(_end_of_path(piece) for piece in line.split())


def _end_of_path(piece: str) -> str:
    piece = piece.strip("\"'`(),;:<>[]{}")
    if piece.count("/") + piece.count("\\") < 2:
        return piece
    return piece.replace("\\", "/").rstrip("/").rpartition("/")[2]


def _collect(words: dict[str, None], lines: Iterable[str], most: int, foreign: frozenset[str]) -> None:
    for line in lines:
        for piece in fold(line).split():
            if len(words) >= most:
                return
            if "://" in piece or piece.count("/") > 2:
                piece = _end_of_path(piece.partition("?")[0])
            found = [*words_of(piece), *unspaced_runs(piece)]
            words.update(dict.fromkeys(word for word in found if _is_telling(word, foreign)))


def _is_telling(word: str, foreign: frozenset[str]) -> bool:
    if word in CHATTER or word in foreign or len(word) > LONGEST_WORD or (len(word) < 2 and word.isascii()):
        return False
    digits = sum(letter.isdigit() for letter in word)
    if digits == len(word):
        return len(word) in (3, 4, 5)  # a status, a port, an issue; not a time, an address or a counter
    return not (len(word) >= 12 and digits > 2 and all(letter in "0123456789abcdef" for letter in word))


def _common_words(lines: Sequence[str]) -> frozenset[str]:
    """Give the stop words of the language a message is plainly written in, if it is not English."""
    said = [piece.strip(".,;:!?()\"'").casefold() for line in lines for piece in fold(line).split()]
    best, most = frozenset[str](), PLAINLY - 1
    for common in FOREIGN.values():
        found = {word for word in said if word in common}
        if len(found) > most and 3 * sum(word in found for word in said) >= len(said):
            best, most = common, len(found)
    return best
