"""Several processes and one index."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import mem
from mem.index.opening import open_index, rebuilding

from helpers.told import Told, fact, query

HERE = [str(Path(mem.__file__).parents[1]), str(Path(__file__).parents[1])]


def start(script: str, folder: Path, *args: str) -> subprocess.Popen[bytes]:
    head = f"import sys\nsys.path[:0] = {HERE!r}\nfolder, *args = sys.argv[1:]\n"
    command = [sys.executable, "-c", head + script, str(folder), *args]
    return subprocess.Popen(command)


WRITER = """
from helpers.told import Told, fact
from mem.index.opening import open_index
index = open_index(folder, timeout=30)
told = Told(index)
for n in range(25):
    told.tell(fact(f"n-{args[0]}-{n}", "Zebra pair"), fact(f"m-{args[0]}-{n}", "Zebra pair"))
assert index.notice is None, index.notice
"""

READER = """
from helpers.told import query
from mem.index.opening import open_index
seen = 0
while seen < 100:
    index = open_index(folder)
    found = index.match(query("zebra", limit=None))
    assert found.total % 2 == 0, found.total
    assert found.total >= seen
    seen = found.total
    index.close()
"""


def test_readers_see_whole_changes_while_two_write(tmp_path: Path) -> None:
    open_index(tmp_path).close()
    running = [
        start(WRITER, tmp_path, "a"),
        start(WRITER, tmp_path, "b"),
        start(READER, tmp_path),
        start(READER, tmp_path),
    ]
    assert [process.wait(60) for process in running] == [0, 0, 0, 0]
    with closing(open_index(tmp_path)) as index:
        assert index.match(query("zebra")).total == 100


SEARCHER = """
from helpers.told import query
from mem.index.opening import open_index
while True:
    index = open_index(folder)
    assert index.notice is None, index.notice
    found = [candidate.id for candidate in index.match(query("zebra", limit=None)).candidates]
    builds = {id.split("-")[1] for id in found}
    assert len(builds) == 1 and len(found) == 20, found
    index.close()
    if builds == {"9"}:
        break
"""


def test_a_search_sees_one_build_or_the_next_while_it_is_rebuilt(tmp_path: Path) -> None:
    def rebuild(build: int) -> None:
        with rebuilding(tmp_path) as fresh:
            Told(fresh).tell(*(fact(f"n-{build}-{n}", "Zebra") for n in range(20)))
        fresh.close()

    rebuild(0)
    running = [start(SEARCHER, tmp_path), start(SEARCHER, tmp_path)]
    for build in range(1, 10):
        rebuild(build)
    assert [process.wait(60) for process in running] == [0, 0]


OPENER = """
from helpers.told import Told, fact
from mem.index.opening import open_index
index = open_index(folder, timeout=30)
Told(index).tell(fact(f"n-{args[0]}", "Zebra"))
assert index.notice is None, index.notice
"""


def test_many_that_open_a_missing_index_at_once_make_one(tmp_path: Path) -> None:
    running = [start(OPENER, tmp_path / "cache", str(n)) for n in range(6)]
    assert [process.wait(60) for process in running] == [0] * 6
    with closing(open_index(tmp_path / "cache")) as index:
        assert index.match(query("zebra")).total == 6
