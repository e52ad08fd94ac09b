"""The state of a session: kept whole, claimed once, dropped after a week."""

from __future__ import annotations

import os
import threading

import pytest

from mem.harness.recall_state import (
    FOLDER,
    KEPT_SECONDS,
    WINDOW,
    Held,
    Recalled,
    Session,
    drop_old,
    name_of,
    session_from,
)


def test_a_session_is_kept_between_events(tmp_path) -> None:
    with Held(str(tmp_path), "s", 0) as held:
        held.session.hear(["pear", "“ü”"])
        held.session.seen["n-1"] = Recalled("n-1", 2, "Pears ripen late")
        held.session.move_to("/srv/orchard")
        held.session.ran("make", ok=False)
    with Held(str(tmp_path), "s", 0) as held:
        session = held.session
        assert session.window == [["pear", "“ü”"]]
        assert (session.has_seen("n-1", 2), session.has_seen("n-1", 3), session.has_seen("n-2", 1)) == (
            True,
            False,
            False,
        )
        assert (session.cwd, session.has_moved, session.failed) == ("/srv/orchard", False, {"make": 1})


@pytest.mark.parametrize("text", ["", "{", "[]", '{"window": 3}', '{"window": [], "since": "x"}', "\x00\x01"])
def test_a_damaged_file_is_a_new_session(text: str) -> None:
    assert session_from(text).text() == Session().text()


def test_the_window_holds_the_last_messages() -> None:
    session = Session()
    for number in range(WINDOW + 3):
        session.hear([str(number)])
    assert session.window == [[str(number)] for number in range(3, WINDOW + 3)]


def test_an_event_is_claimed_once_a_turn_and_a_moment_is_soon_over() -> None:
    session = Session()
    assert [session.claim("prompt t-1", at, for_good=True) for at in (0, 5, 500)] == [True, False, False]
    assert [session.claim("start", at, for_good=False) for at in (0, 5, 500)] == [True, False, True]


def test_claims_do_not_pile_up() -> None:
    session = Session()
    for number in range(500):
        session.claim(f"tool {number}", 0, for_good=True)
    assert len(session.text()) < 10_000


def test_a_command_is_followed_until_it_works() -> None:
    session = Session()
    for ok in (False, False, True, True):
        session.ran("make press", ok=ok)
    assert (session.failed, session.mended) == ({}, {"make press": 2})


def test_who_comes_second_waits_and_then_gives_up(tmp_path) -> None:
    with Held(str(tmp_path), "s", 0), Held(str(tmp_path), "s", 0.05) as second:
        assert second.session is None


def test_of_many_at_once_one_gets_the_event(tmp_path) -> None:
    won: list[bool] = []

    def fire() -> None:
        with Held(str(tmp_path), "s", 5) as held:
            won.append(held.session.claim("prompt t-1", 1.0, for_good=True))

    threads = [threading.Thread(target=fire) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == [False] * 7 + [True]


def test_sessions_of_last_week_are_dropped(tmp_path) -> None:
    for name, age in (("old", KEPT_SECONDS + 60), ("young", 60)):
        with Held(str(tmp_path), name, 0) as held:
            held.session.hear(["pear"])
        os.utime(tmp_path / FOLDER / name, (1e9 - age, 1e9 - age))
    drop_old(str(tmp_path), 1e9)
    assert os.listdir(tmp_path / FOLDER) == ["young"]


@pytest.mark.parametrize("id", ["../../etc/passwd", "a/b", "a\x00b", "..", "ü", "x" * 500, "plain-id_1"])
def test_any_session_id_makes_a_safe_name(id: str) -> None:
    name = name_of(id)
    assert name not in (".", "..")
    assert "/" not in name
    assert "\x00" not in name
    assert len(name) < 100
    assert name_of(id) == name
    assert name_of(id + "!") != name


def test_a_link_in_the_place_of_a_session_is_not_followed(tmp_path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / "prey").write_text("mine")
    (tmp_path / FOLDER / "s").symlink_to(tmp_path / "prey")
    with Held(str(tmp_path), "s", 0) as held:
        assert held.session is None
    assert (tmp_path / "prey").read_text() == "mine"
