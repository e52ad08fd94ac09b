"""A table of things people search for: each names the facts that must come back, best first."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import pytest

from mem.index import match
from mem.index.opening import open_index

from helpers.told import Told, fact, ids, query

BODIES = {
    "dash": "build with alpha-beta under vue.js",
    "cpp": "C++ uses templates",
    "csharp": "C# uses generics",
    "letter-c": "C uses headers",
    "ticket": "ticket ABC-417 closed",
    "ticket-2": "room 417 is the large one",
    "negation": "don't touch the breaker",
    "colon": "k:v pairs",
    "operators": "AND, NOT and NEAR are reserved",
    "code": "lib/cache/page_store.rs findOrderById",
    "chinese": "订单服务运行在阿里云上海机房",
    "japanese": "昨日は将棋大会に参加した",
    "thai": "ขอบคุณครับ ระบบสำรองข้อมูล",
    "korean": "서버를 재시작했다",
    "accents": "crème brûlée",
    "decomposed": unicodedata.normalize("NFD", "crème anglaise"),
    "double": "cremme is a name",
    "emoji": "party 🎉 hall",
    "letter": "y intercept",
    "mixed": "batch 重试job-queue后70次",
    "strokes": "Ærø Łódź Gießen",
    "numbers": "75% done on 24.10",
    "mail": "write to ada@example.org",
    "flag": "compile with --fail-on-notes please",
    "flag-words": "we fail, on notes of caution",
    "moved": "migration of the payroll ledger",
    "ledger": "ledger audit",
    "irregular": "The children wrote tests and went home",
}

FINDS = [
    # hyphenated ids and words
    ("ABC-417", ["ticket", "ticket-2"]),
    ("alpha-beta", ["dash"]),
    ("vue.js", ["dash"]),
    ("alpha -beta", []),
    ("vue -templates", ["dash"]),
    # quotes and apostrophes that are no syntax
    ("don't", ["negation", "operators"]),
    ('"', []),
    ("'", []),
    ("it's \"done", ["numbers"]),
    # file names, paths, mail, versions
    ("lib/cache/page_store.rs", ["code"]),
    ("lib/cache", ["code"]),
    ("ada@example.org", ["mail"]),
    ("24.10", ["numbers"]),
    ("75%", ["numbers"]),
    # languages and flags
    ("C++", ["cpp"]),
    ("C#", ["csharp"]),
    ("C", ["letter-c"]),
    ('"--fail-on-notes"', ["flag", "flag-words"]),  # told apart by their text only
    ("what=", []),
    # identifiers
    ("page_store", ["code"]),
    ("page store", ["code"]),
    ("findOrderById", ["code"]),
    ("order", ["code"]),
    ("find order", ["code"]),
    # scripts without blanks
    ("阿里云", ["chinese"]),
    ("阿里", ["chinese"]),
    ("运行", ["chinese"]),
    ("海", ["chinese"]),
    ("将棋大会", ["japanese"]),
    ("ข้อมูล", ["thai"]),
    ("서버", ["korean"]),
    ("重试", ["mixed"]),
    ("job-queue", ["mixed"]),
    # accents, composed or not
    ("creme", ["decomposed", "accents"]),
    ("crème", ["decomposed", "accents"]),
    (unicodedata.normalize("NFD", "crème"), ["decomposed", "accents"]),
    ("brulee", ["accents"]),
    ("cremme", ["double"]),
    ("lodz", ["strokes"]),
    ("giessen", ["strokes"]),
    # emoji, single letters, nothing
    ("🎉", ["emoji"]),
    ("y", ["letter"]),
    ("", []),
    ("   ", []),
    ("?", []),
    ("#", []),
    ("/", []),
    ("x" * 10_000, []),
    ("party\x00hall", ["emoji"]),
    ("\udcff", []),
    ("k:v", ["colon"]),
    # sentences: any content word matches, all of them lead
    ("how did we do the ledger migration?", ["moved", "ledger"]),
    ("AND NOT NEAR", ["operators", "negation"]),
    ("child writing", ["irregular", "mail"]),
    ("what is the", []),
    # syntax
    ('"payroll ledger"', ["moved"]),
    ('"ledger payroll"', []),
    ('"payroll ledger" OR templates', ["moved", "cpp"]),
    ("ledger -payroll", ["ledger"]),
    ("templ*", ["cpp"]),
    ("migr* -zebra", ["moved"]),
    ("type:fact ledger -audit", ["moved"]),
    ("type:howto ledger", []),
    ("tag:money", ["moved"]),
    ("tag:money OR templates", ["cpp", "moved"]),
    ("subject:team:books audit", ["ledger"]),
    ("scope:acme/api ledger", ["ledger", "moved"]),
    ("source:chat ledger", ["ledger"]),
    ('subject:"team:books"', ["ledger"]),
    ('"the of"', []),
]


@pytest.fixture(scope="module")
def told() -> Iterator[Told]:
    index = open_index(None)
    told = Told(index)
    extra = {"moved": {"tags": ("money",)}, "ledger": {"subject": "team:books", "scope": "acme/api", "source": "chat"}}
    told.tell(*(fact(name, "A note", body, **extra.get(name, {})) for name, body in BODIES.items()))
    yield told
    index.close()


@pytest.mark.parametrize(("words", "expected"), FINDS, ids=lambda value: repr(value)[:40])
def test_words_find(told: Told, words: str, expected: list[str]) -> None:
    assert sorted(told.found(words)) == sorted(expected)


@pytest.mark.parametrize(
    "words", [words for words, expected in FINDS if len(expected) > 1 and not match.uses_syntax(words)]
)
def test_the_best_match_leads(told: Told, words: str) -> None:
    best = dict(FINDS)[words][0]
    found = told.index.match(query(words)).candidates
    assert best in [c.id for c in found if c.relevance == found[0].relevance]


def test_excluding_only_lists_the_rest(told: Told) -> None:
    assert set(told.found("-ledger", limit=None)) == set(BODIES) - {"moved", "ledger"}


@pytest.mark.parametrize(
    ("words", "expected"), [("阿里亚", "chinese"), ("prty", "emoji"), ("templat", "cpp"), ("yroll", "moved")]
)
def test_a_near_miss_finds_loosely(told: Told, words: str, expected: str) -> None:
    assert expected in ids(told.index.match_loosely(query(words)).candidates)


def test_an_exclusion_holds_loosely_too(told: Told) -> None:
    assert ids(told.index.match_loosely(query("ledgr -payroll")).candidates) == ["ledger"]
