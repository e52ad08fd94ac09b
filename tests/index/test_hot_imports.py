"""A plain search imports nothing that costs as much as Python itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import mem
from mem.index.opening import open_index

from helpers.told import Told, fact

COSTLY = {
    "re",
    "typing",
    "dataclasses",
    "json",
    "pathlib",
    "enum",
    "whoosh",
    "yaml",
    "difflib",
    "tempfile",
    "datetime",
    "functools",
    "collections",
    "sqlite3",
    "hashlib",
    "mem.index.base",
}


def test_a_plain_search_imports_nothing_costly(tmp_path: Path) -> None:
    index = open_index(tmp_path)
    Told(index).tell(fact("n-1", "Zebras graze"))
    index.close()
    script = f"""
import sys
sys.path.insert(0, {str(Path(mem.__file__).parents[1])!r})
from mem.facts.query import Query
from mem.index.opening import open_index
index = open_index({str(tmp_path)!r})
query = Query("zebra crossing", now="2026-06-20T12:00:00.000Z", scopes=("s",))
assert index.match(query).total == 1
assert index.listing(query).total == 1
index.stamps(), index.folders(), index.head(), index.close()
print(*sorted(sys.modules))
"""
    run = subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=True)
    assert COSTLY & set(run.stdout.split()) == set()
