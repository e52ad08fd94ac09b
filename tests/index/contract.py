"""What every index must do. A backend proves itself with `class TestX(IndexContract)` and a fixture named `index`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mem.facts.fact import FactId
from mem.facts.instant import FOREVER, Instant
from mem.facts.timeline import Interval, Rectangle
from mem.index.base import Change, Entry, File, Index, Look

from helpers.told import NOW, Told, at, fact, ids, query


def case_name(value: object) -> str:
    """Name a case the same in every process: the order of a set is not."""
    return str(sorted(value)) if isinstance(value, set) else str(value)


class IndexContract:
    @pytest.fixture
    def told(self, index: Index) -> Told:
        return Told(index)

    # -- what it was told ------------------------------------------------------------------------------------

    def test_a_new_index_is_empty(self, index: Index) -> None:
        assert index.is_empty()
        assert index.head() is None
        assert index.match(query("anything")).total == 0

    def test_a_change_without_facts_makes_it_not_empty(self, index: Index) -> None:
        index.apply(Change(head="abc"))
        assert not index.is_empty()
        assert index.head() == "abc"

    def test_a_fact_comes_back_as_it_was_told_but_for_its_body(self, told: Told) -> None:
        full = fact(
            "d-1", "Ships by rail", "A long story", abstract="By rail", scope="acme/api", subject="project:acme",
            predicate="ships by", tags=("rail", "Größe"), priority=70, confidence=0.9, valid_from=at("2026-05-01"),
            valid_to=at("2027-01-01"), supersedes=(FactId("d-0"),), source="chat 7", source_agent="ada", verified="2026-06-02",
            status="active", version=3, updated_at=at("2026-06-03"), key="k", aliases=(FactId("d-9"),),
            created=at("2026-01-01"), extra={"ticket": "08", "nested": {"list": ["a", "b"]}}, type="decision",
        )  # fmt: skip
        told.tell(full)
        (entry,) = told.index.entries(full.id)
        assert entry == Entry(replace(full, body=""), 1, at("2026-06-03"), entry.path, entry.blob, "c0ffee")

    def test_versions_come_back_oldest_first(self, told: Told) -> None:
        told.tell(fact("n-1", "One"))
        told.tell(fact("n-1", "Two", updated_at=at("2026-06-05")))
        assert [(entry.number, entry.fact.title) for entry in told.index.entries(FactId("n-1"))] == [
            (1, "One"),
            (2, "Two"),
        ]

    def test_rectangles_come_back(self, told: Told) -> None:
        change = told.change(fact("n-1", "One"), fact("n-2", "Two", supersedes=("n-1",), tx_at=at("2026-06-09")))
        told.index.apply(change)
        assert {id: told.index.rectangles(id) for id in change.rectangles} == change.rectangles

    def test_a_dropped_version_is_gone_with_its_words(self, told: Told) -> None:
        told.tell(fact("n-1", "Zebra"), commit=None)
        told.index.apply(Change(head=None, dropped=[(FactId("n-1"), 1)]))
        assert told.index.entries(FactId("n-1")) == []
        assert told.found("zebra") == []
        told.tell(fact("n-2", "Something else"))
        assert told.found("zebra") == []

    def test_a_version_told_again_replaces_its_row_and_the_latest_stays_the_latest(self, told: Told) -> None:
        told.tell(fact("n-1", "Zebra"))
        told.tell(fact("n-1", "Quagga", updated_at=at("2026-06-05")))
        first, second = told.index.entries(FactId("n-1"))
        told.index.apply(Change(head="c0ffee", entries=[first._replace(path="objects/elsewhere.md")]))
        assert [entry.path for entry in told.index.entries(FactId("n-1"))] == ["objects/elsewhere.md", second.path]
        assert [(c.number, c.title) for c in told.index.listing(query(history=True)).candidates] == [(2, "Quagga")]

    def test_a_change_that_fails_leaves_nothing_behind(self, told: Told) -> None:
        told.tell(fact("n-1", "Before"))
        change = told.change(fact("n-2", "After"))
        broken = change._replace(files=[File("p", None, (1, 2, 3), "b", True)])  # type: ignore[arg-type]  # a stamp too short
        with pytest.raises(Exception):  # noqa: B017, PT011  # whatever the backend raises
            told.index.apply(broken)
        assert told.listed() == ["n-1"]

    def test_everything_linked_by_supersedes_is_one_component(self, told: Told) -> None:
        told.tell(fact("n-1"), fact("n-2", supersedes=("n-1",)), fact("n-3", supersedes=("n-2", "n-9")), fact("n-8"))
        assert sorted(told.index.component([FactId("n-1")])) == ["n-1", "n-2", "n-3"]
        assert sorted(told.index.component([FactId("n-9"), FactId("n-8")])) == ["n-1", "n-2", "n-3", "n-8"]

    def test_a_component_has_what_the_timeline_needs(self, told: Told) -> None:
        told.tell(fact("n-1", valid_from=at("2026-05-01"), retracted_at=at("2026-06-08")), recorded=at("2026-06-02"))
        (version,) = told.index.component([FactId("n-1")])[FactId("n-1")]
        assert version.recorded == at("2026-06-02")
        assert (version.tx_at, version.valid_from, version.retracted_at) == (
            at("2026-06-01"),
            at("2026-05-01"),
            at("2026-06-08"),
        )

    def test_files_and_folders_are_remembered(self, index: Index) -> None:
        one = File("objects/facts/n-1.md", FactId("n-1"), (1, 2, 3, 4), "b1", True)
        two = File("objects/facts/bad.md", None, (5, 6, 7, 8), "b2", False)
        index.apply(Change(head="h", files=[one, two], folders={"objects/facts": 7, "objects/howtos": 8}))
        assert index.files() == {one.path: one, two.path: two}
        index.apply(Change(head="h2", gone=[one.path], folders={"objects/howtos": -1}))
        assert list(index.files()) == [two.path]
        assert index.folders() == {"objects/facts": 7}

    def test_how_files_looked_is_told_of_all_of_those_named_and_of_those_below_a_folder(self, index: Index) -> None:
        paths = ["objects/facts/2026-06/n-1.md", "objects/facts/n-2.md", "objects/facts2/n-3.md"]
        files = [File(path, None, (number, 2, 3, 4), "b", True) for number, path in enumerate(paths)]
        index.apply(Change(head="h", files=files))
        stamps = {file.path: file.stamp for file in files}
        assert index.stamps() == stamps
        assert index.stamps([paths[1], "objects/none.md"]) == {paths[1]: stamps[paths[1]]}
        assert index.stamps_below("objects/facts") == {path: stamps[path] for path in paths[:2]}
        index.apply(Change(head="h", gone=paths[:1]))
        assert sorted(index.stamps()) == sorted(index.stamps_below("objects")) == paths[1:]

    def test_whether_there_are_more_files_than_a_number_is_told(self, index: Index) -> None:
        index.apply(Change(head="h", files=[File(path, None, (1, 2, 3, 4), "b", True) for path in "abc"]))
        assert [index.has_more_files_than(count) for count in (2, 3)] == [True, False]

    def test_a_round_of_looks_tells_of_every_file_once(self, index: Index) -> None:
        files = [File(f"objects/{name}.md", None, (1, 2, 3, 4), "b", True) for name in "cadbe"]
        index.apply(Change(head="h", files=files))
        seen: list[str] = []
        while looks := index.looks(2, seen[-1] if seen else ""):
            seen += [path for path, *_ in looks]
        assert seen == sorted(file.path for file in files)

    def test_all_looks_at_once_are_those_of_a_round(self, index: Index) -> None:
        names = ["a b", "c\nd", "é", "e"]
        files = [File(f"objects/{name}.md", None, (n, -2, 3 << 40, 4), "b", True) for n, name in enumerate(names)]

        def told() -> list[Look]:
            """All looks, asked for at once and one by one."""
            one_by_one: list[Look] = []
            while looks := index.looks(1, one_by_one[-1][0] if one_by_one else "!"):
                one_by_one += looks
            assert index.looks(len(names) + 1) == one_by_one
            return one_by_one

        assert told() == []
        index.apply(Change(head="h", files=files))
        assert told() == sorted((file.path, *file.stamp) for file in files)
        index.apply(Change(head="h", files=[files[1]._replace(stamp=(9, 9, 9, 9))], gone=[files[3].path]))
        assert ("objects/c\nd.md", 9, 9, 9, 9) in told()
        assert len(told()) == len(names) - 1

    def test_the_newest_looks_are_of_the_files_that_were_read_last(self, told: Told) -> None:
        for number in range(5):
            told.tell(fact(f"n-{number}"))
        stamps = told.index.stamps()
        newest = told.index.newest_looks(2)
        assert {path: tuple(stamp) for path, *stamp in newest} == dict(list(stamps.items())[-2:])

    def test_what_is_not_in_head_is_uncommitted(self, index: Index) -> None:
        path = "objects/facts/n-1.md"
        committed = File(path, FactId("n-1"), (1, 2, 3, 4), "b1", True)
        index.apply(Change(head="h", files=[committed]))
        assert index.uncommitted() == []
        index.apply(Change(head="h", files=[committed._replace(blob="b2", committed=False)]))
        assert index.uncommitted() == [path]

    def test_a_file_that_only_the_working_tree_lost_is_uncommitted_until_head_lost_it_too(self, index: Index) -> None:
        path = "objects/facts/n-1.md"
        index.apply(Change(head="h", files=[File(path, FactId("n-1"), (1, 2, 3, 4), "b1", True)]))
        index.apply(Change(head="h", gone=[path]))
        assert (list(index.files()), index.uncommitted()) == ([], [path])
        index.apply(Change(head="h2", gone=[path]))
        assert index.uncommitted() == []

    def test_a_new_file_that_went_again_leaves_no_trace(self, index: Index) -> None:
        path = "objects/facts/n-1.md"
        index.apply(Change(head="h"))
        index.apply(Change(head="h", files=[File(path, FactId("n-1"), (1, 2, 3, 4), "b1", False)]))
        index.apply(Change(head="h", gone=[path]))
        assert (list(index.files()), index.uncommitted()) == ([], [])

    def test_a_file_whose_present_text_is_no_version_is_unreadable(self, told: Told) -> None:
        told.tell(fact("n-1"), fact("n-2"))
        (entry,) = told.index.entries(FactId("n-1"))
        told.index.apply(Change(head="c0ffee", files=[File(entry.path, FactId("n-1"), (9, 9, 9, 9), "other", False)]))
        assert told.index.unreadable() == [entry.path]

    # -- the view of today -----------------------------------------------------------------------------------

    def test_what_is_believed_is_found_and_listed(self, told: Told) -> None:
        told.tell(fact("n-1", "Zebras graze"))
        assert told.found("zebra") == told.listed() == ["n-1"]

    @pytest.mark.parametrize(
        "fields",
        [
            {"retracted_at": at("2026-06-10")},
            {"disowned_at": at("2026-06-10")},
            {"valid_from": at("2026-07-01")},
            {"valid_to": at("2026-06-15")},
        ],
        ids=["forgotten", "disowned", "not yet", "expired"],
    )
    def test_what_is_not_believed_is_neither_found_nor_listed(self, told: Told, fields: dict[str, str]) -> None:
        told.tell(fact("n-1", "Zebras graze", **fields))
        assert told.found("zebra") == told.listed() == []
        assert told.index.counts(query()) == {}

    def test_a_superseded_fact_gives_way(self, told: Told) -> None:
        told.tell(fact("n-1", "Zebras graze"))
        told.tell(fact("n-2", "Zebras sleep", supersedes=("n-1",), tx_at=at("2026-06-09")))
        assert told.found("zebra") == ["n-2"]

    def test_only_the_latest_version_is_found(self, told: Told) -> None:
        told.tell(fact("n-1", "Zebra"))
        told.tell(fact("n-1", "Quagga", updated_at=at("2026-06-05")))
        assert told.found("zebra") == []
        assert told.found("quagga") == ["n-1"]

    def test_a_wrong_clock_hides_nothing_from_today(self, told: Told) -> None:
        told.tell(fact("n-1", "Zebra", tx_at=at("2031-01-01")))
        assert told.found("zebra") == ["n-1"]

    def test_a_candidate_says_what_it_is(self, told: Told) -> None:
        told.tell(
            fact("h-1", "Zebra", "Body text", type="howto", scope="s", subject="who", priority=80, confidence=0.9)
        )
        (candidate,) = told.index.match(query("zebra")).candidates
        assert (candidate.id, candidate.number, candidate.type, candidate.title) == ("h-1", 1, "howto", "Zebra")
        assert (candidate.abstract, candidate.scope, candidate.subject) == ("Body text", "s", "who")
        assert (candidate.priority, candidate.confidence, candidate.path) == (80, 0.9, "objects/howtos/h-1.md")
        assert (candidate.valid_from, candidate.valid_to, candidate.known_from) == (
            at("2026-06-01"),
            FOREVER,
            at("2026-06-01"),
        )
        assert (candidate.current, candidate.retracted) == (True, False)
        assert candidate.relevance > 0

    # -- points in time --------------------------------------------------------------------------------------

    @pytest.fixture
    def square(self, index: Index) -> Index:
        """One fact, known over March and valid over June."""
        it = fact("n-1", "Zebra")
        known, valid = Interval(at("2026-03-01"), at("2026-04-01")), Interval(at("2026-06-01"), at("2026-07-01"))
        entry = Entry(it, 1, at("2026-03-01"), "p", "b", "c")
        index.apply(Change(head="c", entries=[entry], rectangles={it.id: [Rectangle(it.id, 1, known, valid)]}))
        return index

    @pytest.mark.parametrize(
        ("known_at", "valid_at", "stands"),
        [
            (at("2026-03-01"), at("2026-06-01"), True),
            (at("2026-03-01", "09:59:59.999"), at("2026-06-01"), False),
            (at("2026-03-01"), at("2026-06-01", "09:59:59.999"), False),
            (at("2026-04-01", "09:59:59.999"), at("2026-07-01", "09:59:59.999"), True),
            (at("2026-04-01"), at("2026-06-15"), False),
            (at("2026-03-15"), at("2026-07-01"), False),
        ],
    )
    def test_a_rectangle_holds_its_start_and_not_its_end(
        self, square: Index, known_at: Instant, valid_at: Instant, stands: bool
    ) -> None:
        asked = query("zebra", known_at=known_at, valid_at=valid_at)
        expected = ["n-1"] if stands else []
        assert ids(square.match(asked).candidates) == ids(square.listing(asked).candidates) == expected
        assert square.match(asked).total == sum(square.counts(asked).values()) == len(expected)

    def test_no_valid_time_means_now(self, square: Index) -> None:
        assert ids(square.match(query("zebra", known_at=at("2026-03-15"))).candidates) == ["n-1"]
        late = query("zebra", known_at=at("2026-03-15"), now=at("2026-08-01"))
        assert square.match(late).total == 0

    def test_no_known_time_means_what_is_known_today(self, told: Told) -> None:
        told.tell(fact("n-1", "Zebra"))
        told.tell(fact("n-2", "Zebra too", supersedes=("n-1",), valid_from=at("2026-06-10"), tx_at=at("2026-06-15")))
        assert told.found("zebra", valid_at=at("2026-06-05")) == ["n-1"]
        assert told.found("zebra", valid_at=at("2026-06-12")) == ["n-2"]
        assert told.found("zebra", valid_at=at("2026-06-12"), known_at=at("2026-06-12")) == ["n-1"]

    def test_a_fact_stands_at_most_once_at_any_point(self, told: Told) -> None:
        told.tell(fact("n-1", "Zebra"))
        told.tell(fact("n-1", "Zebra", updated_at=at("2026-06-05")))
        told.tell(fact("n-2", "Horse", supersedes=("n-1",), valid_from=at("2026-06-12"), tx_at=at("2026-06-15")))
        for day in range(1, 20):
            moment = at(f"2026-06-{day:02d}")
            assert told.found("zebra", known_at=moment, valid_at=moment) == (["n-1"] if day < 15 else [])

    def test_history_has_one_row_for_each_fact_and_marks_it(self, told: Told) -> None:
        told.tell(fact("n-1", "Zebra one"), fact("n-3", "Zebra three", retracted_at=at("2026-06-02")))
        told.tell(
            fact("n-1", "Zebra one again", updated_at=at("2026-06-05")),
            fact("n-4", "Zebra four", valid_from=at("2027-01-01")),
        )
        told.tell(fact("n-2", "Zebra two", supersedes=("n-1",), tx_at=at("2026-06-09")))
        for found in (told.index.match(query("zebra", history=True)), told.index.listing(query(history=True))):
            marks = {c.id: (c.number, c.current, c.retracted) for c in found.candidates}
            assert found.total == len(found.candidates) == 4
            assert marks == {
                "n-1": (2, False, False),
                "n-2": (1, True, False),
                "n-3": (1, False, True),
                "n-4": (1, False, False),
            }

    def test_history_as_known_at_a_moment_has_the_version_of_that_moment(self, told: Told) -> None:
        told.tell(fact("n-1", "Zebra one"))
        told.tell(fact("n-1", "Zebra two", updated_at=at("2026-06-05")))
        told.tell(fact("n-2", "Zebra late", tx_at=at("2026-06-09")))
        (candidate,) = told.index.match(query("zebra", history=True, known_at=at("2026-06-03"))).candidates
        assert (candidate.id, candidate.title) == ("n-1", "Zebra one")

    # -- filters ---------------------------------------------------------------------------------------------

    @pytest.fixture
    def herd(self, told: Told) -> Told:
        told.tell(
            fact(
                "d-1", "Zebra one", type="decision", tags=("auth", "Back End"), scope="acme/api", subject="project:acme"
            ),
            fact("h-2", "Zebra two", type="howto", tags=("authors",), priority=90, source="doc:a"),
            fact("n-3", "Zebra three", scope="acme/web", subject="project:acme-two", source="doc:ab", priority=10),
        )
        return told

    @pytest.mark.parametrize(
        ("fields", "expected"),
        [
            ({}, {"d-1", "h-2", "n-3"}),
            ({"types": ("decision",)}, {"d-1"}),
            ({"types": ("decision", "howto")}, {"d-1", "h-2"}),
            ({"tags": ("auth",)}, {"d-1"}),
            ({"tags": ("AUTH", "back end")}, {"d-1"}),
            ({"tags": ("auth", "authors")}, set()),
            ({"tags": ("end",)}, set()),
            ({"tags": ("%",)}, set()),
            ({"scopes": ("acme/api",)}, {"d-1", "h-2"}),
            ({"scopes": ()}, {"h-2"}),
            ({"subject": "project:acme"}, {"d-1"}),
            ({"source": "doc:a"}, {"h-2"}),
            ({"source": "doc:%"}, set()),
            ({"min_priority": 50}, {"d-1", "h-2"}),
            ({"min_priority": 91}, set()),
            ({"types": ("howto",), "scopes": ("acme/api",), "source": "doc:a", "min_priority": 90}, {"h-2"}),
            ({"subject": "project\udce9"}, set()),
        ],
        ids=case_name,
    )  # fmt: skip
    def test_filters_narrow_search_and_list_alike(
        self, herd: Told, fields: dict[str, object], expected: set[str]
    ) -> None:
        for view in ({}, {"known_at": NOW, "valid_at": NOW}, {"history": True}):
            asked = fields | view
            assert set(herd.found("zebra", **asked)) == set(herd.listed(**asked)) == expected
            assert herd.index.match(query("zebra", **asked)).total == len(expected)
            assert sum(herd.index.counts(query(**asked)).values()) == len(expected)

    def test_what_one_filter_alone_kept_out_is_counted(self, herd: Told) -> None:
        for found in (herd.index.match(query("zebra", min_priority=60)), herd.index.listing(query(min_priority=60))):
            assert (found.total, found.below_floor, found.elsewhere) == (1, 2, 0)
        found = herd.index.match(query("zebra", scopes=("acme/api",), min_priority=20))
        assert (found.total, found.below_floor, found.elsewhere) == (2, 0, 0)
        found = herd.index.match(query("zebra", scopes=("acme/api",)))
        assert (found.total, found.below_floor, found.elsewhere) == (2, 0, 1)

    def test_counts_are_by_type(self, herd: Told) -> None:
        assert herd.index.counts(query()) == {"decision": 1, "fact": 1, "howto": 1}

    def test_filters_come_before_any_cap(self, told: Told) -> None:
        crowd = [fact(f"n-{n}", "Zebra zebra zebra", scope="elsewhere") for n in range(400)]
        told.tell(*crowd, fact("n-last", "Nothing", "A long text that mentions a zebra " + "among other words " * 50))
        assert told.found("zebra", scopes=(), limit=1) == ["n-last"]
        assert told.found("zebra", scopes=("here",), limit=1) == ["n-last"]
        assert told.index.match(query("zebra", scopes=("here",), limit=1)).elsewhere == 400

    def test_all_are_counted_and_the_best_are_given(self, told: Told) -> None:
        told.tell(*(fact(f"n-{n:03}", "Zebra", "word " * (n % 7)) for n in range(450)))
        found = told.index.match(query("zebra", limit=10))
        assert found.total == 450
        assert 10 <= len(found.candidates) < 450
        assert len(told.index.match(query("zebra", limit=None)).candidates) == 450

    def test_a_list_is_by_priority_then_freshness(self, told: Told) -> None:
        told.tell(
            fact("n-1", priority=50, tx_at=at("2026-06-01")),
            fact("n-2", priority=50, tx_at=at("2026-06-03")),
            fact("n-3", priority=90, tx_at=at("2026-01-01")),
            fact("n-4", priority=50, tx_at=at("2026-01-01"), verified="2026-06-05"),
            fact("n-5", priority=50, tx_at=at("2026-01-01"), updated_at=at("2026-06-04")),
        )
        assert told.listed() == ["n-3", "n-4", "n-5", "n-2", "n-1"]
        found = told.index.listing(query(limit=2))
        assert (ids(found.candidates), found.total) == (["n-3", "n-4"], 5)

    # -- order of matches ------------------------------------------------------------------------------------

    def test_a_match_in_the_title_leads_one_in_the_body(self, told: Told) -> None:
        told.tell(
            fact("n-1", "Grazing", "A zebra"), fact("n-2", "Zebra", "Grazing"), fact("n-3", "Other", tags=("zebra",))
        )
        assert told.found("zebra") == ["n-2", "n-3", "n-1"]

    def test_a_match_of_all_words_leads_a_match_of_one(self, told: Told) -> None:
        told.tell(
            fact("n-1", "Rotate the keys"), fact("n-2", "Where the spare keys hang"), fact("n-3", "Rotate the logs")
        )
        assert told.found("how do I rotate keys?")[0] == "n-1"
        assert set(told.found("how do I rotate keys?")) == {"n-1", "n-2", "n-3"}

    def test_relevance_does_not_depend_on_the_order_of_telling(self, told: Told, other: Index) -> None:
        facts = [fact(f"n-{n}", "Zebra " * (n % 3 + 1), source=f"s{n % 2}") for n in range(9)]
        again = Told(other)
        told.tell(*facts)
        again.tell(*reversed(facts))
        assert told.found("zebra") == again.found("zebra")

    def test_facts_of_one_source_lift_each_other(self, told: Told) -> None:
        told.tell(
            fact("n-1", "Zebra crossing", source="alone"),
            fact("n-2", "Zebra crossing", source="together"),
            fact("n-3", "Zebra and gnu", source="together"),
            fact("n-4", "Gnu", source="together"),
        )
        assert told.found("zebra gnu").index("n-2") < told.found("zebra gnu").index("n-1")

    # -- names -----------------------------------------------------------------------------------------------

    @pytest.fixture
    def named(self, told: Told) -> Index:
        told.tell(
            fact("d-2026-06-01-ship-by-rail", aliases=("d-2026-01-01-ship",), key="k1", source="chat:1"),
            fact("d-2026-06-01-ship-by-sea", source="chat:12", retracted_at=at("2026-06-02"), key="k2"),
            fact("n-2026-06-01-ship-by-rail", source="doc"),
        )
        return told.index

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("d-2026-06-01-ship-by-sea", ["d-2026-06-01-ship-by-sea"]),
            ("d-2026-01-01-ship", ["d-2026-06-01-ship-by-rail"]),
            ("2026-06-01-ship-by-sea", ["d-2026-06-01-ship-by-sea"]),
            ("2026-06-01-ship-by-rail", ["d-2026-06-01-ship-by-rail", "n-2026-06-01-ship-by-rail"]),
            ("d-2026-06-01-ship", ["d-2026-06-01-ship-by-rail", "d-2026-06-01-ship-by-sea"]),
            ("2026-06-01-ship-by-s", ["d-2026-06-01-ship-by-sea"]),
            ("n", ["n-2026-06-01-ship-by-rail"]),
            ("d-2026-06-01-ship-by-rail-2", []),
            ("%", []),
            ("", []),
            ("\udcff", []),
        ],
    )
    def test_a_fact_goes_by_its_id_an_alias_or_a_beginning(self, named: Index, text: str, expected: list[str]) -> None:
        assert named.named(text) == expected

    def test_an_id_comes_before_an_alias(self, told: Told) -> None:
        told.tell(fact("n-1"), fact("n-2", aliases=("n-1",)))
        assert told.index.named("n-1") == ["n-1"]

    def test_an_alias_counts_only_in_the_latest_version(self, told: Told) -> None:
        told.tell(fact("n-1", aliases=("old-name",)))
        told.tell(fact("n-1", updated_at=at("2026-06-05")))
        assert told.index.named("old-name") == []

    def test_the_nearest_ids_are_those_of_facts_that_are_not_forgotten(self, named: Index) -> None:
        assert named.nearest("d-2026-06-01-ship-by-rial", 1) == ["d-2026-06-01-ship-by-rail"]
        assert "d-2026-06-01-ship-by-sea" not in named.nearest("d-2026-06-01-ship-by-see")
        assert named.nearest("quite-unlike") == []

    def test_a_key_finds_the_fact_it_made_while_that_is_live(self, named: Index) -> None:
        assert named.by_key("k1") == "d-2026-06-01-ship-by-rail"
        assert [named.by_key(key) for key in ("k2", "k3", "")] == [None, None, None]

    @pytest.mark.parametrize(
        ("source", "prefix", "expected"),
        [
            ("chat:1", False, ["d-2026-06-01-ship-by-rail"]),
            ("chat:1", True, ["d-2026-06-01-ship-by-rail", "d-2026-06-01-ship-by-sea"]),
            ("chat", False, []),
            ("*", True, []),
            ("%", True, []),
            ("", True, []),
        ],
    )
    def test_facts_from_a_source(self, named: Index, source: str, prefix: bool, expected: list[str]) -> None:
        assert named.from_source(source, prefix=prefix) == expected

    def test_the_nearest_sources(self, named: Index) -> None:
        assert named.nearest_sources("docs") == ["doc"]

    def test_forks_are_facts_that_several_replace(self, told: Told) -> None:
        told.tell(fact("n-1"), fact("n-2", supersedes=("n-1",)), fact("n-3", supersedes=("n-1", "n-2")), fact("n-4"))
        assert told.index.forks() == ["n-1"]

    def test_recent_is_what_was_learned_last_and_is_believed(self, told: Told) -> None:
        told.tell(
            fact("n-1", tx_at=at("2026-06-01")),
            fact("n-2", tx_at=at("2026-06-03")),
            fact("n-3", tx_at=at("2026-06-02")),
        )
        told.tell(fact("n-4", tx_at=at("2026-06-04"), retracted_at=at("2026-06-05")))
        told.tell(fact("n-1", tx_at=at("2026-06-01"), updated_at=at("2026-06-09")))
        assert ids(told.index.recent(NOW, 2)) == ["n-1", "n-2"]

    # -- when nothing is found -------------------------------------------------------------------------------

    @pytest.mark.parametrize(
        "words", ["deploymnet", "depoyment", "deploymeent", "deploymemt", "ployment", "deploymentz", "Deploymnet!"]
    )
    def test_a_slip_or_a_part_of_a_word_finds_loosely(self, told: Told, words: str) -> None:
        told.tell(fact("n-1", "The deployment runs at night"), fact("n-2", "Lunch is at noon"))
        assert told.found(words) == []
        assert ids(told.index.match_loosely(query(words)).candidates) == ["n-1"]

    @pytest.mark.parametrize("words", ["nigth owls of rome", "zzzz", "the of", "?", "", "nu"])
    def test_what_is_nothing_like_it_is_not_found_loosely(self, told: Told, words: str) -> None:
        told.tell(fact("n-1", "Lunch is at noon"))
        assert told.index.match_loosely(query(words)).total == 0

    def test_filters_hold_loosely_too(self, told: Told) -> None:
        told.tell(fact("n-1", "Deployment", scope="there"), fact("n-2", "Deployment", retracted_at=at("2026-06-02")))
        found = told.index.match_loosely(query("deploymnet", scopes=("here",)))
        assert (list(found.candidates), found.elsewhere) == ([], 1)

    def test_words_of_believed_facts_are_suggested(self, told: Told) -> None:
        told.tell(fact("n-1", "The deployment", "runs at night"))
        assert told.index.suggestions("deploimant") == ["deployment"]
        assert told.index.suggestions("nigt") == ["night"]
        assert told.index.suggestions("xylophone") == []

    @pytest.mark.parametrize("fields", [{"retracted_at": at("2026-06-02")}, {"disowned_at": at("2026-06-02")}])
    def test_words_of_forgotten_facts_are_never_suggested(self, told: Told, fields: dict[str, str]) -> None:
        told.tell(fact("n-1", "The quetzal nests"))
        assert told.index.suggestions("quetzl") == ["quetzal"]
        told.tell(fact("n-1", "The quetzal nests", updated_at=at("2026-06-02"), **fields))
        assert told.index.suggestions("quetzl") == []

    def test_words_of_superseded_facts_are_never_suggested(self, told: Told) -> None:
        told.tell(fact("n-1", "The quetzals nest"))
        told.tell(fact("n-2", "The parrot nests", supersedes=("n-1",), tx_at=at("2026-06-09")))
        assert told.index.suggestions("quetzls") == []
        told.tell(fact("n-3", "A quetzal"))
        assert told.index.suggestions("quetzls") == ["quetzal"]

    def test_an_index_made_after_a_forgetting_does_not_know_its_words(self, told: Told) -> None:
        told.tell(fact("n-1", "The quetzal nests", retracted_at=at("2026-06-02")), fact("n-2", "The quail nests"))
        assert told.index.match_loosely(query("quetz", history=True)).total == 0
        assert told.index.match_loosely(query("quai", history=True)).total == 1

    def test_a_word_that_another_fact_still_uses_is_suggested(self, told: Told) -> None:
        told.tell(fact("n-1", "The quetzal nests"))
        told.tell(fact("n-2", "A quetzal feather"))
        told.tell(fact("n-2", "A quetzal feather", updated_at=at("2026-06-02"), retracted_at=at("2026-06-02")))
        assert told.index.suggestions("quetzl") == ["quetzal"]

    # -- two indexes -----------------------------------------------------------------------------------------

    def test_indexes_told_the_same_do_not_differ(self, told: Told, other: Index) -> None:
        again = Told(other)
        facts = [fact("n-1", "One", "Zebras graze"), fact("n-2", "Two", supersedes=("n-1",), tx_at=at("2026-06-09"))]
        told.tell(fact("n-1", "Draft"), commit=None)
        told.index.apply(Change(head=None, dropped=[(FactId("n-1"), 1)]))
        told = Told(told.index)
        for one in facts:
            told.tell(one)
        for one in facts:
            again.tell(one)
        assert told.index.differences(other) == []

    @pytest.mark.parametrize(
        ("changed", "named"),
        [
            ({"title": "Another"}, "n-1"),
            ({"body": "Another body"}, "n-1"),
            ({"tags": ("x",)}, "n-1"),
            ({"aliases": ("x",)}, "alias x n-1"),
            ({"retracted_at": at("2026-06-02")}, "rectangle n-1"),
            ({"supersedes": ("n-0",)}, "supersedes n-1"),
        ],
        ids=case_name,
    )
    def test_indexes_told_something_else_differ(
        self, told: Told, other: Index, changed: dict[str, object], named: str
    ) -> None:
        told.tell(fact("n-1", "One", "Body"))
        Told(other).tell(fact("n-1", **{"title": "One", "body": "Body", **changed}))
        assert any(named in line for line in told.index.differences(other))

    def test_a_missing_fact_and_another_head_are_differences(self, told: Told, other: Index) -> None:
        told.tell(fact("n-1"), fact("n-2"), commit="aa")
        Told(other).tell(fact("n-1"), commit="bb")
        found = told.index.differences(other)
        assert "head: aa here, bb in the other" in found
        assert "version n-2 1: only here" in found
        assert "file objects/facts/n-2.md: only here" in found
