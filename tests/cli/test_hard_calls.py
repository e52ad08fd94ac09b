"""Calls that people and programs make by accident, each once a fault of ours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOKEN = "ghp_" + "Zq8Yx7Wv6Ut5Sr4Qp3On2Ml1Kj0Ih9Gf8Ed7"


def shell(world, line: str) -> subprocess.CompletedProcess[str]:
    env = {**world.env, "MEM": f"{sys.executable} -m mem"}
    return subprocess.run(["bash", "-c", line], env=env, cwd=world.folder, capture_output=True, text=True, check=False)


def test_a_fact_too_large_to_be_read_is_refused_before_it_is_written(world) -> None:
    answer = world.mem("add", "--type", "fact", "--title", "Big", "--body", "-", stdin="x" * 1_100_000)
    assert answer.code == 2
    id = world.add("Small")
    assert world.mem("update", id, "--body", "-", stdin="x" * 1_100_000).code == 2
    assert world.is_clean()


@pytest.mark.parametrize("change", ["edit", "delete", "new"])
def test_what_is_not_committed_changes_no_answer_about_the_past(world, change: str) -> None:
    id = world.add("Alpha one", now="2026-06-01T10:00:00Z")
    path = world.path(id)
    if change == "edit":
        path.write_text(path.read_text().replace("Alpha", "Gamma"))
    elif change == "delete":
        path.unlink()
    else:
        path.with_name("by-hand.md").write_text("# Beta by hand\n")
    asked = ("list", "--as-of", "2026-06-03")
    before = world.titles(*asked, now="2026-06-04T10:00:00Z")
    assert before == ["Alpha one"]
    world.ok("reindex", now="2026-06-05T10:00:00Z")
    assert world.titles(*asked, now="2026-06-05T11:00:00Z") == before
    world.ok("reindex", "--check", now="2026-06-05T12:00:00Z")
    world.add("Other", now="2026-06-06T10:00:00Z")
    assert world.titles(*asked, now="2026-06-07T10:00:00Z") == before
    world.ok("reindex", "--check", now="2026-06-07T12:00:00Z")


def test_a_rename_by_hand_is_one_commit_and_no_forgetting(world) -> None:
    id = world.add("Alpha one")
    world.path(id).rename(world.store / "objects" / "howtos" / "renamed.md")
    world.add("Beta")
    world.ok("reindex", "--check")
    assert "forgotten" not in world.ok("log").out
    assert len(world.git("log", "--format=%s").splitlines()) == 3


def test_two_files_with_one_id_are_served_alike_before_and_after_a_rebuild(world) -> None:
    for name in ("dup2", "dup1"):
        text = f"---\nid: dup\ntitle: Alpha {name}\n---\n"
        (world.store / "objects" / "facts" / f"{name}.md").write_text(text)
    first = world.titles("list")
    world.add("After")
    world.ok("reindex", "--check")
    world.ok("reindex")
    assert [title for title in world.titles("list") if title != "After"] == first


def test_an_editor_that_empties_the_file_changes_nothing(world) -> None:
    old = world.add("Port is 80")
    new = world.ok("revise", old, "--title", "Port is 443", "--format", "json").json()["memory"]["id"]
    for editor in ('sh -c "echo oops > $0"', 'sh -c ": > $0"'):
        assert world.mem("edit", new, env={"EDITOR": editor}).code == 2
    assert world.titles("search", "port") == ["Port is 443"]


@pytest.mark.parametrize(
    "args",
    [
        ["--body", TOKEN.replace("ghp_", "gh\u200bp_")],
        ["--tags", "-----BEGIN RSA " + "PRIVATE KEY----- MIIE -----END RSA " + "PRIVATE KEY-----"],
    ],
    ids=["invisible letter", "key cut into tags"],
)
def test_a_credential_cannot_hide(world, args: list[str]) -> None:
    assert world.mem("add", "--type", "fact", "--title", "T", *args).code == 2


def test_the_reason_of_a_forgetting_is_checked_too(world) -> None:
    id = world.add("Alpha")
    assert world.mem("forget", id, "--reason", TOKEN).code == 2
    assert TOKEN not in world.git("log", "-p")


def test_a_credential_in_a_hand_edit_is_not_served(world) -> None:
    id = world.add("Clean one")
    path = world.path(id)
    path.write_text(path.read_text() + f"\n{TOKEN}\n")
    assert TOKEN not in world.ok("search", "clean", "--inject").out
    assert world.titles("search", "clean") == ["Clean one"]
    world.ok("reindex", "--check")
    assert all(TOKEN.encode() not in file.read_bytes() for file in (world.store / ".cache").iterdir())


def test_what_a_sparse_checkout_leaves_out_is_not_forgotten(world) -> None:
    world.add("Alpha one")
    target = world.folder / "sparse"
    world.git("clone", "-q", "--sparse", f"file://{world.store}", str(target), cwd=world.folder)
    assert world.titles("list", store=target) == ["Alpha one"]
    assert "forgotten" not in world.ok("log", store=target).out


def test_mem_hooks_gives_the_status_of_memhooks(world) -> None:
    (world.folder / "MEMHOOKS.md").write_text("x\n")
    assert world.mem("hooks", "validate").code == 1
    assert world.mem("hooks", "bogus").code == 2
    assert world.mem("help", "help").code == 0


@pytest.mark.parametrize(
    "words", ["list", "search oak", "--help", "nope", "add --type howto --title T", "hooks validate"]
)
@pytest.mark.parametrize("streams", [">&-", ">/dev/full", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_a_stream_that_is_closed_or_full_is_no_traceback(world, words: str, streams: str) -> None:
    world.add("Oak door")
    done = shell(world, f"$MEM {words} {streams}")
    assert "Traceback" not in done.stdout + done.stderr
    assert "Exception ignored" not in done.stderr


def test_settings_that_cannot_be_read_stop_writing_and_not_reading(world) -> None:
    world.add("Oak door")
    settings = world.store / "mem.toml"
    settings.write_text("broken [")
    assert world.titles("list") == ["Oak door"]
    assert "mem.toml" in world.mem("doctor").out
    answer = world.mem("add", "--type", "howto", "--title", "T")
    assert answer.code == 1
    assert "mem.toml" in answer.out
    settings.unlink()
    settings.mkdir()
    assert world.titles("list") == ["Oak door"]


@pytest.mark.parametrize("place", ["store/.git", "store/.git/objects", "bare", "/"])
def test_a_store_is_not_made_among_gits_own_files(world, place: str) -> None:
    world.git("init", "-q", "--bare", "bare", cwd=world.folder)
    target = Path(place) if place == "/" else world.folder / place
    before = set(os.listdir(target))
    assert world.mem("init", store=target).code == 1
    assert set(os.listdir(target)) == before


def test_a_signature_that_failed_is_said_again_when_the_call_is_repeated(world) -> None:
    (world.home / ".gitconfig").write_text("[commit]\n\tgpgsign = true\n[gpg]\n\tprogram = false\n")
    call = ["add", "--type", "fact", "--title", "Signed alpha"]
    assert world.mem(*call).code == 1
    again = world.mem(*call)
    assert again.code == 1 or "uncommitted: true" in again.out


def test_a_title_of_control_characters_is_an_empty_one(world) -> None:
    assert world.mem("add", "--type", "fact", "--title", "\a").code == 2
