"""The daily commands: what they print, what they write, one commit each."""

from __future__ import annotations

import json

import pytest
import toon_format


def commits(world) -> list[str]:
    return world.git("log", "--format=%s").splitlines()


def test_a_fact_is_one_file_and_one_commit(world) -> None:
    id = world.add("Use slate tiles", "--body", "They last longer.", "--tags", "roof, stone", type="decision")
    assert id == "d-2026-06-20-use-slate-tiles"
    text = world.path(id).read_text()
    assert text.startswith("---\nid: d-2026-06-20-use-slate-tiles\ntype: decision\ntitle: Use slate tiles\n")
    assert text.endswith("---\n\nThey last longer.\n")
    assert "tags: [roof, stone]" in text
    assert commits(world) == ["mem(decision): Use slate tiles"]
    assert world.is_clean()


def test_init_alone_commits_nothing_and_again_is_a_no_op(empty_world) -> None:
    assert "initialized" in empty_world.ok("init").out
    assert "already initialized" in empty_world.ok("init").out
    assert empty_world.git("rev-list", "--all", "--count").strip() == "0"


def test_an_equal_add_is_found_and_not_doubled(world) -> None:
    first = world.add("Rotate keys weekly", "--body", "On Monday.")
    for body in ("On Monday.", "On Monday. \n", "On  Monday."):
        answer = world.ok("add", "--type", "howto", "--title", "Rotate keys weekly", "--body", body)
        assert "already-exists" in answer.out, body
        assert first in answer.out
    assert len(commits(world)) == 1


def test_equal_titles_with_other_bodies_are_two_facts(world) -> None:
    assert world.add("Rotate keys", "--body", "weekly") == "h-2026-06-20-rotate-keys"
    assert world.add("Rotate keys", "--body", "daily") == "h-2026-06-20-rotate-keys-2"


@pytest.mark.parametrize(
    "titles", [("🚀", "🎯", "日本語", "Привет"), ("Foo", "foo"), ("a/b", "a b"), ("x" * 60 + " one", "x" * 60 + " two")]
)
def test_titles_that_make_one_slug_make_several_facts(world, titles: tuple[str, ...]) -> None:
    ids = [world.add(title, "--body", f"body {number}") for number, title in enumerate(titles)]
    paths = {world.path(id).name.casefold() for id in ids}
    assert len(paths) == len(titles)
    assert sorted(world.titles("list")) == sorted(titles)


@pytest.mark.parametrize(
    "title", ["a: b?", "CON", "nul.md", "trailing dot.", 'x"y', "tab\there", "..", "a/b", "-rf", "x" * 300, "%s\\n"]
)
def test_a_file_name_is_safe_on_every_system(world, title: str) -> None:
    answer = world.ok("add", "--type", "howto", f"--title={title}", "--format", "json").json()
    name = world.path(answer["memory"]["id"]).name
    assert not set(name) & set('\\/:*?"<>|\t\n')
    assert len(name.encode()) <= 123
    assert world.titles("list") == [" ".join(title.split())]


def test_a_key_makes_a_retried_call_find_its_fact(world) -> None:
    first = world.add("Deploys on Tuesday", "--key", "call-7")
    assert world.add("Deploys on Tuesday, said again", "--key", "call-7") == first
    assert len(commits(world)) == 1


def test_show_tells_all_and_cuts_a_long_body(world) -> None:
    id = world.add("Long", "--body", " ".join(["word"] * 200), "--scope", "barn", "--tags", "a,b")
    shown = toon_format.decode(world.ok("show", id).out)
    assert shown["memory"]["id"] == id
    assert shown["memory"]["scope"] == "barn"
    assert shown["memory"]["tags"] == ["a", "b"]
    assert shown["memory"]["truncated"] == "500 characters shown of 999 total"
    full = world.ok("show", id, "--full", "--format", "json").json()["memory"]
    assert full["body"] == " ".join(["word"] * 200)
    assert "truncated" not in full


def test_revise_makes_a_new_fact_and_leaves_the_old_file_alone(world) -> None:
    old = world.add(
        "Search engine is Jina",
        "--subject",
        "project:acme",
        "--tags",
        "search",
        "--priority",
        "70",
        "--confidence",
        "0.9",
    )
    before = world.path(old).read_bytes()
    answer = world.ok(
        "revise", old, "--title", "Search engine is Exa", "--format", "json", now="2026-06-21T12:00:00Z"
    ).json()
    new = answer["memory"]["id"]
    assert world.path(old).read_bytes() == before
    assert world.titles("search", "search engine", now="2026-06-22T12:00:00Z") == ["Search engine is Exa"]
    shown = world.ok("show", new, "--format", "json").json()["memory"]
    assert (shown["subject"], shown["priority"], shown["tags"], shown["confidence"]) == (
        "project:acme",
        70,
        ["search"],
        0.5,
    )
    assert world.ok("show", old, "--format", "json").json()["memory"]["superseded_by"] == new


def test_a_superseded_fact_cannot_be_revised_and_the_live_head_is_quoted(world) -> None:
    old = world.add("Search engine is Jina")
    world.ok("revise", old, "--title", "Search engine is Exa")
    answer = world.mem("revise", old, "--title", "Search engine is Kagi")
    assert answer.code == 1
    assert "h-2026-06-20-search-engine-is-exa" in answer.out
    assert "Search engine is Exa" in answer.out


def test_an_update_is_the_same_fact_with_the_next_version(world) -> None:
    id = world.add("Oak door", "--tags", "a,b")
    shown = world.ok(
        "update", id, "--priority", "60", "--add-tags", "c", "--remove-tags", "a", "--format", "json"
    ).json()
    assert shown["memory"]["version"] == 2
    assert "no-change" in world.ok("update", id, "--priority", "60").out
    assert world.ok("show", id, "--format", "json").json()["memory"]["tags"] == ["b", "c"]
    assert commits(world) == ["mem(howto): update Oak door", "mem(howto): Oak door"]
    assert world.is_clean()


def test_an_update_of_one_field_changes_its_lines_only(world) -> None:
    id = world.add("Oak door", "--body", "one\n\ntwo")
    world.ok("update", id, "--priority", "60")
    world.ok("update", id, "--priority", "61")
    changed = world.git("diff", "--numstat", "HEAD~1").split()
    assert changed[:2] == ["3", "3"]  # priority, version, updated_at
    assert world.path(id).read_text().endswith("---\n\none\n\ntwo\n")


def test_what_was_not_named_keeps_its_value(world) -> None:
    id = world.add("Oak door", "--tags", "a,b", "--confidence", "0.7", "--priority", "55")
    path = world.path(id)
    path.write_text(path.read_text().replace("type: howto", "type: howto\nx-owner: me  # mine"))
    world.ok("update", id, "--body", "A new text.")
    text = path.read_text()
    assert "x-owner: me  # mine\n" in text
    assert "confidence: 0.7\n" in text
    assert "tags: [a, b]\n" in text


def test_forgetting_hides_from_every_current_view(world) -> None:
    id = world.add("The quetzal42 nests here", "--source", "doc:a")
    world.ok("revise", id, "--title", "The quetzal42 nests there", "--source", "doc:a")
    answer = world.ok("forget", "--source", "doc:a")
    assert "2 of 2 forgotten" in answer.out
    assert world.titles("search", "quetzal42") == []
    assert world.titles("list") == []
    assert "quetzal42" not in world.ok().out
    assert "quetzal" not in world.ok("search", "quetzal").out
    assert "quetzal42" not in world.ok("review").out
    assert "retracted" in world.ok("show", id).out
    assert world.is_clean()


def test_forgetting_twice_changes_nothing(world) -> None:
    id = world.add("Oak door")
    world.ok("forget", id)
    answer = world.ok("forget", id)
    assert "already forgotten" in answer.out
    assert len(commits(world)) == 2


def test_forget_by_source_takes_exactly_that_source(world) -> None:
    for source in ("doc:a", "doc:ab", "doc:a/b", ""):
        world.add(f"From {source or 'nowhere'}", "--source", source)
    preview = world.ok("forget", "--source", "doc:a", "--dry-run").out
    assert "1 of 1 would be forgotten" in preview
    assert len(world.titles("list")) == 4
    world.ok("forget", "--source", "doc:a")
    assert sorted(world.titles("list")) == ["From doc:a/b", "From doc:ab", "From nowhere"]
    world.ok("forget", "--source", "doc:a", "--prefix")
    assert world.titles("list") == ["From nowhere"]


def test_forget_of_an_unknown_source_names_the_nearest(world) -> None:
    world.add("One", "--source", "session-2026-06-09")
    answer = world.mem("forget", "--source", "session-2026-06-08")
    assert answer.code == 1
    assert "session-2026-06-09" in answer.out


def test_restore_takes_a_forgetting_back(world) -> None:
    id = world.add("Oak door")
    world.ok("forget", id)
    world.ok("restore", id)
    assert world.titles("search", "oak") == ["Oak door"]
    assert "no-change" in world.ok("restore", id).out


def test_disowning_brings_back_what_was_superseded(world) -> None:
    old = world.add("Engine is Jina", now="2026-06-01T10:00:00Z")
    new = world.ok("revise", old, "--title", "Engine is Exa", "--format", "json", now="2026-06-02T10:00:00Z").json()[
        "memory"
    ]["id"]
    answer = world.ok("forget", new, "--disown", now="2026-06-03T10:00:00Z").out
    assert "believed_again" in answer
    assert world.titles("search", "engine", now="2026-06-04T10:00:00Z") == ["Engine is Jina"]


def test_what_was_forgotten_can_be_added_again_as_new(world) -> None:
    first = world.add("Oak door")
    world.ok("forget", first)
    second = world.add("Oak door")
    assert second != first
    assert world.titles("list") == ["Oak door"]


def test_merge_keeps_both_texts_and_answers_to_the_absorbed_id(world) -> None:
    keep = world.add("Keep oak", "--body", "Oak lasts.", "--tags", "wood", "--priority", "40", type="decision")
    gone = world.add("Absorb elm", "--body", "Elm bends.", "--tags", "hinge", "--priority", "80", type="decision")
    preview = world.ok("merge", keep, gone, "--dry-run").out
    assert "version 2, priority 80" in preview
    world.ok("merge", keep, gone)
    assert world.titles("search", "elm") == ["Keep oak"]
    assert world.ok("show", gone, "--format", "json").json()["memory"]["superseded_by"] == keep
    assert commits(world)[0] == f"mem(decision): merge {gone} into {keep}"
    assert world.is_clean()


def test_dedup_never_pairs_facts_that_differ_in_a_number_or_a_negation(world) -> None:
    for title in (
        "Release deadline is October 15th",
        "Release deadline is October 16th",
        "retries = 3",
        "retries = 5",
        "Force push is allowed here",
        "Force push is not allowed here",
    ):
        world.add(title)
    assert "dedup[0]" in world.ok("dedup", "--threshold", "0.3").out
    assert len(world.titles("list")) == 6


def test_dedup_shows_first_and_merges_with_apply(world) -> None:
    low = world.add("Rotate deploy keys weekly", "--priority", "30")
    high = world.add("Rotate the deploy keys weekly", "--priority", "80")
    assert "dedup[1]{sim,keep,absorb,title}:" in world.ok("dedup").out
    assert len(commits(world)) == 2
    assert f"{low} -> {high}" in world.ok("dedup", "--apply").out
    assert world.titles("list") == ["Rotate the deploy keys weekly"]


def test_a_batch_is_one_commit_or_nothing(world) -> None:
    lines = [json.dumps({"type": "howto", "title": f"Number {n}", "tags": ["x"]}) for n in range(20)]
    assert "20 of 20 added" in world.ok("add", "--batch", "-", stdin="\n".join(lines)).out
    assert commits(world) == ["mem: add 20 facts"]
    bad = [*lines, json.dumps({"type": "howto", "titel": "typo", "title": "x"})]
    answer = world.mem("add", "--batch", "-", stdin="\n".join(bad))
    assert answer.code == 2
    assert "line 21" in answer.out
    assert "titel" in answer.out
    assert len(commits(world)) == 1
    assert "0 of 20 added" in world.ok("add", "--batch", "-", stdin="\n".join(lines)).out


def test_a_near_duplicate_is_hinted_at(world) -> None:
    first = world.add("Rotate deploy keys weekly")
    answer = world.ok("add", "--type", "howto", "--title", "Rotate the deploy keys weekly")
    assert first in answer.out
    assert "revise" in answer.out


def test_a_future_fact_waits_for_its_day(world) -> None:
    world.add("Office moves to Elm Street", "--valid-from", "2026-07-15")
    assert world.titles("search", "office") == []
    assert "not yet valid" in world.ok("show", "2026-06-20-office-moves").out
    assert world.titles("search", "office", now="2026-07-15T00:00:00Z") == ["Office moves to Elm Street"]


def test_inject_prints_bare_lines(world) -> None:
    world.add("Oak one", "--abstract", "Sand it first")
    world.add("Oak two", "--body", "Oil it.\nThen wax.")
    lines = set(world.ok("search", "oak", "--inject").out.splitlines())
    assert lines == {
        "h-2026-06-20-oak-one howto Oak one — Sand it first",
        "h-2026-06-20-oak-two howto Oak two — Oil it. Then wax.",
    }


def test_home_counts_and_lists_the_latest(world) -> None:
    world.add("Pump seal cracked", type="failure", now="2026-06-20T10:00:00Z")
    world.add("Oak door", now="2026-06-20T11:00:00Z")
    home = toon_format.decode(world.ok().out)
    assert home["store"] == str(world.store)
    assert home["total"] == "2 memories"
    assert {"type": "failure", "count": 1} in home["counts"]
    assert [row["title"] for row in home["recent"]] == ["Oak door", "Pump seal cracked"]


def test_recent_means_recently_changed(world) -> None:
    old = world.add("Old one", now="2025-06-20T10:00:00Z")
    world.add("New one", now="2026-06-19T10:00:00Z")
    world.ok("update", old, "--priority", "51", now="2026-06-20T10:00:00Z")
    assert [row["title"] for row in toon_format.decode(world.ok().out)["recent"]] == ["Old one", "New one"]


def test_editing_opens_the_editor_and_checks_the_result(world) -> None:
    id = world.add("Oak door")
    world.ok("edit", id, env={"EDITOR": "sed -i s/Oak/Elm/"})
    assert world.titles("list") == ["Elm door"]
    before = world.path(id).read_bytes()
    answer = world.mem("edit", id, env={"EDITOR": "sed -i 's/^priority.*/&\\npriority: 3/'"})
    assert answer.code == 2
    assert world.path(id).read_bytes() == before
    assert world.mem("edit", id).code == 2


def test_stats_count_searches_and_adds(world) -> None:
    world.add("Oak one")
    world.add("Oak one")
    world.ok("search", "oak")
    world.ok("search", "zzyzx")
    stats = world.ok("stats", "--format", "json").json()
    assert {name: stats[name] for name in ("searches", "hits", "rate", "adds", "duplicates_skipped")} == {
        "searches": 2,
        "hits": 1,
        "rate": "50%",
        "adds": 1,
        "duplicates_skipped": 1,
    }
    assert world.is_clean()


def test_provenance_comes_from_the_environment(world) -> None:
    id = world.add("Oak door", env={"MEM_SOURCE": "session-7", "MEM_AGENT": "robot"})
    shown = world.ok("show", id, "--format", "json").json()["memory"]
    assert (shown["source"], shown["agent"]) == ("session-7", "robot")


def test_a_pin_names_the_code_commit(world, tmp_path) -> None:
    world.git("init", "-q", "-b", "main", str(tmp_path / "code"), cwd=tmp_path)
    code = tmp_path / "code"
    world.git("commit", "-q", "--allow-empty", "-m", "first", cwd=code)
    head = world.git("rev-parse", "HEAD", cwd=code).strip()
    id = world.add("Ports are in fly.toml", "--pin", "fly.toml", cwd=code)
    assert f"fly.toml@{head}" in world.ok("show", id).out


def test_the_demo_plays_through_and_leaves_nothing(empty_world) -> None:
    out = empty_world.ok("demo", env={"MEM_DIR": None}).out
    assert "Deploys via Heroku" in out
    assert "Deploys via Fly.io" in out
    assert list(empty_world.home.iterdir()) == []
