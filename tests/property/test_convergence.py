"""Machines that work apart and meet in any order all end with one tree and one past, and no word is lost.

Every case is a story told by a seed; `MEM_CONVERGENCE_CASES` says how many are told.
"""

from __future__ import annotations

import os
import random
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from mem.errors import MemError
from mem.facts import document
from mem.facts.instant import Instant, instant_of
from mem.facts.query import Query
from mem.lint import lint

from helpers.machines import Machine, Net

CASES = int(os.environ.get("MEM_CONVERGENCE_CASES", "10"))
NOON = datetime.fromisoformat("2026-06-20T12:00:00+00:00")
TITLES = ("Oil the hinge", "Paint the gate", "Feed the hens")


class Story:
    """What happens to a few machines, whose clocks do not agree, and every word they ever wrote."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = random.Random(seed)
        self.net = Net(folder)
        self.machines = [self.net.machine(f"m{number}") for number in range(self.random.randint(2, 4))]
        self.skew = {machine.name: self.random.choice((0, 0, -60, 60, 17)) for machine in self.machines}
        self.clock = 0
        self.words: list[str] = []
        self.told: list[str] = []
        self.add(self.machines[0])

    def now(self, machine: Machine) -> Instant:
        self.clock += self.random.randint(1, 90)
        return instant_of(NOON + timedelta(seconds=self.clock, minutes=self.skew[machine.name]))

    def word(self) -> str:
        self.words.append(f"word{len(self.words)}")
        return self.words[-1]

    def go_on(self) -> None:
        machine = self.random.choice(self.machines)
        deed = self.random.choice(
            (self.add, self.add, self.revise, self.update, self.update, self.forget, *HAND, *MEET)
        )
        self.told.append(f"{machine.name} {deed.__name__}")
        before = len(self.words)
        try:
            deed(machine) if hasattr(deed, "__self__") else deed(self, machine)
            self.told[-1] += f" {' '.join(self.words[before:])}"
        except MemError as error:
            self.told[-1] += f": {error.message}"
            del self.words[before:]  # refused, so never written

    def some_file(self, machine: Machine) -> Path | None:
        files = sorted(machine.root.glob("objects/**/*.md"))
        return self.random.choice(files) if files else None

    def some_id(self, machine: Machine) -> str:
        file = self.some_file(machine)
        fact = document.read(file.read_bytes(), file.name).fact if file else None
        return fact.id if fact else "nothing"

    def add(self, machine: Machine) -> None:
        machine.add(self.random.choice(TITLES), self.word(), now=self.now(machine))

    def revise(self, machine: Machine) -> None:
        changes = {"title": f"{self.random.choice(TITLES)} again", "body": self.word()}
        machine.memory.revise(self.some_id(machine), changes, self.now(machine))

    def update(self, machine: Machine) -> None:
        field = self.random.choice(("priority", "tags", "body", "abstract"))
        values = {"priority": self.random.randint(1, 99), "tags": self.random.choice((["a"], ["a", "b"], []))}
        changes = {field: values[field] if field in values else self.word()}
        machine.memory.update(self.some_id(machine), changes, self.now(machine))

    def forget(self, machine: Machine) -> None:
        machine.memory.forget([self.some_id(machine)], self.now(machine))


def edit_by_hand(story: Story, machine: Machine) -> None:
    file = story.some_file(machine)
    if file:
        text = file.read_text()
        file.write_text(text + f"\n{story.word()}\n")


def delete_by_hand(story: Story, machine: Machine) -> None:
    file = story.some_file(machine)
    machine.memory.refresh()
    with machine.memory.writing(story.now(machine)):
        pass  # what nobody ever committed, nobody can give back
    if file and file.exists():
        file.unlink()


def move_by_hand(story: Story, machine: Machine) -> None:
    file = story.some_file(machine)
    if file:
        target = machine.root / "objects/facts" / story.random.choice(("yard", "shed")) / file.name
        target.parent.mkdir(exist_ok=True)
        if not target.exists():
            file.rename(target)


def meet(story: Story, machine: Machine) -> None:
    outcome = machine.sync(story.now(machine))
    assert not outcome.failed, outcome
    assert not outcome.offline, outcome


HAND = (edit_by_hand, edit_by_hand, delete_by_hand, move_by_hand)
MEET = (meet, meet, meet)


def settle(story: Story) -> None:
    """Everybody meets until nobody has news."""
    for _ in range(3):
        for machine in story.machines:
            meet(story, machine)


def beliefs(machine: Machine, moment: Instant) -> list[tuple[str, str, int]]:
    query = Query(now=moment, known_at=moment, valid_at=moment, limit=None)
    return sorted((c.id, c.title, c.priority) for c in machine.memory.listing(query).candidates)


def check(story: Story) -> None:
    first = story.machines[0]
    end = instant_of(NOON + timedelta(seconds=story.clock, hours=2))
    probes = [instant_of(NOON + timedelta(seconds=story.random.randint(-3600, story.clock + 3700))) for _ in range(6)]
    for machine in story.machines:
        assert machine.git("rev-parse", "HEAD").strip() == story.net.head()
        assert machine.files() == first.files()
        assert machine.is_clean()
        assert machine.memory.index_differences() == []
        for probe in (*probes, end):
            assert beliefs(machine, probe) == beliefs(first, probe), probe
    assert [finding for finding in lint(first.memory) if finding.severity == "error"] == []
    ids = [document.read(data, path).fact.id for path, data in first.files().items() if path.startswith("objects/")]  # type: ignore[union-attr]
    assert sorted(ids) == sorted(set(ids))
    names = first.git("rev-list", "--objects", "HEAD").splitlines()
    past = first.git("cat-file", "--batch", given="".join(f"{name.split()[0]}\n" for name in names)).split()
    assert [word for word in story.words if word not in past] == []


@pytest.mark.parametrize("seed", range(CASES))
def test_all_machines_end_with_one_tree_one_past_and_every_word(tmp_path: Path, seed: int) -> None:
    story = Story(tmp_path, seed)
    try:
        for _ in range(story.random.randint(15, 40)):
            story.go_on()
        settle(story)
        check(story)
    except AssertionError as error:
        raise AssertionError("\n".join(story.told)) from error
    finally:
        story.net.close()
