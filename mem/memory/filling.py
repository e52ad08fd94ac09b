"""An index made from nothing but files and history."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mem.index.base import File, Index, Stamp
from mem.memory.held import NOTHING
from mem.memory.ledger import Ledger
from mem.store.store import Store


def fill(index: Index, store: Store, text_of: Callable[[File], bytes | None]) -> None:
    """Take all of history into an empty index, in one pass and one transaction."""
    head = store.head()
    seen: dict[str, Stamp] = {}
    ledger = Ledger(NOTHING, text_of)
    with _nothing_collected():
        ledger.take(store.revisions(None, seen), seen)
        index.apply(ledger.change(head, {}))


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Spare the search for rings of garbage: millions of values are made here, and all of them are kept."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
