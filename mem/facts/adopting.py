"""Two facts that were given one id on two machines: which one keeps it, and what the other is called from then on."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from mem.facts import document
from mem.facts.fact import Fact, FactId
from mem.facts.instant import FIRST, Instant
from mem.facts.splice import edit

_HASH_LENGTH = 4


def is_one_fact(ours: Fact, theirs: Fact) -> bool:
    """Tell whether two files of one id, without a common past, hold one fact: it was first recorded at one moment."""
    if _began(ours) or _began(theirs):
        return _began(ours) == _began(theirs)
    return ours.title == theirs.title


def keeps_id(ours: bytes, theirs: bytes, path: str) -> bool:
    """Tell whether our file keeps the id: the fact recorded first does; which side is ours changes nothing."""
    return _rank(ours, path) <= _rank(theirs, path)


def renamed(data: bytes, path: str) -> tuple[str, bytes, FactId]:
    """Give path, text and id of a fact that leaves its id to another; it still answers to the old one."""
    read = document.read(data, path)
    assert read.fact is not None
    id = FactId(f"{read.fact.id}-{sha256(data).hexdigest()[:_HASH_LENGTH]}")
    folder, slash, _ = path.rpartition("/")
    return f"{folder}{slash}{id}.md", under_id(data, path, id), id


def under_id(data: bytes, path: str, id: FactId) -> bytes:
    """Give a fact's text under another id, answering to its old one as well."""
    read = document.read(data, path)
    assert read.fact is not None
    aliases = list(dict.fromkeys((*read.fact.aliases, read.fact.id)))
    return edit(read.text, {"id": id, "aliases": aliases}).encode()


def follow(data: bytes, path: str, names: Mapping[FactId, FactId]) -> bytes:
    """Give a text whose references to renamed facts go on to mean them."""
    read = document.read(data, path)
    if read.fact is None or not set(names) & set(read.fact.supersedes):
        return data
    return edit(read.text, {"supersedes": [names.get(id, id) for id in read.fact.supersedes]}).encode()


def _began(fact: Fact) -> Instant | None:
    return fact.tx_at or fact.created


def _rank(data: bytes, path: str) -> tuple[Instant, bytes]:
    fact = document.read(data, path).fact
    return ((fact and _began(fact)) or FIRST, data)
