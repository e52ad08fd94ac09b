"""A person edits, moves, breaks and deletes files with an editor and with git; nothing is lost, nothing stale is served."""

from __future__ import annotations

import pytest


def test_an_edit_is_found_and_its_old_words_are_not(world) -> None:
    id = world.add("Meet at zebra7")
    path = world.path(id)
    path.write_text(path.read_text().replace("zebra7", "zebra8"))
    assert world.titles("search", "zebra8") == ["Meet at zebra8"]
    assert world.titles("search", "zebra7", "--min-priority", "0") in (
        [],
        ["Meet at zebra8"],
    )  # near spellings are marked as such
    assert world.ok("search", "zebra7", "--format", "json").json().get("fallback", False) is True


def test_a_moved_file_is_the_same_fact_at_its_new_place(world) -> None:
    id = world.add("Meet at zebra8")
    target = world.store / "objects" / "howtos" / "old" / f"{id}.md"
    target.parent.mkdir()
    world.path(id).rename(target)
    rows = world.ok("search", "zebra8", "--format", "json").json()["mem"]
    assert [row["path"] for row in rows] == [f"objects/howtos/old/{id}.md"]
    world.add("Another")
    assert world.is_clean()
    assert len(world.ok("search", "zebra8", "--format", "json").json()["mem"]) == 1


def test_a_deleted_file_is_gone_from_search_and_show_says_so(world) -> None:
    id = world.add("Meet at zebra8")
    world.path(id).unlink()
    assert world.titles("search", "zebra8") == []
    assert "retracted" in world.ok("show", id).out
    world.add("Another")
    assert world.is_clean()


def test_hand_edits_are_committed_first_and_on_their_own(world) -> None:
    id = world.add("Oak door")
    path = world.path(id)
    path.write_text(path.read_text().replace("Oak door", "Oak gate"))
    world.add("Another")
    assert world.git("log", "--format=%s").splitlines()[:2] == ["mem(howto): Another", "mem(howto): edit Oak gate"]


def test_reading_commits_nothing(world) -> None:
    id = world.add("Oak door")
    path = world.path(id)
    path.write_text(path.read_text().replace("Oak door", "Oak gate"))
    world.ok("search", "oak")
    world.ok("list")
    world.ok("show", id)
    assert world.git("rev-list", "--count", "HEAD").strip() == "1"


def test_a_file_made_by_hand_with_nothing_but_text_is_a_fact(world) -> None:
    (world.store / "objects" / "decisions" / "use-gravel.md").write_text("# Use gravel on the path\n\nIt drains.\n")
    row = world.ok("search", "gravel", "--format", "json").json()["mem"][0]
    assert (row["id"], row["type"], row["title"]) == ("use-gravel", "decision", "Use gravel on the path")


def test_a_broken_edit_leaves_the_last_good_version_served_and_is_listed(world) -> None:
    good = world.add("Oak door")
    other = world.add("Elm gate")
    path = world.path(good)
    text = path.read_text()
    path.write_text(text.replace("priority: 50", "priority: [50\ntags: {"))
    assert sorted(world.titles("list")) == ["Elm gate", "Oak door"]
    lint = world.mem("lint")
    assert lint.code == 1
    assert f"{good}.md" in lint.out
    assert world.path(other).name not in lint.out
    broken = path.read_bytes()
    answer = world.mem("update", good, "--priority", "60")
    assert answer.code == 1
    assert path.read_bytes() == broken
    path.write_text(text)
    assert world.ok("lint").code == 0


def test_a_file_with_a_bom_and_crlf_keeps_both(world) -> None:
    path = world.store / "objects" / "howtos" / "h-2026-06-01-win.md"
    path.write_bytes(
        b"\xef\xbb\xbf---\r\nid: h-2026-06-01-win\r\ntype: howto\r\ntitle: From Windows\r\npriority: 40\r\n---\r\nbody\r\n"
    )
    assert world.titles("search", "windows") == ["From Windows"]
    world.ok("update", "h-2026-06-01-win", "--priority", "41")
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf---\r\n")
    assert data.count(b"\n") == data.count(b"\r\n")


def test_values_that_yaml_would_bend_come_back_as_written(world) -> None:
    path = world.store / "objects" / "howtos" / "h-2026-06-01-plain.md"
    path.write_text(
        "---\nid: h-2026-06-01-plain\ntitle: No\ntags: [no, off, yes, NO]\nsubject: on\nsource: 0100\nticket: 08\ntool_version: 1.10\n---\n"
    )
    shown = world.ok("show", "h-2026-06-01-plain", "--full", "--format", "json").json()["memory"]
    assert shown["title"] == "No"
    assert shown["tags"] == ["no", "off", "yes", "NO"]
    assert (shown["subject"], shown["source"], shown["ticket"], shown["tool_version"]) == ("on", "0100", "08", "1.10")
    assert world.titles("list", "--tag", "no") == ["No"]
    world.ok("forget", "--source", "0100")
    assert world.titles("list") == []


def test_a_duplicate_key_is_reported_and_not_guessed_at(world) -> None:
    path = world.store / "objects" / "howtos" / "h-2026-06-01-twice.md"
    path.write_text("---\nid: h-2026-06-01-twice\ntitle: Twice\npriority: 5\npriority: 1\n---\n")
    lint = world.mem("lint")
    assert lint.code == 1
    assert "priority" in lint.out
    assert ":5" in lint.out
    assert world.titles("list") == []


def test_conflict_markers_are_a_finding_and_the_last_good_version_is_served(world) -> None:
    id = world.add("Oak door")
    path = world.path(id)
    path.write_text(
        path.read_text().replace(
            "title: Oak door", "<<<<<<< ours\ntitle: Oak gate\n=======\ntitle: Elm gate\n>>>>>>> theirs"
        )
    )
    assert world.titles("list") == ["Oak door"]
    assert "conflict" in world.mem("lint").out


def test_two_files_with_one_id_are_reported_and_the_first_is_served(world) -> None:
    id = world.add("Oak door")
    copy = world.store / "objects" / "howtos" / "copy.md"
    copy.write_text(world.path(id).read_text().replace("Oak door", "Elm gate"))
    assert world.titles("list") == ["Oak door"]
    assert "fact-same-id" in world.mem("lint").out
    world.path(id).unlink()
    assert world.titles("list") == ["Elm gate"]


def test_a_hand_edit_with_a_credential_is_not_committed(world) -> None:
    id = world.add("Oak door")
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    path = world.path(id)
    path.write_text(path.read_text() + f"\ntoken {token}\n")
    world.add("Another")
    assert token not in world.git("log", "-p", "--all")
    assert "fact-credential" in world.mem("lint").out


def test_the_users_own_files_are_left_alone(world) -> None:
    (world.store / "README.md").write_text("# Ours\n")
    (world.store / "objects" / "notes.txt").write_text("not a fact\n")
    world.add("Oak door")
    assert world.git("status", "--porcelain").splitlines() == ["?? README.md", "?? objects/notes.txt"]
    assert world.titles("list") == ["Oak door"]


def test_staged_edits_of_the_user_survive(world) -> None:
    world.add("Oak door")
    (world.store / "README.md").write_text("# Ours\n")
    world.git("add", "README.md")
    world.add("Elm gate")
    assert world.git("diff", "--cached", "--name-only").strip() == "README.md"


@pytest.mark.parametrize("branch", ["other", "main"])
def test_switching_branches_changes_what_is_believed(world, branch: str) -> None:
    world.add("Oak door")
    world.git("checkout", "-q", "-b", "other")
    world.add("Elm gate")
    assert sorted(world.titles("list")) == ["Elm gate", "Oak door"]
    world.git("checkout", "-q", branch)
    assert sorted(world.titles("list")) == (["Elm gate", "Oak door"] if branch == "other" else ["Oak door"])


def test_a_stash_takes_its_edit_away_and_brings_it_back(world) -> None:
    id = world.add("Oak door")
    path = world.path(id)
    path.write_text(path.read_text().replace("Oak door", "Oak gate"))
    assert world.titles("list") == ["Oak gate"]
    world.git("stash", "-q")
    assert world.titles("list") == ["Oak door"]
    world.git("stash", "pop", "-q")
    assert world.titles("list") == ["Oak gate"]


def test_a_store_of_the_bash_tool_opens_as_it_is(empty_world) -> None:
    folder = empty_world.store / "objects" / "decisions"
    folder.mkdir(parents=True)
    (folder / "d-2025-02-03-use-oak.md").write_text(
        "---\nid: d-2025-02-03-use-oak\ntype: decision\ntitle: Use oak: it lasts\nstatus: active\nscope: barn\npriority: 70\n"
        "confidence: 0.8\nversion: 2\ncreated: 2025-02-03\nupdated: 2025-02-04\nverified: 2025-02-04\ntags: [wood, door]\n"
        "abstract: Oak lasts\n---\n\nOak lasts longer than elm.\n"
    )
    empty_world.git("init", "-q", "-b", "master")
    empty_world.git("add", "-A")
    empty_world.git("commit", "-q", "-m", "mem(decision): Use oak: it lasts")
    before = (folder / "d-2025-02-03-use-oak.md").read_bytes()
    assert empty_world.titles("search", "elm", "--scope", "all") == ["Use oak: it lasts"]
    assert (folder / "d-2025-02-03-use-oak.md").read_bytes() == before
    empty_world.add("And a new one")
    assert empty_world.is_clean()
    assert empty_world.titles("list", "--as-of", "2025-02-03", "--scope", "all") == ["Use oak: it lasts"]


def test_a_file_moved_by_hand_is_one_edit_even_if_somebody_looked_in_between(world) -> None:
    id = world.add("Oil the hinge")
    target = world.store / "objects/howtos/yard" / f"{id}.md"
    target.parent.mkdir()
    world.path(id).rename(target)
    assert world.titles("list") == ["Oil the hinge"]  # the index learns of the move before anything is committed
    world.add("Another")
    assert "edit Oil the hinge" in world.git("log", "--format=%s")
    assert "delete" not in world.git("log", "--format=%s")
    assert world.ok("reindex", "--check").code == 0


def test_a_second_file_of_one_id_that_comes_and_goes_leaves_the_first_as_it_was(world) -> None:
    id = world.add("Oil the hinge")
    world.ok("revise", id, "--title", "Grease the hinge", now="2026-06-21T12:00:00Z")
    other = world.store / "objects/howtos/yard" / f"{id}.md"
    other.parent.mkdir()
    other.write_text(world.path(id).read_text().replace("Oil", "Paint"))
    world.git("add", "-A")
    world.git("commit", "-qm", "a copy")
    world.ok("list", now="2026-06-22T12:00:00Z")
    world.git("rm", "-q", str(other))
    world.git("commit", "-qm", "no copy")
    assert world.titles("list", now="2026-06-22T12:00:00Z") == ["Grease the hinge"]
    assert world.ok("reindex", "--check", now="2026-06-22T12:00:00Z").code == 0


def test_names_that_some_machines_take_for_one_are_reported(world) -> None:
    for name in ("Well", "well"):
        (world.store / f"objects/facts/{name}.md").write_text(f"# The {name}\n")
    answer = world.mem("lint")
    assert answer.code == 1
    assert "only in case" in answer.out
