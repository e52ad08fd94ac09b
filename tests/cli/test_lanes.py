"""The hot lane and the full lane give the same answer, byte for byte, and the same exit status."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from dataclasses import dataclass, field, fields

import pytest

from mem.cli.hot_show import Said
from mem.facts.fact import Fact, FactId
from mem.templates import place_of

from helpers.both_lanes import Call, Told, in_both_lanes

FACTS = {
    "Rotate the deploy keys weekly": "--priority 80 --tags deploy,keys --body Old-keys-are-kept-for-a-week.",
    "Rotate the log files": "--priority 20",
    "Deploys via Fly.io": "--confidence 0.9 --subject project:shop",
    "Redis must run before the tests": "--tags ci --scope github.com/acme/shop",
    "getUserById lives in src/core/users.py": "--source session-4",
    "港の鍵は事務所にある": "",
    "Pick red, not blue": "--valid-from 2025-01-01",
    'Say "when": stop': "--priority 0",
    "Café opens at 10": "--source session-4",
}
LONG = "Runbook for the night shift"
BEFORE, AFTER = "Backups run on Monday", "Backups run on Tuesday"
GONE = "Call the old landlord"
HOOKS = """---
schema: memhooks/v2
recall_queries:
  - query: how are the keys rotated
    priority: 0.6
  - query: deploys
    backends:
      mem: {types: [howto], limit: 2}
---

Ask before you rotate.
"""


@dataclass(frozen=True)
class Case:
    """One call; `is_hot` tells which lane has to answer it. `{name}` stands for an id or a folder of the world."""

    words: list[str]
    is_hot: bool = True
    env: dict[str, str | None] = field(default_factory=dict)
    folder: str = "{home}"
    output: str = "file"

    def __str__(self) -> str:
        rest = [f"{name}={value}" for name, value in self.env.items()]
        where = [] if self.folder == "{home}" else [f"in {self.folder}"]
        words = map(shlex.quote, self.words)
        return " ".join([*rest, *words, *where, *([] if self.output == "file" else [f"to a {self.output}"])])


def hot(*words: str, **more: object) -> Case:
    return Case(list(words), True, **more)  # type: ignore[arg-type]


def full(*words: str, **more: object) -> Case:
    return Case(list(words), False, **more)  # type: ignore[arg-type]


SEARCHES = [
    hot("search", "rotate"),
    hot("search", "rotate", "keys"),
    hot("search", "rotate keys"),
    hot("search", "how do we rotate the deploy keys?"),
    hot("search", "fly.io"),
    hot("search", "getUserById"),
    hot("search", "get user"),
    hot("search", "users.py"),
    hot("search", "港の鍵"),
    hot("search", "鍵"),
    hot("search", "red blue"),
    hot("search", "cafe"),
    hot("search", "CAFÉ"),
    hot("search", 'say "when'),
    hot("search", "backups tuesday"),
    hot("search", "it's the rotate"),
    hot("search", "rotate", "--limit", "1"),
    hot("search", "rotate", "--top", "1"),
    hot("search", "--limit", "1", "rotate"),
    hot("search", "rotate", "--limit", "1", "--limit", "2"),
    hot("search", "rotate", "--inject"),
    hot("search", "rotate", "--inject", "--max-chars", "90"),
    hot("search", "rotate", "--inject", "--max-chars", "1"),
    hot("search", "rotate", "--inject", "--limit", "1"),
    hot("search", "rotate", "--max-chars", "5"),
    hot("search", "rotate", "--limit", "007"),
    hot("search", "deploys fly rotate redis", "--limit", "3"),
    full("search", "zzyzx"),
    full("search", "redsi"),
    full("search", "the"),
    full("search", "landlord"),
    full("search", "rotate", "--explain"),
    full("search", "rotate -log"),
    full("search", '"deploy keys"'),
    full("search", "rotat*"),
    full("search", "tag:ci redis"),
    full("search", "keys", "OR", "redis"),
    full("search", "rotate", "--format", "json"),
    full("search", "rotate", "--format", "human"),
    full("search", "rotate", "--limit", "0"),
    full("search", "rotate", "--limit", "-1"),
    full("search", "rotate", "--limit", "١"),
    full("search", "rotate", "--limit"),
    full("search", "rotate", "--limit=1"),
    full("search", "rotate", "--colour"),
    full("search", "rotate", "--as-of", "2026-06-20"),
    full("search", "rotate", "--history"),
    full("search", "rotate", "--scope", "all"),
    full("search", "rotate", "--help"),
    full("search", "--", "rotate"),
    full("search", ""),
    full("search"),
]
SHOWN = [
    hot("show", "{keys}"),
    hot("show", "{keys}", "--full"),
    hot("show", "--full", "{keys}"),
    hot("show", " {keys} "),
    hot("show", "{port}"),
    hot("show", "{long}"),
    hot("show", "{long}", "--full"),
    hot("show", "{after}"),
    hot("show", "{red}"),
    hot("show", "{updated}"),
    hot("show", "{extra}", "--full"),
    full("show", "{before}"),
    full("show", "{gone}"),
    full("show", "{keys}x"),
    full("show", "h-2026"),
    full("show", "nothing-like-it"),
    full("show", ""),
    full("show"),
    full("show", "{keys}", "{port}"),
    full("show", "{keys}", "--full", "--full"),
    full("show", "{keys}", "--format", "json"),
    full("show", "{keys}", "--as-of", "2026-06-20"),
    full("show", "{keys}", "--wrong"),
    full("show", "--help"),
]
RECALLED = [
    hot("recall"),
    hot("recall", "--inject"),
    hot("recall", "--max-chars", "120"),
    hot("recall", "--inject", "--max-chars", "100"),
    hot("recall", folder="{hooked}"),
    hot("recall", "--inject", folder="{hooked}"),
    full("recall", folder="{broken}"),
    full("recall", "--max-chars", "0"),
    full("recall", "--max-chars"),
    full("recall", "."),
    full("recall", "no/such/folder"),
    full("recall", "--prompt", "keys"),
    full("recall", "--format", "json"),
    full("recall", "--wrong"),
]
SURROUNDINGS = [
    hot("search", "rotate", env={"MEM_SCOPE": "all"}),
    hot("search", "redis", env={"MEM_SCOPE": "github.com/acme/shop"}),
    full("search", "redis", env={"MEM_SCOPE": "elsewhere"}),
    hot("search", "redis rotate", env={"MEM_SCOPE": "elsewhere"}),
    hot("search", "redis", folder="{shop}"),
    hot("recall", folder="{shop}"),
    hot("search", "rotate", folder="{store}"),
    hot("search", "rotate", env={"MEM_FORMAT": "toon"}),
    full("search", "rotate", env={"MEM_FORMAT": "json"}),
    full("search", "rotate", env={"MEM_FORMAT": "human"}),
    full("search", "rotate", env={"MEM_FORMAT": "xml"}),
    full("search", "rotate", env={"MEM_FORMAT": ""}),
    hot("search", "rotate", env={"MEM_NOW": "2027-01-01"}),
    hot("search", "rotate", env={"MEM_NOW": "2027-01-01T10:00+02:00"}),
    hot("show", "{keys}", env={"MEM_NOW": "2020-01-01"}),
    full("search", "rotate", env={"MEM_NOW": "soon"}),
    full("recall", env={"MEM_NOW": "soon"}),
    full("search", "rotate", env={"MEM_CACHE_DIR": "{cache}"}),
    full("search", "rotate", env={"MEM_DIR": "{store}:{other}"}),
    full("show", "{keys}", env={"MEM_DIR": "{store}:{other}"}),
    full("search", "rotate", env={"MEM_DIR": ""}),
    full("search", "rotate", env={"MEM_DIR": "store"}),
    full("search", "rotate", env={"MEM_DIR": "{nowhere}"}),
    full("show", "{keys}", env={"MEM_DIR": "{nowhere}"}),
    full("recall", env={"MEM_DIR": "{nowhere}"}),
    full("search", "rotate", env={"MEM_DIR": "{other}"}),
    full("show", "{keys}", env={"MEM_DIR": "{other}"}),
    hot("recall", env={"MEM_DIR": "{other}"}),
    full("search", "rotate", env={"MEM_DIR": None}),
    full("search", "rotate", env={"MEM_DIR": None, "HOME": "{home_with_store}", "MEM_FORMAT": "json"}),
    hot("search", "rotate", env={"MEM_DIR": None, "HOME": "{home_with_store}"}),
    full("recall", env={"HOME": None}),
    hot("recall", env={"MEM_ALLOWED_SENSITIVITIES": "internal"}, folder="{hooked}"),
    hot("search", "rotate", output="unread pipe"),
    hot("show", "{keys}", output="unread pipe"),
    full("search", "rotate", output="terminal"),
    full("show", "{keys}", output="terminal"),
    hot("search", "rotate", env={"MEM_FORMAT": "toon"}, output="terminal"),
]
TABLE = [*SEARCHES, *SHOWN, *RECALLED, *SURROUNDINGS]


@pytest.fixture(scope="module")
def answers(make_world) -> dict[str, tuple[Told, Told]]:
    """What both lanes say to every call of the table, asked of one small world that is in step."""
    world = make_world("lanes")
    world.ok("init")
    ids = {title: world.add(title, *flags.split()) for title, flags in FACTS.items()}
    names = {
        "keys": ids["Rotate the deploy keys weekly"],
        "port": ids["港の鍵は事務所にある"],
        "red": ids["Pick red, not blue"],
        "updated": ids["Café opens at 10"],
        "extra": ids["Rotate the log files"],
        "long": world.add(LONG, "--body", "step by step " * 60),
        "before": world.add(BEFORE),
        "gone": world.add(GONE),
    }
    names["after"] = world.ok("revise", names["before"], "--title", AFTER, "--format", "json").json()["memory"]["id"]
    world.ok("forget", names["gone"], "--reason", "we moved")
    world.ok("update", names["updated"], "--add-tags", "breakfast")
    extra = world.path(names["extra"])
    extra.write_text(extra.read_text().replace("---\n", "---\nwhere: var/log\nlevels: [debug, info]\n", 1))
    folders = {name: world.folder / name for name in ("hooked", "broken", "shop", "other", "home_with_store")}
    for folder in folders.values():
        folder.mkdir()
    (folders["hooked"] / "MEMHOOKS.md").write_text(HOOKS)
    (folders["broken"] / "MEMHOOKS.md").write_text("---\nschema: memhooks/v2\nrecall_queries: [\n---\n")
    world.git("init", "-q", cwd=folders["shop"])
    world.git("remote", "add", "origin", "https://github.com/acme/shop.git", cwd=folders["shop"])
    world.ok("init", store=folders["other"])
    (folders["home_with_store"] / "memories").symlink_to(world.store)
    places = {name: str(folder) for name, folder in folders.items()}
    places |= {"home": str(world.home), "store": str(world.store), "nowhere": str(world.folder / "nowhere")}
    names |= places | {"cache": str(world.folder / "cache")}
    for store in (world.store, folders["other"]):
        world.ok("list", store=store)
    calls = [call_of(case, world.env, names) for case in TABLE]
    return {str(case): told for case, told in zip(TABLE, in_both_lanes(calls), strict=True)}


def call_of(case: Case, env: dict[str, str], names: dict[str, str]) -> Call:
    environ = {**env, "COLUMNS": "100", **case.env}
    given = {name: value.format(**names) for name, value in environ.items() if value is not None}
    return Call([word.format(**names) for word in case.words], given, case.folder.format(**names), case.output)


@pytest.mark.parametrize("case", [case for case in TABLE if case.is_hot], ids=str)
def test_a_plain_call_is_answered_by_the_hot_lane_as_the_full_one_would(
    case: Case, answers: dict[str, tuple[Told, Told]]
) -> None:
    hot, full = answers[str(case)]
    assert hot == full
    assert hot.out or case.output == "unread pipe" or "--inject" in case.words


@pytest.mark.parametrize("case", [case for case in TABLE if not case.is_hot], ids=str)
def test_what_is_not_plain_the_hot_lane_leaves_alone_without_a_word(
    case: Case, answers: dict[str, tuple[Told, Told]]
) -> None:
    hot, full = answers[str(case)]
    assert hot.is_left_alone
    assert (hot.out, hot.err) == ("", "")
    assert "Traceback" not in full.out + full.err


def test_the_table_tells_its_calls_apart() -> None:
    assert len({str(case) for case in TABLE}) == len(TABLE) >= 60


COSTLY = {
    "re",
    "typing",
    "dataclasses",
    "json",
    "pathlib",
    "enum",
    "datetime",
    "functools",
    "hashlib",
    "sqlite3",
    "typer",
}


def test_plain_calls_load_nothing_that_costs_as_much_as_python(world) -> None:
    id = world.add("Oak door")
    world.git("init", "-q", cwd=world.home)
    world.ok("list")
    event = f'{{"hook_event_name": "UserPromptSubmit", "session_id": "a", "cwd": "{world.home}", "prompt": "oak door"}}'
    calls = [["search", "oak"], ["show", id], ["recall"], ["on", "prompt"]]
    assert [COSTLY & loaded(world, *words, stdin=event) for words in calls] == [set()] * len(calls)


def test_a_hand_edit_makes_the_hot_lane_step_aside_and_the_answer_is_fresh(world) -> None:
    id = world.add("Meet at the old mill")
    world.ok("list")
    path = world.path(id)
    path.write_text(path.read_text().replace("old mill", "new bridge"))
    assert "typer" in loaded(world, "search", "bridge")
    assert "Meet at the new bridge" in world.ok("search", "bridge").out
    assert "typer" not in loaded(world, "search", "bridge")


def loaded(world, *args: str, stdin: str = "") -> set[str]:
    """Give the modules that a call, started as hooks start it, has loaded when it ends."""
    done = subprocess.run(
        [sys.executable, "-I", "-X", "importtime", "-c", "from mem.__main__ import main; main()", *args],
        env={name: value for name, value in world.env.items() if name != "MEM_NOW"},
        cwd=world.home,
        input=stdin,
        capture_output=True,
        text=True,
        check=True,
    )
    return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}


@pytest.mark.parametrize("name", ["mem", "memhooks"])
def test_the_script_on_the_path_can_be_started_and_loads_nothing_but_us(name: str) -> None:
    script = place_of(f"bin/{name}")
    assert os.access(script, os.X_OK)
    assert script.read_text().startswith("#!python\n")
    imported = [line.split()[1] for line in script.read_text().splitlines() if line.startswith(("from", "import"))]
    assert [module for module in imported if not module.startswith("mem.")] == (["sys"] if name == "memhooks" else [])


def test_both_lanes_count_their_searches(world) -> None:
    world.add("Oak door")
    world.ok("list")
    world.ok("search", "oak")
    world.ok("search", "oak", "--min-priority", "0")
    assert world.ok("stats", "--format", "json").json()["searches"] == 2


def test_settings_that_ask_for_a_warning_are_warned_of_in_every_search(world) -> None:
    world.add("Oak door")
    (world.store / "mem.toml").write_text("format = 1\nbrnach = 'x'\n")
    for _ in range(2):
        assert "branch" in world.ok("search", "oak").err


def test_what_a_file_says_when_it_says_nothing_is_the_same_in_both_lanes() -> None:
    fact = Fact(FactId("n-1"), "fact", "Title")
    said = Said({}, id="n-1", type="fact", title="Title", scope="", subject="", source="")
    names = [field.name for field in fields(Fact) if field.name not in ("retracted_by", "key", "aliases")]
    assert {name: getattr(said, name) for name in names} == {name: getattr(fact, name) for name in names}
