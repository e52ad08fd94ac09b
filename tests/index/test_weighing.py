"""Facts of one source, and turns of one conversation, speak for each other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mem.facts.fact import Fact, FactId
from mem.facts.ranking import SOURCE_SHARE
from mem.index import grouping
from mem.index.base import Change
from mem.index.opening import open_index

from helpers.told import NOW, Told, at, fact, query


@pytest.fixture
def told() -> Iterator[Told]:
    index = open_index(None)
    yield Told(index)
    index.close()


def parts_of(told: Told, words: str, id: str) -> dict[str, float]:
    (found,) = [c for c in told.index.match(query(words)).candidates if c.id == id]
    return dict(found.parts)


def turn(number: int, speaker: str, text: str, talk: str = "talk-1") -> Fact:
    return fact(
        f"e-{talk}-{number:02}", text, subject=speaker, predicate="said", source=talk, valid_from=at("2023-05-08")
    )


# -- company -------------------------------------------------------------------------------------------------


def test_a_source_that_speaks_of_it_lifts_each_of_its_facts(told: Told) -> None:
    told.tell(
        fact("n-1", "The zebra sleeps", source="on gnus"),
        fact("n-2", "Gnus graze", source="on gnus"),
        fact("n-3", "The zebra sleeps", source="on zebras"),
        fact("n-4", "Zebras graze among zebras", source="on zebras"),
    )
    assert told.found("zebra").index("n-3") < told.found("zebra").index("n-1")
    assert parts_of(told, "zebra", "n-3")["source"] > parts_of(told, "zebra", "n-1")["source"] > 0


def test_whoever_has_no_company_is_not_behind_for_it(told: Told) -> None:
    told.tell(
        fact("n-1", "The zebra sleeps"),
        fact("n-2", "The zebra sleeps", source="alone"),
        fact("n-3", "The zebra sleeps", source="with a gnu"),
        fact("n-4", "The gnu grazes with other gnus", source="with a gnu"),
    )
    assert parts_of(told, "zebra", "n-1") == parts_of(told, "zebra", "n-2")
    assert told.found("zebra")[-1] == "n-3"


def test_the_better_match_leads_a_crowd_of_one_source(told: Told) -> None:
    told.tell(*(fact(f"n-{n}", f"Deploy step {n}", source="talk") for n in range(30)), fact("n-rail", "Deploy by rail"))
    assert told.found("deploy by rail")[0] == "n-rail"
    everything = [dict(found.parts) for found in told.index.match(query("deploy")).candidates]
    assert max(parts["source"] for parts in everything) <= SOURCE_SHARE * max(parts["words"] for parts in everything)


def test_a_source_as_large_as_a_library_tells_nothing(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grouping, "MOST_TOGETHER", 3)
    told.tell(
        fact("n-1", "Zebra", source="library"),
        fact("n-2", "Gnus and other beasts that met a zebra", source="library"),
        fact("n-3", "Gnu", source="library"),
    )

    def has_company() -> bool:
        parts = parts_of(told, "zebra", "n-2")
        return parts["source"] != pytest.approx(SOURCE_SHARE * parts["words"])

    assert has_company()
    told.tell(fact("n-4", "Gnu", source="library"))
    assert not has_company()


@pytest.mark.parametrize("last", ["moved", "forgotten", "dropped", "corrected"])
def test_a_source_made_in_steps_is_the_one_made_at_once(told: Told, last: str) -> None:
    other = open_index(None)
    first = [fact("n-1", "Zebra", source="a"), fact("n-2", "Gnu", "Größe 東京", source="a")]
    third = fact("n-3", "Quagga", source="a")
    later = at("2026-06-05")
    then = {
        "moved": fact("n-2", "Gnu", source="b", updated_at=later),
        "forgotten": fact("n-2", "Gnu", source="a", retracted_at=later, updated_at=later),
        "corrected": fact("n-2", "Okapi", source="a", valid_from=at("2026-01-01"), updated_at=later),
        "dropped": None,
    }[last]
    told.tell(third)
    for one in first:
        told.tell(one)
    at_once = Told(other)
    if then is None:
        told.index.apply(Change(head="c0ffee", dropped=[(FactId("n-3"), 1)]))
        at_once.tell(*first)
    else:
        told.tell(then)
        at_once.tell(*first, third, then)
    assert parts_of(told, "zebra", "n-1")["source"] == parts_of(at_once, "zebra", "n-1")["source"]
    assert [line for line in told.index.differences(other) if "source" in line] == []
    other.close()


def test_a_source_that_differs_is_a_difference(told: Told) -> None:
    other = open_index(None)
    facts = [fact("n-1", "Zebra", source="a"), fact("n-2", "Gnu", source="a")]
    told.tell(*facts)
    Told(other).tell(*facts)
    other.db.execute("insert into together (together, rowid, words) values ('delete', 1, 'June 2026 zebra gnu')")
    assert told.index.differences(other) == ["source a: only here"]
    other.close()


# -- the subject ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("what does Ada like", "Ada"),
        ("Ada's zebra", "Ada"),
        ("where is the acme-api zebra", "project:acme-api"),
        ("ACME API!", "project:acme-api"),
        ("Ada and the acme api", ""),
        ("whatever you like", ""),
        ("gone zebra", ""),
    ],
)
def test_a_question_names_a_subject_of_the_store(told: Told, words: str, named: str) -> None:
    told.tell(
        fact("n-1", "Zebra like", subject="Ada"),
        fact("n-2", "Zebra like", subject="project:acme-api"),
        fact("n-3", "Zebra like", subject="gone", retracted_at=at("2026-06-02")),
        fact("n-4", "Zebra like", subject="you"),
    )
    lifted = [c.subject for c in told.index.match(query(f"{words} zebra")).candidates if c.bearing]
    assert lifted == ([named] if named else [])


def test_what_the_best_sources_say_about_a_named_subject_is_found_too(told: Told) -> None:
    told.tell(*(fact(f"n-note-{n}", "Something else", subject="Ada") for n in range(300)))  # a name that says little
    told.tell(
        fact("n-1", "Ada paints sunsets", source="talk", subject="Ada"),
        fact("n-2", "Her canvases hang in town", source="talk", subject="Ada"),
        fact("n-3", "Rows on Sundays", source="talk", subject="Bob"),
        fact("n-4", "Plays chess", source="other", subject="Ada"),
    )
    assert told.found("sunsets by Ada") == ["n-1", "n-2"]
    assert told.index.match(query("sunsets by Ada")).total == 2
    assert told.found("sunsets") == ["n-1"]


# -- transcripts ---------------------------------------------------------------------------------------------


@pytest.fixture
def talk(told: Told) -> Told:
    told.tell(
        turn(1, "Ada", "Where did the zebra go?"),
        turn(2, "Bob", "To Sweden, by train."),
        turn(3, "Ada", "Nice."),
        turn(1, "Eve", "Nothing to see here.", talk="talk-2"),
    )
    return told


def test_what_was_said_next_is_found_with_the_question(talk: Told) -> None:
    found = talk.index.match(query("where did the zebra go"))
    assert talk.found("where did the zebra go") == ["e-talk-1-01", "e-talk-1-02"]
    assert found.total == 2
    assert set(parts_of(talk, "zebra", "e-talk-1-02")) == {"words", "source", "before"}


def test_a_question_weighs_less_than_what_is_told(talk: Told) -> None:
    (asked, told) = talk.index.match(query("zebra")).candidates
    assert (list(asked.bearing), list(told.bearing)) == ([("question", 0.8)], [])


def test_neighbours_pass_the_filters_too(talk: Told) -> None:
    assert talk.found("zebra", subject="Ada") == ["e-talk-1-01"]
    assert talk.found("zebra", valid_at=at("2023-01-01")) == []
    assert talk.found("zebra", known_at=NOW, valid_at=NOW) == talk.found("zebra")


def test_a_forgotten_turn_is_no_neighbour(talk: Told) -> None:
    gone = turn(2, "Bob", "To Sweden, by train.")
    talk.tell(
        fact(
            **{
                **{
                    name: getattr(gone, name)
                    for name in ("id", "title", "subject", "predicate", "source", "valid_from")
                },
                "retracted_at": at("2026-06-05"),
                "updated_at": at("2026-06-05"),
            }
        )
    )
    assert talk.found("zebra") == ["e-talk-1-01"]


def test_facts_that_nobody_said_have_no_neighbours(told: Told) -> None:
    told.tell(fact("n-1", "Where is the zebra?", source="s"), fact("n-2", "In Sweden", source="s"))
    (only,) = told.index.match(query("zebra")).candidates
    assert (set(dict(only.parts)), list(only.bearing)) == ({"words", "source"}, [])


def test_neighbours_are_counted_once_and_the_same_whatever_the_limit(told: Told) -> None:
    told.tell(*(turn(n, "Ada", "Zebra" if n % 3 == 0 else f"Word{n}", talk=f"talk-{n // 20}") for n in range(900)))
    few, many = told.index.match(query("zebra", limit=10)), told.index.match(query("zebra", limit=None))
    assert few.total == many.total == len(many.candidates)


@pytest.mark.parametrize("sql", [grouping.MEMBERS, grouping.DAYS, grouping.NUMBER], ids=["members", "days", "number"])
def test_keeping_a_source_together_reads_no_other(told: Told, sql: str) -> None:
    values = ["a", 10][: sql.count("?")]
    steps = [row[3] for row in told.index.ask("explain query plan " + sql, values)]  # type: ignore[attr-defined]  # of SqliteIndex
    assert not [step for step in steps if step.startswith("SCAN")], steps
