"""Memory in trouble never stops an agent: status 0, in time, nothing or one document, one line at most on the side."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from mem.cli.finder import Finder
from mem.facts.instant import at_seconds
from mem.store import files, refs, sweep

from helpers.agent import NATIVE, Agent

SECONDS = 5.0

EVENTS = [*NATIVE, "pre-llm"]


@contextmanager
def no_store(world) -> Iterator[None]:
    os.rename(world.store, world.folder / "elsewhere")
    yield


@contextmanager
def corrupt_index(world) -> Iterator[None]:
    (world.store / ".cache" / "index.db").write_bytes(b"not a database" * 1000)
    yield


@contextmanager
def half_an_index(world) -> Iterator[None]:
    path = world.store / ".cache" / "index.db"
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    yield


@contextmanager
def no_index(world) -> Iterator[None]:
    (world.store / ".cache" / "index.db").unlink()
    yield


@contextmanager
def writer_at_work(world) -> Iterator[None]:
    code = "import fcntl,sys,time; f=open(sys.argv[1],'w'); fcntl.flock(f,2); print('held',flush=True); time.sleep(60)"
    lock = world.store / ".git" / "mem" / "lock"
    with subprocess.Popen([sys.executable, "-c", code, str(lock)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"held\n"
        yield
        holder.kill()


@contextmanager
def index_locked(world) -> Iterator[None]:
    world.path("h-2026-06-20-pears-ripen").write_text(
        "---\nid: h-2026-06-20-pears-ripen\ntype: howto\ntitle: Late\n---\n"
    )
    db = sqlite3.connect(world.store / ".cache" / "index.db", isolation_level=None)
    db.execute("begin exclusive")
    yield
    db.close()


@contextmanager
def session_held(world) -> Iterator[None]:
    folder = world.store / ".git" / "mem" / "sessions"
    folder.mkdir(parents=True, exist_ok=True)
    code = "import fcntl,sys,time; f=open(sys.argv[1],'w'); fcntl.flock(f,2); print('held',flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code, str(folder / "s")], stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"held\n"
        yield
        holder.kill()


@contextmanager
def private_folder_is_a_file(world) -> Iterator[None]:
    for path in sorted((world.store / ".git" / "mem").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    (world.store / ".git" / "mem").rmdir()
    (world.store / ".git" / "mem").write_text("in the way")
    yield


@contextmanager
def unfinished_merge(world) -> Iterator[None]:
    (world.store / ".git" / "MERGE_HEAD").write_text(world.git("rev-parse", "HEAD"))
    path = world.path("h-2026-06-20-pears-ripen")
    path.write_text(f"<<<<<<< ours\n{path.read_text()}=======\nother\n>>>>>>> theirs\n")
    yield


@contextmanager
def broken_settings(world) -> Iterator[None]:
    (world.store / "mem.toml").write_text("capture = = no")
    yield


@contextmanager
def much_to_warn_of(world) -> Iterator[None]:
    (world.store / "mem.toml").write_text("format = 1\ncaptur = true\n")
    (world.store / "objects" / "howtos" / "h-broken.md").write_text("---\nid: h-broken\ntitle: [unclosed\n---\n")
    (world.store / "objects" / "howtos" / "h-link.md").symlink_to("/etc/hosts")
    yield


@contextmanager
def disk_read_only(world) -> Iterator[None]:
    """For everybody but root, who may write everywhere."""
    folders = [world.store, *(path for path in world.store.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o500)
    yield
    for folder in folders:
        folder.chmod(0o700)


TROUBLES = [
    no_store, corrupt_index, half_an_index, no_index, writer_at_work, index_locked, session_held,
    private_folder_is_a_file, unfinished_merge, broken_settings, much_to_warn_of, disk_read_only,
]  # fmt: skip


@pytest.fixture
def agent(world) -> Agent:
    world.add("Pears ripen")
    (world.store / "mem.toml").write_text("format = 1\ncapture = true\n")
    return Agent(world, session="s")


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: trouble.__name__)
def test_no_trouble_of_ours_stops_an_agent(agent, world, trouble) -> None:
    with trouble(world):
        for event in EVENTS:
            document = agent.document(
                "prompt" if event == "pre-llm" else event, source="startup", prompt="pears ripen?"
            )
            if event == "prompt":
                document["source"] = "user"
            started = time.monotonic()
            answer = world.mem("on", event, stdin=json.dumps(document))
            assert time.monotonic() - started < SECONDS, event
            assert answer.code == 0, answer
            assert answer.out == "" or isinstance(json.loads(answer.out), dict)
            assert answer.err.count("\n") <= 1, answer


def test_where_no_state_can_be_kept_a_session_still_begins(agent, world) -> None:
    with private_folder_is_a_file(world):
        assert "Pears" in agent.starts()
        assert agent.says("pears ripen?") == ""


def test_a_lost_index_is_made_anew_in_the_background_and_then_answers(agent, world) -> None:
    (world.store / ".cache" / "index.db").unlink()
    assert agent.hears("session-start", source="startup") == ""
    deadline = time.monotonic() + 30
    while agent.hears("prompt", prompt="pears ripen?", prompt_id=str(time.monotonic())) == "":
        assert time.monotonic() < deadline
        agent.session += "x"


def test_an_answer_that_comes_too_late_is_not_given(agent, world) -> None:
    with index_locked(world):
        started = time.monotonic()
        assert agent.hears("prompt", prompt="pears ripen?") == ""
        assert time.monotonic() - started < 3
    assert "\tlate\t" in (world.store / ".git" / "mem" / "events.log").read_text()
    assert "Late" in agent.hears("prompt", prompt="ripen late? which ones?")


def test_an_event_on_an_unchanged_topic_imports_nothing_costly(agent, world) -> None:
    (world.store / "mem.toml").write_text("format = 1\n")
    agent.says("pears ripen")
    document = agent.document("prompt", prompt="pears ripen", prompt_id="other")
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "mem", "on", "prompt"],
        env=world.env | {"MEM_NOW": ""},
        input=json.dumps(document),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == {}
    found = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "mem.harness.answering" in found
    costly = {"re", "typing", "dataclasses", "json", "pathlib", "sqlite3", "datetime", "subprocess", "typer", "hashlib"}
    assert costly & found == set()


def test_after_an_answer_whose_file_was_rewritten_the_next_question_is_answered_too(
    world, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.add("Aardvarks dig at night")
    world.add("Zebras graze near quartz")
    world.ok("search", "zebras")
    monkeypatch.setattr(files, "SWEPT_WHOLE", 0)  # as in a large store, where each call looks at some files only
    monkeypatch.setattr(sweep, "AT_ONCE", 1)
    monkeypatch.setattr(sweep, "NEWEST", 0)
    (path,) = world.store.glob("objects/*/*zebras*.md")
    with path.open("a") as file:
        file.write("\nThey sleep standing.\n")
    places = refs.places_of(str(world.store))
    assert places is not None
    finder = Finder(places, str(world.folder), at_seconds(time.time()), time.time(), {"HOME": str(world.folder)})
    assert [fact.title for fact in finder.about(["zebras", "quartz"], 5)] == ["Zebras graze near quartz"]
    assert len(finder.top(5)[0]) == 2
    finder.close()
