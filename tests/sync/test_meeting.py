"""What two machines did apart is all there after they met, on both and at the remote."""

from __future__ import annotations

import pytest

from mem.facts import document
from mem.facts.query import Query
from mem.memory import Memory
from mem.memory.results import Draft
from mem.sync.run import sync
from mem.sync.wishes import NoRemote, NotNow, Ways, Wish

from helpers.machines import Machine, Net, at

Pair = tuple[Machine, Machine]


def share(pair: Pair, title: str = "Oil the hinge", body: str = "Two drops.") -> str:
    """A fact that both have."""
    one, other = pair
    id = one.add(title, body)
    one.sync(at(1))
    other.sync(at(2))
    return id


def meet(pair: Pair, minute: int = 30):
    """The first gives, the second takes and gives, the first takes; the second's outcome is the interesting one."""
    one, other = pair
    one.sync(at(minute))
    outcome = other.sync(at(minute + 1))
    one.sync(at(minute + 2))
    assert one.files() == other.files()
    assert one.git("rev-parse", "HEAD") == other.git("rev-parse", "HEAD")
    assert one.git("rev-parse", "HEAD").strip() == one.net.head()
    for machine in pair:
        assert machine.is_clean()
        assert machine.memory.index_differences() == []
    return outcome


def kinds(outcome) -> list[str]:
    return [note.kind for note in outcome.notes]


def test_the_first_sync_fills_an_empty_remote_and_the_second_machine_gets_all(two: Pair) -> None:
    one, other = two
    id = one.add("Oil the hinge")
    outcome = one.sync(at(1))
    assert (outcome.pull, outcome.push, outcome.pushed, outcome.unpushed) == ("ok", "ok", 1, 0)
    outcome = other.sync(at(2))
    assert (outcome.pull, outcome.push, outcome.pulled) == ("ok", "ok", 1)
    assert other.text(id) == one.text(id)
    assert other.is_clean()


def test_two_stores_without_a_fact_have_nothing_to_say(pair: Pair) -> None:
    outcome = pair[0].sync(at(1))
    assert (outcome.pull, outcome.push, outcome.unpushed) == ("ok", "ok", 0)


def test_facts_made_apart_end_on_one_line_of_history_with_their_authors_and_times(two: Pair) -> None:
    share(two)
    one, other = two
    one.add("From the attic", now=at(5))
    other.add("From the barn", now=at(6))
    other.add("From the barn too", now=at(7))
    meet(two)
    assert one.git("rev-list", "--merges", "--count", "HEAD").strip() == "0"
    assert one.git("log", "--format=%at %s", "-1").strip().endswith("From the barn too")
    assert one.git("log", "--format=%at", "-1").strip() == "1781957220"


def test_nothing_to_do_is_one_question_and_no_commit(pair: Pair) -> None:
    share(pair)
    one, _ = pair
    before = one.git("rev-parse", "HEAD")
    outcome = one.sync(at(9))
    assert (outcome.attempts, outcome.pull, outcome.push) == (0, "ok", "ok")
    assert one.git("rev-parse", "HEAD") == before


def test_one_fact_changed_in_two_fields_has_both(pair: Pair) -> None:
    id = share(pair)
    one, other = pair
    one.memory.update(id, {"priority": 70}, at(5))
    other.memory.update(id, {"confidence": 0.9}, at(6))
    outcome = meet(pair)
    assert kinds(outcome) == ["merged"]
    fact = one.memory.show(id, at(40)).standing.fact
    assert (fact.priority, fact.confidence, fact.version) == (70, 0.9, 3)


def test_lines_changed_far_apart_are_both_there_and_so_are_both_commits(pair: Pair) -> None:
    body = "\n".join(f"line {number}" for number in range(1, 10))
    id = share(pair, body=body)
    one, other = pair
    one.edit(id, "line 1\n", "line one\n")
    other.edit(id, "line 9", "line nine")
    meet(pair)
    assert "line one\n" in one.text(id)
    assert "line nine" in one.text(id)
    assert len([line for line in one.log() if "edit Oil the hinge" in line]) == 2


def test_words_changed_in_one_place_keep_the_later_and_tell_of_both(two: Pair) -> None:
    id = share(two)
    one, other = two
    one.memory.update(id, {"body": "Three drops."}, at(5))
    other.memory.update(id, {"body": "One drop."}, at(6))
    outcome = meet(two)
    assert kinds(outcome) == ["contested"]
    assert [(item.kept, item.gave_way) for item in outcome.notes[0].yielded] == [("One drop.", "Three drops.")]
    assert "One drop." in one.text(id)
    assert "Three drops." in one.git("log", "-p", "-m")
    assert id in one.git("log", "-1", "--format=%(trailers:key=Mem-Contested)")
    for machine in (one, other):
        assert [found for found, _ in machine.memory.review(at(40), 0.5).given_way] == [id]
    one.memory.update(id, {"body": "Two drops and a half."}, at(41))
    assert one.memory.review(at(42), 0.5).given_way == []


def test_revised_apart_both_revisions_are_believed_and_contested(pair: Pair) -> None:
    id = share(pair)
    one, other = pair
    one.memory.revise(id, {"title": "Grease the hinge"}, at(5))
    other.memory.revise(id, {"title": "Replace the hinge"}, at(6))
    meet(pair)
    assert len(one.memory.contested()) == 1
    titles = {hit.candidate.title for hit in one.memory.search(Query("hinge", now=at(40))).hits}
    assert titles == {"Grease the hinge", "Replace the hinge"}


def test_forgotten_here_and_edited_there_stays_forgotten_with_the_edited_text(pair: Pair) -> None:
    id = share(pair)
    one, other = pair
    one.memory.forget([id], at(5))
    other.memory.update(id, {"body": "Three drops."}, at(6))
    outcome = meet(pair)
    assert "forgotten" in kinds(outcome)
    assert "Three drops." in one.text(id)
    assert one.memory.search(Query("hinge", now=at(40))).total == 0


@pytest.mark.parametrize("first", [0, 1])
def test_deleted_by_hand_here_and_edited_there_stays_edited(pair: Pair, first: int) -> None:
    id = share(pair)
    deleting, editing = pair[first], pair[1 - first]
    deleting.path(id).unlink()
    editing.memory.update(id, {"body": "Three drops."}, at(6))
    outcome = meet(pair)
    assert "kept" in kinds(outcome)
    assert "Three drops." in pair[0].text(id)


def test_a_merge_that_kept_one_side_whole_tells_the_same_past_whenever_it_is_read(pair: Pair) -> None:
    id = share(pair)
    one, other = pair
    one.path(id).unlink()
    other.memory.update(id, {"body": "Three drops."}, at(6))
    meet(pair, 10)
    one.path(id).unlink()
    meet(pair, 20)


@pytest.mark.parametrize("first", [0, 1])
def test_moved_by_hand_here_and_edited_there_is_one_fact_at_the_new_place(pair: Pair, first: int) -> None:
    id = share(pair)
    moving, editing = pair[first], pair[1 - first]
    target = moving.root / "objects/facts/yard" / f"{id}.md"
    target.parent.mkdir()
    moving.path(id).rename(target)
    editing.memory.update(id, {"body": "Three drops."}, at(6))
    meet(pair)
    assert [path for path in pair[0].files() if id in path] == [f"objects/facts/yard/{id}.md"]
    assert "Three drops." in pair[0].text(id)


def test_moved_to_two_places_it_is_one_fact_at_one_place(pair: Pair) -> None:
    id = share(pair)
    for machine, name in zip(pair, ("yard", "shed"), strict=True):
        target = machine.root / "objects/facts" / name / f"{id}.md"
        target.parent.mkdir()
        machine.path(id).rename(target)
    meet(pair)
    assert len([path for path in pair[0].files() if id in path]) == 1


@pytest.mark.parametrize("early", [0, 1])
def test_two_facts_of_one_id_both_stay_and_the_later_gets_another_name(pair: Pair, early: int) -> None:
    share(pair)
    later = 1 - early
    first = pair[early].add("Paint the gate", "Green.", now=at(5))
    second = pair[later].add("Paint the gate", "Blue.", now=at(6))
    assert first == second
    revision = pair[later].memory.revise(second, {"title": "Paint the gate twice"}, at(7)).fact.id
    outcome = meet(pair)
    assert kinds(outcome) == ["adopted"]
    one = pair[0]
    assert "Green." in one.text(first)
    other = next(
        path for path in one.files() if path.rpartition("/")[2].startswith(f"{first}-") and revision not in path
    )
    assert "Blue." in one.files()[other].decode()
    other_id = other.rpartition("/")[2].removesuffix(".md")
    assert one.memory.show(revision, at(40)).standing.fact.supersedes == (other_id,)
    titles = sorted(hit.candidate.title for hit in one.memory.search(Query("paint gate", now=at(40))).hits)
    assert titles == ["Paint the gate", "Paint the gate twice"]
    assert one.memory.find(first) == first


@pytest.mark.parametrize("early", [0, 1])
def test_two_facts_of_one_id_are_told_apart_in_files_of_any_name(pair: Pair, early: int) -> None:
    share(pair)
    id = pair[early].add("Paint the gate", "Green.", now=at(5))
    assert pair[1 - early].add("Paint the gate", "Blue.", now=at(6)) == id
    path = pair[0].path(id)
    path.rename(path.with_name("gate.md"))
    assert kinds(meet(pair)) == ["adopted"]
    facts = [document.read(data, path).fact for path, data in pair[0].files().items() if path.endswith(".md")]
    assert {fact.body.strip(): fact.id == id for fact in facts if fact and "gate" in fact.id} == {
        "Green.": True,
        "Blue.": False,
    }


def test_a_fact_that_left_its_id_on_two_machines_is_still_one(net: Net) -> None:
    one, other, third = (net.machine(name) for name in ("attic", "barn", "cellar"))
    one.add("Oil the hinge")
    for machine in (one, other, third):
        machine.sync(at(1))
    one.add("Paint the gate", "Green.", now=at(5))
    id = other.add("Paint the gate", "Blue.", now=at(6))
    third.git("pull", "-q", str(other.root), "main")
    (third.root / "objects/facts/yard").mkdir()
    third.path(id).rename(third.root / f"objects/facts/yard/{id}.md")
    for machine in (one, other, third, one, other):
        machine.sync(at(9))
    facts = [document.read(data, path).fact for path, data in one.files().items() if path.endswith(".md")]
    assert sorted(fact.body.strip() for fact in facts if fact) == ["", "Blue.", "Green."]
    assert one.files() == other.files() == third.files()


def titles_by_path(machine: Machine) -> dict[str, str]:
    read = {path: document.read(data, path).fact for path, data in machine.files().items() if path.endswith(".md")}
    return {path.rpartition("/")[2]: fact.title for path, fact in read.items() if fact}


def rename(machine: Machine, id: str, name: str) -> None:
    """Give a fact's file another name, by hand, and commit that."""
    machine.path(id).rename(machine.path(id).with_name(name))
    with machine.memory.writing(at(10)):
        pass


def test_two_facts_in_files_of_one_name_keep_their_ids_and_get_two_files(pair: Pair) -> None:
    share(pair)
    for machine, title in zip(pair, ("Paint the gate", "Feed the hens"), strict=True):
        rename(machine, machine.add(title, now=at(5)), "gate.md")
    assert kinds(meet(pair)) == ["beside"]
    assert titles_by_path(pair[0]) == {
        "n-2026-06-20-oil-the-hinge.md": "Oil the hinge",
        "gate.md": "Paint the gate",
        "n-2026-06-20-feed-the-hens.md": "Feed the hens",
    }


def test_a_fact_moved_to_where_they_have_another_overwrites_nothing(pair: Pair) -> None:
    id = share(pair)
    one, other = pair
    rename(one, one.add("Paint the gate", now=at(5)), "gate.md")
    one.memory.update(id, {"body": "Three drops."}, at(6))
    rename(other, id, "gate.md")
    meet(pair)
    found = titles_by_path(one)
    assert sorted(found.values()) == ["Oil the hinge", "Paint the gate"]
    assert found["gate.md"] == "Paint the gate"
    assert "Three drops." in one.memory.show(id, at(40)).standing.fact.body


def test_a_fact_in_the_old_place_of_a_moved_one_does_not_take_its_edit(pair: Pair) -> None:
    one, other = pair
    follower = one.add("Paint the gate", "Green.", now=at(0))
    id = share(pair)
    name = other.path(id).name
    rename(other, id, "moved.md")
    rename(other, follower, name)
    one.memory.update(id, {"body": "Three drops."}, at(6))
    meet(pair)
    assert titles_by_path(one) == {"moved.md": "Oil the hinge", name: "Paint the gate"}
    bodies = [one.memory.show(each, at(40)).standing.fact.body.strip() for each in (id, follower)]
    assert bodies == ["Three drops.", "Green."]


def test_a_move_written_anew_on_top_of_theirs_leaves_all_words_to_be_found(pair: Pair) -> None:
    id = share(pair)
    one, other = pair
    one.path(id).unlink()
    one.sync(at(6))
    target = other.root / "objects/facts/yard" / f"{id}.md"
    target.parent.mkdir()
    other.path(id).rename(target)
    with other.memory.writing(at(7)):
        pass
    target.unlink()
    meet(pair)
    past = Query("two drops", now=at(40), known_at=at(3), valid_at=at(3))
    assert [hit.candidate.id for hit in other.memory.search(past).hits] == [id]


def test_a_merge_is_taken_in_without_reading_the_whole_history_anew(two: Pair) -> None:
    id = share(two)
    one, other = two
    before = [(machine.root / ".cache/index.db").stat().st_ino for machine in two]
    one.memory.update(id, {"body": "Three drops."}, at(5))
    other.memory.update(id, {"body": "One drop."}, at(6))
    meet(two)
    assert one.git("rev-list", "--count", "--merges", "HEAD").strip() == "1"
    assert [(machine.root / ".cache/index.db").stat().st_ino for machine in two] == before


def test_one_fact_with_two_histories_is_not_doubled(pair: Pair) -> None:
    one, other = pair
    id = one.add("Oil the hinge", "Two drops.")
    target = other.root / one.path(id).relative_to(one.root)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(one.path(id).read_bytes())
    outcome = meet(pair)
    assert outcome.joined
    assert len([path for path in one.files() if id in path]) == 1


def test_stores_begun_apart_join_and_nothing_is_lost(two: Pair) -> None:
    one, other = two
    one.add("From the attic", now=at(1))
    other.add("From the barn", now=at(2))
    outcome = meet(two)
    assert outcome.joined
    assert sorted(c.title for c in one.memory.listing(Query(now=at(40))).candidates) == [
        "From the attic",
        "From the barn",
    ]
    assert {"mem(fact): From the attic", "mem(fact): From the barn"} <= set(one.log())


def test_hand_edits_go_along(pair: Pair) -> None:
    id = share(pair)
    one, other = pair
    one.edit(id, "Two drops.", "Three drops.")
    (one.root / "objects/facts/by-hand.md").write_text("Written by hand.\n")
    meet(pair)
    assert "Three drops." in other.text(id)
    assert (other.root / "objects/facts/by-hand.md").read_text() == "Written by hand.\n"


def test_an_untracked_file_in_the_way_is_taken_in_first(pair: Pair) -> None:
    share(pair)
    one, other = pair
    (one.root / "notes.txt").write_text("theirs\n")
    one.git("add", "notes.txt")
    one.git("commit", "-qm", "notes")
    (other.root / "notes.txt").write_text("ours\n")
    outcome = meet(pair)
    assert "beside" in kinds(outcome)
    texts = {path: data for path, data in one.files().items() if path.startswith("notes")}
    assert texts == {"notes.txt": b"theirs\n", "notes.barn.txt": b"ours\n"}


def test_machines_of_one_name_never_write_over_what_the_other_set_beside(net: Net) -> None:
    machines = [net.machine(name) for name in ("attic", "barn", "cellar")]
    machines[0].add("Oil the hinge")
    for machine in machines:
        machine.sync(at(1), machine="host")
    for number, machine in enumerate(machines):
        (machine.root / "notes.txt").write_text(f"{machine.name}\n")
        machine.git("add", "notes.txt")
        machine.git("commit", "-qm", "notes")
        machine.sync(at(2 + number), machine="host")
    for machine in machines:
        machine.sync(at(9), machine="host")
        notes = {path: data.decode().strip() for path, data in machine.files().items() if path.startswith("notes")}
        assert sorted(notes.values()) == ["attic", "barn", "cellar"]
        assert (notes["notes.txt"], notes["notes.host.txt"]) == ("attic", "barn")
        assert machine.is_clean()


@pytest.mark.parametrize("where", [0, 1])
def test_a_persons_own_file_of_that_name_stays_as_it_is(pair: Pair, where: int) -> None:
    share(pair)
    (pair[where].root / "notes.barn.txt").write_text("about the barn\n")
    pair[where].git("add", "-A")
    for machine in pair:
        (machine.root / "notes.txt").write_text(f"{machine.name}\n")
        machine.git("add", "notes.txt")
        machine.git("commit", "-qm", "notes")
    meet(pair)
    notes = [data.decode().strip() for path, data in pair[0].files().items() if path.startswith("notes")]
    assert sorted(notes) == ["about the barn", "attic", "barn"]


def test_an_untracked_fact_in_the_way_loses_no_word(pair: Pair) -> None:
    share(pair)
    one, other = pair
    (one.root / "objects/facts/well.md").write_text("# The well\n\nIt is deep.\n")
    one.sync(at(5))
    (other.root / "objects/facts/well.md").write_text("# The well\n\nIt is dry.\n")
    meet(pair)
    history = one.git("log", "-p", "-m", "--all")
    assert "It is deep." in history
    assert "It is dry." in history


def test_other_files_are_woven_together_line_by_line(pair: Pair) -> None:
    share(pair)
    one, other = pair
    (one.root / "README.md").write_text("a\nb\nc\nd\ne\n")
    one.git("add", "README.md")
    one.git("commit", "-qm", "readme")
    meet(pair, 5)
    for machine, old, new in ((one, "a\n", "A\n"), (other, "e\n", "E\n")):
        path = machine.root / "README.md"
        path.write_text(path.read_text().replace(old, new))
        machine.git("commit", "-qam", "change")
    meet(pair, 15)
    assert (one.root / "README.md").read_text() == "A\nb\nc\nd\nE\n"


def test_a_user_edit_that_is_staged_survives(pair: Pair) -> None:
    share(pair)
    one, other = pair
    one.add("From the attic", now=at(5))
    one.sync(at(6))
    (other.root / "todo.txt").write_text("mine\n")
    other.git("add", "todo.txt")
    other.sync(at(7))
    assert other.git("status", "--porcelain") == "A  todo.txt\n"


def test_a_remote_that_lost_commits_gets_them_back_and_the_report_says_so(pair: Pair) -> None:
    share(pair)
    one, other = pair
    one.add("From the attic", now=at(5))
    one.sync(at(6))
    other.sync(at(7))
    one.net.git("update-ref", "refs/heads/main", "main~1")
    other.add("From the barn", now=at(8))
    outcome = other.sync(at(9))
    assert outcome.lost == 1
    assert "mem(fact): From the attic" in one.net.git("log", "--format=%s", "main")


def test_a_detached_head_or_a_rebase_is_no_time_to_sync(pair: Pair) -> None:
    share(pair)
    one, _ = pair
    one.git("checkout", "-q", "--detach")
    with pytest.raises(NotNow, match="detached HEAD"):
        one.sync(at(5))
    one.git("checkout", "-q", "main")
    (one.root / ".git/rebase-merge").mkdir()
    with pytest.raises(NotNow, match="rebase"):
        one.sync(at(5))


def test_without_a_remote_there_is_nobody_to_meet(pair: Pair) -> None:
    with pytest.raises(NoRemote):
        pair[0].sync(at(1), remote="nowhere")


def test_master_here_is_main_there(net: Net) -> None:
    one, other = net.machine("attic"), net.machine("barn")
    one.git("symbolic-ref", "HEAD", "refs/heads/master")
    one.add("Oil the hinge")
    one.sync(at(1))
    assert net.git("for-each-ref", "--format=%(refname)").split() == ["refs/heads/main"]
    assert one.memory.store.divergence("origin") == (0, 0)
    other.sync(at(2))
    assert other.log() == one.log()


def test_the_only_branch_of_a_remote_is_used_whatever_its_name(net: Net) -> None:
    one, other = net.machine("attic"), net.machine("barn")
    one.add("Oil the hinge")
    one.git("push", "-q", "origin", "main:trunk")
    other.add("From the barn")
    other.sync(at(2))
    assert net.git("for-each-ref", "--format=%(refname)").split() == ["refs/heads/trunk"]
    one.sync(at(3))
    assert one.files() == other.files()


def test_pull_only_gives_nothing_and_push_only_takes_nothing(pair: Pair) -> None:
    share(pair)
    one, other = pair
    one.add("From the attic", now=at(5))
    one.sync(at(6))
    other.add("From the barn", now=at(7))
    outcome = other.sync(at(8), push=False)
    assert (outcome.push, outcome.unpushed) == ("skipped (--pull-only)", 1)
    outcome = other.sync(at(9), pull=False)
    assert (outcome.pull, outcome.push) == ("skipped (--push-only)", "ok")
    one.add("Another", now=at(10))
    outcome = one.sync(at(11), pull=False)
    assert outcome.failed
    assert one.log()[0] == "mem(fact): Another"


def test_giving_only_never_takes_the_place_of_what_others_gave(two: Pair) -> None:
    share(two)
    one, other = two
    one.add("From the attic", now=at(5))
    one.sync(at(6))
    other.add("From the barn", now=at(7))
    outcome = other.sync(at(8), pull=False)
    assert outcome.failed
    assert "without --push-only" in str(outcome.help)
    assert one.net.head() == one.git("rev-parse", "HEAD").strip()


def test_a_declined_push_leaves_all_safe_here(pair: Pair) -> None:
    share(pair)
    one, _ = pair
    hook = one.net.remote / "hooks/pre-receive"
    hook.write_text("#!/bin/sh\necho 'no pushes on Sunday' >&2\nexit 1\n")
    hook.chmod(0o755)
    before = one.git("rev-parse", "origin/main")
    one.add("From the attic", now=at(5))
    outcome = one.sync(at(6))
    assert outcome.failed
    assert (outcome.attempts, outcome.unpushed) == (1, 1)
    assert "no pushes on Sunday" in outcome.push
    assert one.git("rev-parse", "origin/main") == before
    assert one.log()[0] == "mem(fact): From the attic"


def test_a_remote_that_is_gone_leaves_all_as_it_is(two: Pair) -> None:
    share(two)
    one, _ = two
    one.git("remote", "set-url", "origin", str(one.root / "gone.git"))
    before = one.git("rev-parse", "HEAD")
    outcome = one.sync(at(5))
    assert outcome.failed
    assert outcome.push == "skipped"
    assert one.git("rev-parse", "HEAD") == before


def test_a_remote_packed_with_bitmaps_is_no_hindrance(two: Pair) -> None:
    share(two)
    one, other = two
    one.net.git("config", "repack.writeBitmaps", "true")
    one.net.git("repack", "-adbq")
    one.net.git("gc", "-q")
    one.add("From the attic", now=at(5))
    other.add("From the barn", now=at(6))
    meet(two)


def test_a_store_in_a_linked_worktree_syncs(net: Net, tmp_path) -> None:
    one, other = net.machine("attic"), net.machine("barn")
    share((one, other))
    other.add("From the barn", now=at(5))
    other.sync(at(6))
    one.git("worktree", "add", "-q", "-b", "second", str(tmp_path / "tree"))
    memory = Memory.open(tmp_path / "tree", environ=one.environ)
    sync(memory.store, Wish("origin"), Ways(lambda: memory.writing(at(7)), lambda: memory.index.uncommitted()), at(7))
    assert net.git("status", "--porcelain", cwd=tmp_path / "tree") == ""
    assert len(list((tmp_path / "tree").glob("objects/facts/*.md"))) == 2
    memory.close()


def test_lines_ended_in_the_windows_way_do_not_come_back_as_changes(pair: Pair) -> None:
    one, other = pair
    for machine in pair:
        machine.git("config", "core.autocrlf", "true")
    (one.root / "objects/facts/well.md").write_bytes(b"# The well\r\n\r\nIt is deep.\r\n")
    (one.root / "notes.txt").write_bytes(b"one\r\ntwo\r\n")
    one.memory.refresh()
    one.git("add", "notes.txt")
    one.git("commit", "-qm", "notes")
    meet(pair, 5)
    before = one.git("rev-parse", "HEAD")
    assert other.sync(at(20)).attempts == 0
    assert other.git("rev-parse", "HEAD") == before
    assert (other.root / "objects/facts/well.md").read_bytes() == b"# The well\r\n\r\nIt is deep.\r\n"


def test_a_history_too_shallow_for_a_common_past_still_meets(net: Net, tmp_path) -> None:
    one = net.machine("attic")
    for number in range(5):
        one.add(f"Fact {number}", now=at(number))
    one.sync(at(9))
    net.git("clone", "-q", "--depth", "2", f"file://{net.remote}", str(tmp_path / "barn"), cwd=tmp_path)
    memory = Memory.open(tmp_path / "barn", environ=one.environ)
    memory.add(Draft("From the barn"), at(10))
    one.add("From the attic", now=at(11))
    one.sync(at(12))
    outcome = sync(
        memory.store, Wish("origin"), Ways(lambda: memory.writing(at(13)), lambda: memory.index.uncommitted()), at(13)
    )
    assert outcome.push == "ok"
    memory.close()
    one.sync(at(14))
    assert len(list(one.root.glob("objects/facts/*.md"))) == 7
