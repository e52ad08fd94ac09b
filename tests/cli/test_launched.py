"""What hooks call starts without `site`, and yet finds every package that a rare call needs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import mem

SCRIPT = os.path.join(os.path.dirname(mem.__file__), "launched.py")


@pytest.fixture
def launcher(world, tmp_path: Path) -> str:
    """The program that `mem install` writes for the hooks of every harness."""
    (tmp_path / ".claude").mkdir()
    world.ok("install", "claude-code", env={"HOME": str(tmp_path), "XDG_DATA_HOME": None})
    return str(tmp_path / ".local/share/mem/bin/mem")


def launched(world, *command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "MEM_DIR": str(world.store), "MEM_SCOPE": "all", "MEM_FORMAT": "toon"}
    return subprocess.run(command, input=stdin, env=env, cwd=world.folder, capture_output=True, text=True, check=False)


def test_a_hook_and_a_search_load_nothing_of_other_people(world) -> None:
    world.add("Pears ripen in October")
    world.ok("search", "pears")
    asked = json.dumps({"hook_event_name": "UserPromptSubmit", "session_id": "s", "prompt": "when do pears ripen"})
    for words, stdin in ((["on", "prompt"], asked), (["search", "pears"], "")):
        done = launched(world, sys.executable, "-X", "importtime", "-EPS", SCRIPT, *words, stdin=stdin)
        assert "Pears ripen" in done.stdout
        loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
        assert "mem.index.sqlite" in loaded
        assert loaded.isdisjoint({"site", "typer", "dulwich"})


@pytest.mark.parametrize("words", [["log"], ["search", '"pears ripen" -plum'], ["lint"], ["--version"]])
def test_a_rare_call_is_answered_as_ever(world, launcher: str, words: list[str]) -> None:
    world.add("Pears ripen in October")
    done = launched(world, launcher, *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == world.ok(*words).out


def test_what_nobody_has_is_missing_as_ever() -> None:
    code = "import runpy, sys\nsys.argv = ['mem', '--version']\n"
    code += f"launched = runpy.run_path({SCRIPT!r})\nsys.meta_path.append(launched['PackagesOfOthers'])\n"
    code += "try:\n    import nobody_has_this\nexcept ModuleNotFoundError:\n    print('site' in sys.modules)\n"
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
