"""Pieces of wiring in other people's files: put in as text, taken out without a trace."""

from __future__ import annotations

import json
import tomllib

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from mem.harness.wiring import jsonc
from mem.harness.wiring.entries import Entry, Json, Setting, is_ours
from mem.harness.wiring.pieces import CannotEdit, markdown, toml
from mem.harness.wiring.servers import JsonServer
from mem.harness.wiring.yaml_list import YamlMap

OURS = {"hooks": [{"type": "command", "command": "/home/ana/mem/bin/mem on prompt", "timeout": 10}]}
HOOKS = Json("settings.json", [Entry(("hooks", "Prompt"), OURS)])
FLAG = Json("settings.json", settings=[Setting(("hooksConfig",), "enabled", True)])
SERVER = JsonServer("mcp.json", ("mcpServers",), {"command": "/home/ana/.local/share/mem/bin/mem", "args": ["mcp"]})
LINES = toml("config.toml", ["[[hooks]]", 'event = "Stop"'])
BLOCK = markdown("AGENTS.md", ["## Memory", "Ask first."])
YAML = YamlMap("config.yaml", "hooks", {"on_start": ['- command: "mem on session-start"']})

SETTINGS = {
    "empty": "",
    "bare": "{}",
    "bare on two lines": "{\n}\n",
    "plain": '{\n  "model": "x"\n}\n',
    "tabs": '{\n\t"model": "x",\n\t"hooks": {\n\t\t"Prompt": [\n\t\t\t{"command": "theirs"}\n\t\t]\n\t}\n}\n',
    "comments": '{\n    // the model\n    "model": "x", /* inline */\n    "list": [1, 2,],\n}\n',
    "windows": '{\r\n  "hooks": {\r\n    "Prompt": []\r\n  }\r\n}\r\n',
    "byte order mark": '\ufeff{\n  "a": 1\n}\n',
    "one line": '{"hooks": {"Prompt": [{"command": "theirs"}]}, "z": "ü"}',
    "no end": '{\n  "a": "}, //"\n}',
}
THEIRS = {name: text for name, text in SETTINGS.items() if name != "empty"}


def meaning(text: str) -> object:
    return jsonc.parse(text).value


@pytest.mark.parametrize("text", THEIRS.values(), ids=THEIRS)
@pytest.mark.parametrize("piece", [HOOKS, FLAG], ids=["entry", "setting"])
def test_others_json_comes_back_byte_for_byte(piece: Json, text: str) -> None:
    put = piece.put(text)
    assert put != text
    assert piece.put(put) == put
    assert piece.take(put, text) == text
    assert ("\r\n" in put) == ("\r\n" in text)
    for comment in ("// the model", "/* inline */"):
        assert (comment in put) == (comment in text)


@pytest.mark.parametrize("text", SETTINGS.values(), ids=SETTINGS)
def test_an_entry_stands_beside_those_of_others(text: str) -> None:
    before, after = meaning(text or "{}"), meaning(HOOKS.put(text))
    theirs = before.get("hooks", {}).get("Prompt", [])
    assert after == {**before, "hooks": {**before.get("hooks", {}), "Prompt": [*theirs, OURS]}}


@pytest.mark.parametrize("piece", [HOOKS, FLAG, SERVER])
@pytest.mark.parametrize("blank", ["", "\n", " \r\n"])
def test_a_file_with_nothing_in_it_is_empty_again_and_what_was_put_in_meanwhile_stays(piece, blank: str) -> None:
    put = piece.put(blank)
    assert piece.take(put, blank) == blank
    edited = jsonc.with_member(put, jsonc.parse(put), "theirs", 1)
    assert meaning(piece.take(edited, blank)) == {"theirs": 1}


@pytest.mark.parametrize("text", THEIRS.values(), ids=THEIRS)
def test_a_server_comes_out_without_a_trace(text: str) -> None:
    assert SERVER.take(SERVER.put(text), text) == text


@pytest.mark.parametrize("text", THEIRS.values(), ids=THEIRS)
def test_what_was_edited_meanwhile_stays_edited(text: str) -> None:
    put = HOOKS.put(text)
    start = put.index("{") + 1
    edited = put[:start] + ' "mine": [1],' + put[start:]
    assert meaning(HOOKS.take(edited, text)) == {"mine": [1], **meaning(text)}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('{"a": [1, 2]}', '{"a": [1]}'),
        ('{"a": [1,\n 2,\n]}', '{"a": [1,\n]}'),
        ('{"a": [1, // one, of two\n 2 // two, of two\n]}', '{"a": [1 // one, of two\n // two, of two\n]}'),
        ('{"a": [1, // one, of two\n 2]}', '{"a": [1 // one, of two\n]}'),
        ('{"a": [2, // two, of two\n // three\n 3]}', '{"a": [// two, of two\n // three\n 3]}'),
        ('{"a": [\n // two, alone\n 2, // it, too\n]}', '{"a": [\n // two, alone\n  // it, too\n]}'),
        ('{"a": [2,]}', '{"a": []}'),
    ],
)
def test_comments_and_their_commas_stay_when_an_item_goes(text: str, left: str) -> None:
    owner = jsonc.parse(text).members["a"]
    child = next(item for item in owner.items if item.value == 2)
    found = jsonc.without(text, owner, child)
    assert found == left
    assert jsonc.parse(found).value == {"a": [value for value in owner.value if value != 2]}


def test_an_older_entry_of_ours_is_replaced_wherever_it_is() -> None:
    old = {
        "hooks": {"Prompt": [{"hooks": [{"command": "mem on prompt"}]}], "Gone": [{"command": "/x/mem on turn-end"}]}
    }
    after = meaning(HOOKS.put(json.dumps(old, indent=2)))
    assert after == {"hooks": {"Prompt": [OURS], "Gone": []}}


def test_ours_among_the_handlers_of_others_goes_alone() -> None:
    mixed = {"hooks": {"Prompt": [{"hooks": [{"command": "theirs"}, {"command": "mem on prompt"}]}]}}
    assert meaning(HOOKS.take(json.dumps(mixed), json.dumps({}))) == {
        "hooks": {"Prompt": [{"hooks": [{"command": "theirs"}]}]}
    }


def test_a_file_that_was_made_for_us_goes_with_us() -> None:
    assert HOOKS.take(HOOKS.put(None), None) is None
    assert FLAG.take(FLAG.put(None), None) is None
    assert BLOCK.take(BLOCK.put(None), None) is None
    assert YAML.take(YAML.put(None), None) is None


def test_a_setting_of_the_users_is_not_ours_to_change() -> None:
    text = '{"hooksConfig": {"enabled": false}}'
    assert FLAG.put(text) == text
    assert FLAG.take(text, text) == text
    theirs = FLAG.put('{"a": 1}')
    assert FLAG.take(theirs, None) == theirs


@pytest.mark.parametrize(
    "text",
    ["{", '{"a": }', '{"a": 1 "b": 2}', "[]", "nonsense", '{"a": 1}}', '{"a": 1, "a": 2}', '{"hooks": []}', "/* x"],
)
def test_a_broken_file_is_refused_and_named(text: str) -> None:
    with pytest.raises(CannotEdit, match=r"settings\.json"):
        HOOKS.put(text)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"command": "/home/ana/.local/share/mem/bin/mem on prompt"}, True),
        ({"command": "'/home/a b/mem/bin/mem' on turn-end"}, True),
        ({"command": "/x/mem", "args": ["on", "prompt"]}, True),
        ({"bash": "/x/mem on prompt --harness copilot-cli"}, True),
        ({"hooks": [{"command": "mem on prompt"}]}, True),
        ({"hooks": [{"command": "mem on prompt"}, {"command": "theirs"}]}, False),
        ({"command": "echo mem on fire; theirs"}, False),
        ({"command": "memo on prompt"}, False),
        ({"command": "totem on prompt"}, False),
        ({"hooks": []}, False),
        ("mem on prompt", False),
    ],
)
def test_an_entry_is_ours_by_what_it_calls(value: object, expected: bool) -> None:
    assert is_ours(value) is expected


TEXTS = {
    "empty": "",
    "plain": "a = 1\n",
    "no end": "a = 1",
    "windows": "a = 1\r\n[t]\r\nb = 2\r\n",
    "blank end": "a = 1\n\n\n",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("piece", [LINES, BLOCK], ids=["toml", "markdown"])
def test_a_block_comes_out_without_a_trace(piece, text: str) -> None:
    put = piece.put(text)
    assert put.startswith(text)
    assert piece.put(put) == put
    assert piece.take(put, text) == text
    assert put.count("\n") == put.count("\r\n") or "\r\n" not in text


def test_a_block_keeps_its_place_and_what_was_written_after_it() -> None:
    put = BLOCK.put("# Me\n") + "mine\n"
    assert BLOCK.take(put, "# Me\n") == "# Me\nmine\n"


def test_toml_stays_toml_and_broken_toml_is_refused() -> None:
    assert tomllib.loads(LINES.put("[a]\nb = 1"))["hooks"] == [{"event": "Stop"}]
    with pytest.raises(CannotEdit, match=r"config\.toml"):
        LINES.put("a = = 1\n")
    with pytest.raises(CannotEdit):
        LINES.put('hooks = "text"\n')


def test_a_block_whose_end_is_missing_is_refused() -> None:
    with pytest.raises(CannotEdit):
        BLOCK.put(BLOCK.put("").replace("mem: end", ""))


YAMLS = {
    "empty": "",
    "other keys": "model: x\nlist: [1]\n",
    "no end": "model: x",
    "hooks of theirs": "hooks:\n  stop:\n    - command: theirs\nz: 1\n",
    "deep": "hooks:   # mine\n      stop:\n      - command: theirs\n",
    "comment first": "hooks:\n  # note\n  stop: []\n",
    "nothing in it": "a: 1\nhooks:\nb: 2\n",
}


@pytest.mark.parametrize("text", YAMLS.values(), ids=YAMLS)
def test_yaml_gets_our_keys_and_nothing_else_changes(text: str) -> None:
    put = YAML.put(text)
    before = yaml.safe_load(text) or {}
    ours = {"on_start": [{"command": "mem on session-start"}]}
    assert yaml.safe_load(put) == {**before, "hooks": {**(before.get("hooks") or {}), **ours}}
    assert YAML.put(put) == put
    assert YAML.take(put, text) == text


@pytest.mark.parametrize(
    "text", ["hooks: {stop: []}\n", "hooks: [1]\n", "- a\n", "a: [1\n", "hooks:\n  on_start: []\n"]
)
def test_yaml_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(CannotEdit, match=r"config\.yaml"):
        YAML.put(text)


LEAVES = st.one_of(st.none(), st.booleans(), st.integers(-9, 9), st.text(max_size=6))
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=5), VALUES, max_size=4), st.sampled_from([None, 1, 2, "\t"]))
def test_any_settings_survive_our_coming_and_going(document: dict, indent: int | str | None) -> None:
    document.pop("hooks", None)
    text = json.dumps(document, indent=indent)
    assert meaning(text) == document
    put = HOOKS.put(text)
    assert meaning(put) == {**document, "hooks": {"Prompt": [OURS]}}
    assert HOOKS.take(put, text) == text
    assert meaning(HOOKS.take(put + " ", "{}")) == document
