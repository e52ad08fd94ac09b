"""SARIF that viewers accept, checked against the published 2.1.0 schema (OASIS, errata 01) beside this file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from mem.diagnostics import Diagnostic, Place, Severity
from mem.formats.sarif import SarifRule, sarif

SCHEMA = json.loads(Path(__file__).with_name("sarif-schema-2.1.0.json").read_text("utf-8"))
RULES = [
    SarifRule(code, f"{code} in short", f"{code} at length", "error") for code in ("MH000", "MH004", "MH013", "MH024")
]

PLACED = Diagnostic("MH004", Severity.ERROR, "too much", Place("/p/sub dir/ü/MEMHOOKS.md", 5, 3))
FINDINGS = [
    PLACED,
    Diagnostic("MH004", Severity.ERROR, "too much", Place("/p/sub dir/ü/MEMHOOKS.md", 5, 20)),
    Diagnostic("MH013", Severity.WARNING, "none", Place("/p")),
    Diagnostic("MH000", Severity.ERROR, "no hook", Place("/p/MEMHOOKS.md", 1)),
    Diagnostic("MH024", Severity.NOTE, "gone \x07 <b>", Place("/p/x#y?z%"), "look"),
]


def relative(path: str) -> str:
    return path.removeprefix("/p").lstrip("/") or "."


def log(findings: list[Diagnostic]) -> dict[str, Any]:
    made: dict[str, Any] = sarif(findings, tool="memhooks", version="1.2", rules=RULES, relative=relative)
    return json.loads(json.dumps(made))  # type: ignore[no-any-return]


def results(findings: list[Diagnostic]) -> list[dict[str, Any]]:
    return log(findings)["runs"][0]["results"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("findings", [[], FINDINGS, FINDINGS[2:3]], ids=["clean", "many", "without a place"])
def test_a_log_follows_the_published_schema(findings: list[Diagnostic]) -> None:
    jsonschema.Draft4Validator(SCHEMA).validate(log(findings))


def test_the_schema_would_tell() -> None:
    wrong = log(FINDINGS)
    wrong["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft4Validator(SCHEMA).validate(wrong)


def test_paths_are_relative_and_percent_encoded() -> None:
    uris = [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in results(FINDINGS)]
    assert uris[0] == "sub%20dir/%C3%BC/MEMHOOKS.md"
    assert uris[4] == "x%23y%3Fz%25"


def test_lines_and_columns_begin_at_one_and_no_place_means_no_region() -> None:
    regions = [result["locations"][0]["physicalLocation"].get("region") for result in results(FINDINGS)]
    assert regions[0] == {"startLine": 5, "startColumn": 3}
    assert regions[2] is None
    assert regions[3] == {"startLine": 1, "startColumn": 1}


def test_two_findings_on_one_line_are_two_alerts() -> None:
    prints = [tuple(result["partialFingerprints"].items()) for result in results(FINDINGS)]
    assert len(set(prints)) == len(FINDINGS)


def test_a_finding_is_known_again_when_its_line_moves() -> None:
    moved = Diagnostic(PLACED.code, PLACED.severity, PLACED.message, Place(PLACED.place.path, 50, 3))
    assert results([moved])[0]["partialFingerprints"] == results([PLACED])[0]["partialFingerprints"]


def test_every_result_points_at_its_rule() -> None:
    run = log(FINDINGS)["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == [finding.code for finding in FINDINGS]


def test_a_clean_log_lists_what_was_looked_for() -> None:
    run = log([])["runs"][0]
    assert run["results"] == []
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [rule.id for rule in RULES]
