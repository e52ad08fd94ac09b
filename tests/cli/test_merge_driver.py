"""Plain git by people: merge, pull, rebase and stash merge facts by their fields, and write no markers."""

from __future__ import annotations

import sys


def branch_off(world, id: str) -> None:
    """Change one fact on a branch and, in another way, on `main`."""
    world.git("checkout", "-q", "-b", "side")
    world.ok("update", id, "--priority", "70", "--add-tags", "iron", now="2026-06-21T09:00:00Z")
    world.git("checkout", "-q", "main")
    world.ok("update", id, "--confidence", "0.9", "--add-tags", "oil", now="2026-06-21T10:00:00Z")


def shown(world, id: str) -> dict:
    return world.ok("show", id, "--format", "json", now="2026-06-22T10:00:00Z").json()["memory"]


def check_both(world, id: str) -> None:
    memory = shown(world, id)
    assert (memory["priority"], memory["confidence"], memory["version"]) == (70, 0.9, 3)
    assert set(memory["tags"]) == {"iron", "oil"}
    assert world.is_clean()


def test_git_merge(world) -> None:
    id = world.add("Oil the hinge")
    branch_off(world, id)
    world.git("merge", "-q", "--no-edit", "side")
    check_both(world, id)


def test_git_rebase(world) -> None:
    id = world.add("Oil the hinge")
    branch_off(world, id)
    world.git("rebase", "-q", "side")
    check_both(world, id)


def test_git_pull(world) -> None:
    id = world.add("Oil the hinge")
    world.git("clone", "-q", ".", str(world.folder / "other"))
    other = world.folder / "other"
    world.ok("update", id, "--priority", "70", "--add-tags", "iron", store=other, now="2026-06-21T09:00:00Z")
    world.ok("update", id, "--confidence", "0.9", "--add-tags", "oil", now="2026-06-21T10:00:00Z")
    world.git("pull", "-q", "--no-rebase", "--no-edit", str(other), "main")
    check_both(world, id)


def test_git_stash(world) -> None:
    id = world.add("Oil the hinge")
    path = world.path(id)
    path.write_text(path.read_text().replace("priority: 50", "priority: 70"))
    world.git("stash", "-q")
    world.ok("update", id, "--confidence", "0.9", now="2026-06-21T10:00:00Z")
    world.git("stash", "pop", "-q")
    memory = shown(world, id)
    assert (memory["priority"], memory["confidence"]) == (70, 0.9)


def test_two_facts_of_one_id_both_stay(world) -> None:
    world.add("A first fact")
    world.git("checkout", "-q", "-b", "side")
    world.add("Oil the hinge", "--body", "Theirs.", now="2026-06-20T13:00:00Z")
    world.git("checkout", "-q", "main")
    first = world.add("Oil the hinge", "--body", "Ours.", now="2026-06-20T12:30:00Z")
    world.git("merge", "-q", "--no-edit", "side")
    bodies = {fact["id"]: fact["id"] for fact in world.ok("list", "--format", "json").json()["mem"]}
    assert len(bodies) == 3
    assert shown(world, first)["body"] == "Ours."
    other = next(id for id in bodies if id.startswith(f"{first}-"))
    assert shown(world, other)["body"] == "Theirs."
    world.add("One more")
    assert world.is_clean()


def test_a_contested_text_is_told_and_the_other_is_in_history(world) -> None:
    id = world.add("Oil the hinge", "--body", "Two drops.")
    world.git("checkout", "-q", "-b", "side")
    world.ok("update", id, "--body", "One drop.", now="2026-06-21T09:00:00Z")
    world.git("checkout", "-q", "main")
    world.ok("update", id, "--body", "Three drops.", now="2026-06-21T10:00:00Z")
    world.git("merge", "-q", "--no-edit", "side")
    assert shown(world, id)["body"] == "Three drops."
    assert "One drop." in world.git("log", "-p", "side")


def test_init_registers_an_absolute_interpreter_and_doctor_mends_it(world) -> None:
    assert world.git("config", "merge.mem.driver").startswith(sys.executable)
    world.git("config", "merge.mem.driver", "/gone/python -m mem merge-driver %O %A %B %P")
    assert "mem doctor --fix" in world.mem("doctor").out
    world.mem("doctor", "--fix")
    assert world.git("config", "merge.mem.driver").startswith(sys.executable)
    world.git("config", "--unset", "merge.mem.driver")
    assert "mem doctor --fix" in world.mem("doctor").out
    world.ok("init")
    assert "registered" in world.mem("doctor").out


def test_without_git_the_driver_is_registered_all_the_same(empty_world, tmp_path) -> None:
    (tmp_path / "bin").mkdir()
    empty_world.ok("init", env={"PATH": str(tmp_path / "bin")})
    assert empty_world.git("config", "merge.mem.driver").startswith(sys.executable)
