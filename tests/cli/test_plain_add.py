"""A plain `mem add` does without Typer what the full lane does: the same answer, the same file, the same commit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mem.cli.hot_add import plain

NOW = "2026-06-20T12:00:00Z"
FULL = "import sys; from mem.cli.main import run; sys.exit(run(sys.argv[1:]))"

BEFORE = ["add", "--type", "decision", "--title", "Deploys via Heroku"]
CALLS = {
    "the least": ["--type", "howto", "--title", "Rope is hemp"],
    "with equals signs": ["--type=howto", "--title=a=b", "--body=-"],
    "every text": [
        "--type",
        "fact",
        "--title",
        "T",
        "--body",
        "B",
        "--abstract",
        "A",
        "--scope",
        "s",
        "--subject",
        "user",
        "--predicate",
        "p",
        "--tags",
        "a,b",
        "--basis",
        "verified",
        "--valid-from",
        "2026-01-01",
        "--valid-to",
        "2026-12-31",
        "--verified",
        "2026-06-01",
        "--source",
        "me",
        "--agent",
        "bot",
        "--key",
        "k",
    ],
    "numbers and force": [
        "--type",
        "fact",
        "--title",
        "password:hunter2hunter2",
        "--priority",
        "7",
        "--confidence",
        "0.25",
        "--force",
    ],
    "as JSON": ["--format", "json", "--type", "howto", "--title", "Rope"],
    "for people": ["--type", "howto", "--title", "Rope", "--format=human"],
    "a revision": ["--type", "decision", "--title", "Via Fly", "--supersedes", "d-2026-06-20-deploys-via-heroku"],
    "what is there": ["--type", "decision", "--title", "Deploys via Heroku"],
    "a credential": ["--type", "howto", "--title", "key AKIAABCDEFGHIJKL2345"],
    "no such type": ["--type", "dream", "--title", "Rope"],
    "a bad date": ["--type", "howto", "--title", "Rope", "--valid-from", "soon"],
    "too important": ["--type", "howto", "--title", "Rope", "--priority", "101"],
    "two ways to say it": ["--type", "howto", "--title", "Rope", "--confidence", "0.5", "--basis", "verified"],
    "an unknown fact": ["--type", "howto", "--title", "Rope", "--supersedes", "n-1"],
}
NOT_PLAIN = {
    "no title": ["--type", "howto"],
    "no type": ["--title", "Rope"],
    "an empty title": ["--type", "howto", "--title", ""],
    "a word": ["--type", "howto", "--title", "Rope", "is"],
    "a dash before a value": ["--type", "howto", "--title", "-5 degrees"],
    "a flag without its value": ["--type", "howto", "--title"],
    "a flag nobody knows": ["--type", "howto", "--title", "Rope", "--colour", "red"],
    "a batch": ["--batch", "f.jsonl"],
    "help": ["--help"],
    "a number in words": ["--type", "howto", "--title", "Rope", "--priority", "high"],
    "a sign": ["--type", "howto", "--title", "Rope", "--confidence", "+0.5"],
    "force with a value": ["--type", "howto", "--title", "Rope", "--force=yes"],
    "the end of flags": ["--type", "howto", "--title", "Rope", "--"],
}


def call(lane: list[str], folder: Path, words: list[str]) -> tuple[int, str, str]:
    store = str(folder / "store")
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "MEM_DIR": store, "MEM_NOW": NOW, "LC_ALL": "C"}
    done = subprocess.run(
        [sys.executable, *lane, *words], env=env, cwd=folder, input="from a pipe\n", capture_output=True, text=True
    )
    return done.returncode, done.stdout.replace(store, "STORE"), done.stderr.replace(store, "STORE")


def kept(folder: Path) -> tuple[str, dict[str, str]]:
    """The commits of a store, and its files."""
    log = subprocess.run(
        ["git", "-C", str(folder / "store"), "log", "--format=%H %s"], capture_output=True, text=True
    ).stdout
    files = {str(path.relative_to(folder)): path.read_text() for path in folder.glob("store/objects/**/*.md")}
    return log, files


@pytest.mark.parametrize("words", CALLS.values(), ids=CALLS)
def test_both_lanes_answer_and_write_the_same(tmp_path: Path, words: list[str]) -> None:
    assert plain(words) is not None
    answers = []
    for name, lane in (("plain", ["-m", "mem"]), ("full", ["-c", FULL])):
        folder = tmp_path / name
        folder.mkdir()
        assert call(lane, folder, ["init"])[0] == 0
        assert call(lane, folder, BEFORE)[0] == 0
        answers.append((call(lane, folder, ["add", *words]), kept(folder)))
    assert answers[0] == answers[1]


@pytest.mark.parametrize("words", NOT_PLAIN.values(), ids=NOT_PLAIN)
def test_what_is_not_plain_is_left_to_the_full_lane(words: list[str]) -> None:
    assert plain(words) is None


def test_a_plain_call_imports_no_typer(tmp_path: Path) -> None:
    assert call(["-m", "mem"], tmp_path, ["init"])[0] == 0
    script = (
        "import os, sys; from mem.cli import hot_add\n"
        "code = hot_add.add(['--type', 'howto', '--title', 'Rope'], os.environ)\n"
        "print(code, [name for name in ('typer', 'dulwich', 'yaml', 'difflib', 'tomllib') if name in sys.modules])"
    )
    code, out, _ = call(["-c", script], tmp_path, [])
    assert (code, out.splitlines()[-1]) == (0, "0 []")
