"""What tells two near-equal texts apart: a number, a negation, an opposite, a name, a sign."""

from __future__ import annotations

import re

_WORD = re.compile(r"\w+(?:['’]\w+)?")
_NUMBER = re.compile(r"(?:(?<![\w-])-)?\d+(?:[.,:/-]\d+)*")
_SIGN = re.compile(r"[^\w\s.,;:!?'\"()\[\]{}*`’‘“”/–—-]")  # `C` and `C++`, `< 3` and `> 3`


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_NEGATIONS = _set("not no never none nor neither nothing nobody without cannot")
_FILLERS = _set("a an the is are was be to of in on at by for from via with and or it its we our now all")
_NUMERALS = _set(
    "zero one two three four five six seven eight nine ten eleven twelve twenty hundred thousand million half double "
    "once twice first second third fourth fifth sixth seventh eighth ninth tenth last "
    "monday tuesday wednesday thursday friday saturday sunday "
    "january february march april may june july august september october november december"
)
_OPPOSITES = tuple(
    (_set(one), _set(other))
    for one, other in (
        ("allow allows allowed permit permits permitted", "deny denies denied forbid forbids forbidden block blocked"),
        ("enable enables enabled on", "disable disables disabled off"),
        ("include includes included", "exclude excludes excluded"),
        ("start starts started", "stop stops stopped"),
        ("add adds added", "remove removes removed"),
        ("raise raised increase increases increased", "lower lowered decrease decreases decreased"),
        ("works passes succeeds", "fails failing broken"),
        ("always", "sometimes rarely"),
        ("before", "after"),
        ("true yes", "false no"),
        ("min minimum least", "max maximum most"),
        ("up", "down"),
        ("public", "private"),
        ("required must", "optional may"),
    )
)
_ONE_MATTER = 0.5  # texts that share this much of their words speak of the same thing


def words_of(text: str) -> frozenset[str]:
    """Give the words of a text whatever their case; a text without any counts as one."""
    return frozenset(_WORD.findall(text.casefold())) or frozenset((text.strip(),))


def shared(a: frozenset[str], b: frozenset[str]) -> float:
    """Give the share of all words that both have."""
    both = len(a & b)
    return both / (len(a) + len(b) - both)


def titles_differ(a: str, b: str) -> bool:
    """Tell whether two titles make different claims, however alike they look."""
    return _numbers(a) != _numbers(b) or _signs(a) != _signs(b) or _turned_round(a, b) or _other_name(a, b)


def bodies_contradict(a: str, b: str) -> bool:
    """Tell whether two bodies cannot both hold; one that only says more contradicts nothing."""
    if not a or not b or a == b:
        return False
    one, other = _numbers(a), _numbers(b)
    if one - other and other - one:
        return True
    return shared(words_of(a) - _NEGATIONS, words_of(b) - _NEGATIONS) >= _ONE_MATTER and _turned_round(a, b)


def _numbers(text: str) -> frozenset[str]:
    """Numbers in digits or words, versions, ordinals and the names of days and months."""
    return frozenset(_NUMBER.findall(text)) | (words_of(text) & _NUMERALS)


def _signs(text: str) -> frozenset[str]:
    return frozenset(_SIGN.findall(text))


def _turned_round(a: str, b: str) -> bool:
    """Tell whether one denies what the other says."""
    one, other = words_of(a), words_of(b)
    if _is_negated(one) != _is_negated(other):
        return True
    only_a, only_b = one - other, other - one
    return any((only_a & yes and only_b & no) or (only_a & no and only_b & yes) for yes, no in _OPPOSITES)


def _is_negated(words: frozenset[str]) -> bool:
    return bool(words & _NEGATIONS) or any(word.endswith(("n't", "n’t")) for word in words)


def _other_name(a: str, b: str) -> bool:
    """Tell whether a name in one gave way to something else in the other."""
    one, other = words_of(a), words_of(b)
    only_a, only_b = one - other - _FILLERS, other - one - _FILLERS
    return bool(only_a and only_b and (only_a & _names(a) or only_b & _names(b)))


def _names(title: str) -> frozenset[str]:
    """Words with a capital that their place does not explain; a Title In Capitals has none."""
    words = _WORD.findall(title)
    names = [word for at, word in enumerate(words) if any(sign.isupper() for sign in (word if at else word[1:]))]
    return frozenset(name.casefold() for name in names) if 2 * len(names) <= len(words) else frozenset()
