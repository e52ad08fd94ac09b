"""One server speaks to clients that shake hands and to those that send an envelope with each request."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from helpers.rpc import ENVELOPE

HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "sketchpad", "version": "7"}}


@pytest.fixture
def exchange(world):
    """Send some messages to a server of their own, end the input, and give what came back by number."""

    def exchanged(*messages: dict, env: dict[str, str] | None = None) -> dict[int, dict]:
        done = subprocess.run(
            [sys.executable, "-m", "mem", "mcp"],
            env={**world.env, **(env or {})},
            cwd=world.folder,
            input="".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done
        return {message["id"]: message for message in map(json.loads, done.stdout.splitlines())}

    return exchanged


def request(number: int, method: str, **params: object) -> dict:
    return {"id": number, "method": method, "params": {**params, "_meta": ENVELOPE}}


def test_a_handshake_is_answered_in_its_own_version(exchange) -> None:
    result = exchange({"id": 1, "method": "initialize", "params": HELLO})[1]["result"]
    assert result["protocolVersion"] == "2025-06-18"
    assert set(result["capabilities"]) == {"tools", "resources", "prompts", "completions"}
    assert result["serverInfo"]["name"] == "mem"
    assert 2 <= result["instructions"].count(". ") + 1 <= 3


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_older_clients_find_the_tools_too(exchange, version) -> None:
    answers = exchange(
        {"id": 1, "method": "initialize", "params": {**HELLO, "protocolVersion": version}},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list"},
    )
    assert answers[1]["result"]["protocolVersion"] == version
    assert answers[2]["result"]["tools"][0]["name"] == "memory_search"


def test_a_server_without_a_store_says_hello_and_tells_each_call_what_is_missing(exchange, tmp_path) -> None:
    answers = exchange(
        {"id": 1, "method": "initialize", "params": HELLO},
        {"id": 2, "method": "tools/call", "params": {"name": "memory_stats"}},
        env={"MEM_DIR": str(tmp_path / "nowhere")},
    )
    assert answers[1]["result"]["serverInfo"]["name"] == "mem"
    assert answers[2]["result"]["isError"] is True
    assert "mem init" in answers[2]["result"]["content"][0]["text"]


def test_discovery_needs_no_handshake(exchange) -> None:
    result = exchange(request(1, "server/discover"))[1]["result"]
    assert result["supportedVersions"] == ["2026-07-28"]
    assert (result["resultType"], result["ttlMs"], result["cacheScope"]) == ("complete", 0, "private")
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "mem"


def test_a_call_in_an_envelope_is_complete_and_signed(exchange, world) -> None:
    id = world.add("The retry cap is 2")
    result = exchange(request(1, "tools/call", name="memory_search", arguments={"query": "retry cap"}))[1]["result"]
    assert (result["resultType"], result["isError"]) == ("complete", False)
    assert result["structuredContent"]["facts"][0]["id"] == id
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "mem"


def test_the_first_tool_asks_to_be_loaded_always(exchange) -> None:
    result = exchange(request(1, "tools/list"))[1]["result"]
    assert [tool.get("_meta") for tool in result["tools"]][:2] == [{"anthropic/alwaysLoad": True}, None]
    assert (result["ttlMs"], result["cacheScope"]) == (0, "private")


def test_a_version_of_the_past_is_refused_with_those_we_speak(exchange) -> None:
    old = {**ENVELOPE, "io.modelcontextprotocol/protocolVersion": "1900-01-01"}
    error = exchange({"id": 1, "method": "tools/list", "params": {"_meta": old}})[1]["error"]
    assert (error["code"], error["data"]) == (-32022, {"supported": ["2026-07-28"], "requested": "1900-01-01"})


def test_a_request_with_neither_is_told_what_is_missing(exchange) -> None:
    error = exchange({"id": 1, "method": "tools/list"})[1]["error"]
    assert error["code"] == -32602
    assert "io.modelcontextprotocol/protocolVersion" in error["message"]


def test_an_unknown_tool_is_an_error_of_the_protocol(exchange) -> None:
    error = exchange(request(1, "tools/call", name="nope", arguments={}))[1]["error"]
    assert error == {"code": -32602, "message": "Unknown tool: nope"}


def test_answers_under_way_are_finished_when_the_input_ends(exchange) -> None:
    asked = [request(number, "tools/call", name="memory_stats", arguments={}) for number in range(1, 9)]
    assert sorted(exchange(*asked)) == list(range(1, 9))
