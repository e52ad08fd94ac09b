"""diff, why, log and timeline: what they tell of a store with a past."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
import toon_format

NOW = "2026-06-30T12:00:00Z"


@pytest.fixture(scope="module")
def harbour(make_world):
    """Every kind of change, once; ids by what they say."""
    world = make_world("harbour")
    world.ok("init")
    ids = {}

    def add(name: str, title: str, *flags: str, now: str) -> None:
        ids[name] = world.add(title, *flags, now=now)

    def revise(name: str, old: str, title: str, *flags: str, now: str) -> None:
        answer = world.ok("revise", ids[old], "--title", title, *flags, "--format", "json", now=now)
        ids[name] = answer.json()["memory"]["id"]

    add("ferry", "Ferry leaves at noon", "--subject", "ferry", "--source", "log", now="2026-06-01T08:00:00Z")
    add("kiosk", "Kiosk is open", "--valid-to", "2026-06-19", now="2026-06-02T08:00:00Z")
    add("crane", "Crane is red", "--source", "photo", now="2026-06-03T08:00:00Z")
    add("fair", "Fair is in town", "--valid-from", "2026-06-20", now="2026-06-04T08:00:00Z")
    revise("later", "ferry", "Ferry leaves at one", "--source", "call", "--agent", "robot", now="2026-06-10T08:00:00Z")
    world.ok("update", ids["crane"], "--priority", "70", "--add-tags", "steel", now="2026-06-11T08:00:00Z")
    world.ok("forget", ids["crane"], now="2026-06-12T08:00:00Z")
    world.ok("forget", ids["later"], "--disown", now="2026-06-13T08:00:00Z")
    world.ids = ids
    return world


def diff(world, *flags: str) -> dict:
    return world.ok("diff", *flags, "--format", "json", now=NOW).json()


def test_a_diff_tells_each_change_once_under_its_name(harbour) -> None:
    told, ids = diff(harbour, "--since", "2026-06-01"), harbour.ids
    found = {
        kind: [row["id"] for row in told[kind]]
        for kind in told
        if isinstance(told[kind], list) and kind not in ("help", "revised")
    }
    assert found == {
        "learned": [ids["ferry"], ids["kiosk"], ids["crane"], ids["fair"]],
        "retracted": [ids["crane"]],
        "disowned": [ids["later"]],
        "revived": [ids["ferry"]],
        "expired": [ids["kiosk"]],
        "became_valid": [ids["fair"]],
    }
    assert [(row["old"], row["new"]) for row in told["revised"]] == [(ids["ferry"], ids["later"])]
    assert told["count"] == "10 of 10 changes"


@pytest.mark.parametrize(
    ("flags", "count"),
    [
        (("--since", "2026-06-04T08:00:00.001Z", "--until", "2026-06-10T07:59:59.999Z"), 0),
        (("--since", "2026-06-04T08:00:00Z", "--until", "2026-06-04T08:00:00Z"), 1),
        (("--since", "2026-06-19"), 2),
        (("--since", "2026-06-20", "--until", "2026-06-20"), 2),
        (("--since", "2026-06-01", "--subject", "ferry"), 4),
        (("--since", "3w"), 6),
    ],
)
def test_a_window_holds_both_of_its_ends(harbour, flags: tuple[str, ...], count: int) -> None:
    assert diff(harbour, *flags)["count"] == f"{count} of {count} changes"


def test_a_diff_stays_within_its_scope(world) -> None:
    world.add("Here", "--scope", "barn")
    world.add("There", "--scope", "shed")
    world.add("Everywhere", "--scope", "all")
    titles = [row["title"] for row in diff(world, "--since", "2026-06-01", "--scope", "barn")["learned"]]
    assert sorted(titles) == ["Everywhere", "Here"]


def test_a_long_diff_is_cut_and_says_so(harbour) -> None:
    answer = harbour.ok("diff", "--since", "2026-06-01", "--limit", "3", now=NOW).out
    assert "count: 3 of 10 changes" in answer
    assert "--limit 10 shows all" in answer


def test_a_diff_for_people_is_a_line_for_each_change(harbour) -> None:
    lines = harbour.ok(
        "diff", "--since", "2026-06-10", "--until", "2026-06-10", "--format", "human", now=NOW
    ).out.splitlines()
    assert lines == [
        f"2026-06-10 08:00  revised       Ferry leaves at noon → Ferry leaves at one  ({harbour.ids['later']})",
        "1 of 1 changes since 2026-06-10",
    ]


def test_a_log_shows_old_and_new_values_the_latest_first(harbour) -> None:
    rows = harbour.ok("log", harbour.ids["crane"], "--format", "json", now=NOW).json()["log"]
    assert [(row["what"], row["changed"]) for row in rows] == [
        ("forgotten", "retracted_at: none → 2026-06-12T08:00:00.000Z"),
        ("updated", "tags: none → steel; priority: 50 → 70"),
        ("added", ""),
    ]
    assert rows[1]["changes"] == [
        {"field": "tags", "old": "", "new": "steel"},
        {"field": "priority", "old": "50", "new": "70"},
    ]
    commits = harbour.git("log", "--format=%H", "--", f"objects/howtos/{harbour.ids['crane']}.md").split()
    assert [row["commit"] for row in rows] == commits


def test_a_log_of_all_is_cut_at_its_limit(harbour) -> None:
    log = toon_format.decode(harbour.ok("log", "--limit", "2", now=NOW).out)
    assert [(row["what"], row["id"]) for row in log["log"]] == [
        ("disowned", harbour.ids["later"]),
        ("forgotten", harbour.ids["crane"]),
    ]
    assert log["count"] == "2 of 8 total"


def test_a_log_tells_a_hand_edit_a_merge_and_a_return(world) -> None:
    keep = world.add("Keep oak", "--body", "one\ntwo", now="2026-06-01T08:00:00Z")
    gone = world.add("Absorb elm", now="2026-06-02T08:00:00Z")
    world.ok("merge", keep, gone, now="2026-06-03T08:00:00Z")
    world.ok("forget", keep, now="2026-06-04T08:00:00Z")
    world.ok("restore", keep, now="2026-06-05T08:00:00Z")
    path = world.path(keep)
    path.write_text(path.read_text().replace("one\n", "one\nand a half\n"))
    rows = world.ok("log", keep, "--format", "json", now="2026-06-06T08:00:00Z").json()["log"]
    assert [row["what"] for row in rows] == ["edited", "restored", "forgotten", "merged", "added"]
    assert rows[0]["changed"] == "body: 1 line added, 0 removed"
    assert rows[0]["commit"] is None
    assert f"supersedes: none → {gone}" in rows[3]["changed"]


def test_an_empty_store_has_an_empty_log(world) -> None:
    assert "log[0]{" in world.ok("log").out
    assert "count: 0 of 0 total" in world.ok("log").out
    assert "0 of 0 changes" in world.ok("diff", "--since", "1w").out
    assert "timeline[0]{" in world.ok("timeline").out


def test_why_is_drawn_as_a_tree_for_people(harbour) -> None:
    commit, later = (
        harbour.git(
            "log", "--reverse", "--format=%h", "--abbrev=10", "--", f"objects/howtos/{harbour.ids[name]}.md"
        ).split()[0]
        for name in ("ferry", "later")
    )
    assert harbour.ok("why", harbour.ids["later"], "--format", "human", now=NOW).out == (
        f"Ferry leaves at one  ({harbour.ids['later']}, disowned)\n"
        "├─ said by call, robot\n"
        f"├─ recorded 2026-06-10 08:00 UTC by mem <mem@localhost> in {later}\n"
        "├─ disowned 2026-06-13 08:00 UTC\n"
        f"└─ supersedes Ferry leaves at noon  ({harbour.ids['ferry']}, believed)\n"
        "   ├─ said by log\n"
        f"   └─ recorded 2026-06-01 08:00 UTC by mem <mem@localhost> in {commit}\n"
    )


def test_why_walks_a_whole_chain_and_names_rivals(world) -> None:
    first = world.add("Rope is hemp", "--body", "Since ever.")
    text = world.path(first).read_text()
    for name, title in (("left", "Rope is sisal"), ("right", "Rope is nylon")):
        made = text.replace(first, f"n-2026-06-20-{name}").replace("Rope is hemp", title)
        made = made.replace("\n---\n", f"\nsupersedes: {first}\n---\n")
        (world.store / "objects" / "howtos" / f"n-2026-06-20-{name}.md").write_text(made)
    end = world.ok("revise", "n-2026-06-20-left", "--title", "Rope is jute", "--format", "json").json()["memory"]["id"]
    why = world.ok("why", first, "--format", "json").json()
    assert [(row["id"], row["beside"], row["depth"]) for row in why["descendants"]] == [
        ("n-2026-06-20-left", first, 1),
        (end, "n-2026-06-20-left", 2),
        ("n-2026-06-20-right", first, 1),
    ]
    assert why["contested"] == [{"id": first, "rivals": f"{end} n-2026-06-20-right"}]
    up = world.ok("why", end, "--format", "json").json()["ancestors"]
    assert [row["id"] for row in up] == ["n-2026-06-20-left", first]


def test_why_gives_the_author_git_knows(world) -> None:
    (world.store / "objects" / "facts").mkdir(exist_ok=True)
    (world.store / "objects" / "facts" / "by-hand.md").write_text("# Gulls nest early\n")
    assert world.ok("why", "by-hand", "--format", "json").json()["why"]["commit"] == "not committed yet"
    world.git("add", "-A")
    world.git("commit", "-q", "-m", "by hand")
    why = world.ok("why", "by-hand", "--format", "json").json()["why"]
    assert why["author"] == "tester <tester@example.invalid>"
    assert why["commit"] == world.git("rev-parse", "HEAD").strip()


def test_a_timeline_gives_the_areas_of_a_chain(harbour) -> None:
    rows = harbour.ok("timeline", harbour.ids["later"], "--format", "json", now=NOW).json()["timeline"]
    assert [
        (row["id"], row["known_from"][5:10], (row["known_to"] or "")[5:10], (row["valid_to"] or "")[5:10])
        for row in rows
    ] == [
        (harbour.ids["ferry"], "06-01", "06-10", ""),
        (harbour.ids["ferry"], "06-10", "06-13", "06-10"),
        (harbour.ids["ferry"], "06-13", "", ""),
        (harbour.ids["later"], "06-10", "06-13", ""),
    ]


def test_a_timeline_of_a_subject_holds_what_is_no_longer_believed(harbour) -> None:
    rows = harbour.ok("timeline", "--subject", "ferry", "--format", "json", now=NOW).json()["timeline"]
    assert {(row["id"], row["state"]) for row in rows} == {
        (harbour.ids["ferry"], "believed"),
        (harbour.ids["later"], "disowned"),
    }
    assert harbour.mem("timeline", harbour.ids["ferry"], "--subject", "ferry").code == 2


def test_a_timeline_in_a_terminal_is_bars(harbour) -> None:
    out = harbour.ok("timeline", harbour.ids["kiosk"], "--format", "human", now=NOW, env={"COLUMNS": "72"}).out
    assert out == (
        "                                 05-31            06-16            07-02\n"
        "\n"
        f"Kiosk is open  ({harbour.ids['kiosk']}, expired)\n"
        "  known 2026-06-02 →               ────────────────────────────────────▶\n"
        "  valid 2026-06-02 → 2026-06-20    ██████████████████████\n"
        "\n"
        "                                                                 now ^\n"
    )


def test_a_timeline_is_drawn_into_files(harbour, tmp_path) -> None:
    answer = harbour.ok(
        "timeline", "--svg", "a.svg", "--html", "a.html", now=NOW, cwd=tmp_path, env={"MEM_SCOPE": "all"}
    )
    assert str(tmp_path / "a.svg") in answer.out
    svg = (tmp_path / "a.svg").read_text("utf-8")
    root = ElementTree.fromstring(svg)
    areas = [
        each
        for each in root.iter("{http://www.w3.org/2000/svg}rect")
        if each.get("class", "").split()[0] in ("area", "open")
    ]
    assert len(areas) == 7
    assert "prefers-color-scheme: dark" in svg
    assert "currentColor" in svg
    assert "Fair is in town" in (tmp_path / "a.html").read_text("utf-8")


def test_a_drawing_that_cannot_be_written_names_its_flag(harbour) -> None:
    answer = harbour.mem("timeline", "--svg", "no/such/folder/a.svg", now=NOW)
    assert answer.code == 1
    assert "--svg" in answer.out


def test_a_shallow_clone_answers_and_says_that_it_is_one(harbour, make_world) -> None:
    other = make_world("shallow")
    harbour.git("clone", "-q", "--depth", "1", f"file://{harbour.store}", str(other.store), cwd=other.folder)
    for words in (
        ("search", "ferry", "--as-of", "2026-06-05"),
        ("list", "--known-at", "2026-06-05"),
        ("log",),
        ("timeline",),
    ):
        assert "shallow clone" in other.ok(*words, now=NOW).out, words
    assert "shallow clone" in other.ok("show", harbour.ids["crane"], "--as-of", "2026-06-11", now=NOW).out
    assert "shallow clone" in other.ok("diff", "--since", "2026-06-01", now=NOW).out
    assert "shallow" not in other.ok("search", "ferry", now=NOW).out
    assert other.titles("search", "ferry", now=NOW) == ["Ferry leaves at noon"]
    assert other.ok("why", harbour.ids["ferry"], now=NOW).code == 0


def test_what_arrived_late_is_counted_with_an_answer_about_then(harbour) -> None:
    folder = harbour.store / ".git" / "mem"
    (folder / "received").write_text(f"2026-06-25T08:00:00.000Z\t{harbour.ids['fair']}\n")
    try:
        assert "late_arrivals: 1" in harbour.ok("list", "--as-of", "2026-06-22", now=NOW).out
        assert "late_arrivals" not in harbour.ok("list", "--as-of", "2026-06-26", now=NOW).out
        assert "late_arrivals" not in harbour.ok("list", "--as-of", "2026-06-03", now=NOW).out
        assert "received" in harbour.ok("why", harbour.ids["fair"], now=NOW).out
    finally:
        (folder / "received").unlink()
    assert "late_arrivals" not in harbour.ok("list", "--as-of", "2026-06-22", now=NOW).out
    assert "received" not in harbour.ok("why", harbour.ids["fair"], now=NOW).out
