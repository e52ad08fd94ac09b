"""What a sync promises beside the merging itself: which history it makes, whom it waits for, what it leaves alone."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from mem.facts.instant import datetime_of, instant_of
from mem.facts.query import Query
from mem.sync.run import open_transport
from mem.sync.transport import Pushed, Transport
from mem.sync.wishes import SyncRunning

from helpers.machines import Machine, at
from helpers.remotes import program

Pair = tuple[Machine, Machine]
SIGNING = r"""cat > /dev/null
printf '\n[GNUPG:] SIG_CREATED D\n' >&2
printf -- '-----BEGIN PGP SIGNATURE-----\nx\n-----END PGP SIGNATURE-----\n'"""


@pytest.fixture
def parted(pair: Pair) -> Pair:
    """Two machines that shared one fact; the first has given another since."""
    one, other = pair
    one.add("Oil the hinge")
    one.sync(at(1))
    other.sync(at(2))
    one.add("From the attic", now=at(5))
    one.sync(at(6))
    return pair


def merges(machine: Machine) -> int:
    return int(machine.git("rev-list", "--count", "--merges", "HEAD"))


def test_signed_commits_are_joined_and_never_written_anew(parted: Pair) -> None:
    one, other = parted
    other.git("config", "gpg.program", str(program(one.net.folder / "gpg-stub", SIGNING)))
    other.git("config", "commit.gpgsign", "true")
    other.add("From the barn", now=at(7))
    signed = other.git("rev-parse", "HEAD").strip()
    other.sync(at(8))
    one.sync(at(9))
    assert signed in one.git("rev-list", "HEAD").split()
    assert merges(one) == 1
    assert "gpgsig" in one.git("cat-file", "commit", "HEAD")


def test_commits_of_somebody_else_are_joined_and_never_written_anew(parted: Pair) -> None:
    one, other = parted
    (other.root / "objects/facts/well.md").write_text("# The well\n")
    other.git("add", "-A")
    other.git("commit", "-qm", "by a person")
    person = other.git("rev-parse", "HEAD").strip()
    other.sync(at(8))
    assert person in one.net.git("rev-list", "main").split()


def test_a_remote_that_has_all_of_ours_already_is_just_followed(parted: Pair) -> None:
    one, other = parted
    for machine in parted:
        (machine.root / "objects/facts/well.md").write_text("# The well\n")
    one.sync(at(7))
    other.sync(at(8))
    assert other.log() == one.log()
    assert merges(other) == 0


def test_the_branch_that_is_set_is_the_one_that_is_met(pair: Pair) -> None:
    one, other = pair
    one.add("Oil the hinge")
    one.sync(at(1))
    one.sync(at(2), branch="memory")
    other.sync(at(3), branch="memory")
    other.add("From the barn", now=at(4))
    other.sync(at(5), branch="memory")
    assert one.net.git("log", "--format=%s", "main").splitlines() == ["mem(fact): Oil the hinge"]
    assert one.net.git("log", "--format=%s", "memory").splitlines()[0] == "mem(fact): From the barn"


def test_one_sync_at_a_time_and_the_second_says_so(pair: Pair) -> None:
    one, _ = pair
    one.add("Oil the hinge")
    refused: list[SyncRunning] = []

    class Meanwhile:
        """Starts a second sync while the first is at the network."""

        def __init__(self, real: Transport) -> None:
            self._real = real
            self.name, self.heads, self.fetch = real.name, real.heads, real.fetch

        def push(self, commit: str, branch: str, expected: str | None) -> Pushed:
            with pytest.raises(SyncRunning) as error:
                Machine.reopened(one).sync(at(2), seconds=0.2)
            refused.append(error.value)
            return self._real.push(commit, branch, expected)

    one.reach = lambda repository, remote, deadline: Meanwhile(open_transport(repository, remote, deadline))
    assert one.sync(at(1)).push == "ok"
    assert "still running" in refused[0].message


def test_a_fact_added_while_a_sync_is_at_the_network_neither_waits_nor_stays_behind(parted: Pair) -> None:
    _, other = parted
    other.add("From the barn", now=at(7))
    second = Machine.reopened(other)

    class Busy:
        def __init__(self, real: Transport) -> None:
            self._real = real
            self.name, self.heads, self.push = real.name, real.heads, real.push

        def fetch(self, branch: str) -> str:
            second.add("Meanwhile", now=at(8))
            return self._real.fetch(branch)

    other.reach = lambda repository, remote, deadline: Busy(open_transport(repository, remote, deadline))
    outcome = other.sync(at(9))
    assert (outcome.push, outcome.unpushed) == ("ok", 0)
    assert other.log()[:3] == ["mem(fact): Meanwhile", "mem(fact): From the barn", "mem(fact): From the attic"]
    assert other.is_clean()


def test_a_damaged_remote_changes_nothing_here(parted: Pair) -> None:
    one, other = parted
    for folder in one.net.remote.glob("objects/??"):
        shutil.rmtree(folder)
    before = other.git("rev-parse", "HEAD"), other.files()
    outcome = other.sync(at(7))
    assert outcome.failed
    assert (other.git("rev-parse", "HEAD"), other.files()) == before
    assert other.is_clean()


def test_what_comes_from_a_clock_that_runs_ahead_is_counted_and_does_not_win_for_ever(pair: Pair) -> None:
    one, other = pair
    id = one.add("The mast is pine")
    one.sync(at(1))
    other.sync(at(1))
    next_year = instant_of(datetime_of(at(2)) + timedelta(days=365))
    ahead = other.memory.revise(id, {"title": "The mast is steel"}, next_year).fact.id
    other.sync(next_year)
    assert one.sync(at(5)).skew == 1
    last = one.memory.revise(ahead, {"title": "The mast is carbon"}, at(6)).fact.id
    one.sync(at(7))
    other.sync(at(8))
    for machine in pair:
        hits = machine.memory.listing(Query(now=at(9))).candidates
        assert [candidate.id for candidate in hits] == [last]


def test_forgotten_here_and_revised_there_is_told_by_why_on_both(pair: Pair) -> None:
    one, other = pair
    id = one.add("The gate is green")
    one.sync(at(1))
    other.sync(at(1))
    one.memory.forget([id], at(5), reason="painted over")
    new = other.memory.revise(id, {"title": "The gate is blue"}, at(6)).fact.id
    for machine in (one, other, one):
        machine.sync(at(8))
    for machine in pair:
        assert [c.title for c in machine.memory.listing(Query(now=at(9))).candidates] == ["The gate is blue"]
        why = machine.memory.why(id, at(9), None)
        assert why.origin.fact.retracted_at == at(5)
        assert [link.origin.fact.id for link in why.descendants] == [new]


def test_hooks_of_commits_are_not_run_and_those_of_pushes_are(pair: Pair) -> None:
    one, _ = pair
    for name in ("pre-commit", "commit-msg", "post-commit", "pre-push"):
        program(one.root / ".git/hooks" / name, f"echo {name} >> {one.net.folder}/ran")
    one.add("Oil the hinge")
    one.sync(at(1))
    assert (one.net.folder / "ran").read_text().split() == ["pre-push"]


@pytest.mark.parametrize("setting", ["true", "input"])
def test_line_ends_of_windows_are_no_change_whatever_autocrlf_says(pair: Pair, setting: str) -> None:
    one, other = pair
    for machine in pair:
        machine.git("config", "core.autocrlf", setting)
    path = Path("objects/facts/well.md")
    (one.root / path).write_bytes(b"# The well\r\n\r\nIt is deep.\r\n")
    one.add("Oil the hinge")
    one.sync(at(1))
    other.sync(at(2))
    assert one.sync(at(3)).attempts == 0
    assert (other.root / path).read_bytes() == (one.root / path).read_bytes() == b"# The well\r\n\r\nIt is deep.\r\n"
    assert other.is_clean()
