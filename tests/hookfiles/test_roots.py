"""One root, whoever asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from mem.hookfiles.roots import Around, Site, locate
from mem.hookfiles.stopped import Stopped


def place(folder: Path, *inner: str) -> Path:
    path = folder.joinpath(*inner)
    path.mkdir(parents=True, exist_ok=True)
    return path


def enabled(folder: Path, *inner: str) -> Path:
    path = place(folder, *inner)
    (path / "MEMHOOKS.md").write_text("---\nschema: memhooks/v2\n---\n")
    return path


def root_of(path: Path, cwd: Path | None = None, configured: str | None = None) -> str:
    return locate(str(path), Around(str(cwd or path), configured_root=configured)).root


def test_a_hook_above_the_git_root_takes_no_part(tmp_path: Path) -> None:
    enabled(tmp_path)
    place(tmp_path, "repo", ".git")
    assert root_of(place(tmp_path, "repo", "src")) == str(tmp_path / "repo")


def test_a_linked_worktree_is_a_root_too(tmp_path: Path) -> None:
    enabled(tmp_path)
    (place(tmp_path, "tree") / ".git").write_text("gitdir: /elsewhere\n")
    assert root_of(place(tmp_path, "tree", "src")) == str(tmp_path / "tree")


def test_an_inner_repository_does_not_inherit_from_the_outer(tmp_path: Path) -> None:
    place(tmp_path, ".git")
    place(tmp_path, "lib", ".git")
    assert root_of(place(tmp_path, "lib", "src")) == str(tmp_path / "lib")


def test_outside_git_the_highest_hook_is_the_root(tmp_path: Path) -> None:
    top = enabled(tmp_path, "top")
    enabled(top, "gap", "low")
    assert root_of(place(top, "gap", "low", "x")) == str(top)


def test_with_nothing_above_the_folder_is_its_own_root(tmp_path: Path) -> None:
    alone = place(tmp_path, "a", "b")
    assert root_of(alone) == str(alone)


def test_the_configured_root_counts_when_it_contains_the_place(tmp_path: Path) -> None:
    place(tmp_path, "repo", ".git")
    src = place(tmp_path, "repo", "src")
    assert root_of(src, configured=str(tmp_path)) == str(tmp_path)
    assert root_of(src, configured=str(src)) == str(src)
    assert root_of(src, configured="..") == str(tmp_path / "repo")
    assert root_of(src, configured=str(place(tmp_path, "other"))) == str(tmp_path / "repo")
    assert root_of(src, configured=str(place(tmp_path, "re"))) == str(tmp_path / "repo")


@pytest.mark.parametrize("path", ["missing", "a\0b", "x" * 5000])
def test_a_path_that_is_not_there_is_an_error(tmp_path: Path, path: str) -> None:
    with pytest.raises(Stopped) as stopped:
        locate(path, Around(str(tmp_path)))
    assert stopped.value.findings[0].code == "MH024"


def test_a_configured_root_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(Stopped, match="MEMHOOKS_ROOT"):
        locate(".", Around(str(tmp_path), configured_root=str(tmp_path / "gone")))


def test_a_link_is_where_it_points_to(tmp_path: Path) -> None:
    place(tmp_path, ".git")
    real = place(tmp_path, "deep", "real")
    (tmp_path / "short").symlink_to(real)
    assert locate("short", Around(str(tmp_path))).target == str(real)


def test_the_folders_of_a_file_go_from_the_root_to_its_own(tmp_path: Path) -> None:
    place(tmp_path, ".git")
    (place(tmp_path, "a", "b") / "code.py").write_text("")
    site = locate("a/b/code.py", Around(str(tmp_path)))
    assert site.folders() == [str(tmp_path), str(tmp_path / "a"), str(tmp_path / "a" / "b")]
    assert site.relative(site.target) == "a/b/code.py"


def test_the_root_of_the_file_system_has_one_folder() -> None:
    assert Site("/", "/", "/").folders() == ["/"]
    assert Site("/", "/a/b", "/a/b").folders() == ["/", "/a", "/a/b"]
