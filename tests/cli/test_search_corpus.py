"""What people type, and what they expect to find."""

from __future__ import annotations

import json

import pytest

CORPUS = {
    "pipeline": "ship with blue-green and deno.json",
    "templates": "C++ likes ::",
    "ticket": "ticket OPS-417 is closed",
    "broker": "don't reload the broker",
    "pair": "k:v pairing",
    "keywords": "NOT and OR are reserved",
    "module": "lib/core/queue_worker.py fetchOrderById",
    "cloud": "数据库备份存放在阿里云北京机房",
    "shiritori": "昨日は図書館で勉強した",
    "thai": "สวัสดีครับ ระบบสำรองข้อมูล",
    "composed": "touché déjà",
    "decomposed": "touche\u0301 split",
    "party": "party 🎉 time",
    "axis": "y axis",
    "mixed": "repo 重建gen-report后20条",
    "nordic": "Økern Gasse",
    "lisp": "S language",
    "discount": "30% off 22.04",
    "mail": "write to ops@example.org",
    "flag": "build with --fail-on-warnings set",
    "migration": "migration of the invoice database",
    "running": "the crew ran the rehearsal",
}

FINDS = [
    ("OPS-417", ["ticket"]),
    ("blue-green", ["pipeline"]),
    ("don't", ["broker"]),
    ("deno.json", ["pipeline"]),
    ("lib/core/queue_worker.py", ["module"]),
    ("lib/core", ["module"]),
    ("ops@example.org", ["mail"]),
    ("22.04", ["discount"]),
    ("30%", ["discount"]),
    ("C++", ["templates"]),
    ('"--fail-on-warnings"', ["flag"]),
    ("k:v", ["pair"]),
    ("阿里云", ["cloud"]),
    ("阿里", ["cloud"]),
    ("备份", ["cloud"]),
    ("図書館", ["shiritori"]),
    ("สำรอง", ["thai"]),
    ("重建", ["mixed"]),
    ("🎉", ["party"]),
    ("queue_worker", ["module"]),
    ("queue worker", ["module"]),
    ("fetchOrderById", ["module"]),
    ("fetch order", ["module"]),
    ("how did we do the database migration?", ["migration"]),
    ("who runs the rehearsal", ["running"]),
    ('"invoice database"', ["migration"]),
    ("migrat*", ["migration"]),
]


@pytest.fixture(scope="module")
def corpus(make_world):
    """One store with the whole corpus, for questions that change nothing."""
    world = make_world("corpus")
    world.ok("init")
    lines = [json.dumps({"type": "howto", "title": title, "body": body}) for title, body in CORPUS.items()]
    world.ok("add", "--batch", "-", stdin="\n".join(lines))
    return world


@pytest.mark.parametrize(("words", "titles"), FINDS)
def test_words_find_their_fact_first(corpus, words: str, titles: list[str]) -> None:
    assert corpus.titles("search", words)[: len(titles)] == titles


def test_accents_are_folded_in_either_form(corpus) -> None:
    for words in ("touche", "touché", "touche\u0301"):
        assert set(corpus.titles("search", words)) == {"composed", "decomposed"}, words


def test_a_double_letter_is_another_word(corpus) -> None:
    assert "fallback" not in corpus.ok("search", "deja", "--format", "json").json()
    assert corpus.ok("search", "dejja", "--format", "json").json()["fallback"] is True


def test_a_minus_excludes(corpus) -> None:
    assert "pipeline" not in corpus.titles("search", "ship -blue json")
    assert "pipeline" in corpus.titles("search", "ship json")


NOTHING = [
    '""',
    "   ",
    "?",
    "#",
    "/",
    '"',
    "'",
    "it's \"fine",
    "blah=",
    "(",
    "[a",
    "*",
    "-",
    "--",
    "OR",
    "NOT",
    "AND",
    "x" * 10_000,
    "🦄",
    ":",
    "type:",
    "tag:",
]


@pytest.mark.parametrize("words", NOTHING, ids=range(len(NOTHING)))
def test_any_punctuation_is_safe(corpus, words: str) -> None:
    answer = corpus.mem("search", "--", words)
    assert answer.code in (0, 2)
    assert answer.code == 0 or answer.out.startswith("error: ")
    assert "fts5" not in answer.out.lower()
    assert "sql" not in answer.out.lower()


def test_nothing_found_offers_a_near_word(corpus) -> None:
    answer = corpus.ok("search", "rehersal", "--format", "json").json()
    assert answer.get("fallback") is True
    assert [row["title"] for row in answer["mem"]] == ["running"]


def test_nothing_near_is_a_definite_empty_state(corpus) -> None:
    out = corpus.ok("search", "zzyzxq").out
    assert "mem[0]{id,type,title,confidence}:" in out
    assert "count: 0 of 0 total" in out
    assert "mem add" in out


def test_relevance_leads_and_priority_orders_equals(world) -> None:
    world.add("Backup the ledger database nightly", "--priority", "5")
    world.add("A note that mentions backup once among many other words about gardening and paint", "--priority", "100")
    assert world.titles("search", "backup ledger database")[0] == "Backup the ledger database nightly"
    for name, priority in (("alpha", 30), ("bravo", 90), ("gamma", 60)):
        world.add(f"Anchor rule {name}", "--priority", str(priority))
    assert world.titles("search", "anchor rule") == ["Anchor rule bravo", "Anchor rule gamma", "Anchor rule alpha"]


def test_explain_shows_the_factors_that_make_the_score(world) -> None:
    world.add("Backup the ledger", "--priority", "80")
    row = world.ok("search", "ledger", "--explain", "--format", "json").json()["mem"][0]
    product = row["relevance"]
    for part in row["factors"].split()[1::2]:
        product *= float(part.lstrip("×"))
    assert product == pytest.approx(row["score"], rel=0.01)


def test_inside_a_project_the_scope_is_here_and_everywhere(world, tmp_path) -> None:
    here = tmp_path / "here"
    there = tmp_path / "there"
    for folder, url in ((here, "git@example.org:acme/here.git"), (there, "git@example.org:acme/there.git")):
        folder.mkdir()
        world.git("init", "-q", cwd=folder)
        world.git("remote", "add", "origin", url, cwd=folder)
    world.add("Lint before here pushes", cwd=here)
    world.add("Lint before there pushes", cwd=there)
    world.add("Lint always everywhere", type="preference", cwd=here)
    assert set(world.titles("search", "lint", cwd=here)) == {"Lint before here pushes", "Lint always everywhere"}
    answer = world.ok("search", "lint", cwd=here).out
    assert "1 in other scopes" in answer
    assert "--scope all" in answer
    assert len(world.titles("search", "lint", "--scope", "all", cwd=here)) == 3
    assert len(world.titles("search", "lint")) == 3
