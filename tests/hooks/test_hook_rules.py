"""Every rule against its cases, which are Markdown files: a hook, then the findings as code and place."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

import mem.hooks.rules
from mem.diagnostics import Diagnostic
from mem.hooks.document import read_text
from mem.hooks.manual import body, page, summary
from mem.hooks.rules import HOOK_RULES, OUTSIDE_RULES, RULES, WORLD_RULES
from mem.hooks.rules.base import HookRule, Rule
from mem.hooks.validate import World, validate

CASES = Path(__file__).parent / "rules"
BLOCKS = re.compile(r"```yaml\n(.*?)```\n\n```text\n(.*?)```", re.DOTALL)
NUMBER = re.compile(r"\d+")


def hits(query: str) -> int:
    found = NUMBER.search(query)
    return int(found[0]) if found else 1


def findings(text: str, *, store: bool) -> list[Diagnostic]:
    world = World(lambda name: name == "src/here.py", hits if store else None)
    return validate(read_text("MEMHOOKS.md", text), world)


def cases() -> Iterator[tuple[str, str, str]]:
    for path in sorted(CASES.glob("*.md")):
        for hook, found in BLOCKS.findall(path.read_text("utf-8")):
            yield path.stem, hook, found


@pytest.mark.parametrize(("rule", "hook", "found"), list(cases()))
def test_a_rule_finds_what_its_cases_say_and_nothing_else_does(rule: str, hook: str, found: str) -> None:
    store = rule in ("finds_nothing", "too_broad")
    told = "\n".join(f"{item.code} {item.place.line}:{item.place.column}" for item in findings(hook, store=store))
    assert (told or "nothing") == found.strip()


def name_of(rule: object) -> str:
    return str(getattr(rule, "__name__", "")).rpartition(".")[2]


def test_every_rule_has_a_file_in_the_list_and_cases() -> None:
    files = {path.stem for path in Path(mem.hooks.rules.__path__[0]).glob("*.py")} - {"__init__", "base"}
    assert {name_of(rule) for rule in RULES.values()} == files
    assert {path.stem for path in CASES.glob("*.md")} == files - {name_of(rule) for rule in OUTSIDE_RULES}


def test_codes_are_given_once_in_order_and_23_stays_free() -> None:
    codes = [rule.CODE for rule in (*HOOK_RULES, *WORLD_RULES, *OUTSIDE_RULES)]
    expected = [number for number in range(31) if number != 23] + [100, 101, 102, 103, 104]
    assert sorted(codes) == list(RULES) == [f"MH{number:03d}" for number in expected]


@pytest.mark.parametrize("code", list(RULES))
def test_every_rule_has_a_manual_page(code: str) -> None:
    rule = RULES[code]
    words = [part.partition("\n")[0].partition(":")[0] for part in body(rule).split("\n\n")]
    assert [word for word in words if word in ("What", "Why", "Bad", "Good")] == ["What", "Why", "Bad", "Good"]
    assert summary(rule).endswith(".")
    assert page(rule).startswith(f"{code} ({rule.SEVERITY})")


def example(rule: Rule, word: str) -> str:
    """Make a whole hook of the fragment a manual page shows."""
    shown = body(rule).partition(f"{word}:\n\n")[2].partition("\n\nGood:")[0]
    fragment = textwrap.dedent(shown).strip("\n")
    if fragment.startswith("---"):
        return fragment + "\n"
    if fragment.startswith("when:"):
        fragment = "- query: Why?\n" + textwrap.indent(fragment, "  ")
    if fragment.startswith("- "):
        fragment = "recall_queries:\n" + textwrap.indent(fragment, "  ")
    return f"---\nschema: memhooks/v2\n{fragment}\n---\n"


SHOWN = [rule for rule in HOOK_RULES if name_of(rule) != "too_large"]


@pytest.mark.parametrize("rule", SHOWN, ids=name_of)
def test_the_bad_example_of_a_manual_page_is_found_and_the_good_one_is_clean(rule: HookRule) -> None:
    assert rule.CODE in {item.code for item in findings(example(rule, "Bad"), store=False)}
    assert findings(example(rule, "Good"), store=False) == []


def test_findings_come_in_the_order_of_the_file() -> None:
    text = "---\nhue: red\nschema: x\nrecall_queries: [a, a, {query: b, priority: 3, when: {roles: ['']}}]\n---\n"
    places = [(item.place.line, item.place.column) for item in findings(text, store=False)]
    assert len(places) == 5
    assert places == sorted(places)  # type: ignore[type-var]


def test_a_slip_gets_the_right_word_offered() -> None:
    [finding] = findings("---\nschema: memhooks/v2\nresorces: [r]\n---\n", store=False)
    assert finding.help == "did you mean `resources`?"


def test_without_a_store_no_query_is_called_broad() -> None:
    assert findings("---\nschema: memhooks/v2\nrecall_queries: [billing]\n---\n", store=False) == []
