"""Every dialect: what a harness says is understood, and what it is told is in its own words.

`worlds/<harness>.json` holds cases: the document, what it means, and the answer with words to say and without.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mem.harness import wire
from mem.harness.events import EVENTS
from mem.harness.harnesses import HARNESSES, decode, encode, meant

WORLDS = Path(__file__).parent / "worlds"
CASES = [
    pytest.param(path.stem, case, id=f"{path.stem}-{number}-{case['event']}")
    for path in sorted(WORLDS.glob("*.json"))
    for number, case in enumerate(json.loads(path.read_text()))
]


def understood(case: dict, hint: str = ""):
    event = decode(case["said"], case["event"], hint)
    assert event is not None
    return event


@pytest.mark.parametrize(("harness", "case"), CASES)
def test_a_payload_tells_who_speaks_and_what_happened(harness: str, case: dict) -> None:
    event = understood(case)
    assert (event.harness, event.event) == (harness, case["event"])
    expected = dict(case["expect"])
    for name, value in expected.pop("tool", {}).items():
        assert getattr(event.tool, name) == value, name
    assert {name: getattr(event, name) for name in expected} == expected


@pytest.mark.parametrize(("harness", "case"), CASES)
def test_an_answer_is_in_the_words_of_the_harness(harness: str, case: dict) -> None:
    event = understood(case)
    assert encode(event, "") == case["silent"]
    said = encode(event, "WORDS")
    assert said == (case["spoken"] if event.can_inject else case["silent"])


@pytest.mark.parametrize(("harness", "case"), CASES)
def test_a_wrong_hint_does_not_mislead(harness: str, case: dict) -> None:
    hint = "codex" if harness == "claude-code" else "claude-code"
    event = decode(case["said"], case["event"], hint)
    assert event is not None
    assert event.harness == harness


def test_a_hint_settles_a_tie_between_those_who_speak_alike() -> None:
    said = {"session_id": "s", "cwd": "/srv", "hook_event_name": "SessionStart", "source": "startup"}
    assert decode(said, "session_start").harness == "claude-code"
    assert decode(said, "session_start", "continue").harness == "continue"
    assert decode(said, "session_start", "factory").harness == "factory-droid"


def test_every_harness_has_cases() -> None:
    assert {path.stem for path in WORLDS.glob("*.json")} | {"continue"} == set(HARNESSES)


@pytest.mark.parametrize(
    "said", [None, [], "text", 7, {}, {"hook_event_name": "Nope"}, {"hookEventName": 3}, {"a": {"b": []}}]
)
def test_what_nobody_would_send_is_no_event(said: object) -> None:
    assert decode(said, "prompt") is None


@pytest.mark.parametrize("name", ["", "emacs", "claude code"])
def test_an_unknown_hint_means_nothing(name: str) -> None:
    assert meant(name) == ""


@pytest.mark.parametrize(
    "document",
    [
        {"a": "line\nline", "b": [1, 2.5, True, None, {"c": "“ü”"}], "d": {}},
        {"control": "\x00\x1b[31m", "quote": '"\\', "surrogate": "\ud800"},
    ],
)
def test_our_json_is_the_same_as_the_library_s(document: dict) -> None:
    assert json.loads(wire.write(document)) == document
    assert wire.read(json.dumps(document)) == document


@pytest.mark.parametrize("text", ["", "{", '{"a": 1} {"b": 2}', "nonsense", '{"a": }', "[" * 100_000])
def test_half_a_document_or_two_are_none(text: str) -> None:
    assert wire.read(text) is None


def test_no_dialect_ever_blocks_or_asks_to_go_on() -> None:
    forbidden = {"decision", "block", "followup_message", "stopReason"}
    for case in CASES:
        _, one = case.values
        said = encode(understood(one), "WORDS")
        assert not (isinstance(said, dict) and forbidden & set(said))
    assert len(EVENTS) == 8
