"""Machines that work apart and meet in any order all end with one tree and one past, and no word is lost.

Every case is a story told by a seed; `MEM_CONVERGENCE_CASES` says how many are told.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from mem.facts import document
from mem.facts.fact import FactId
from mem.facts.instant import Instant, instant_of
from mem.facts.query import Query
from mem.lint import lint

from helpers.machines import Machine
from helpers.stories import NOON, Story

CASES = int(os.environ.get("MEM_CONVERGENCE_CASES", "100"))


@pytest.mark.parametrize("seed", range(CASES))
def test_all_machines_end_with_one_tree_one_past_and_every_word(tmp_path: Path, seed: int) -> None:
    story = Story(tmp_path, seed)
    try:
        for _ in range(story.random.randint(12, 36)):
            story.go_on()
        story.end()
        check(story)
    except Exception as error:
        error.add_note("\n".join(story.told))
        raise
    finally:
        story.net.close()


def check(story: Story) -> None:
    """One tree, one past, no word lost."""
    first = story.net.machines[0]
    end = instant_of(NOON + timedelta(seconds=story.clock, hours=2))
    probes = [(story.some_moment(), story.some_moment()) for _ in range(8)] + [(end, end)]
    past = [beliefs(first, *probe) for probe in probes]
    files = first.files()
    for machine in story.net.machines:
        assert machine.git("rev-parse", "HEAD").strip() == story.net.head()
        assert machine.files() == files
        assert machine.git("status", "--porcelain") == ""
        assert machine.memory.index_differences() == [], machine.name
        assert [beliefs(machine, *probe) for probe in probes] == past
    assert first.is_clean()
    faults = [finding for finding in lint(first.memory) if finding.severity == "error"]
    if any("pull_with_git" in line for line in story.told):  # git knows paths, and no ids: two files may have one
        faults = [finding for finding in faults if finding.code != "fact-same-id"]
    assert faults == [], faults
    if not any("delete_by_hand" in line for line in story.told):
        assert Counter(id for id, _ in story.made) - Counter(names(files)) == Counter()
    held = set(first.past().split())
    assert [word for word in story.words if word not in held] == []


def names(files: Mapping[str, bytes]) -> Iterator[FactId]:
    """Give all that facts answer to."""
    for path, data in files.items():
        fact = document.read(data, path).fact if path.startswith("objects/") else None
        if fact:
            yield from {fact.id, *fact.aliases}


def beliefs(machine: Machine, known: Instant, valid: Instant) -> list[tuple[str, str, int]]:
    query = Query(now=known, known_at=known, valid_at=valid, limit=None)
    return sorted((c.id, c.title, c.priority) for c in machine.memory.listing(query).candidates)
