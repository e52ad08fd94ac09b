"""Making a store, opening one, and what it says of itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mem.store.disk import CannotWrite
from mem.store.store import Edit, NoStore, Store, UnsupportedRepository

from helpers.ground import FOLDERS, NOW, Ground, path_of
from helpers.remembered import Remembered

WITH_AND_WITHOUT = pytest.mark.parametrize("has_git", [True, False], ids=["with git", "without git"])


@WITH_AND_WITHOUT
def test_a_new_store_is_a_repository_on_main_without_a_commit(bare_ground: Ground, has_git: bool) -> None:
    environ = bare_ground.env if has_git else {"HOME": str(bare_ground.home)}
    assert Store.create(bare_ground.root, FOLDERS, environ=environ)
    assert sorted(path.name for path in (bare_ground.root / "objects").iterdir()) == FOLDERS
    assert (bare_ground.root / ".gitignore").read_text() == ".cache/\n"
    assert (bare_ground.root / ".gitattributes").read_text() == "objects/**/*.md merge=mem -text\n"
    assert (bare_ground.root / "mem.toml").read_text() == "format = 1\n"
    assert (bare_ground.store.head(), bare_ground.store.branch()) == (None, "main")
    assert bare_ground.git("fsck", "--no-dangling", check=False).replace("notice", "") is not None
    assert list(bare_ground.store.revisions(None)) == []


def test_making_it_again_changes_nothing(ground: Ground) -> None:
    ground.add("a")
    assert ground.create() is False
    assert ground.is_clean()


def test_an_older_store_gets_what_it_lacks_and_the_next_write_commits_that(bare_ground: Ground) -> None:
    bare_ground.root.mkdir()
    bare_ground.git("init", "-q", "-b", "master")
    (bare_ground.root / ".gitignore").write_text("*.swp")
    bare_ground.write("old", "old\n")
    bare_ground.git("add", "-A")
    bare_ground.git("commit", "-q", "-m", "before")
    assert bare_ground.create() is True
    assert bare_ground.create() is False
    assert (bare_ground.root / ".gitignore").read_text() == "*.swp\n.cache/\n"
    bare_ground.add("a")
    assert bare_ground.is_clean()
    assert bare_ground.facts_in_head() == {"old", "a"}


def test_what_a_user_changes_in_the_stores_small_files_stays_theirs_to_commit(ground: Ground) -> None:
    ground.add("a")
    (ground.root / "mem.toml").write_text("format = 1\nhybrid = true\n")
    ground.add("b")
    assert ground.status() == [" M mem.toml"]


def test_a_store_inside_a_repository_is_one_of_its_own_and_hidden_there(bare_ground: Ground) -> None:
    project = bare_ground.folder / "proj [1]"
    project.mkdir()
    bare_ground.git("init", "-q", cwd=project)
    bare_ground.root = project / "notes" / "mem*"
    assert bare_ground.create()
    assert not bare_ground.create()
    bare_ground.add("a")
    assert bare_ground.is_clean()
    bare_ground.git("add", "-A", cwd=project)
    assert bare_ground.git("status", "--porcelain", cwd=project) == ""
    assert (project / ".git" / "info" / "exclude").read_text().splitlines()[-1] == "/notes/mem\\*/"


def test_two_that_make_a_store_at_once_make_one(bare_ground: Ground) -> None:
    script = (
        f"import sys; sys.path[:0] = {sys.path!r}\nfrom pathlib import Path\nfrom mem.store.store import Store\n"
        f"print(Store.create(Path({str(bare_ground.root)!r}), {FOLDERS!r}, environ={bare_ground.env!r}))"
    )
    makers = [subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) for _ in range(4)]
    assert [maker.communicate() and maker.returncode for maker in makers] == [0] * 4
    bare_ground.add("a")
    assert bare_ground.is_clean()
    assert sorted(path.name for path in bare_ground.root.iterdir()) == [
        ".git",
        ".gitattributes",
        ".gitignore",
        "mem.toml",
        "objects",
    ]


@pytest.mark.parametrize("kind", ["nothing", "a folder", "a file", "a bare repository", "a repository of other things"])
def test_what_is_no_store_is_told_with_the_next_step(bare_ground: Ground, kind: str) -> None:
    if kind == "a file":
        bare_ground.root.write_text("x")
    elif kind != "nothing":
        bare_ground.root.mkdir()
    if kind == "a bare repository":
        bare_ground.git("init", "-q", "--bare")
    if kind == "a repository of other things":
        bare_ground.git("init", "-q")
        (bare_ground.root / "main.c").touch()
    with pytest.raises(NoStore) as refused:
        _ = bare_ground.store
    assert refused.value.help == "make one: mem init"


def test_a_clone_of_an_empty_repository_is_a_store_to_be(bare_ground: Ground) -> None:
    bare_ground.git("init", "-q", "--bare", "remote.git", cwd=bare_ground.folder)
    bare_ground.git("clone", "-q", "remote.git", "store", cwd=bare_ground.folder)
    bare_ground.add("a")
    assert bare_ground.is_clean()


def test_a_store_cannot_be_made_where_a_file_is(bare_ground: Ground) -> None:
    bare_ground.root.write_text("x")
    with pytest.raises(CannotWrite):
        bare_ground.create()


def test_a_repository_with_a_reftable_is_refused(ground: Ground) -> None:
    (ground.root / ".git" / "reftable").mkdir()
    with pytest.raises(UnsupportedRepository) as refused:
        _ = ground.store
    assert "files" in (refused.value.help or "")


def test_a_store_reached_by_any_spelling_is_the_same(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    ground.add("a")
    (ground.folder / "link").symlink_to(ground.root)
    monkeypatch.chdir(ground.folder)
    for root in (ground.folder / "link", Path("store"), Path("home/../store")):
        assert ground.opened(root=root).head() == ground.store.head()


def test_it_reads_looks_and_knows_names(ground: Ground) -> None:
    ground.add("n-2026-03-01-a", "text\n")
    store, path = ground.store, path_of("n-2026-03-01-a")
    assert store.read(path) == b"text\n"
    assert store.exists(path)
    assert not store.exists(path_of("b"))
    assert store.blob_of(path) == ground.git("hash-object", path).strip()
    assert store.room().has_name("N-2026-03-01-A.md")
    assert store.room().take("objects/facts", "n-2026-03-01-b.md") == path_of("n-2026-03-01-b")
    looked = store.look(path, NOW)
    assert looked is not None
    assert (looked[0].data, looked[0].blob, looked[0].commit) == (b"text\n", store.blob_of(path), None)
    assert store.look(path_of("b"), NOW) is None
    assert list(store.stamps([path, path_of("b")])) == [path]


def test_a_survey_compares_with_what_an_index_remembers(ground: Ground) -> None:
    ground.write("a", "a")
    ground.write("b", "b")
    (ground.root / path_of("c")).symlink_to("a.md")
    state = os.stat(ground.root / path_of("a"))
    known = {
        path_of("a"): (state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino),
        path_of("gone"): (1, 1, 1, 1),
    }
    survey = ground.store.survey(Remembered(known))
    assert (survey.changed, survey.gone, survey.quarantined) == (
        [path_of("b")],
        [path_of("gone")],
        [(path_of("c"), "a link")],
    )
    assert not survey.is_clean
    walk = ground.store.walk()
    assert (walk.paths, walk.quarantined) == ([path_of("a"), path_of("b")], [(path_of("c"), "a link")])


def test_a_survey_of_a_large_store_asks_for_folders_that_changed_some_files_and_those_named(ground: Ground) -> None:
    for name in ("a", "b", "c"):
        ground.write(name, name)
    known = {path_of(name): (1, 1, 1, 1) for name in ("a", "b", "c")}
    times = {folder: os.stat(ground.root / folder).st_mtime_ns for folder in ("objects", "objects/facts")}
    quiet = Remembered(known, times, is_large=True, somewhere=[path_of("b")])
    assert ground.store.survey(quiet, named=[path_of("c")]).changed == [path_of("b"), path_of("c")]
    assert quiet.asked == []
    moved = Remembered(known, {**times, "objects/facts": 1}, is_large=True)
    assert sorted(ground.store.survey(moved).changed) == sorted(known)
    assert moved.asked == ["objects/facts"]


@WITH_AND_WITHOUT
def test_it_says_how_it_stands_to_a_remote(ground: Ground, has_git: bool) -> None:
    assert ground.store.last_commit_at() is None
    ground.add("a")
    ground.git("init", "-q", "--bare", "../remote.git")
    ground.git("remote", "add", "origin", "../remote.git")
    store = ground.store if has_git else ground.without_git()
    assert store.divergence("origin") == (1, 0)
    ground.git("push", "-q", "origin", "main")
    ground.add("b")
    assert (store.divergence("origin"), store.divergence("elsewhere")) == ((1, 0), (0, 0))
    ground.git("reset", "-q", "--hard", "HEAD~1")
    ground.git("commit", "-q", "--allow-empty", "-m", "apart")
    ground.git("push", "-q", "-f", "origin", "main@{1}:main", check=False)
    ground.git("fetch", "-q")
    assert store.has_remote("origin")
    assert not store.has_remote("elsewhere")
    assert store.remote_url("origin") == "../remote.git"
    assert store.divergence("origin") == (1, 0)
    ground.git("update-ref", "refs/remotes/origin/main", "HEAD@{2}")
    assert store.divergence("origin") == (1, 1)


def test_the_last_commit_tells_its_time(ground: Ground) -> None:
    ground.add("a")
    assert ground.store.last_commit_at() == "2026-03-01T10:00:00.000Z"


def test_a_reader_that_finds_nothing_new_starts_no_process_and_opens_no_library(ground: Ground) -> None:
    ground.add("a")
    ground.git("gc", "-q")
    script = (
        f"import sys; sys.path[:0] = {sys.path!r}\nfrom pathlib import Path\nfrom mem.store.store import Store\n"
        f"store = Store.open(Path({str(ground.root)!r}), environ={ground.env!r})\n"
        "from helpers.remembered import Remembered\n"
        "store.head(), store.survey(Remembered({})), store.branch(), store.unfinished()\n"
        "print([name for name in ('dulwich', 'subprocess') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_whole_life_without_git(ground: Ground) -> None:
    store = ground.without_git()
    with store.writer(NOW) as writer:
        writer.commit([Edit(path_of("a"), b"one\n")], "mem(fact): a")
        writer.commit([Edit(path_of("a"), b"two\n", store.blob_of(path_of("a")))], "mem(fact): update a")
    ground.git("gc", "-q")
    ground.write("b", "by hand\n")
    with store.writer(NOW) as writer:
        writer.commit_as_found([path_of("b")], "mem(fact): edit b")
    assert ground.subjects() == ["mem(fact): edit b", "mem(fact): update a", "mem(fact): a"]
    assert ground.git("log", "--format=%an").splitlines() == ["Ada"] * 3
    assert ground.is_clean()
