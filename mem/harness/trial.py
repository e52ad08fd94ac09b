"""Trying out what is installed: every command as its harness would start it, on a store made for the purpose."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from mem.facts.instant import Instant
from mem.harness.journal import last_events
from mem.harness.wiring import jsonc
from mem.harness.wiring.entries import is_ours
from mem.harness.wiring.pieces import yaml_meaning
from mem.harness.wiring.target import Place, Target
from mem.memory import Memory
from mem.memory.results import Draft
from mem.store.store import Store

SECONDS = 10
AT_ONCE = 2
LATE = "late"  # as the log of events has it: the command gave up on its answer in time, and said nothing
TITLE = "The doctor looked in"
PRIVATE = "store/.git/mem"  # where the log of events is, below the folder
SPEAKING = ("session-start", "prompt", "pre-llm")  # events whose answer carries facts
NATIVE = {
    "session-start": "SessionStart",
    "prompt": "UserPromptSubmit",
    "tool-post": "PostToolUse",
    "turn-end": "Stop",
    "pre-compact": "PreCompact",
    "cwd-changed": "CwdChanged",
    "session-end": "SessionEnd",
}
SHIM_PROGRAM = re.compile(r'^const MEM = (".*")$', re.MULTILINE)
SHIM_EVENT = re.compile(r'\bask\("([a-z-]+)"')


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a hook, in words for the system, and the event it is for."""

    words: tuple[str, ...]
    event: str


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of the commands of one harness; `fault` is the first that did not answer as it should."""

    harness: str
    commands: int
    fault: str = ""
    is_late: bool = False


def try_out(targets: Sequence[Target], place: Place, environ: Mapping[str, str], now: Instant) -> list[Trial]:
    """Run what these harnesses are wired up to run, each different command once."""
    found = {target.name: commands_of(target, place) for target in targets}
    different = list(dict.fromkeys(command for commands in found.values() for command in commands))
    with tempfile.TemporaryDirectory(prefix="mem-doctor-") as folder:
        surroundings = _surroundings(Path(folder), environ, now)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            answers = pool.map(lambda pair: _fault_of(pair[1], pair[0], folder, surroundings), enumerate(different))
            faults = dict(zip(different, answers, strict=True))
    return [_trial(name, [faults[command] for command in commands]) for name, commands in found.items()]


def _trial(harness: str, faults: Sequence[str]) -> Trial:
    return Trial(harness, len(faults), next((one for one in faults if one not in ("", LATE)), ""), LATE in faults)


def commands_of(target: Target, place: Place) -> list[Command]:
    """Read the commands back out of the files of a harness, as they stand there now."""
    found: dict[Command, None] = {}
    for path in dict.fromkeys(piece.path for piece in target.pieces(place)):
        try:
            text = Path(path).read_text("utf-8")
            found.update(dict.fromkeys(commands_in(path, text)))
        except (OSError, ValueError, jsonc.BadJson):  # missing or broken: `mem install --check` tells
            continue
    return list(found)


def commands_in(path: str, text: str) -> list[Command]:
    if path.endswith((".js", ".ts")):
        program = SHIM_PROGRAM.search(text)
        words = (json.loads(program[1]), "on") if program else ()
        return [Command((*words, event), event) for event in dict.fromkeys(SHIM_EVENT.findall(text)) if words]
    if path.endswith(".toml"):
        return list(_commands(tomllib.loads(text)))
    if path.endswith((".yaml", ".yml")):
        return list(_commands(yaml_meaning(text)))
    return list(_commands(jsonc.parse(text).value)) if path.endswith(".json") else []


def _commands(value: object) -> Iterator[Command]:
    if isinstance(value, list):
        for item in value:
            yield from _commands(item)
    elif isinstance(value, dict):
        if is_ours(value) and "hooks" not in value:
            yield _command(value)
            return
        for inner in value.values():
            yield from _commands(inner)


def _command(entry: Mapping[str, object]) -> Command:
    line = str(entry.get("command") or entry.get("bash"))
    args = entry.get("args")
    if isinstance(args, list):
        return Command((line, *map(str, args)), str(args[1]))
    words = shlex.split(line)
    shell = ("cmd", "/c") if os.name == "nt" else ("sh", "-c")
    return Command((*shell, line), words[words.index("on") + 1])


def _surroundings(folder: Path, environ: Mapping[str, str], now: Instant) -> dict[str, str]:
    """Make a store with one fact to be told, and give the environment that leads to it."""
    root = folder / "store"
    Store.create(root, ())
    memory = Memory.open(root)
    try:
        memory.add(Draft(TITLE), now)
    finally:
        memory.close()
    kept = {name: value for name, value in environ.items() if not name.startswith("MEM_")}
    return {**kept, "MEM_DIR": str(root), "MEM_NOW": now}


def _fault_of(command: Command, number: int, folder: str, environ: Mapping[str, str]) -> str:
    """Run a command and say in one line what is wrong with its answer, '' when nothing is."""
    session = f"doctor-{number}"
    try:
        done = subprocess.run(
            command.words,
            input=json.dumps(_document(command.event, session, folder)).encode(),
            cwd=folder,
            env=environ,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"`{command.words[-1]}` took longer than {SECONDS} seconds"
    except OSError as error:
        return f"`{command.words[0]}` cannot be started: {error.strerror}"
    said, complaint = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace").strip()
    if done.returncode or complaint:
        last = complaint.splitlines()[-1] if complaint else f"status {done.returncode}"
        return f"mem on {command.event}: {last}"
    if any(event.outcome == LATE and event.session == session for event in last_events(f"{folder}/{PRIVATE}")):
        return LATE
    if command.event in SPEAKING and TITLE not in said:
        return f"mem on {command.event}: a fact it should have told was not told"
    return ""


def _document(event: str, session: str, folder: str) -> dict[str, object]:
    """Give an event as Claude Code sends it; where only others know the event, as Hermes does."""
    said: dict[str, object] = {"session_id": session, "cwd": folder, "prompt": TITLE}
    if event not in NATIVE:
        return {**said, "profile": "default", "hook_event_name": "pre_llm_call", "extra": {"user_message": TITLE}}
    tool = {"tool_name": "Bash", "tool_input": {"command": "true"}, "tool_response": {}}
    return {
        **said,
        **(tool if event == "tool-post" else {}),
        "hook_event_name": NATIVE[event],
        "transcript_path": "/.claude/projects/doctor.jsonl",
        "source": "startup" if event == "session-start" else "user",
    }
