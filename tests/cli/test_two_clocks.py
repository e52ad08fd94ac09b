"""What was believed, about when, known when: the worked example row by row, and the edges of every interval."""

from __future__ import annotations

from collections.abc import Callable

import pytest

HEROKU, FLY = "d-2026-06-09-deploys-via-heroku", "d-2026-06-16-deploys-via-fly-io"
LATER = "2026-06-20T12:00:00Z"


@pytest.fixture(scope="module")
def acme(make_world: Callable):
    """On the 9th it was learned that deploys go via Heroku; on the 16th that they had moved on the 1st."""
    world = make_world("acme")
    world.ok("init")
    world.add(
        "Deploys via Heroku", "--subject", "project:acme", "--source", "session-2026-06-09", "--body", "git push heroku",
        type="decision", now="2026-06-09T10:00:00Z",
    )  # fmt: skip
    world.ok(
        "revise", HEROKU, "--title", "Deploys via Fly.io", "--valid-from", "2026-06-01", "--source", "session-2026-06-16",
        now="2026-06-16T10:00:00Z",
    )  # fmt: skip
    return world


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ((), ["Deploys via Fly.io"]),
        (("--as-of", "2026-06-08"), []),
        (("--as-of", "2026-06-09T09:59:59.999Z"), []),
        (("--as-of", "2026-06-09"), ["Deploys via Heroku"]),
        (("--as-of", "2026-06-12"), ["Deploys via Heroku"]),
        (("--as-of", "2026-06-15"), ["Deploys via Heroku"]),
        (("--as-of", "2026-06-16T09:59:59.999Z"), ["Deploys via Heroku"]),
        (("--as-of", "2026-06-16T10:00:00Z"), ["Deploys via Fly.io"]),
        (("--as-of", "2026-06-17"), ["Deploys via Fly.io"]),
        (("--known-at", "2026-06-20", "--valid-at", "2026-06-05"), ["Deploys via Fly.io"]),
        (("--known-at", "2026-06-12", "--valid-at", "2026-06-05"), []),
        (("--valid-at", "2026-06-05"), ["Deploys via Fly.io"]),
        (("--valid-at", "2026-05-31"), []),
        (("--known-at", "2026-06-12"), ["Deploys via Heroku"]),
    ],
)
def test_the_worked_example(acme, flags: tuple[str, ...], expected: list[str]) -> None:
    assert acme.titles("search", "how do deploys go", *flags, now=LATER) == expected


@pytest.mark.parametrize(("moment", "expected"), [("2026-06-12", ["Deploys via Heroku"]), ("2026-06-08", [])])
def test_a_listing_knows_both_clocks_too(acme, moment: str, expected: list[str]) -> None:
    assert acme.titles("list", "--as-of", moment, now=LATER) == expected


def test_what_changed_since_the_fifteenth(acme) -> None:
    assert acme.ok("diff", "--since", "2026-06-15", now=LATER).out == (
        'since: "2026-06-15T00:00:00.000Z"\n'
        'until: "2026-06-20T12:00:00.000Z"\n'
        "revised[1]{at,old,old_title,new,new_title}:\n"
        f'  "2026-06-16T10:00:00.000Z",{HEROKU},Deploys via Heroku,{FLY},Deploys via Fly.io\n'
        "count: 1 of 1 changes\n"
        "help[1]:\n"
        f"  - mem why {FLY}\n"
    )


def test_why_names_the_successor_and_each_with_source_and_commit(acme) -> None:
    commits = acme.git("log", "--format=%H", "--reverse").split()
    why = acme.ok("why", HEROKU, "--format", "json", now=LATER).json()
    assert {name: why["why"][name] for name in ("id", "state", "source", "commit")} == {
        "id": HEROKU,
        "state": "superseded",
        "source": "session-2026-06-09",
        "commit": commits[0],
    }
    assert why["ancestors"] == []
    (successor,) = why["descendants"]
    assert {name: successor[name] for name in ("id", "state", "source", "commit", "beside")} == {
        "id": FLY,
        "state": "believed",
        "source": "session-2026-06-16",
        "commit": commits[1],
        "beside": HEROKU,
    }


def shown(world, id: str, *flags: str) -> dict:
    return world.ok("show", id, *flags, "--format", "json", now=LATER).json()["memory"]


@pytest.mark.parametrize(
    ("flags", "state"),
    [
        (("--as-of", "2026-06-08"), "not yet known"),
        (("--as-of", "2026-06-09"), "believed"),
        (("--as-of", "2026-06-16T09:59:59.999Z"), "believed"),
        (("--as-of", "2026-06-16T10:00:00Z"), "superseded"),
        (("--known-at", "2026-06-12", "--valid-at", "2026-06-05"), "not yet valid"),
        (("--known-at", "2026-06-12"), "believed"),
    ],
)
def test_one_fact_then(acme, flags: tuple[str, ...], state: str) -> None:
    memory = shown(acme, HEROKU, *flags)
    assert memory["state"] == state
    assert memory.get("result") == (None if state == "believed" else "not believed then")


def test_a_fact_that_nobody_knew_yet_keeps_its_title_to_itself(acme) -> None:
    assert "Heroku" not in str(shown(acme, HEROKU, "--as-of", "2026-06-08") | {"id": ""})


def test_a_successor_unknown_then_is_not_named(acme) -> None:
    assert "superseded_by" not in shown(acme, HEROKU, "--as-of", "2026-06-12")
    assert shown(acme, HEROKU, "--as-of", "2026-06-17")["superseded_by"] == FLY


def test_an_old_version_comes_with_its_own_text(world) -> None:
    id = world.add("Oak door", "--body", "Oil it in May.", now="2026-06-01T10:00:00Z")
    world.ok("update", id, "--title", "Elm door", "--body", "Wax it.", "--priority", "9", now="2026-06-05T10:00:00Z")
    path = world.path(id)
    path.write_text(path.read_text().replace("Wax it.", "Paint it."))
    old = shown(world, id, "--as-of", "2026-06-02")
    assert (old["title"], old["body"], old["priority"], old["version"]) == ("Oak door", "Oil it in May.", 50, 1)
    assert shown(world, id, "--as-of", "2026-06-06")["body"] == "Wax it."
    assert shown(world, id)["body"] == "Paint it."
    path.unlink()
    assert shown(world, id, "--as-of", "2026-06-02")["body"] == "Oil it in May."


def test_a_quoted_phrase_is_looked_for_in_the_text_of_that_time(world) -> None:
    id = world.add("Oak door", "--body", "Oil it in May.", now="2026-06-01T10:00:00Z")
    world.ok("update", id, "--body", "Wax it.", now="2026-06-05T10:00:00Z")
    assert world.titles("search", '"oil it in may"', "--as-of", "2026-06-02") == ["Oak door"]
    assert world.titles("search", '"oil it in may"') == []


def test_in_an_old_question_a_file_comes_before_an_alias(world) -> None:
    keep = world.add("Keep oak", now="2026-06-01T10:00:00Z")
    gone = world.add("Absorb elm", "--body", "Elm bends.", now="2026-06-02T10:00:00Z")
    world.ok("merge", keep, gone, now="2026-06-03T10:00:00Z")
    assert shown(world, gone, "--as-of", "2026-06-02")["body"] == "Elm bends."
    assert shown(world, gone, "--as-of", "2026-06-04")["superseded_by"] == keep


@pytest.fixture(scope="module")
def edges(make_world: Callable):
    """Two tenants of one shop, known in advance: one until the 5th, the other from then on."""
    world = make_world("edges")
    world.ok("init")
    old = world.add("Shop sells ropes", "--valid-from", "2026-03-01", now="2026-02-20T10:00:00Z")
    world.ok("revise", old, "--title", "Shop sells lamps", "--valid-from", "2026-03-05", now="2026-02-21T10:00:00Z")
    world.add(
        "Leap market", "--valid-from", "2028-02-29", "--valid-to", "2028-02-29", "--subject", "leap",
        now="2026-02-21T10:00:00Z",
    )  # fmt: skip
    world.add(
        "Sun will rise", "--valid-from", "0001-01-01", "--valid-to", "9999-12-31", "--subject", "sun",
        now="2026-02-21T10:00:00Z",
    )  # fmt: skip
    world.add(
        "Tower clock stands", "--valid-from", "2026-10-25T02:30+02:00", "--valid-to", "2026-10-25T02:30+01:00",
        "--subject", "clock", now="2026-02-21T10:00:00Z",
    )  # fmt: skip
    return world


@pytest.mark.parametrize(
    ("subject", "moment", "expected"),
    [
        ("", "2026-02-28T23:59:59.999999Z", []),
        ("", "2026-03-01T00:00:00Z", ["Shop sells ropes"]),
        ("", "2026-03-01", ["Shop sells ropes"]),
        ("", "2026-03-04", ["Shop sells ropes"]),
        ("", "2026-03-04T23:59:59.999Z", ["Shop sells ropes"]),
        ("", "2026-03-05T00:00:00Z", ["Shop sells lamps"]),
        ("", "2026-03-05T00:00:00.000001Z", ["Shop sells lamps"]),
        ("", "2026-03-05T01:59:59+02:00", ["Shop sells ropes"]),
        ("", "2026-03-05T02:00+02:00", ["Shop sells lamps"]),
        ("leap", "2028-02-28T23:59:59.999Z", []),
        ("leap", "2028-02-29", ["Leap market"]),
        ("leap", "2028-03-01T00:00:00Z", []),
        ("sun", "0001-01-01", ["Sun will rise"]),
        ("sun", "9999-12-31T23:59:59Z", ["Sun will rise"]),
        ("clock", "2026-10-25T00:29:59.999Z", []),
        ("clock", "2026-10-25T00:30:00Z", ["Tower clock stands"]),
        ("clock", "2026-10-25T02:29+01:00", ["Tower clock stands"]),
        ("clock", "2026-10-25T01:30:00Z", []),
    ],
)
def test_a_start_is_inside_and_an_end_is_not(edges, subject: str, moment: str, expected: list[str]) -> None:
    found = edges.ok("list", "--valid-at", moment, "--format", "json", now=LATER).json()["mem"]
    assert [row["title"] for row in found if row["subject"] == subject] == expected


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "UTC", "America/Los_Angeles"])
def test_the_zone_of_the_machine_is_never_asked(world, zone: str) -> None:
    env = {"TZ": zone}
    world.add("Ferry leaves", "--valid-from", "2026-07-25T02:00:00+09:00", now="2026-07-24T17:00:00Z", env=env)
    text = world.path("h-2026-07-24-ferry-leaves").read_text()
    assert "valid_from: 2026-07-24T17:00:00.000Z\n" in text
    now = "2026-07-30T00:00:00Z"
    since = ("diff", "--since", "2026-07-24T16:59:59Z")
    assert "Ferry leaves" in world.ok(*since, now=now, env=env).out
    assert "Ferry leaves" in world.ok(*since, "--until", "2026-07-24T10:00:01-07:00", now=now, env=env).out
    assert "0 of 0 changes" in world.ok(*since, "--until", "2026-07-24T09:59:59-07:00", now=now, env=env).out
    assert world.titles("list", "--as-of", "2026-07-24", now=now, env=env) == ["Ferry leaves"]
    assert world.titles("list", "--as-of", "2026-07-23", now=now, env=env) == []


@pytest.mark.parametrize("command", [("search", "x"), ("list",), ("show", "x")])
@pytest.mark.parametrize("flag", ["--as-of", "--known-at", "--valid-at"])
def test_a_date_that_is_none_is_refused_and_its_flag_named(world, command: tuple[str, ...], flag: str) -> None:
    answer = world.mem(*command, flag, "2026-02-30")
    assert (answer.code, flag in answer.out) == (2, True)


@pytest.mark.parametrize("flags", [("--since", "yestermorn"), ("--since", "1d", "--until", "2026-13-01"), ()])
def test_a_diff_needs_dates_that_can_be_read(world, flags: tuple[str, ...]) -> None:
    assert world.mem("diff", *flags).code == 2


def test_a_window_that_ends_before_it_begins_is_refused(world) -> None:
    assert world.mem("diff", "--since", "2026-06-10", "--until", "2026-06-09").code == 2
