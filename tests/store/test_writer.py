"""Writing through the store: one commit each, a clean tree after it, nothing of anybody else's touched."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from mem.errors import MemError
from mem.store.disk import CannotWrite, InTheWay, LeadsOutside
from mem.store.repository import BULK
from mem.store.store import Edit
from mem.store.writer import Unfinished

from helpers.ground import NOW, Ground, path_of


def test_the_first_write_makes_one_commit_that_carries_the_stores_own_files(ground: Ground) -> None:
    done = ground.add("a")
    assert ground.git("ls-tree", "-r", "--name-only", "HEAD").split() == [
        ".gitattributes",
        ".gitignore",
        "mem.toml",
        "objects/facts/a.md",
    ]
    assert ground.subjects() == ["mem(fact): a"]
    assert done.commit == ground.store.head()
    assert ground.is_clean()


def test_an_edit_a_deletion_and_a_new_folder_leave_a_clean_tree(ground: Ground) -> None:
    ground.add("a")
    ground.replace("a", "two\n")
    ground.add("2026-03/01/b")
    ground.replace("2026-03/01/b", None)
    ground.replace("a", None)
    assert not (ground.root / path_of("a")).exists()
    assert ground.git("rev-list", "--count", "HEAD").strip() == "5"
    assert ground.is_clean()


def many(count: int = BULK) -> list[Edit]:
    """So many new facts that they are written in bulk."""
    return [Edit(path_of(f"2026-03/n{number}"), b"text %d\n" % number) for number in range(count)]


def test_many_facts_are_one_commit_and_one_pack(ground: Ground) -> None:
    ground.add("a")
    loose = ground.git("count-objects").split()[0]
    with ground.store.writer(NOW) as writer:
        done = writer.commit([*many(), Edit(path_of("a"), b"two\n", ground.store.blob_of(path_of("a")))], "mem: many")
    assert len(done.revisions) == BULK + 1
    assert ground.git("count-objects").split()[0] == loose
    assert len(list((ground.root / ".git/objects/pack").glob("*.pack"))) == 1
    assert ground.git("show", f"HEAD:{path_of('2026-03/n7')}") == "text 7\n"
    assert ground.subjects() == ["mem: many", "mem(fact): a"]
    assert ground.is_clean()
    ground.add("b")
    assert ground.is_clean()


def test_few_facts_make_no_pack(ground: Ground) -> None:
    with ground.store.writer(NOW) as writer:
        writer.commit(many(BULK - 1), "mem: few")
    assert list((ground.root / ".git/objects/pack").iterdir()) == []


def test_many_facts_are_written_without_git_and_where_ids_are_long(bare_ground: Ground) -> None:
    bare_ground.root.mkdir()
    bare_ground.git("init", "-q", "--object-format=sha256")
    bare_ground.create()
    with bare_ground.without_git().writer(NOW) as writer:
        writer.commit(many(), "mem: many")
    with bare_ground.store.writer(NOW) as writer:
        writer.commit([Edit(path_of("next"), b"next\n")], "mem: next")
    assert bare_ground.git("show", f"HEAD:{path_of('2026-03/n7')}") == "text 7\n"
    assert len(bare_ground.facts_in_head()) == BULK + 1


def test_many_facts_that_change_nothing_are_no_commit(ground: Ground) -> None:
    with ground.store.writer(NOW) as writer:
        first = writer.commit(many(), "mem: many")
        again = writer.commit(
            [Edit(edit.path, edit.data, ground.store.blob_of(edit.path)) for edit in many()], "mem: again"
        )
    assert again.commit == first.commit
    assert len(list((ground.root / ".git/objects/pack").glob("*.pack"))) == 1


def test_after_many_facts_a_refused_write_leaves_nothing_behind(ground: Ground) -> None:
    ground.write("2026-03/n3", "theirs\n")
    with ground.store.writer(NOW) as writer, pytest.raises(InTheWay):
        writer.commit(many(), "mem: many")
    assert ground.store.head() is None
    assert ground.text("2026-03/n3") == "theirs\n"
    assert not list(ground.root.rglob(".mem-*"))
    (ground.root / path_of("2026-03/n3")).unlink()
    with ground.store.writer(NOW) as writer:
        writer.commit(many(), "mem: many")
    assert ground.is_clean()


def test_several_files_are_one_commit(ground: Ground) -> None:
    ground.add("a")
    blob = ground.store.blob_of(path_of("a"))
    with ground.store.writer(NOW) as writer:
        edits = [Edit(path_of("a"), b"two\n", blob), Edit(path_of("b"), b"b\n"), Edit(path_of("2026-04/c"), b"c\n")]
        done = writer.commit(edits, "mem: three", trailers=[("Mem-Contested", "a"), ("Mem-Contested", "b")])
    assert [revision.path for revision in done.revisions] == [path_of("a"), path_of("b"), path_of("2026-04/c")]
    assert ground.git("log", "-1", "--format=%B").split("\n")[:4] == [
        "mem: three",
        "",
        "Mem-Contested: a",
        "Mem-Contested: b",
    ]
    assert ground.facts_in_head() == {"a", "b", "c"}
    assert ground.is_clean()


def test_a_revision_tells_the_same_from_the_writer_and_from_history(ground: Ground) -> None:
    done = [*ground.add("a").revisions, *ground.replace("a", "two\n").revisions, *ground.replace("a", None).revisions]
    assert list(ground.store.revisions(None)) == done


def test_an_edit_that_changes_nothing_makes_no_commit(ground: Ground) -> None:
    first = ground.add("a")
    again = ground.replace("a", "one\n")
    assert (again.commit, again.revisions) == (first.commit, [])
    assert ground.subjects() == ["mem(fact): a"]


def test_a_subject_of_several_lines_becomes_one(ground: Ground) -> None:
    with ground.store.writer(NOW) as writer:
        writer.commit([Edit(path_of("a"), b"one\n")], "mem(fact): two\nlines")
    assert ground.subjects() == ["mem(fact): two lines"]


def test_what_the_user_staged_and_edited_elsewhere_stays_as_it_was(ground: Ground) -> None:
    ground.add("a")
    ground.add("b")
    (ground.root / "README.md").write_text("staged\n")
    ground.write("b", "staged by hand\n")
    ground.git("add", "README.md", path_of("b"))
    (ground.root / "README.md").write_text("staged, then edited\n")
    ground.add("c")
    ground.replace("a", "two\n")
    assert ground.status() == ["AM README.md", "M  objects/facts/b.md"]
    assert ground.git("show", ":README.md") == "staged\n"
    assert ground.is_sound()


def test_a_file_changed_in_the_tick_it_was_staged_in_is_still_seen_as_changed(ground: Ground) -> None:
    ground.add("a")
    ground.git("config", "core.trustctime", "false")
    readme = ground.root / "README.md"
    tick = ground.root.stat().st_mtime_ns - 10_000_000_000
    readme.write_text("one\n")
    os.utime(readme, ns=(tick, tick))
    ground.git("add", "README.md")
    readme.write_text("two\n")  # of the same size
    os.utime(readme, ns=(tick, tick))
    os.utime(ground.root / ".git" / "index", ns=(tick, tick))
    ground.add("b")
    assert ground.status() == ["AM README.md"]


def test_a_hand_edit_below_a_write_is_refused_and_kept(ground: Ground) -> None:
    ground.add("a")
    blob = ground.store.blob_of(path_of("a"))
    ground.write("a", "by hand\n")
    with ground.store.writer(NOW) as writer, pytest.raises(InTheWay):
        writer.commit([Edit(path_of("b"), b"b\n"), Edit(path_of("a"), b"ours\n", blob)], "mem: both")
    assert ground.text("a") == "by hand\n"
    assert not (ground.root / path_of("b")).exists()


def test_a_new_file_never_replaces_one_that_is_there(ground: Ground) -> None:
    ground.write("a", "by hand\n")
    with pytest.raises(InTheWay):
        ground.add("a", "ours\n")
    assert ground.text("a") == "by hand\n"


@pytest.mark.parametrize(
    "path", ["../a.md", "objects/../../a.md", "/etc/a.md", ".git/a.md", "objects/.GIT/a.md", "objects//a.md"]
)
def test_a_path_out_of_the_store_is_refused(ground: Ground, path: str) -> None:
    with ground.store.writer(NOW) as writer, pytest.raises(LeadsOutside):
        writer.commit([Edit(path, b"x")], "mem: out")


def test_a_link_in_place_of_a_folder_is_not_followed(ground: Ground, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (ground.root / "objects" / "linked").symlink_to(tmp_path / "elsewhere")
    with ground.store.writer(NOW) as writer, pytest.raises(LeadsOutside):
        writer.commit([Edit("objects/linked/a.md", b"x")], "mem: out")
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_replaced_file_keeps_its_permissions(ground: Ground) -> None:
    ground.add("a")
    path = ground.root / path_of("a")
    path.chmod(0o755)
    ground.take_in("a")
    ground.replace("a", "two\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o755
    assert ground.git("ls-tree", "HEAD", path_of("a")).startswith("100755")
    assert ground.is_clean()


def test_a_hand_edit_in_the_midst_of_a_write_is_refused_and_kept(ground: Ground) -> None:
    ground.add("a")
    blob = ground.store.blob_of(path_of("a"))

    def interfere(step: str) -> None:
        if step == "objects written":
            ground.write("a", "by hand\n")

    with ground.store.writer(NOW, checkpoint=interfere) as writer, pytest.raises(InTheWay):
        writer.commit([Edit(path_of("b"), b"b\n"), Edit(path_of("a"), b"ours\n", blob)], "mem: both")
    assert ground.text("a") == "by hand\n"
    assert ground.status() == [f" M {path_of('a')}"]
    assert [path.name for path in (ground.root / "objects" / "facts").iterdir()] == ["a.md"]


def test_a_failure_after_the_files_are_in_place_says_so_and_the_next_write_goes_on(ground: Ground) -> None:
    ground.add("a")
    blockade = ground.root / ".git" / "mem" / "index"

    def interfere(step: str) -> None:
        if step == "placed":
            blockade.mkdir()

    with ground.store.writer(NOW, checkpoint=interfere) as writer, pytest.raises(Unfinished) as refused:
        writer.commit([Edit(path_of("b"), b"b\n")], "mem(fact): b")
    assert refused.value.message.startswith("written, but not committed yet: cannot write")
    blockade.rmdir()
    ground.add("c")
    assert ground.subjects() == ["mem(fact): c", "mem(fact): b", "mem(fact): a"]
    assert ground.is_clean()


def test_the_index_keeps_its_permissions(ground: Ground) -> None:
    ground.add("a")
    index = ground.root / ".git" / "index"
    index.chmod(0o660)
    ground.add("b")
    assert stat.S_IMODE(index.stat().st_mode) == 0o660


def test_hand_edits_are_committed_as_they_lie_there(ground: Ground) -> None:
    ground.add("changed")
    ground.add("deleted")
    ground.write("changed", "by hand\n")
    ground.write("new", "by hand\n")
    (ground.root / path_of("deleted")).unlink()
    done = ground.take_in("changed", "deleted", "new")
    assert {revision.path: revision.data for revision in done.revisions} == {
        path_of("changed"): b"by hand\n",
        path_of("deleted"): None,
        path_of("new"): b"by hand\n",
    }
    assert ground.is_clean()


def test_taking_in_what_is_committed_already_makes_no_commit(ground: Ground) -> None:
    head = ground.add("a").commit
    done = ground.take_in("a")
    assert (done.commit, done.revisions) == (head, [])
    assert ground.store.head() == head


def test_what_is_left_alone_is_not_committed_and_not_taken_for_deleted(ground: Ground) -> None:
    ground.add("a")
    ground.add("b")
    (ground.root / path_of("a")).unlink()
    (ground.root / path_of("a")).symlink_to("b.md")
    ground.write("b", "x" * (1 << 20) + "x")
    assert ground.take_in("a", "b").revisions == []
    assert ground.facts_in_head() == {"a", "b"}


def test_a_sparse_checkout_is_not_taken_for_deleted_facts(ground: Ground) -> None:
    ground.add("a")
    ground.add("2026-03/b")
    ground.git("sparse-checkout", "set", "--no-cone", "/*", "!/objects/facts/2026-03/")
    assert not (ground.root / path_of("2026-03/b")).exists()
    assert ground.take_in("2026-03/b").revisions == []
    ground.add("c")
    assert ground.facts_in_head() == {"a", "b", "c"}
    assert ground.status() == []


@pytest.mark.parametrize(("durability", "kinds"), [("full", {"file", "folder"}), ("normal", set())])
def test_what_is_done_outlives_a_power_cut_unless_git_is_told_otherwise(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, durability: str, kinds: set[str]
) -> None:
    ground.git("config", "mem.durability", durability)
    flushed = []
    flush = os.fsync

    def noted(handle: int) -> None:
        flushed.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        flush(handle)

    monkeypatch.setattr(os, "fsync", noted)
    ground.add("a")
    assert set(flushed) == kinds
    assert ground.is_clean()


def test_the_reflog_tells_of_every_write(ground: Ground) -> None:
    ground.add("a")
    ground.replace("a", "two\n")
    assert ground.git("reflog", "--format=%gs").splitlines() == [
        "commit: mem(fact): update a",
        "commit (initial): mem(fact): a",
    ]
    assert ground.git("rev-parse", "main@{1}") == ground.git("rev-parse", "HEAD~1")


def test_a_store_can_be_a_linked_worktree(ground: Ground) -> None:
    ground.add("a")
    ground.git("worktree", "add", "-q", "-b", "side", "../wt")
    side = ground.opened(root=ground.folder / "wt")
    with side.writer(NOW) as writer:
        writer.commit([Edit(path_of("b"), b"b\n")], "mem(fact): b")
    assert side.private == ground.store.private
    assert ground.git("status", "--porcelain", cwd=side.root) == ""
    assert ground.git("log", "--format=%s", "side").split("\n")[0] == "mem(fact): b"
    assert ground.facts_in_head() == {"a"}
    assert ground.is_clean()


def test_branches_packed_away_and_names_with_slashes_are_found(ground: Ground) -> None:
    ground.add("a")
    ground.git("checkout", "-q", "-b", "team/notes")
    ground.git("pack-refs", "--all")
    ground.git("gc", "-q")
    ground.add("b")
    assert ground.git("log", "--format=%s", "team/notes").splitlines() == ["mem(fact): b", "mem(fact): a"]
    assert ground.is_clean()


def test_a_repository_with_long_ids_works_the_same(bare_ground: Ground) -> None:
    bare_ground.root.mkdir()
    bare_ground.git("init", "-q", "--object-format=sha256")
    bare_ground.create()
    bare_ground.add("a")
    bare_ground.replace("a", "two\n")
    bare_ground.git("gc", "-q")
    bare_ground.add("b")
    bare_ground.replace("a", None)
    assert bare_ground.is_clean()
    assert [len(revision.blob) for revision in bare_ground.store.revisions(None)] == [64, 64, 64, 0]


@pytest.mark.parametrize("setting", ["true", "input"])
def test_line_ends_stay_as_written_whatever_autocrlf_says(ground: Ground, setting: str) -> None:
    ground.git("config", "core.autocrlf", setting)
    ground.add("windows", "one\r\ntwo\r\n")
    ground.add("unix", "one\ntwo\n")
    assert ground.git("ls-files", "--eol", "objects").split()[0::4] == ["i/lf", "i/crlf"]
    assert ground.take_in("windows", "unix").revisions == []
    assert ground.is_clean()


def test_where_git_converts_line_ends_no_phantom_edit_is_committed(bare_ground: Ground) -> None:
    bare_ground.root.mkdir()
    bare_ground.git("init", "-q")
    bare_ground.git("config", "core.autocrlf", "true")
    bare_ground.write("a", "one\r\n")
    bare_ground.git("add", "-A")
    bare_ground.git("commit", "-q", "-m", "before there was mem")
    assert bare_ground.git("ls-files", "--eol", "objects").startswith("i/lf")
    assert bare_ground.take_in("a").revisions == []
    bare_ground.add("b", "new\r\n")
    assert bare_ground.status() == []


def test_a_filter_of_the_users_is_applied_before_anything_is_committed(ground: Ground) -> None:
    ground.git("config", "filter.rot.clean", "tr a-z n-za-m")
    ground.git("config", "filter.rot.smudge", "tr a-z n-za-m")
    (ground.root / ".git" / "info" / "attributes").write_text("*.md filter=rot\n")
    ground.add("a", "secret\n")
    assert ground.git("show", f"HEAD:{path_of('a')}") == "frperg\n"
    assert ground.text("a") == "secret\n"
    assert ground.take_in("a").revisions == []
    assert ground.status() == []


@pytest.mark.parametrize(
    "settings",
    [["update-index", "--index-version", "4"], ["update-index", "--split-index"], ["config", "index.version", "4"]],
    ids=["version 4", "split", "version 4 from now on"],
)
def test_an_index_of_another_kind_is_left_to_git(ground: Ground, settings: list[str]) -> None:
    ground.add("a")
    ground.add("b")
    ground.git(*settings)
    (ground.root / "README.md").write_text("staged\n")
    ground.git("add", "README.md")
    ground.add("c")
    ground.replace("a", "two\n")
    ground.replace("b", None)
    assert ground.status() == ["A  README.md"]
    assert ground.is_sound()


def test_an_index_of_another_kind_without_git_is_skipped_with_a_warning(ground: Ground) -> None:
    ground.add("a")
    ground.git("update-index", "--index-version", "4")
    with ground.without_git().writer(NOW) as writer:
        done = writer.commit([Edit(path_of("b"), b"b\n")], "mem(fact): b")
    assert "git reset" in done.warnings[0]
    assert ground.facts_in_head() == {"a", "b"}


UNPRIVILEGED = """
import os, sys
from pathlib import Path
sys.path[:0] = {path!r}
from helpers.ground import NOW, path_of
from mem.errors import MemError
from mem.store.store import Edit, Store
import mem.store.lock, mem.store.repository, mem.store.writer  # while they can be read
os.setuid(65534)
try:
    with Store.open(Path({root!r}), environ={env!r}).writer(NOW) as writer:
        writer.commit([Edit(path_of("b"), b"b")], "mem: b")
except MemError as error:
    print(type(error).__name__, error.message)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="needs another user to be")
@pytest.mark.parametrize("closed", ["objects/facts", ".git/objects", ".git"])
def test_a_folder_that_cannot_be_written_is_told_and_nothing_is_half_done(ground: Ground, closed: str) -> None:
    ground.add("a")
    script = UNPRIVILEGED.format(path=sys.path, root=str(ground.root), env=ground.env)
    for path in [ground.folder, *ground.folder.rglob("*")]:
        os.chown(path, 65534, 65534, follow_symlinks=False)
    for parent in ground.folder.parents[:-2]:
        parent.chmod(parent.stat().st_mode | 0o011)
    (ground.root / closed).chmod(0o555)
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    for path in [ground.folder, *ground.folder.rglob("*")]:
        os.chown(path, 0, 0, follow_symlinks=False)
    assert said.startswith("CannotWrite cannot write")
    assert "ermission denied" in said
    assert [name for name in os.listdir(ground.root / "objects" / "facts") if name != "a.md"] == []
    assert not list((ground.root / ".git" / "mem").glob("journal/*.json"))


def test_a_failure_says_what_to_do(ground: Ground) -> None:
    failures: list[MemError] = [CannotWrite("x", "full"), InTheWay("x"), LeadsOutside("x")]
    assert all(error.help and error.code == 1 for error in failures)
