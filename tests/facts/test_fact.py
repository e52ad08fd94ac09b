"""Ids and headlines of facts: readable, unique, and safe as the name of a file everywhere."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mem.facts.fact import ABSTRACT_LENGTH, NAME_BYTES, SLUG_LENGTH, TYPES, Fact, FactId, new_id, slug
from mem.facts.instant import Instant

AT = Instant("2026-06-16T10:00:00.000Z")
SAFE_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


def nobody(id: FactId) -> bool:
    return False


def ids_of(titles: Sequence[str], type: str = "howto") -> list[FactId]:
    """Give each title an id, one after the other, as one day of adding does."""
    taken: list[FactId] = []
    for title in titles:
        taken.append(new_id(type, title, AT, lambda new: new.casefold() in {one.casefold() for one in taken}))
    return taken


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Deploys via Fly.io", "deploys-via-fly-io"),
        ("  Grease: the (rear) HINGE__no. 4!  ", "grease-the-rear-hinge-no-4"),
        ("Café Größe naïve", "cafe-groe-naive"),
        ("ﬁle №5 x²", "file-no5-x2"),
        ("don't", "don-t"),
        ("a/b\\c:d", "a-b-c-d"),
        ("one two three four five six seven eight nine ten", "one-two-three-four-five-six-seven-eight"),
        ("x" * 60, "x" * 40),
        ("a" * 39 + " bc", "a" * 39),
    ],
)
def test_a_slug_is_the_title_in_ascii_words(title: str, expected: str) -> None:
    assert slug(title) == expected


@pytest.mark.parametrize("title", ["🚀", "🎯", "港の鍵", "Ключ", "", "   ", "..", "-", "\ud800"])
def test_a_title_without_latin_letters_gets_a_hash_of_its_own(title: str) -> None:
    assert re.fullmatch(r"x[0-9a-f]{8}", slug(title))


def test_titles_without_latin_letters_do_not_share_a_name() -> None:
    titles = ["🚀", "🎯", "港の鍵", "灯台の鍵", "Ключ", "", "   "]
    assert len({slug(title) for title in titles}) == len(titles)


@pytest.mark.parametrize(
    ("type", "id"),
    [
        ("constraint", "c-2026-06-16-keep-the-gate-shut"),
        ("decision", "d-2026-06-16-keep-the-gate-shut"),
        ("failure", "f-2026-06-16-keep-the-gate-shut"),
        ("howto", "h-2026-06-16-keep-the-gate-shut"),
        ("preference", "p-2026-06-16-keep-the-gate-shut"),
        ("fact", "n-2026-06-16-keep-the-gate-shut"),
        ("event", "e-2026-06-16-keep-the-gate-shut"),
    ],
)
def test_an_id_is_prefix_day_and_slug(type: str, id: str) -> None:
    assert new_id(type, "Keep the gate shut", AT, nobody) == id


def test_every_type_has_a_prefix_and_a_folder_of_its_own() -> None:
    assert len({kind.prefix for kind in TYPES.values()}) == len({kind.folder for kind in TYPES.values()}) == len(TYPES)


def test_equal_titles_of_one_day_are_told_apart_by_a_number() -> None:
    assert ids_of(["Oil the lock"] * 3) == [
        "h-2026-06-16-oil-the-lock",
        "h-2026-06-16-oil-the-lock-2",
        "h-2026-06-16-oil-the-lock-3",
    ]


def test_titles_that_differ_only_in_case_get_names_that_differ_without_it() -> None:
    ids = ids_of(["Lock", "lock", "LOCK"])
    assert len({id.casefold() for id in ids}) == 3


def test_titles_that_differ_after_the_end_of_the_slug_get_two_ids() -> None:
    start = "Replace the lamp of the western light before"
    assert len(set(ids_of([f"{start} spring", f"{start} autumn"]))) == 2


@pytest.mark.parametrize(
    "title",
    ["a: b?", "CON", "nul.md", "trailing dot.", 'x"y', "tab\there", "..", "a/b", "-rf", "com1", "x" * 300, "ü" * 300],
)
def test_an_id_is_a_file_name_on_every_system(title: str) -> None:
    name = new_id("howto", title, AT, nobody) + ".md"
    assert re.fullmatch(r'[^\\/:*?"<>|\x00-\x1f]+', name)
    assert not name.startswith(("-", "."))
    assert name.split(".")[0].casefold() not in DEVICES
    assert len(name.encode()) <= NAME_BYTES


@given(st.text(max_size=200))
def test_any_title_gives_a_short_and_safe_slug(title: str) -> None:
    found = slug(title)
    assert SAFE_NAME.fullmatch(found)
    assert len(found) <= SLUG_LENGTH


@given(st.lists(st.text(max_size=12), max_size=12))
def test_no_two_facts_of_a_day_get_one_name(titles: list[str]) -> None:
    ids = ids_of(titles)
    assert len({id.casefold() for id in ids}) == len(ids)


@pytest.mark.parametrize(
    ("fact", "headline"),
    [
        ({"abstract": "In short", "body": "At length"}, "In short"),
        ({"body": "First line\n\n- second\tline"}, "First line - second line"),
        ({"abstract": "é" * 130}, "é" * ABSTRACT_LENGTH),
        ({}, ""),
    ],
)
def test_the_headline_is_one_line_of_abstract_or_body(fact: dict[str, str], headline: str) -> None:
    assert Fact(FactId("h-1"), "howto", "Title", **fact).headline == headline
