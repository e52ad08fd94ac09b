"""What a host gets for the files its session works on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from mem.hookfiles.host import Answer, Asked, BadEvent, answer
from mem.hookfiles.roots import Around


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    write(folder, ".", "top")
    for name in ("a", "a/b", "c"):
        write(folder, name, name.replace("/", "-"))
        (folder / name / "x.py").write_text("")
    return folder


def write(folder: Path, name: str, query: str, schema: str = "memhooks/v2") -> None:
    (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / name / "MEMHOOKS.md").write_text(f"---\nschema: {schema}\nrecall_queries: [{query}]\n---\n")


def ask(project: Path, event: Mapping[str, object], seconds: float = 5) -> Answer:
    return answer(Asked({"cwd": str(project), **event}, "/"), Around("/"), seconds)


def asked(found: Answer) -> list[list[str]]:
    return [[query.query for query in plan.effective_queries] for plan in found.plans]


def test_without_files_the_folder_of_the_host_counts(project: Path) -> None:
    assert asked(ask(project, {})) == [["top"]]
    assert asked(ask(project, {"cwd": str(project / "a")})) == [["top", "a"]]


def test_each_active_folder_has_its_plan_and_one_above_another_is_not_said_twice(project: Path) -> None:
    assert asked(ask(project, {"active_files": ["a/x.py", "c/x.py", "a/b/x.py", "c/x.py"]})) == [
        ["top", "c"],
        ["top", "a", "a-b"],
    ]


def test_files_that_are_not_there_or_outside_do_not_count(project: Path) -> None:
    (project.parent / "y.py").write_text("")
    assert asked(ask(project, {"active_files": ["gone.py", "../y.py", "a", "a\0"]})) == [["top"]]


def test_a_repository_within_is_a_project_of_its_own(project: Path) -> None:
    (project / "c" / ".git").mkdir()
    assert asked(ask(project, {"active_files": ["c/x.py", "a/x.py"]})) == [["top", "a"]]
    assert asked(ask(project, {"active_files": ["c/x.py"]})) == []


def test_an_invalid_active_folder_is_not_replaced_by_what_is_above_it(project: Path) -> None:
    write(project, "c", "c", schema="memhooks/v1")
    found = ask(project, {"active_files": ["c/x.py"]})
    assert asked(found) == []
    assert "memhooks/v1" in found.notes[0]


def test_at_most_eight_folders_are_resolved(project: Path) -> None:
    for number in range(10):
        write(project, f"n{number}", f"n{number}")
        (project / f"n{number}" / "x.py").write_text("")
    found = ask(project, {"active_files": [f"n{number}/x.py" for number in range(10)]})
    assert len(found.plans) == 8
    assert "10 active folders" in found.notes[0]


def test_when_the_time_is_up_what_is_there_is_given(project: Path) -> None:
    found = ask(project, {}, seconds=-1)
    assert found.plans == []
    assert found.notes


def test_roles_select(project: Path) -> None:
    (project / "MEMHOOKS.md").write_text(
        "---\nschema: memhooks/v2\nrecall_queries: [{query: q, when: {roles: [ops]}}]\n---\n"
    )
    assert asked(ask(project, {"active_roles": ["dev"]})) == [[]]
    assert asked(ask(project, {"active_roles": ["ops"]})) == [["q"]]


@pytest.mark.parametrize(
    "event",
    [
        {"cwd": 5},
        {"cwd": ""},
        {"cwd": "/nowhere/at/all"},
        {"cwd": None},
        {"active_files": "a/x.py"},
        {"active_files": [""]},
        {"active_files": [5]},
        {"active_files": ["f"] * 65},
        {"active_roles": ["r"] * 33},
        {"active_roles": None},
    ],
    ids=lambda event: str(event)[:40],
)
def test_a_malformed_event_is_refused(project: Path, event: dict[str, object]) -> None:
    with pytest.raises(BadEvent):
        ask(project, event)
