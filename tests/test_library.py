"""`from mem import Memory`, as a program of somebody else uses it."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from mem import Memory
from mem.library import MemError, UsageError

ROOT = Path(__file__).parents[1]
STRANGER = ROOT / "tests" / "helpers" / "stranger.py"


@pytest.fixture
def memory(tmp_path: Path):
    with Memory.create(tmp_path / "store") as memory:
        yield memory


def test_the_examples_of_the_manual_run_as_they_stand(tmp_path: Path, empty_world) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(STRANGER), str(tmp_path / "new store")],
        env=empty_world.env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Deploys via Fly.io" in done.stdout


def test_the_program_that_is_run_and_type_checked_is_that_of_the_manual() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "library.md").read_text("utf-8"), re.DOTALL)
    assert STRANGER.read_text("utf-8").partition('"""\n\n')[2] == "\n".join(blocks)


def test_importing_mem_loads_nothing() -> None:
    code = "import sys, mem; mem.__version__; print([name for name in sys.modules if name.startswith('mem.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"


def test_a_name_that_mem_has_not_is_an_attribute_error() -> None:
    import mem

    with pytest.raises(AttributeError, match="Memories"):
        mem.Memories  # noqa: B018


def test_times_with_and_without_a_zone_are_understood(memory) -> None:
    east = timezone(timedelta(hours=9))
    aware = memory.add("One", valid_from=datetime(2026, 3, 1, 9, tzinfo=east), now="2026-06-01")
    naive = memory.add("Two", valid_from=datetime(2026, 3, 1), now="2026-06-01")  # noqa: DTZ001  # that is the case
    text = memory.add("Three", valid_from="2026-03-01", now="2026-06-01")
    assert {each.fact.valid_from for each in (aware, naive, text)} == {"2026-03-01T00:00:00.000Z"}


def test_without_a_moment_the_clock_of_the_machine_counts(memory) -> None:
    first, second = memory.add("One").fact.tx_at, memory.add("Two").fact.tx_at
    assert first
    assert second
    assert first < second


def test_an_equal_fact_is_found_and_not_doubled(memory) -> None:
    assert not memory.add("Salt goes in early", now="2026-06-01").existed
    assert memory.add("Salt goes in early", now="2026-06-01").existed
    assert memory.search(now="2026-06-02").total == 1


def test_a_listing_is_by_priority(memory) -> None:
    memory.add("Minor", priority=10)
    memory.add("Major", priority=90)
    assert [found.title for found in memory.search().found] == ["Major", "Minor"]


def test_history_shows_what_is_believed_no_longer(memory) -> None:
    memory.forget(memory.add("Salt goes in early", now="2026-06-01").fact.id, now="2026-06-02")
    [found] = memory.search("salt", history=True, now="2026-06-03").found
    assert not found.is_current
    assert memory.search("salt", now="2026-06-03").total == 0


def test_refusals_say_what_to_do_next(memory, tmp_path: Path) -> None:
    with pytest.raises(MemError) as unknown:
        memory.show("nothing")
    assert unknown.value.help
    with pytest.raises(UsageError):
        memory.add("Salt", type="rumour")
    with pytest.raises(UsageError):
        memory.search("salt", as_of="soon")
    with pytest.raises(UsageError, match="credential"):
        memory.add("Key", body="AKIA" + "ABCDEFGHIJKLMNOP")
    with pytest.raises(MemError):
        Memory.open(tmp_path / "nowhere")


def test_the_store_is_that_of_the_command_line(world) -> None:
    world.add("Salt goes in early")
    with Memory.open(world.store) as memory:
        assert [found.title for found in memory.search("salt", now="2026-06-21").found] == ["Salt goes in early"]
        memory.add("Pepper goes in late", now="2026-06-21")
    assert world.titles("search", "pepper") == ["Pepper goes in late"]
    assert world.is_clean()
