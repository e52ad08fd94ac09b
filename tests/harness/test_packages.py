"""What is handed out beside `mem install`: the Claude plug-in with its marketplace, the Gemini extension, the shims."""

from __future__ import annotations

import json

import pytest

from mem import __version__
from mem.harness.wiring import claude_code, gemini_cli
from mem.harness.wiring.entries import Json
from mem.harness.wiring.target import Place
from mem.templates import place_of, template


def document(name: str) -> dict:
    return json.loads(template(name))


def test_the_claude_plugin_has_the_hooks_that_are_installed_but_finds_mem_on_path() -> None:
    settings = claude_code.pieces(Place("/home/ana", "mem"))[0]
    assert isinstance(settings, Json)
    installed = {entry.path[-1]: [entry.value] for entry in settings.entries}
    assert document("claude-plugin/hooks/hooks.json")["hooks"] == installed
    assert template("claude-plugin/skills/mem/SKILL.md") == template("skill/SKILL.md")


def test_the_marketplace_offers_the_plugin_beside_it() -> None:
    plugin = document("claude-plugin/.claude-plugin/plugin.json")
    market = document("claude-plugin/.claude-plugin/marketplace.json")
    assert plugin["version"] == __version__
    assert market["owner"]["name"]
    (offer,) = market["plugins"]
    assert offer["name"] == plugin["name"] == "mem"
    folder = place_of("claude-plugin") / offer["source"]
    assert (folder / ".claude-plugin" / "plugin.json").exists()
    assert (folder / "hooks" / "hooks.json").exists()


def test_the_gemini_extension_is_a_whole_folder() -> None:
    pieces = {piece.path: piece for piece in gemini_cli.pieces(Place("/home/ana", "/opt/mem"))}
    folder = "/home/ana/.gemini/extensions/mem"
    manifest = json.loads(pieces[f"{folder}/gemini-extension.json"].put(None))
    assert manifest["name"] == "mem"
    assert manifest["version"] == __version__
    assert "mem search" in pieces[f"{folder}/{manifest['contextFileName']}"].put(None)
    hooks = json.loads(pieces[f"{folder}/hooks/hooks.json"].put(None))["hooks"]
    for groups in hooks.values():
        assert groups[0]["hooks"][0]["timeout"] >= 1000, "milliseconds"
        assert groups[0]["hooks"][0]["command"].startswith("/opt/mem on ")


@pytest.mark.parametrize("name", ["pi/mem.ts", "opencode/mem.js"])
def test_a_shim_has_one_place_for_the_program(name: str) -> None:
    assert template(name).count('"@MEM@"') == 1
