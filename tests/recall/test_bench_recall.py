"""The yardstick itself: scripts/bench_recall on a conversation and on beliefs small enough to check by hand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "bench_recall"

FIRST, SECOND = "1:56 pm on 8 May, 2023", "9:10 am on 2 June, 2023"
TALK = [
    [
        ("Ines", "The heron came back to the pond today."),
        ("Tom", "Did you take a picture of it?"),
        ("Ines", "I did, with the old Zenit camera."),
        ("Tom", "I repaired my bicycle in the meantime."),
        ("Ines", "The red one with the broken brake?"),
        ("Tom", "Yes, the brake cable was rusty."),
    ],
    [
        ("Ines", "My sourdough finally rose."),
        ("Tom", "Which flour do you use?"),
        ("Ines", "Rye from the mill in Overton."),
        ("Tom", "I will visit that mill in July."),
    ],
]
ASKED = [
    ("Which camera did Ines use?", 4, ["D1:3"]),
    ("What was rusty on the bicycle?", 1, ["D1:4; D:1:06"]),
    ("Where does the rye flour come from?", 4, ["D2:09", "D2:3"]),
    ("Who plays the oboe?", 5, []),
]


def conversation() -> list[dict]:
    talk: dict[str, object] = {"speaker_a": "Ines", "speaker_b": "Tom"}
    for number, (turns, at) in enumerate(zip(TALK, (FIRST, SECOND), strict=True), 1):
        talk[f"session_{number}_date_time"] = at
        talk[f"session_{number}"] = [
            {"speaker": speaker, "dia_id": f"D{number}:{place}", "text": text}
            for place, (speaker, text) in enumerate(turns, 1)
        ]
    questions = [{"question": text, "category": kind, "evidence": evidence} for text, kind, evidence in ASKED]
    noticed = {"session_1_observation": {"Ines": [["Ines owns an old Zenit camera.", "D1:3"]]}}
    return [{"sample_id": "pond", "conversation": talk, "qa": questions, "observation": noticed}]


def measured(data: Path, *flags: str) -> tuple[dict, str]:
    out = data.parent / "out.json"
    command = [sys.executable, str(SCRIPT), str(data), "--json", str(out), *flags]
    env = {**os.environ, "MEM_EMBED_MODEL": "ngrams"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(out.read_text()), done.stdout


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict, str]:
    data = tmp_path_factory.mktemp("bench") / "ten-turns.json"
    data.write_text(json.dumps(conversation()))
    return measured(data, "--hybrid")


def test_wrongly_written_evidence_is_mended_or_dropped_and_said(told: tuple[dict, str]) -> None:
    assert told[0]["notes"] == {
        "evidence ids repaired": 1,
        "evidence ids dropped": 1,
        "questions without evidence": 1,
        "questions no observation answers": 2,
    }


def test_everybody_is_asked_the_same(told: tuple[dict, str]) -> None:
    results = told[0]["results"]["turn"]
    assert set(results) == {"mem", "mem, hybrid", "plain FTS5", "90-day decay", "grep"}
    places = {"turn, per conversation", "turn, pooled", "session, per conversation", "session, pooled"}
    for table in results.values():
        assert set(table) == places
        assert {table[place]["all"]["n"] for place in places} == {3}


def test_the_share_of_the_evidence_in_front_is_counted(told: tuple[dict, str]) -> None:
    by_grep = told[0]["results"]["turn"]["grep"]["turn, per conversation"]
    # The camera's one turn is first; the bicycle's two are first and second; another turn about flour leads the third.
    assert by_grep["all"]["R@1"] == pytest.approx((1 + 0.5 + 0) / 3)
    assert by_grep["all"]["R@5"] == 1
    assert by_grep["all"]["MRR"] == pytest.approx((1 + 1 + 0.5) / 3)
    assert by_grep["multi-hop"]["nDCG@10"] == 1


def test_our_own_search_finds_what_ten_turns_say(told: tuple[dict, str]) -> None:
    ours = told[0]["results"]["turn"]["mem"]
    assert ours["turn, per conversation"]["all"]["R@5"] == 1
    assert told[0]["results"]["turn"]["mem, hybrid"]["turn, per conversation"]["all"]["R@5"] == 1
    assert ours["session, pooled"]["all"]["R@5"] == 1
    assert told[0]["results"]["observation"]["mem"]["observation, pooled"]["all"]["n"] == 1


def test_the_checksum_and_the_protocol_are_printed(told: tuple[dict, str]) -> None:
    assert f"sha256 {told[0]['sha256']}\n" in told[1]
    assert told[0]["protocol"] in told[1]


def test_what_was_found_is_drawn(tmp_path: Path) -> None:
    data = tmp_path / "ten-turns.json"
    data.write_text(json.dumps(conversation()))
    measured(data, "--only-ours", "--level", "turn", "--svg", str(tmp_path / "drawn.svg"))
    root = ElementTree.parse(tmp_path / "drawn.svg").getroot()
    assert len(root.findall("{http://www.w3.org/2000/svg}polyline")) == 2
    assert "mem 1.000" in [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]


def belief(id: str, name: str, content: str, **more: object) -> dict:
    usual = {"user_id": "test-user", "type": "preference", "aliases": [], "scope": ["domain:code"], "pinned": False}
    usual |= {"epistemic_status": "active", "resolved_at": None, "superseded_by": None, "confidence": 0.9}
    usual |= {"created_at": "2026-09-01T00:00:00Z", "updated_at": "2026-09-01T00:00:00Z"}
    return {"_id": id, "canonical_name": name, "content": content, **usual, **more}


def test_what_comes_back_is_held_against_what_should(tmp_path: Path) -> None:
    beliefs = [
        belief("b-heron", "heron_watch", "Watches herons at the pond."),
        belief("b-old", "camera_old", "Used a Leica.", superseded_by="b-new", epistemic_status="superseded"),
        belief("b-new", "camera", "Uses a Zenit."),
        belief("b-prose", "heron_prose", "Herons are written in past tense.", scope=["domain:writing"]),
    ]
    cases = [
        {"caseId": name, "scope": ["domain:code"], "query": words, "expect": {"relevantBeliefs": {"shouldOnlyInclude": ids}}}
        for name, words, ids in [
            ("one", "heron watch", ["b-heron"]),
            ("replaced", "which camera", ["b-new"]),
            ("nothing", "oboe", []),
        ]
    ]  # fmt: skip
    data = tmp_path / "beliefs"
    data.mkdir()
    for name, rows in {"beliefs.seed": beliefs, "retrieval.cases": cases, "session-retrieval.cases": []}.items():
        (data / f"{name}.json").write_text(json.dumps(rows))
    results = measured(data)[0]["results"]
    assert results["cases, search"] == {
        "cases": 3, "exact": 3, "right": 2, "returned": 2, "wanted": 2, "precision": 1.0, "recall": 1.0,
    }  # fmt: skip
