"""Which project a folder belongs to."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from mem.project import head_of, key_of_url, project_of


def git(*args: str, cwd: Path) -> str:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main"]
    return subprocess.run(["git", *identity, *args], cwd=cwd, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("git@github.com:Acme/API.git", "github.com/acme/api"),
        ("https://user:token@github.com/acme/api.git", "github.com/acme/api"),
        ("https://github.com/acme/api/", "github.com/acme/api"),
        ("ssh://git@git.example.org:2222/team/sub/repo.git", "git.example.org/team/sub/repo"),
        ("/srv/git/api.git", ""),
        ("file:///srv/git/api.git", ""),
        ("C:/repos/api", ""),
        ("", ""),
    ],
)
def test_the_key_is_host_owner_and_name_and_holds_no_credentials(url: str, key: str) -> None:
    assert key_of_url(url) == key


def test_worktrees_and_subfolders_share_one_key(tmp_path: Path) -> None:
    repo = tmp_path / "proj"
    (repo / "packages" / "ui").mkdir(parents=True)
    git("init", "-q", cwd=repo)
    git("commit", "-q", "--allow-empty", "-m", "first", cwd=repo)
    git("worktree", "add", "-q", "../wt", cwd=repo)
    (tmp_path / "wt" / "sub").mkdir()
    folders = [repo, repo / "packages" / "ui", tmp_path / "wt", tmp_path / "wt" / "sub"]
    assert len({project_of(str(folder)) for folder in folders}) == 1
    assert project_of(str(repo)).startswith("proj-")


def test_two_projects_in_folders_of_one_name_have_two_keys(tmp_path: Path) -> None:
    for parent in ("a", "b"):
        (tmp_path / parent / "app").mkdir(parents=True)
        git("init", "-q", cwd=tmp_path / parent / "app")
    assert project_of(str(tmp_path / "a" / "app")) != project_of(str(tmp_path / "b" / "app"))


def test_outside_any_repository_there_is_no_project(tmp_path: Path) -> None:
    assert project_of(str(tmp_path)) == ""


def test_the_remote_named_origin_decides(tmp_path: Path) -> None:
    git("init", "-q", cwd=tmp_path)
    git("remote", "add", "fork", "git@github.com:someone/api.git", cwd=tmp_path)
    git("remote", "add", "origin", "git@github.com:acme/api.git", cwd=tmp_path)
    assert project_of(str(tmp_path)) == "github.com/acme/api"


def test_the_head_is_read_loose_packed_and_in_a_worktree(tmp_path: Path) -> None:
    repo = tmp_path / "proj"
    repo.mkdir()
    git("init", "-q", cwd=repo)
    git("commit", "-q", "--allow-empty", "-m", "first", cwd=repo)
    git("worktree", "add", "-q", "../wt", cwd=repo)
    head = git("rev-parse", "HEAD", cwd=repo).strip()
    assert head_of(str(repo)) == head == head_of(str(tmp_path / "wt"))
    git("pack-refs", "--all", cwd=repo)
    assert head_of(str(repo)) == head == head_of(str(tmp_path / "wt"))
