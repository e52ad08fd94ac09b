"""Many machines at one remote at once: every fact arrives, and history stays a line."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from helpers.machines import Net, at

CLIENTS, EACH = 16, 2


def test_sixteen_machines_push_at_once_and_nothing_is_lost(net: Net) -> None:
    first = net.machine("first")
    first.add("The beginning")
    first.sync(at(1))

    def work(number: int) -> int:
        machine = net.machine(f"m{number}")
        attempts = 0
        for round in range(EACH):
            machine.add(f"Fact {round} of machine {number}", now=at(number, round))
            outcome = machine.sync(at(number, round), seconds=120)
            assert outcome.push == "ok", outcome
            attempts += outcome.attempts
        machine.close()
        net.machines.remove(machine)
        return attempts

    with ThreadPoolExecutor(CLIENTS) as pool:
        attempts = list(pool.map(work, range(CLIENTS)))
    assert sum(attempts) >= CLIENTS * EACH
    subjects = net.git("log", "--format=%s", "main").splitlines()
    assert len([line for line in subjects if " of machine " in line]) == CLIENTS * EACH
    assert net.git("rev-list", "--count", "--merges", "main").strip() == "0"
    assert net.git("ls-tree", "-r", "--name-only", "main", "objects").count(".md") == CLIENTS * EACH + 1
    first.sync(at(50))
    assert first.is_clean()
    assert len(list(first.root.glob("objects/facts/*.md"))) == CLIENTS * EACH + 1
