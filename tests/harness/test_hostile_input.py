"""Whatever stands on standard input, in the dialect of whichever harness: no exception, and an answer it can read or none."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mem.harness import wire
from mem.harness.events import EVENTS
from mem.harness.harnesses import HARNESSES, decode, encode

WORLDS = Path(__file__).parent / "worlds"
SAID = {path.stem: [case["said"] for case in json.loads(path.read_text())] for path in sorted(WORLDS.glob("*.json"))}
ODD: list[object] = [
    None,
    True,
    -1,
    1e300,
    "",
    "\x00\x1b[31m" * 50,
    [],
    [[]],
    ["x", 7, None],
    {},
    {"type": {"type": []}},
]
ENDLESS = ["claude-code", "gemini-cli", "kimi-code", "goose", "pi"]


def answered(said: object, hint: str) -> None:
    """Play a document through every event; what comes out is nothing, text, or JSON."""
    for asked in ("", *EVENTS):
        event = decode(said, asked, hint)
        for context in ("", "WORDS"):
            reply = None if event is None else encode(event, context)
            assert reply is None or isinstance(reply, str) or json.loads(wire.write(reply)) == reply


def twisted(value: object) -> Iterator[object]:
    """Give a document with each of its values, at any depth, replaced by something it should not be."""
    if isinstance(value, dict):
        for key, inner in value.items():
            for odd in (*ODD, *twisted(inner)):
                yield {**value, key: odd}
            yield {name: kept for name, kept in value.items() if name != key}


@pytest.mark.parametrize("harness", list(SAID))
def test_any_field_may_hold_anything(harness: str) -> None:
    for said in SAID[harness]:
        for odd in twisted(said):
            answered(odd, harness)


@pytest.mark.parametrize("harness", list(HARNESSES))
def test_what_is_no_document_is_no_event(harness: str) -> None:
    for text in ("", "null", "[]", "7", '"text"', "{", '{"a": 1}{"b": 2}', "not json", "\x00\xff", "{}", "[" * 50_000):
        answered(wire.read(text), harness)


@pytest.mark.parametrize("harness", list(SAID))
def test_half_a_document_is_no_event(harness: str) -> None:
    text = json.dumps(SAID[harness][0])
    for end in range(1, len(text) - 1):
        assert decode(wire.read(text[:end]), "prompt", harness) is None


def test_an_endless_input_is_cut_off_whoever_sends_it(world) -> None:
    pipe = subprocess.PIPE
    with open("/dev/zero", "rb") as endless:
        running = [
            subprocess.Popen(
                [sys.executable, "-m", "mem", "on", "prompt", "--harness", harness],
                env=world.env,
                stdin=endless,
                stdout=pipe,
                stderr=pipe,
            )
            for harness in ENDLESS
        ]
        for process in running:
            out, err = process.communicate(timeout=60)
            assert (process.returncode, out, err) == (0, b"", b"")


def test_a_document_larger_than_any_host_sends_is_no_event(world) -> None:
    huge = json.dumps({"session_id": "s", "hook_event_name": "UserPromptSubmit", "prompt": "x " * 10_000_000})
    answer = world.ok("on", "prompt", stdin=huge)
    assert answer.out in ("", "{}\n")
    assert answer.err == ""
