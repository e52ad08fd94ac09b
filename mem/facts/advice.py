"""What could be better about a new fact, told before it is too late to matter."""

from __future__ import annotations

import re

from mem.facts.fact import Fact

_PATH = r"(?<![\w./:-])(?:[\w.-]+/)+[\w.-]+\.\w{1,5}\b|\b\w+\.(?:py|ts|tsx|js|go|rs|java|rb|c|h|cpp|toml|yaml|yml)\b"
_SENTENCE_END = re.compile(r"[.;!?]\s+(?=[A-Z])")
_JOINED = re.compile(r"; |\band (?:also|then)\b|, and ", re.IGNORECASE)

MAP_PATHS = 4  # so many file names in one fact read like a map of the code


def asserts_several(fact: Fact) -> bool:
    """Whether the title holds more than one assertion, so that one could turn false alone."""
    return bool(_SENTENCE_END.search(fact.title) or _JOINED.search(fact.title))


def reads_like_a_code_map(fact: Fact) -> bool:
    """Whether a fact mostly says which file is where, which the code itself says better and later."""
    text = f"{fact.title}\n{fact.body}"
    if fact.source_path or text.count(".") < MAP_PATHS:
        return False
    paths = len(set(re.findall(_PATH, text)))
    return paths >= MAP_PATHS and paths * 12 > len(text.split())
