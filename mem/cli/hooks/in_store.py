"""How many facts of the store a question finds, for the rules that need to know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from mem.cli.session import Session
from mem.facts.query import Query


@contextmanager
def counting(environ: Mapping[str, str]) -> Iterator[Callable[[str], int]]:
    """Open the store of this call and give what counts its current facts that match some words."""
    session = Session(environ)
    try:
        memory = session.memory
        memory.refresh()
        yield lambda words: memory.index.match(Query(words, now=session.now, limit=1)).total
    finally:
        session.close()
