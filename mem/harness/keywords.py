"""What a prompt is about: its telling words, whatever mess it comes in, and whether the topic has moved.

On the hot lane: words are cut as the index cuts them, so that what is kept here is what can be found there.
"""

from __future__ import annotations

from mem.index.tokens import bigrams, fold, humps, parts_of, unspaced_runs, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST = 24  # names and words of what a person wrote
MOST_FROM_MACHINES = 8  # from code, traces, logs and quotations
MOST_COMPARED = 12  # of all, by which one message is compared with another
SHIFT = 0.3  # similarity below which the topic has moved
LONGEST_READ = 20_000  # characters of a prompt
LONGEST_WORD = 40
LONG = 6  # letters from which a plain word is likelier to tell
MOST_DIGITS = 5  # a status, a port, an issue; more is a time, an address or a counter
MOST_TURNS = 2  # between letters and digits in a name; k8s and i18n have two, hashes more
NEGATIONS = ("not", "no", "never", "without")
MESSY = frozenset("\n/\\<{[|")

# Said to an agent, about nothing.
_CHATTER = """
hi hello hey thanks thank thx ok okay yes yeah yep nope sure great nice good fine want need needs help try look looks
looking see seen tell told show shows know think thinking make makes made sure let lets give gives question problem
issue thing things way something going go goes get gets like work works working worked kindly file code line lines
error again still already new use uses using used add change changed changes update fix fixes fixed check run happen
happens mean means actually basically simply honestly exactly explain write read start stop stopped bit lot today
tomorrow yesterday hier morning week now open continue next first last back forth everywhere somebody anybody whatever
keep keeps put take takes say says comes since before instead another lately later soon maybe probably reason kind
bump expect two three four five six seven eight nine ten
"""
CHATTER = frozenset(_CHATTER.split())
HALVES = frozenset(("error", "code", "file", "line", "issue", "change"))  # which name something with the next word

# What every program says.
_SYNTAX = """
select from where join left leave inner outer null none true false const var function func def class return export
import public private static void string int bool float self this async await module main exit sys index git diff java
lang util org com net id args kwargs type types object print pid fatal exception failed stdin stdout http https post
status localhost example
"""
SYNTAX = frozenset(_SYNTAX.split())

# The commonest words of other languages; they count only where a message is plainly written in one of them.
_FOREIGN = {
    "de": "der die das und ist nicht ein eine einen wir ich du sie es mit auf fur von zu den dem im in wie was warum "
    "wo kann kannst soll bitte auch aber oder wenn dann noch nur uns mir sind wird wurde wurden werden haben hat bei "
    "nach uber aus um als man so mochte muss da dass",
    "fr": "le la les un une des et est pas que qui dans pour sur avec nous vous je il elle ce cette comment pourquoi "
    "peut faut mais ou si ne se au aux du de en par plus sont a notre votre fait etre avoir quand depuis",
    "es": "el la los las un una y es no que en para por con nosotros yo me se como porque puede hay pero o si de del "
    "al lo su mas esta este son cuando donde cual tiene hacer muy sin sobre",
    "pt": "o a os as um uma e nao que em para por com nos eu se como porque pode mas ou de do da ao seu mais esta este "
    "sao quando onde qual tem fazer muito sem sobre voce desde",
    "it": "il lo la i gli le un una e non che in per con noi io si come perche puo ma o se di del della al suo piu "
    "questo questa sono quando dove quale ha fare molto senza",
    "nl": "de het een en is niet dat die in voor op met wij ik je ze hoe wat waarom kan moet maar of als van te om ook "
    "nog naar zijn wordt worden heeft bij uit",
    "da": "og er det ikke en et pa i til med for som kan skal vi du jeg de den hvorfor hvad nar hvor har men om fra",
    "ru": "и в не на с что как это по к но а из у за от для о мы я он она они почему где когда или если же так",
}
FOREIGN = {name: frozenset(words.split()) for name, words in _FOREIGN.items()}
PLAINLY = 3  # different common words, and more than a third of all


class Keywords:
    """`terms`, as the index has them, are what two messages are compared by; `words` are what the memory is asked.

    Words stand as they were written and in their order, since a name of several words is known by that.
    """

    __slots__ = ("terms", "words")

    def __init__(self, terms: Sequence[str], words: Sequence[str]) -> None:
        self.terms = terms
        self.words = words


class Name:
    """One word or joined name of a message, and its words in the index; of too many, the weightiest stay."""

    __slots__ = ("is_odd", "text", "weight", "words")

    def __init__(self, text: str, words: tuple[str, ...], *, is_odd: bool = False) -> None:
        self.text = text
        self.words = words
        self.is_odd = is_odd
        self.weight = 0


def keywords(prompt: str) -> Keywords:
    """Give the telling words of a message: of the prose first, then of the code and traces pasted with it."""
    sentences, machine = _parted(prompt[:LONGEST_READ])
    foreign = _common_words(sentences)
    names = _weightiest(_names_of_prose(sentences, foreign), MOST)
    said = {name.words for name in names}
    pasted = [name for name in _names_of_machines(machine, foreign) if name.words not in said]
    names += pasted[:MOST_FROM_MACHINES]
    terms: dict[str, None] = {}
    for name in _weightiest(names, MOST_COMPARED):
        for word in name.words:
            terms.update(dict.fromkeys(bigrams(word) if unspaced_runs(word) else (word,)))
    return Keywords(list(terms), [name.text for name in names])


def similarity(terms: Iterable[str], window: Sequence[Sequence[str]]) -> float:
    """Give how much a message shares (Jaccard) with the likest of the last messages, or with all of them together."""
    mine = set(terms)
    together = {term for message in window for term in message}
    return max((_jaccard(mine, set(other)) for other in (*window, together)), default=0.0)


def _jaccard(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other) if one and other else 0.0


def _parted(prompt: str) -> tuple[list[str], list[str]]:
    """Part what people wrote from what a machine did; a plain line is taken as it is."""
    if MESSY.isdisjoint(prompt) and len(prompt) < 200:
        return [prompt], []
    from mem.harness.messages import parted

    return parted(prompt)


def _names_of_prose(sentences: Sequence[str], foreign: frozenset[str]) -> list[Name]:
    """Give the telling names in order: questions weigh most, then how a message begins and ends; labels least."""
    found: dict[tuple[str, ...], Name] = {}
    for number, sentence in enumerate(sentences):
        asks = 2 if sentence.endswith("?") else int(number in (0, len(sentences) - 1))
        pieces = fold(sentence).split()
        for place, piece in enumerate(pieces):
            is_label = place == 0 and piece[-1] == ":" and piece[:-1].isalpha()
            for name in _named(piece, foreign) or _half_of_a_name(pieces[place : place + 2], foreign):
                is_weak = is_label or name.words[0] in NEGATIONS
                name.weight = asks + 2 * name.is_odd + (len(name.words[0]) >= LONG) - 3 * is_weak
                if found.setdefault(name.words, name).weight < name.weight:
                    found[name.words].weight = name.weight
    return list(found.values())


def _names_of_machines(lines: Iterable[str], foreign: frozenset[str]) -> list[Name]:
    idle = foreign | SYNTAX | CHATTER
    found: dict[tuple[str, ...], Name] = {}
    for line in lines:
        for piece in fold(line).split():
            for name in _named(piece, idle):
                found.setdefault(name.words, name)
    return list(found.values())


def _named(piece: str, idle: frozenset[str]) -> list[Name]:
    """Give the telling parts of a piece. Chatter counts as such where it stands alone: `Next.js` is a name."""
    parts = parts_of(piece)
    is_joined = len(parts) > 1
    found: list[Name] = []
    for part in parts:
        word = part.casefold()
        if word in idle or (word in CHATTER and not is_joined) or _is_random(part):
            continue
        whole, *inner = words_of(part) or ("",)
        words = tuple(filter(_is_telling, (whole, *(word for word in inner if word not in CHATTER))))
        if words and (is_joined or whole not in CHATTER):
            has_humps = len(humps(part)) > 1
            found.append(Name(part if has_humps else word, words, is_odd=is_joined or has_humps or _turns(part) > 0))
    return found + [Name(run, (run,), is_odd=True) for run in unspaced_runs(piece) if len(run) <= LONGEST_WORD]


def _half_of_a_name(pieces: Sequence[str], foreign: frozenset[str]) -> list[Name]:
    """Keep `error` where it begins `error handling`; alone it says nothing."""
    word = pieces[0].casefold()
    return [Name(word, (word,))] if word in HALVES and len(pieces) == 2 and _named(pieces[1], foreign) else []


def _weightiest(names: Sequence[Name], most: int) -> list[Name]:
    """Keep the weightiest names, in the order they were said."""
    if len(names) <= most:
        return list(names)
    kept = sorted(range(len(names)), key=lambda place: -names[place].weight)[:most]
    return [names[place] for place in sorted(kept)]


def _is_telling(word: str) -> bool:
    if not word or (len(word) < 2 and word.isascii()):
        return False
    return len(word) in (3, 4, 5) if word.isdigit() else not _is_emoji(word)


def _is_random(part: str) -> bool:
    """Recognise what no one says: keys, hashes, addresses, counters."""
    digits = sum(letter.isdigit() for letter in part)
    return len(part) > LONGEST_WORD or digits > MOST_DIGITS or part[:2] == "0x" or _turns(part) > MOST_TURNS


def _turns(part: str) -> int:
    """Count how often a name goes from letters to digits or back."""
    kinds = [letter.isdigit() for letter in part]
    return sum(kinds[at] != kinds[at - 1] for at in range(1, len(kinds)))


def _is_emoji(word: str) -> bool:
    """Recognise the spelling the index has for an emoji."""
    return word[0] == "u" and len(word) in (5, 6) and all(letter in "0123456789abcdef" for letter in word[1:])


def _common_words(lines: Sequence[str]) -> frozenset[str]:
    """Give the stop words of the language a message is plainly written in, if it is not English."""
    said = [piece.strip(".,;:!?()\"'").casefold() for line in lines for piece in fold(line).split()]
    best, most = frozenset[str](), PLAINLY - 1
    for common in FOREIGN.values():
        found = {word for word in said if word in common}
        if len(found) > most and 3 * sum(word in found for word in said) >= len(said):
            best, most = common, len(found)
    return best
