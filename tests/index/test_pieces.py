"""Word lists that grow fact by fact are put together a little at a time, so that no write has to do all of it."""

from __future__ import annotations

from mem.index.opening import open_index
from mem.index.writing import MERGE_EVERY, PAGES_MERGED

from helpers.told import Told, fact


def test_now_and_then_a_write_merges_a_little() -> None:
    index = open_index(None)
    told, statements = Told(index), list[str]()
    index.db.set_trace_callback(statements.append)
    for number in range(3 * MERGE_EVERY):
        told.tell(fact(f"n-{number}", f"Rope {number}", source=f"s{number // 2}"))
    merges = [statement for statement in statements if "'merge'" in statement]
    assert len(merges) == 3 * 2
    assert all(statement.endswith(f"('merge', {PAGES_MERGED})") for statement in merges)
    assert told.found("rope", limit=3)
    index.close()


def test_many_facts_at_once_are_one_merge() -> None:
    index = open_index(None)
    told, statements = Told(index), list[str]()
    index.db.set_trace_callback(statements.append)
    told.tell(*(fact(f"n-{number}", f"Rope {number}") for number in range(3 * MERGE_EVERY)))
    assert sum("'merge'" in statement for statement in statements) == 2
    index.close()
