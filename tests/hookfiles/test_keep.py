"""Enabling, noting, removing and pruning on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from mem.hookfiles.keep import NotEnabled, enable, keep_note, prune, remove_query
from mem.hookfiles.roots import Around
from mem.hookfiles.stopped import Stopped
from mem.hooks.maintain import Note

HOOK = "---\nschema: memhooks/v2\n---\n"
ANCHORED = (
    "---\nschema: memhooks/v2\nrecall_queries:\n"
    '  - {query: g, tags: ["memhooks:auto"], resources: [{name: NAME, kind: file}]}\n---\n'
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project" / ".git").mkdir(parents=True)
    (tmp_path / "project" / "src" / "deep").mkdir(parents=True)
    return tmp_path / "project"


def around(folder: Path) -> Around:
    return Around(str(folder), home=str(folder / "none"), config_home=str(folder / "none"))


def test_enabling_gives_the_root_a_hook_once(project: Path) -> None:
    (project.parent / "MEMHOOKS.md").write_text(HOOK)
    hook = Path(enable("src/deep", around(project)))
    assert hook == project / "MEMHOOKS.md"
    text = hook.read_text()
    enable(".", around(project / "src"))
    assert hook.read_text() == text
    assert "project" in text


def test_enabling_again_tells_of_an_invalid_hook_and_keeps_it(project: Path) -> None:
    (project / "MEMHOOKS.md").write_text("---\nschema: memhooks/v1\n---\n")
    with pytest.raises(Stopped):
        enable(".", around(project))
    assert (project / "MEMHOOKS.md").read_text() == "---\nschema: memhooks/v1\n---\n"


def test_a_note_goes_to_the_nearest_hook(project: Path) -> None:
    enable(".", around(project))
    (project / "src" / "MEMHOOKS.md").write_text(HOOK)
    (project / "src" / "deep" / "a.py").write_text("")
    assert keep_note("src/deep/a.py", Note("q"), around(project)) == str(project / "src" / "MEMHOOKS.md")
    assert keep_note(".", Note("r"), around(project)) == str(project / "MEMHOOKS.md")


def test_a_project_that_is_not_enabled_gets_no_note_and_neither_does_what_is_above(project: Path) -> None:
    above = project.parent / "MEMHOOKS.md"
    above.write_text(HOOK)
    (project / "src" / "MEMHOOKS.md").write_text(HOOK)
    for act in (
        lambda: keep_note("src", Note("q"), around(project)),
        lambda: remove_query("src", "q", around(project), dry_run=False),
        lambda: prune("src", around(project), whole_project=True, dry_run=False),
    ):
        with pytest.raises(NotEnabled, match=str(project)):
            act()
    assert above.read_text() == HOOK == (project / "src" / "MEMHOOKS.md").read_text()


def test_removing_an_override_leaves_the_one_above(project: Path) -> None:
    text = "---\nschema: memhooks/v2\nrecall_queries:\n  - q\n  - r\n---\n"
    for folder in (project, project / "src"):
        (folder / "MEMHOOKS.md").write_text(text)
    assert remove_query("src", "q", around(project), dry_run=True)
    assert (project / "src" / "MEMHOOKS.md").read_text() == text
    assert remove_query("src", "q", around(project), dry_run=False)
    assert not remove_query("src", "q", around(project), dry_run=False)
    assert (project / "MEMHOOKS.md").read_text() == text


def test_pruning_keeps_to_its_folder_and_tells_of_invalid_hooks(project: Path) -> None:
    enable(".", around(project))
    (project / "here.py").write_text("")
    (project.parent / "outside.py").write_text("")
    for folder, name in (("a", "here.py"), ("b", "gone.py"), ("c", "../outside.py"), ("d", "src")):
        (project / folder).mkdir()
        (project / folder / "MEMHOOKS.md").write_text(ANCHORED.replace("NAME", name))
    (project / "bad").mkdir()
    (project / "bad" / "MEMHOOKS.md").write_text(ANCHORED.replace("v2", "v1"))
    dry = prune(".", around(project), whole_project=True, dry_run=True)
    assert (dry.hooks_changed, dry.queries_removed) == (3, 3)
    assert [finding.code for finding in dry.troubles] == ["MH001"]
    assert not (project / "b" / ".MEMHOOKS.md.lock").exists()
    assert prune("b", around(project), whole_project=False, dry_run=False).hooks_changed == 1
    assert prune("b", around(project), whole_project=True, dry_run=False).hooks_changed == 2
    assert "here.py" in (project / "a" / "MEMHOOKS.md").read_text()
