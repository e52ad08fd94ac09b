"""A story told by a seed: a few machines whose clocks disagree, what people and agents do there, and every word."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from mem.errors import MemError
from mem.facts import document
from mem.facts.fact import FactId
from mem.facts.instant import Instant, instant_of

from helpers.machines import Machine, Net
from helpers.nearby import ByCopying, ThroughLibrary

NOON = datetime.fromisoformat("2026-06-20T12:00:00+00:00")
TITLES = ("Oil the hinge", "Paint the gate", "Feed the hens")
FOLDERS = ("yard", "shed")
Deed = Callable[["Story", Machine], None]


class Story:
    """What happens to a few machines; `told` is the tale so far, `words` and facts `made` all that was acknowledged."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = random.Random(seed)
        self.net = Net(folder)
        self.kinds = self.random.choice((ALONE, ALONE, ALONE, MIXED))
        self.skew: dict[str, int] = {}
        self.clock = 0
        self.words: list[str] = []
        self.made: set[tuple[FactId, Instant | None]] = set()
        self.told: list[str] = []
        for _ in range(self.random.randint(2, 4)):
            self.arrive()
        self.do(add, self.net.machines[0])

    def arrive(self) -> Machine:
        """One more machine, with a clock of its own."""
        machine = self.net.machine(f"m{len(self.net.machines)}", **self.random.choice(self.kinds))
        self.skew[machine.name] = self.random.choice((0, 0, 60, -60, self.random.randint(-60, 60)))
        return machine

    def go_on(self) -> None:
        self.do(self.random.choice(DEEDS), self.random.choice(self.net.machines))

    def do(self, deed: Deed, machine: Machine) -> None:
        before = len(self.words)
        self.told.append(f"{machine.name} {deed.__name__}")
        try:
            deed(self, machine)
            self.told[-1] += f" {' '.join(self.words[before:])}"
        except MemError as error:
            self.told[-1] += f": {error.message}"
            del self.words[before:]  # refused, so never written

    def now(self, machine: Machine) -> Instant:
        self.clock += self.random.randint(1, 90)
        return instant_of(NOON + timedelta(seconds=self.clock, minutes=self.skew[machine.name]))

    def some_moment(self) -> Instant:
        return instant_of(NOON + timedelta(seconds=self.random.randint(-4000, self.clock + 4000)))

    def word(self) -> str:
        self.words.append(f"word{len(self.words)}")
        return self.words[-1]

    def file(self, machine: Machine) -> Path | None:
        files = sorted(machine.root.glob("objects/**/*.md"))
        return self.random.choice(files) if files else None

    def id(self, machine: Machine) -> str:
        file = self.file(machine)
        fact = document.read(file.read_bytes(), file.name).fact if file else None
        return fact.id if fact else "nothing"

    def end(self) -> None:
        """Everybody meets until nobody has news."""
        for machine in self.net.machines:
            self.do(leave_off, machine)
        for _ in range(len(self.net.machines) + 2):
            before = self.net.git("rev-parse", "-q", "--verify", "main", check=False)
            for machine in self.net.machines:
                self.do(meet, machine)
            if before.strip() == self.net.head():
                return
        raise AssertionError("the machines never come to rest")


def add(story: Story, machine: Machine) -> None:
    title, word, now = story.random.choice(TITLES), story.word(), story.now(machine)
    story.made.add((machine.add(title, word, now=now), now))


def add_dated(story: Story, machine: Machine) -> None:
    title, starts, now = story.random.choice(TITLES), story.some_moment(), story.now(machine)
    story.made.add((machine.add(title, story.word(), now=now, valid_from=starts), now))


def revise(story: Story, machine: Machine) -> None:
    changes = {"title": f"{story.random.choice(TITLES)} again", "body": story.word()}
    fact = machine.memory.revise(story.id(machine), changes, story.now(machine)).fact
    story.made.add((fact.id, fact.tx_at))  # one id recorded at one moment is one fact, wherever it was made


def update(story: Story, machine: Machine) -> None:
    field = story.random.choice(("priority", "tags", "body", "abstract", "title", "valid_from"))
    values = {
        "priority": story.random.randint(1, 99),
        "tags": story.random.choice((["a"], ["a", "b"], [])),
        "valid_from": story.some_moment(),
    }
    changes = {field: values[field] if field in values else story.word()}
    machine.memory.update(story.id(machine), changes, story.now(machine))


def forget(story: Story, machine: Machine) -> None:
    machine.memory.forget([story.id(machine)], story.now(machine), disown=story.random.random() < 0.3)


def restore(story: Story, machine: Machine) -> None:
    machine.memory.restore(story.id(machine), story.now(machine))


def merge(story: Story, machine: Machine) -> None:
    one, other = story.id(machine), story.id(machine)
    if one != other:
        machine.memory.merge(one, other, story.now(machine))


def look(story: Story, machine: Machine) -> None:
    machine.memory.refresh()


def edit_by_hand(story: Story, machine: Machine) -> None:
    if file := story.file(machine):
        file.write_text(f"{file.read_text()}\n{story.word()}\n")


def rewrite_by_hand(story: Story, machine: Machine) -> None:
    save(story, machine)
    if file := story.file(machine):
        head, fence, _ = file.read_text().rpartition("\n---\n")
        file.write_text(f"{head}{fence}{story.word()}\n")


def write_by_hand(story: Story, machine: Machine) -> None:
    path = machine.root / f"objects/facts/{story.random.choice(('well', 'roof'))}.md"
    if not any(machine.root.glob(f"objects/**/{path.name}")):
        path.write_text(f"# The {path.stem}\n\n{story.word()}\n")


def delete_by_hand(story: Story, machine: Machine) -> None:
    save(story, machine)
    if file := story.file(machine):
        file.unlink()


def move_by_hand(story: Story, machine: Machine) -> None:
    if file := story.file(machine):
        target = machine.root / "objects/facts" / story.random.choice(FOLDERS) / file.name
        target.parent.mkdir(exist_ok=True)
        if not target.exists():
            file.rename(target)


def rename_by_hand(story: Story, machine: Machine) -> None:
    if file := story.file(machine):
        target = file.with_name(f"renamed-{story.random.randint(1, 3)}.md")
        if not target.exists():
            file.rename(target)


def save(story: Story, machine: Machine) -> None:
    """What nobody ever committed, nobody can give back."""
    with machine.memory.writing(story.now(machine)):
        pass


def commit_with_git(story: Story, machine: Machine) -> None:
    machine.git("add", "-A")
    machine.git("commit", "-q", "-m", "by a person", check=False)


def write_notes(story: Story, machine: Machine) -> None:
    """A file that is no fact, which two machines may both change."""
    notes = machine.root / "notes.txt"
    lines = notes.read_text().splitlines() if notes.exists() else []
    lines.insert(story.random.randint(0, len(lines)), story.word())
    notes.write_text("".join(f"{line}\n" for line in lines))
    machine.git("add", "notes.txt")
    machine.git("commit", "-q", "-m", "notes", "--", "notes.txt", check=False)


def pull_with_git(story: Story, machine: Machine) -> None:
    """With all committed: git itself would bring a file back that was just moved, so that there are two."""
    commit_with_git(story, machine)
    machine.git("pull", "-q", "--no-rebase", "--no-edit", "--allow-unrelated-histories", "origin", "main", check=False)
    if (machine.root / ".git/MERGE_HEAD").exists() and story.random.random() < 0.7:
        leave_off(story, machine)


def leave_off(story: Story, machine: Machine) -> None:
    """A person who meets a conflict that git leaves to them settles it, or gives up."""
    if not (machine.root / ".git/MERGE_HEAD").exists():
        return
    if story.random.random() < 0.5:
        machine.git("add", "-A")
        machine.git("commit", "-q", "--no-edit")
    else:
        machine.git("merge", "--abort")


def push_with_git(story: Story, machine: Machine) -> None:
    machine.git("push", "-q", "origin", "HEAD:refs/heads/main", check=False)


def meet(story: Story, machine: Machine) -> None:
    outcome = machine.sync(story.now(machine))
    assert not outcome.failed, outcome
    assert not outcome.offline, outcome


def take(story: Story, machine: Machine) -> None:
    machine.sync(story.now(machine), push=False)


def give(story: Story, machine: Machine) -> None:
    machine.sync(story.now(machine), pull=False)


def come_late(story: Story, machine: Machine) -> None:
    if len(story.net.machines) < 5:
        meet(story, story.arrive())


def lose_a_commit(story: Story, machine: Machine) -> None:
    """The remote is put back from a backup."""
    story.net.git("update-ref", "refs/heads/main", "main~1", check=False)


ALONE = ({"has_git": False, "reach": ByCopying},)
MIXED = (*ALONE, {"has_git": False, "reach": ThroughLibrary}, {"reach": ByCopying}, {})
OFTEN: tuple[Deed, ...] = (add, update, edit_by_hand, meet)
DEEDS: tuple[Deed, ...] = (
    *OFTEN, *OFTEN, meet, meet, meet, add_dated, revise, revise, forget, forget, restore, merge, look, rewrite_by_hand,
    write_by_hand, delete_by_hand, delete_by_hand, move_by_hand, move_by_hand, rename_by_hand, save, commit_with_git,
    write_notes, pull_with_git, push_with_git, take, give, come_late, lose_a_commit,
)  # fmt: skip
