"""`mem init --from`, `mem init --remote` and `mem sync` as people and agents call them."""

from __future__ import annotations

import pytest
import toon_format

from helpers.remotes import black_hole


@pytest.fixture
def remote(world):
    """A world whose store has a bare repository as its remote."""
    world.git("init", "-q", "--bare", str(world.folder / "remote.git"), cwd=world.folder)
    world.ok("init", "--remote", str(world.folder / "remote.git"))
    return world


def second(world):
    return world.folder / "second"


def sync(world, *args: str, **more: object) -> dict:
    return toon_format.decode(world.ok("sync", *args, **more).out)["sync"]


def test_init_with_a_remote_names_it_once(world) -> None:
    url = "git@example.invalid:me/memories.git"
    assert "mem sync" in world.ok("init", "--remote", url).out
    assert world.git("remote", "get-url", "origin").strip() == url
    assert "no-op" in world.ok("init", "--remote", url).out
    answer = world.mem("init", "--remote", "elsewhere")
    assert answer.code == 1
    assert "git remote set-url" in answer.out
    assert world.git("remote", "get-url", "origin").strip() == url


def test_a_sync_says_how_it_went(remote) -> None:
    remote.add("Oil the hinge")
    assert sync(remote) == {
        "remote": "origin",
        "pull": "ok",
        "push": "ok",
        "unpushed": "0 commits",
        "unpulled": "0 commits",
        "pulled": 0,
        "pushed": 1,
        "attempts": 1,
        "transport": "git",
    }
    assert remote.ok("sync", "--format", "json").json()["sync"]["push"] == "ok"


def test_a_store_is_taken_over_from_a_remote(remote) -> None:
    id = remote.add("Oil the hinge")
    sync(remote)
    answer = remote.ok("init", "--from", str(remote.folder / "remote.git"), store=second(remote))
    assert "pulled: 1" in answer.out
    assert remote.titles("list", store=second(remote)) == ["Oil the hinge"]
    assert (second(remote) / "objects/howtos" / f"{id}.md").exists()
    assert remote.git("status", "--porcelain", cwd=second(remote)) == ""
    remote.git("pull", "-q", cwd=second(remote))
    assert remote.ok("init", "--from", str(remote.folder / "remote.git"), store=second(remote)).code == 0


def test_an_empty_remote_can_be_taken_over_too(remote) -> None:
    remote.ok("init", "--from", "remote.git", store=second(remote))
    remote.add("From the second", store=second(remote))
    assert sync(remote, store=second(remote))["push"] == "ok"
    sync(remote)
    assert remote.titles("list") == ["From the second"]


def test_a_remote_whose_head_names_no_branch_can_be_taken_over(remote) -> None:
    remote.add("Oil the hinge")
    sync(remote)
    remote.git("symbolic-ref", "HEAD", "refs/heads/nowhere", cwd=remote.folder / "remote.git")
    remote.ok("init", "--from", "remote.git", store=second(remote))
    assert remote.titles("list", store=second(remote)) == ["Oil the hinge"]


@pytest.mark.parametrize("url", ["gone.git", "http://127.0.0.1:9/r.git"])
def test_a_remote_that_cannot_be_had_leaves_nothing_behind(remote, url: str) -> None:
    answer = remote.mem("init", "--from", url, store=second(remote))
    assert answer.code == 1
    assert answer.out.startswith("error: ")
    assert not second(remote).exists()


def test_a_remote_that_says_nothing_is_left_in_the_time_it_was_given(remote) -> None:
    remote.add("Oil the hinge")
    with black_hole() as url:
        answer = remote.mem("init", "--from", url, "--timeout", "1", store=second(remote))
        assert answer.code == 1
        assert "no answer within 1 seconds" in answer.out
        assert not second(remote).exists()
        remote.git("remote", "set-url", "origin", url)
        answer = remote.ok("sync", "--timeout", "1")
        assert "--timeout 600" in answer.out


def test_what_lies_here_already_is_joined_with_what_comes(remote) -> None:
    remote.add("From the first")
    sync(remote)
    remote.ok("init", store=second(remote))
    remote.add("From the second", store=second(remote))
    remote.ok("init", "--from", "remote.git", store=second(remote))
    assert sorted(remote.titles("list", store=second(remote))) == ["From the first", "From the second"]


def test_a_contested_text_is_shown_with_both_sides(remote) -> None:
    id = remote.add("Oil the hinge", "--body", "Two drops.")
    sync(remote)
    remote.ok("init", "--from", "remote.git", store=second(remote))
    remote.ok("update", id, "--body", "One drop.", now="2026-06-21T09:00:00Z")
    remote.ok("update", id, "--body", "Three drops.", store=second(remote), now="2026-06-21T10:00:00Z")
    sync(remote, now="2026-06-21T11:00:00Z")
    told = sync(remote, store=second(remote), now="2026-06-21T12:00:00Z")
    assert [(row["kept"], row["gave_way"]) for row in told["contested"]] == [("Three drops.", "One drop.")]


def test_without_a_remote_the_way_to_one_is_named(world) -> None:
    answer = world.mem("sync")
    assert answer.code == 1
    assert "mem init --remote" in answer.out


def test_two_halves_exclude_each_other(world) -> None:
    assert world.mem("sync", "--pull-only", "--push-only").code == 2
    assert world.mem("init", "--from", "a", "--remote", "b").code == 2


def test_a_hand_edit_with_a_credential_stays_here(remote) -> None:
    id = remote.add("Oil the hinge", "--body", "Two drops.")
    sync(remote)
    remote.path(id).write_text(remote.path(id).read_text() + "\nghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8\n")
    told = sync(remote)
    assert told["quarantined"] == [f"objects/howtos/{id}.md"]
    assert "ghp_" not in remote.git("log", "-p", "main", cwd=remote.folder / "remote.git")


def test_a_withheld_file_is_never_written_over(remote) -> None:
    id = remote.add("Oil the hinge", "--body", "Two drops.")
    sync(remote)
    remote.ok("init", "--from", "remote.git", store=second(remote))
    remote.ok("update", id, "--body", "Three drops.", store=second(remote), now="2026-06-21T10:00:00Z")
    sync(remote, store=second(remote), now="2026-06-21T10:00:00Z")
    text = remote.path(id).read_text() + "\nghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8\n"
    remote.path(id).write_text(text)
    answer = remote.mem("sync", now="2026-06-21T11:00:00Z")
    assert answer.code == 1
    assert id in answer.out
    assert remote.path(id).read_text() == text


def test_a_detached_sync_comes_back_at_once_and_gets_done(remote) -> None:
    remote.add("Oil the hinge")
    assert "background" in remote.ok("sync", "--detach").out
    for _ in range(100):
        if remote.git("ls-remote", "origin", "refs/heads/main"):
            break
        remote.ok("status")
    assert sync(remote)["unpushed"] == "0 commits"
