"""What text becomes in the index."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mem.index.tokens import bigram_text, humps, index_text

TEXTS = [
    # plain English: stop words go, irregular forms become their lemma, negations stay
    ("The builds were broken by a tag", "builds break tag"),
    ("children wrote indices", "child write index"),
    ("do not deploy without a review", "not deploy without review"),
    ("never on Friday", "never friday"),
    # contractions
    ("it's we're I've he'll", ""),
    ("Don't and won’t", "dont not wont not"),
    ("dont", "dont not"),
    ("Ada's laptop", "ada laptop"),
    ("O'Brien said 'hello'", "o brien say hello"),
    # names that are joined
    ("queue_worker", "queue worker"),
    ("lib/net/queue_worker.rs", "lib net queue worker rs"),
    ("retryAfterSeconds", "retryafterseconds retry seconds"),
    ("XMLParser parseURL", "xmlparser xml parser parseurl parse url"),
    ("iPad MySQL GitHub", "ipad pad mysql sql github git hub"),
    ("AB-1234", "ab 1234"),
    ("ada@example.org v2.10.3", "ada example org v2 10 3"),
    ("100% 22.04", "100 22 04"),
    # languages that would all be the letter C
    ("C++ and C# but not C", "cplusplus csharp not c"),
    ("g++/C++20", "gplusplus cplusplus 20"),
    ("issue #12, a#b", "issue 12 b"),
    # accents, strokes, widths
    ("Crème brûlée", "creme brulee"),
    ("Łódź Ærø Straße", "lodz aero strasse"),
    ("ｗｉｄｅ ﬁle", "wide file"),
    # emoji are words of their own
    ("ship it 🎉!", "ship u1f389"),
    ("👩‍🚀 ❤️", "u1f469 u1f680 u2764"),
    # marks are part of a word where they are not accents
    ("हिन्दी भाषा", "हिन्दी भाषा"),
    ("", ""),
    ("?! ... --", ""),
]


@pytest.mark.parametrize(("text", "words"), TEXTS)
def test_text_becomes_words(text: str, words: str) -> None:
    assert index_text(text).split() == words.split()


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("東京都", "東京 京都 都"),
        ("京", "京"),
        ("배포를 멈춤", "배포 포를 를 멈춤 춤"),
        ("데이터", "데이 이터 터"),
        ("ข้อมูล", "ข้ ้อ อม มู ูล ล"),
        ("古いcache削除", "古い い 削除 除"),
        ("plain words", ""),
        ("crème", ""),
    ],
)
def test_scripts_without_blanks_become_pairs(text: str, pairs: str) -> None:
    assert bigram_text(text).split() == pairs.split()


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("getHTTPCode", ["get", "HTTP", "Code"]),
        ("URL", ["URL"]),
        ("Plain", ["Plain"]),
        ("aB", ["a", "B"]),
        ("utf8Reader", ["utf8", "Reader"]),
        ("x", ["x"]),
    ],
)
def test_humps_begin_at_capitals(name: str, parts: list[str]) -> None:
    assert humps(name) == parts


@given(st.text())
def test_any_text_becomes_letters_digits_and_blanks(text: str) -> None:
    for word in (index_text(text) + " " + bigram_text(text)).split():
        assert all(c.isalnum() or c > "\x7f" for c in word)
        assert word == word.casefold()


@given(st.text(st.characters(categories=["L", "M", "N"]), max_size=30))
def test_composed_and_decomposed_text_become_the_same(text: str) -> None:
    assert index_text(normalize("NFC", text)) == index_text(normalize("NFD", text))


@given(st.text(max_size=40))
@example("ATe")
def test_what_stands_in_the_index_is_read_the_same_way_again(text: str) -> None:
    words = [word for word in index_text(text).split() if word.isalpha()]
    assert all(index_text(word).split()[:1] == [word] for word in words)
