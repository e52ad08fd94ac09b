"""Remotes that are far, closed, silent or not there: a sync always ends, says why, and loses nothing."""

from __future__ import annotations

import time

import pytest

from helpers.machines import Machine, Net, at
from helpers.remotes import black_hole, closed_port, http_remote, program


def point(machine: Machine, url: str) -> None:
    machine.git("remote", "set-url", "origin", url)


def check_kept(machine: Machine) -> None:
    assert machine.log() == ["mem(fact): Oil the hinge"]
    assert machine.is_clean()


def test_over_http_all_goes_both_ways(net: Net, transport: str) -> None:
    net.git("config", "http.receivepack", "true")
    one, other = net.machine("attic", transport=transport), net.machine("barn", transport=transport)
    with http_remote(net.folder) as url:
        for machine in (one, other):
            point(machine, f"{url}/remote.git")
        one.add("Oil the hinge")
        assert one.sync(at(1)).push == "ok"
        other.add("From the barn")
        outcome = other.sync(at(2))
        assert (outcome.pull, outcome.push, outcome.transport) == ("ok", "ok", transport)
        one.sync(at(3))
    assert one.files() == other.files()
    assert one.is_clean()


def test_nobody_there_is_offline_and_no_failure(net: Net, transport: str) -> None:
    one = net.machine("attic", transport=transport)
    one.add("Oil the hinge")
    point(one, closed_port())
    outcome = one.sync(at(1))
    assert (outcome.offline, outcome.failed, outcome.unpushed) == (True, False, 1)
    assert outcome.pull.startswith("offline: ")
    assert outcome.push == "skipped"
    check_kept(one)


def test_a_remote_that_never_answers_is_left_in_time(net: Net, transport: str) -> None:
    one = net.machine("attic", transport=transport)
    one.add("Oil the hinge")
    with black_hole() as url:
        point(one, url)
        started = time.monotonic()
        outcome = one.sync(at(1), seconds=2)
        assert time.monotonic() - started < 10
    assert outcome.offline
    assert "2 seconds" in outcome.pull
    check_kept(one)


def test_a_remote_that_wants_a_password_is_told_apart_and_asks_nobody(net: Net, transport: str) -> None:
    one = net.machine("attic", transport=transport)
    one.add("Oil the hinge")
    with http_remote(net.folder, password=True) as url:
        point(one, f"{url}/remote.git")
        outcome = one.sync(at(1))
    assert outcome.failed
    assert "authentication" in outcome.pull
    check_kept(one)


def test_hand_edits_are_committed_even_offline(net: Net) -> None:
    one = net.machine("attic")
    id = one.add("Oil the hinge", "Two drops.")
    one.edit(id, "Two", "Three")
    point(one, closed_port())
    assert one.sync(at(1)).unpushed == 2
    assert one.is_clean()


def test_over_ssh_the_users_own_command_is_called(net: Net, transport: str) -> None:
    """The stand-in drops its options and the host and runs the rest here, as the far end would."""
    script = (
        'while [ "${1#-}" != "$1" ]; do [ "$1" = -o ] || [ "$1" = -p ] && shift; shift; done; shift; exec sh -c "$*"'
    )
    ssh = program(net.folder / "far-shell", script)
    net.environ["GIT_SSH_COMMAND"] = str(ssh)
    net.environ["GIT_SSH_VARIANT"] = "ssh"
    one, other = net.machine("attic", transport=transport), net.machine("barn", transport=transport)
    one.add("Oil the hinge")
    for machine in (one, other):
        point(machine, f"ssh://far.invalid{net.remote}")
    assert one.sync(at(1)).push == "ok"
    other.sync(at(2))
    assert other.files() == one.files()


def test_an_ssh_that_asks_gets_no_answer_and_no_time(net: Net) -> None:
    net.environ["GIT_SSH_COMMAND"] = str(program(net.folder / "asking", 'read answer; echo "no entry" >&2; exit 255'))
    one = net.machine("attic")
    one.add("Oil the hinge")
    point(one, "ssh://far.invalid/r.git")
    started = time.monotonic()
    outcome = one.sync(at(1))
    assert time.monotonic() - started < 25
    assert outcome.failed
    assert "authentication" in outcome.pull
    check_kept(one)


def test_ssh_itself_is_told_never_to_ask(net: Net) -> None:
    """A program called ssh gets options that make it end by itself."""
    (net.folder / "bin").mkdir()
    program(net.folder / "bin/ssh", f'echo "$@" >> {net.folder}/said; exit 255')
    net.environ["GIT_SSH_COMMAND"] = str(net.folder / "bin/ssh")
    net.environ["GIT_SSH_VARIANT"] = "ssh"
    one = net.machine("attic")
    one.add("Oil the hinge")
    point(one, "ssh://far.invalid/r.git")
    one.sync(at(1))
    said = (net.folder / "said").read_text()
    assert "BatchMode=yes" in said
    assert "ConnectTimeout=10" in said


@pytest.mark.parametrize("name", ["GIT_ASKPASS", "SSH_ASKPASS"])
def test_a_window_that_asks_for_a_password_is_never_waited_for_longer_than_the_deadline(net: Net, name: str) -> None:
    net.environ[name] = str(program(net.folder / "window", "exec sleep 60"))
    one = net.machine("attic")
    one.add("Oil the hinge")
    with http_remote(net.folder, password=True) as url:
        point(one, f"{url}/remote.git")
        started = time.monotonic()
        one.sync(at(1), seconds=3)
        assert time.monotonic() - started < 12
    check_kept(one)


def test_a_lost_race_is_seen_and_run_again(net: Net, transport: str) -> None:
    """While one machine pushes, the remote moves: its hook lets another machine in between, once."""
    one, other = net.machine("attic", transport=transport), net.machine("barn")
    one.add("Oil the hinge", now=at(0))
    one.sync(at(1))
    other.sync(at(2))
    other.add("From the barn", now=at(3))
    one.add("From the attic", now=at(3))
    other.git("push", "-q", "origin", "HEAD:refs/heads/aside")
    moved = other.git("rev-parse", "HEAD").strip()
    if transport == "git":
        program(
            one.root / ".git/hooks/pre-push",
            f"[ -e {net.folder}/once ] && exit 0; touch {net.folder}/once; "
            f"git --git-dir={net.remote} update-ref refs/heads/main {moved}",
        )
    else:
        net.git("update-ref", "refs/heads/main", moved)
    outcome = one.sync(at(4))
    assert outcome.push == "ok"
    assert outcome.attempts == (2 if transport == "git" else 1)
    assert net.git("rev-list", "--count", "main").strip() == "3"
    other.sync(at(5))
    assert one.files() == other.files()


def test_without_git_on_the_path_all_the_same(net: Net) -> None:
    """The library alone carries facts there and back; git looks at the result."""
    one, other = net.machine("attic"), net.machine("barn")
    shared = one.add("Oil the hinge", "Two drops.")
    one.sync(at(1))
    other.sync(at(2))
    path = net.environ["PATH"]
    net.environ["PATH"] = str(net.folder)
    try:
        machines = [Machine.reopened(machine) for machine in (one, other)]
        machines[0].memory.update(shared, {"priority": 70}, at(5))
        machines[1].memory.update(shared, {"confidence": 0.9}, at(6))
        machines[1].add("From the barn", now=at(7))
        outcomes = [machines[0].sync(at(8)), machines[1].sync(at(9)), machines[0].sync(at(10))]
    finally:
        net.environ["PATH"] = path
    assert [outcome.transport for outcome in outcomes] == ["dulwich"] * 3
    assert [outcome.push for outcome in outcomes] == ["ok"] * 3
    assert one.files() == other.files()
    assert one.is_clean()
    assert other.is_clean()
