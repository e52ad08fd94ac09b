"""Whatever is wrong with the store, the machine or the client: the wire stays clean and the server ends when it should."""

from __future__ import annotations

import fcntl
import signal
import subprocess
import sys
import time

SOON = 15  # seconds, on a machine that is busy with other tests; by itself it takes less than two
BROKEN = "---\nid: n-2026-06-01-broken\ntitle: [unclosed\n---\n"


def test_warnings_about_the_store_go_to_the_other_stream(world, start) -> None:
    id = world.add("Sound the horn")
    (world.store / "mem.toml").write_text("formatt = 1\n", "utf-8")
    (world.path(id).parent / "h-2026-06-01-broken.md").write_text(BROKEN, "utf-8")
    server = start(env={"PYTHONWARNINGS": "default"})
    assert [row["id"] for row in server.call("memory_search", query="horn")["facts"]] == [id]
    server.call("memory_stats")
    assert server.close() == 0
    assert server.errors.count("formatt") == 1


def test_a_damaged_index_is_made_anew_without_a_word_on_the_wire(world, start) -> None:
    id = world.add("Sound the horn")
    for path in (world.store / ".cache").glob("*.db*"):
        path.write_bytes(b"not a database at all" * 500)
    server = start()
    assert [row["id"] for row in server.call("memory_search", query="horn")["facts"]] == [id]
    assert server.close() == 0


def test_an_index_that_is_damaged_while_the_server_runs_is_made_anew(world, wire) -> None:
    id = world.add("Sound the horn")
    assert wire.call("memory_search", query="horn")["total"] == 1
    for path in (world.store / ".cache").glob("*.db*"):
        path.write_bytes(b"not a database at all" * 500)
    assert [row["id"] for row in wire.call("memory_search", query="horn")["facts"]] == [id]


def test_a_git_hook_that_prints_does_not_reach_the_wire(world, start) -> None:
    for name in ("pre-commit", "post-commit", "post-index-change", "reference-transaction"):
        hook = world.store / ".git" / "hooks" / name
        hook.write_text("#!/bin/sh\necho loud and proud\n", "utf-8")
        hook.chmod(0o755)
    server = start()
    assert server.call("memory_add", type="fact", title="Sound the horn")["result"] == "added"
    assert server.close() == 0


def test_a_merge_that_is_not_finished_is_told_off_the_wire(world, start) -> None:
    id = world.add("Sound the horn")
    (world.store / ".git" / "MERGE_HEAD").write_text(world.git("rev-parse", "HEAD"), "utf-8")
    path = world.path(id)
    text = path.read_text("utf-8")
    path.write_text(f"<<<<<<< ours\n{text}=======\n{text}>>>>>>> theirs\n", "utf-8")
    server = start(env={"PYTHONWARNINGS": "default"})
    server.call("memory_search", query="horn")
    server.call("memory_add", type="fact", title="Ring the bell")
    assert server.close() == 0


def test_a_store_that_goes_away_is_told_by_each_call_and_may_come_back(world, wire) -> None:
    world.add("Sound the horn")
    away = world.folder / "away"
    world.store.rename(away)
    assert "mem init" in wire.refused("memory_search", query="horn")["help"]
    away.rename(world.store)
    assert wire.call("memory_search", query="horn")["total"] == 1
    assert wire.close() == 0


def test_a_store_with_blanks_quotes_and_dollars_in_its_path_is_found(world, start) -> None:
    store = world.folder / "My Store (ü) $HOME 'x'" / "mem"
    world.ok("init", store=store)
    server = start(env={"MEM_DIR": str(store)})
    server.call("memory_add", type="fact", title="Sound the horn")
    assert server.call("memory_stats")["store"] == str(store)


def test_words_that_are_not_json_rpc_do_not_stop_the_server(wire) -> None:
    assert wire.process.stdin
    wire.process.stdin.write('hello?\n[]\n{"jsonrpc": "2.0"}\n\n')
    wire.process.stdin.flush()
    assert wire.call("memory_stats")["total"] == 0
    assert wire.ask("memory/sing")["error"]["code"] == -32601


def test_a_server_without_input_ends_without_a_word(world) -> None:
    answer = world.mem("mcp")
    assert (answer.code, answer.out) == (0, "")


def test_the_server_ends_with_its_input(start) -> None:
    server = start()
    begun = time.monotonic()
    assert server.close() == 0
    assert time.monotonic() - begun < SOON


def test_a_server_that_waits_for_the_store_does_not_outlive_its_client(world, start) -> None:
    world.add("Here before")
    server = start()
    server.call("memory_stats")
    with open(world.store / ".git" / "mem" / "lock", "a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        server.send_call("memory_add", type="fact", title="Never begun")
        begun = time.monotonic()
        assert server.close() == 0
        assert time.monotonic() - begun < SOON
    world.add("After that")
    assert world.is_clean()
    assert set(world.titles("list")) == {"Here before", "After that"}


def test_killing_the_client_in_the_middle_of_a_call_leaves_no_lock_and_no_half_fact(world) -> None:
    world.add("Here before")
    client = (
        "import json, subprocess, sys\n"
        "server = subprocess.Popen([sys.executable, '-m', 'mem', 'mcp'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)\n"
        "def send(**message):\n"
        "    server.stdin.write(json.dumps({'jsonrpc': '2.0', **message}) + '\\n'); server.stdin.flush()\n"
        "send(id=0, method='initialize', params={'protocolVersion': '2025-06-18', 'capabilities': {}, 'clientInfo': {'name': 'x', 'version': '1'}})\n"
        "server.stdout.readline()\n"
        "for number in range(1, 40):\n"
        "    send(id=number, method='tools/call', params={'name': 'memory_add', 'arguments': {'type': 'fact', 'title': f'Wave {number}'}})\n"
        "server.stdout.readline()\n"
        "print('in the middle', flush=True)\n"
        "server.wait()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", client],
        env=world.env,
        cwd=world.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as parent:
        assert parent.stdout
        parent.stdout.readline()
        parent.send_signal(signal.SIGKILL)
        parent.communicate(timeout=10)  # the server holds the other end of its stderr, so this waits for both
    world.add("Here after")
    assert not list((world.store / ".git").glob("*.lock"))
    assert world.is_clean()
    assert {"Here before", "Here after"} <= set(world.titles("list", "--limit", "100"))


def test_without_the_sdk_one_line_says_what_to_install(world, tmp_path) -> None:
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "mcp_types.py").write_text("raise ModuleNotFoundError('no', name='mcp_types')\n", "utf-8")
    answer = world.mem("mcp", env={"PYTHONPATH": str(tmp_path / "bare")})
    assert (answer.code, answer.out) == (1, "")
    assert "pip install 'memfacts[mcp]'" in answer.err


def test_a_set_of_names_that_is_not_known_is_refused_off_the_wire(world) -> None:
    answer = world.mem("mcp", "--names", "mem0")
    assert (answer.code, answer.out) == (2, "")
    assert "memharness" in answer.err
