"""Touched files become generated cues in the hook of their folder; nothing else does."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mem.hookfiles.follow import follow
from mem.hookfiles.roots import Around
from mem.hookfiles.stopped import Stopped
from mem.hooks.document import read

HOOK = "---\nschema: memhooks/v2\n---\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    for name in (
        "src/a.py",
        "src/b.py",
        "lib/c.py",
        "src/deep/d.py",
        "node_modules/e.js",
        "lib/build/f.o",
        "odd (1)/[g] 鍵: x.py",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("")
    (folder / ".git").mkdir()
    (folder / "MEMHOOKS.md").write_text(HOOK)
    (tmp_path / "secret.txt").write_text("")
    return folder


def touch(project: Path, tool_input: object, limit: str | None = None, **event: object) -> int:
    event = {"hook_event_name": "post_tool_call", "cwd": str(project), "tool_input": tool_input, **event}
    changed, troubles = follow(event, Around(str(project)), limit)
    assert not troubles
    return changed


def anchors(project: Path) -> dict[str, list[str]]:
    """Give the anchored files by folder."""
    found = {}
    for hook in sorted(project.rglob("MEMHOOKS.md")):
        document = read(str(hook), hook.read_bytes())
        assert not document.faults
        queries = document.value.get("recall_queries", [])
        assert isinstance(queries, list)
        names = [resource["name"] for query in queries for resource in query["resources"]]
        if names:
            found[os.path.relpath(hook.parent, project)] = names
    return found


def test_each_folder_keeps_its_own_files(project: Path) -> None:
    files = [
        "src/b.py",
        "src/a.py",
        "lib/c.py",
        str(project / "src/deep/d.py"),
        "odd (1)/[g] 鍵: x.py",
        "src/../src/a.py",
    ]
    assert touch(project, {"paths": files}) == 4
    assert anchors(project) == {
        "src": ["src/a.py", "src/b.py"],
        "lib": ["lib/c.py"],
        "src/deep": ["src/deep/d.py"],
        "odd (1)": ["odd (1)/[g] 鍵: x.py"],
    }


def test_the_same_again_changes_nothing(project: Path) -> None:
    assert touch(project, {"path": "src/a.py"}) == 1
    assert touch(project, {"path": "src/a.py"}) == 0


@pytest.mark.parametrize(
    "tool_input",
    [
        {"content": "src/a.py", "command": "cat src/a.py", "pathology": "src/a.py", "old": {"text": "src/a.py"}},
        {"path": "src/ghost.py"},
        {"path": "src"},
        {"path": "ghost/a.py"},
        {"path": ""},
        {"path": 5},
        {"path": None},
        {"path": "../secret.txt"},
        {"path": "https://example.invalid/src/a.py"},
        {"path": "git@example.invalid:src/a.py"},
        {"paths": ["node_modules/e.js", "lib/build/f.o", "MEMHOOKS.md", ".MEMHOOKS.md.lock", ".git/HEAD"]},
        {"path": "src/a.py\0"},
        {"path": "\udcff"},
        {"path": {"path": "src/a.py"}},
        "src/a.py",
        None,
        [],
        7,
    ],
    ids=repr,
)
def test_what_is_no_file_of_the_project_leaves_no_trace(project: Path, tool_input: object) -> None:
    assert touch(project, tool_input) == 0
    assert anchors(project) == {}
    assert (project / "MEMHOOKS.md").read_text() == HOOK


def test_paths_are_found_at_any_depth_and_in_any_letter_case(project: Path) -> None:
    touch(project, {"edits": [{"File_Path": "src/a.py"}, {"more": {"DEST": ["src/b.py"]}}]})
    assert anchors(project) == {"src": ["src/a.py", "src/b.py"]}


def test_a_link_counts_as_the_file_it_leads_to_and_only_inside(project: Path) -> None:
    (project / "way.py").symlink_to(project / "src/a.py")
    (project / "out.py").symlink_to(project.parent / "secret.txt")
    touch(project, {"paths": ["way.py", "out.py"]})
    assert anchors(project) == {"src": ["src/a.py"]}


def test_a_rename_moves_the_anchor(project: Path) -> None:
    touch(project, {"paths": ["src/a.py", "src/b.py"]})
    (project / "src/a.py").rename(project / "lib/a.py")
    touch(project, {"source": "src/a.py", "destination": "lib/a.py"})
    assert anchors(project) == {"src": ["src/b.py"], "lib": ["lib/a.py"]}


def test_a_deletion_takes_the_anchor_and_at_last_the_cue(project: Path) -> None:
    touch(project, {"path": "src/a.py"})
    (project / "src/a.py").unlink()
    assert touch(project, {"path": "src/a.py"}) == 1
    assert (project / "src/MEMHOOKS.md").read_text() == "---\nschema: memhooks/v2\n---\n"


@pytest.mark.parametrize("event", [{"hook_event_name": "pre_tool_call"}, {"hook_event_name": None}])
def test_other_events_do_nothing(project: Path, event: dict[str, object]) -> None:
    assert touch(project, {"path": "src/a.py"}, **event) == 0


def test_a_project_that_is_not_enabled_is_left_alone(project: Path) -> None:
    (project / "MEMHOOKS.md").unlink()
    assert touch(project, {"path": "src/a.py"}) == 0
    assert not list(project.rglob("*MEMHOOKS*"))


@pytest.mark.parametrize("limit", ["0", "257", "many", "", "-1", "1.5", "٣"])
def test_a_limit_out_of_range_writes_nothing(project: Path, limit: str) -> None:
    with pytest.raises(Stopped) as stopped:
        touch(project, {"path": "src/a.py"}, limit)
    assert stopped.value.findings[0].code == "MH028"
    assert anchors(project) == {}


def test_the_limit_keeps_the_latest(project: Path) -> None:
    touch(project, {"path": "src/b.py"}, "1")
    touch(project, {"path": "src/a.py"}, "1")
    assert anchors(project) == {"src": ["src/a.py"]}


def test_one_bad_folder_does_not_keep_the_others_back(project: Path) -> None:
    (project / "lib/MEMHOOKS.md").symlink_to(project / "MEMHOOKS.md")
    event = {
        "hook_event_name": "post_tool_call",
        "cwd": str(project),
        "tool_input": {"paths": ["lib/c.py", "src/a.py"]},
    }
    changed, troubles = follow(event, Around(str(project)), None)
    assert (changed, [finding.code for finding in troubles]) == (1, ["MH029"])
