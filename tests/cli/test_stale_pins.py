"""Facts pinned to code: which of it moved, told per worktree and per project, and what searches make of it."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def project(world, tmp_path):
    """Make a code repository whose key is known, with a few files, one commit."""

    def make(name: str) -> Path:
        folder = tmp_path / name
        world.git("init", "-q", "-b", "main", str(folder), cwd=tmp_path)
        world.git("remote", "add", "origin", f"https://example.org/acme/{name}.git", cwd=folder)
        (folder / "src").mkdir()
        for stem in ("kept", "changed", "removed"):
            (folder / "src" / f"{stem}.py").write_text(f"{stem} = 1\n")
        commit(world, folder)
        return folder

    return make


def commit(world, folder: Path) -> None:
    world.git("add", "-A", cwd=folder)
    world.git("commit", "-q", "-m", "work", cwd=folder)


def move_on(world, folder: Path) -> None:
    """Change one file and remove another."""
    (folder / "src" / "changed.py").write_text("changed = 2\n")
    (folder / "src" / "removed.py").unlink()
    commit(world, folder)


def verdicts(world, folder: Path, *flags: str) -> dict[str, str]:
    rows = world.ok("stale", *flags, "--format", "json", cwd=folder).json()["stale"]
    return {row["title"]: row["verdict"] for row in rows}


def test_code_is_current_stale_gone_or_unknown(world, project) -> None:
    code = project("mill")
    for stem in ("kept", "changed", "removed"):
        world.add(f"About {stem}", "--pin", f"{stem}.py", cwd=code / "src")
    world.add("About nothing", cwd=code)
    world.add("About elsewhere", "--pin", f"src/kept.py@{'0' * 40}", cwd=code)
    world.add("About the folder", "--pin", ".", cwd=code / "src")
    move_on(world, code)
    assert verdicts(world, code) == {
        "About kept": "current",
        "About changed": "stale",
        "About removed": "gone",
        "About elsewhere": "unknown",
        "About the folder": "stale",
    }
    assert "1 current, 2 stale, 1 gone, 1 unknown of 5 pinned" in world.ok("stale", cwd=code).out


def test_a_change_that_was_taken_back_is_none(world, project) -> None:
    code = project("mill")
    world.add("About changed", "--pin", "src/changed.py", cwd=code)
    move_on(world, code)
    (code / "src" / "changed.py").write_text("changed = 1\n")
    commit(world, code)
    assert verdicts(world, code) == {"About changed": "current"}


def test_each_worktree_is_judged_by_its_own_commit(world, project, tmp_path) -> None:
    code = project("mill")
    world.add("About changed", "--pin", "src/changed.py", cwd=code)
    move_on(world, code)
    world.git("worktree", "add", "-q", str(tmp_path / "old"), "HEAD~1", cwd=code)
    assert verdicts(world, code) == {"About changed": "stale"}
    assert verdicts(world, tmp_path / "old" / "src") == {"About changed": "current"}


def test_projects_do_not_mix(world, project) -> None:
    mill, quay = project("mill"), project("quay")
    world.add("Mill", "--pin", "src/kept.py", cwd=mill)
    world.add("Quay", "--pin", "src/changed.py", cwd=quay)
    move_on(world, quay)
    assert verdicts(world, mill) == {"Mill": "current"}
    assert verdicts(world, quay) == {"Quay": "stale"}
    assert verdicts(world, mill, "--repo", "../quay") == {"Quay": "stale"}


def test_a_fact_that_applies_everywhere_belongs_where_its_commit_is(world, project) -> None:
    mill, quay = project("mill"), project("quay")
    (quay / "other.txt").write_text("so that the commits differ\n")
    commit(world, quay)
    world.add("Everywhere", "--scope", "all", "--pin", "other.txt", cwd=quay)
    assert verdicts(world, mill) == {}
    assert verdicts(world, quay) == {"Everywhere": "current"}


def test_only_what_is_believed_is_looked_at(world, project) -> None:
    code = project("mill")
    id = world.add("About kept", "--pin", "src/kept.py", cwd=code)
    world.ok("revise", id, "--title", "About kept, revised", cwd=code)
    assert verdicts(world, code) == {}


def test_a_mark_ranks_moved_code_lower_until_the_fact_is_pinned_anew(world, project) -> None:
    code = project("mill")
    world.add("Gears are brass", "--pin", "src/kept.py", "--body", "Gears turn.", cwd=code)
    moved = world.add("Gears are brass indeed", "--pin", "src/changed.py", "--priority", "100", cwd=code)
    move_on(world, code)
    assert world.titles("search", "gears brass indeed", cwd=code)[0] == "Gears are brass indeed"
    before = world.ok("search", "gears", "--explain", "--format", "json", cwd=code).json()["mem"]
    assert "marked: 1" in world.ok("stale", "--mark", cwd=code).out
    after = world.ok("search", "gears", "--explain", "--format", "json", cwd=code).json()["mem"]
    score = {row["id"]: row["score"] for row in before}
    halved = {row["id"]: row["score"] for row in after}
    assert halved[moved] == pytest.approx(score[moved] / 2, rel=1e-3)
    assert "pin ×0.500" in next(row["factors"] for row in after if row["id"] == moved)
    assert "stale[1]" in world.ok("review", cwd=code).out
    world.ok("update", moved, "--pin", "src/changed.py", cwd=code)
    fresh = world.ok("search", "gears", "--explain", "--format", "json", cwd=code).json()["mem"]
    assert "pin" not in next(row["factors"] for row in fresh if row["id"] == moved)


def test_a_mark_is_this_machines_own_and_forgotten_when_the_code_is_back(world, project) -> None:
    code = project("mill")
    world.add("Gears are brass", "--pin", "src/changed.py", cwd=code)
    move_on(world, code)
    world.ok("stale", "--mark", cwd=code)
    assert (world.store / ".git" / "mem" / "pins").exists()
    assert world.is_clean()
    world.git("checkout", "-q", "HEAD~1", cwd=code)
    assert "marked: 0" in world.ok("stale", "--mark", cwd=code).out
    assert (world.store / ".git" / "mem" / "pins").read_text() == ""


def test_both_lanes_rank_marked_facts_alike(world, project) -> None:
    code = project("mill")
    world.add("Gears are brass", "--pin", "src/kept.py", cwd=code)
    world.add("Gears are brass indeed", "--pin", "src/changed.py", "--priority", "100", cwd=code)
    move_on(world, code)
    world.ok("stale", "--mark", cwd=code)
    plain = world.ok("search", "gears", cwd=code).out
    full = world.ok("search", "gears", "--min-priority", "0", cwd=code).out
    assert plain == full


def test_why_tells_how_the_code_stands(world, project) -> None:
    code = project("mill")
    id = world.add("Gears are brass", "--pin", "src/changed.py", cwd=code)
    move_on(world, code)
    assert world.ok("why", id, "--format", "json", cwd=code).json()["why"]["code"] == "stale"
    assert "code" not in world.ok("why", id, "--format", "json").json()["why"]


def test_without_code_there_is_nothing_to_compare(world, tmp_path) -> None:
    for words in (("stale",), ("stale", "--repo", str(tmp_path / "nowhere")), ("stale", "--repo", str(world.home))):
        answer = world.mem(*words)
        assert (answer.code, "no code repository" in answer.out) == (1, True)


def test_without_git_nothing_can_be_told(world, project) -> None:
    code = project("mill")
    world.add("Gears are brass", "--pin", "src/kept.py", cwd=code)
    answer = world.ok("stale", "--format", "json", cwd=code, env={"PATH": "/nowhere"}).json()
    assert [row["verdict"] for row in answer["stale"]] == ["unknown"]
