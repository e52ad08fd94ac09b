"""Bad input: one clear line, a next step, exit 1 or 2, nothing changed on disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

USAGE = [
    (["add"], "--type is required", "constraint"),
    (["add", "--title", "Orphan"], "--type is required", "preference"),
    (["add", "--type", "howto"], "--title is required", "mem add"),
    (["add", "--type", "rumour", "--title", "T"], "rumour", "constraint"),
    (["add", "--type", "howto", "--title", "  "], "--title is empty", "one line"),
    (["add", "--type", "howto", "--title", "T", "--colour", "red"], "--colour", "--title"),
    (["add", "--type", "howto", "--title"], "--title needs a value", "--help"),
    (["add", "--type", "howto", "--title", "T", "--priority", "101"], "--priority", ""),
    (["add", "--type", "howto", "--title", "T", "--priority", "-1"], "--priority", ""),
    (["add", "--type", "howto", "--title", "T", "--priority", "7.5"], "--priority: `7.5` is no whole number", ""),
    (["add", "--type", "howto", "--title", "T", "--confidence", "7"], "--confidence", ""),
    (["add", "--type", "howto", "--title", "T", "--confidence", "nan"], "--confidence", ""),
    (["add", "--type", "howto", "--title", "T", "--basis", "hearsay"], "--basis", "user-stated"),
    (["add", "--type", "howto", "--title", "T", "--basis", "verified", "--confidence", "1"], "exclude each other", ""),
    (["add", "--type", "howto", "--title", "T", "--valid-from", "soon"], "--valid-from: `soon`", "2026-03-01"),
    (
        ["add", "--type", "howto", "--title", "T", "--valid-from", "2026-03-02", "--valid-to", "2026-03-01"],
        "--valid-to",
        "",
    ),
    (["add", "--type", "howto", "--title", "T", "--body", "-"], "", ""),
    (["add", "--type", "howto", "--title", "T", "--body-file", "/does/not/exist"], "--body-file", "No such file"),
    (["add", "--batch", "/does/not/exist"], "--batch", ""),
    (["search"], "missing argument: words", "mem search"),
    (["search", "x", "--as-of", "yesterdayish"], "--as-of: `yesterdayish`", "2026-03-01"),
    (["search", "x", "--known-at", "2026-02-30"], "--known-at: `2026-02-30`", ""),
    (["search", "x", "--as-of", "2026-01-01", "--valid-at", "2026-01-01"], "exclude each other", ""),
    (["search", "x", "--limit", "0"], "--limit", ""),
    (["search", "x", "--type", "rumour"], "rumour", "constraint"),
    (["list", "--min-priority", "200"], "--min-priority", ""),
    (["show"], "missing argument: id", "mem show"),
    (["show", "x", "--colour"], "--colour", "--full"),
    (["update"], "missing argument: id", "mem update"),
    (["update", "x", "--type", "howto"], "--type", "--title"),
    (["forget"], "missing argument: id", "--source"),
    (["forget", "--source", ""], "--source", "whole source"),
    (["forget", "--source", "*"], "--source", "whole source"),
    (["forget", "--source", "%"], "--source", "whole source"),
    (["dedup", "--threshold", "1.5"], "--threshold", ""),
    (["dedup", "stray"], "stray", "mem dedup"),
    (["review", "stray"], "stray", "mem review"),
    (["serach", "x"], "unknown command `serach`", "mem search"),
    (["search", "x", "--format", "yaml"], "yaml", "toon"),
    (["search", "x", "--format"], "--format needs a value", "toon"),
    (["lint", "--format", "yaml"], "yaml", "sarif"),
]


@pytest.mark.parametrize(
    ("args", "said", "step"), USAGE, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_what_is_put_wrongly_is_named_and_changes_nothing(world, args: list[str], said: str, step: str) -> None:
    answer = world.mem(*args)
    if args[-2:] == ["--body", "-"]:  # an empty pipe is an empty body
        assert answer.code == 0
        return
    assert answer.code == 2, answer
    assert answer.out.startswith("error: ")
    assert said in answer.out.splitlines()[0]
    assert step in answer.out
    assert answer.err == ""
    assert world.git("rev-list", "--all", "--count").strip() == "0"


@pytest.mark.parametrize(
    "args",
    [
        ["show", "d-2020-01-01-none"],
        ["update", "nothing-like-it", "--priority", "1"],
        ["revise", "none", "--title", "T"],
        ["forget", "none"],
        ["restore", "none"],
        ["merge", "none", "nothing"],
    ],
)
def test_an_unknown_id_is_exit_1_and_named(world, args: list[str]) -> None:
    world.add("Something else")
    answer = world.mem(*args)
    assert answer.code == 1
    assert answer.out.startswith("error: ")
    assert args[1] in answer.out


def test_an_id_that_may_mean_several_lists_them(world) -> None:
    first, second = world.add("Oak door"), world.add("Oak floor")
    answer = world.mem("show", "h-2026-06-20-oak")
    assert answer.code == 1
    assert first in answer.out
    assert second in answer.out


def test_a_near_miss_is_asked_back(world) -> None:
    world.add("Rotate the keys")
    assert "h-2026-06-20-rotate-the-keys" in world.mem("show", "rotate-the-kees").out


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["list"],
        ["search", "x"],
        ["add", "--type", "howto", "--title", "t"],
        ["status"],
        ["stats"],
        ["review"],
        ["lint"],
        ["doctor"],
    ],
)
def test_without_a_store_every_command_says_how_to_make_one(empty_world, args: list[str]) -> None:
    answer = empty_world.mem(*args)
    assert answer.code == 1
    assert answer.out.startswith("error: ")
    assert "mem init" in answer.out
    assert not empty_world.store.exists()


def test_an_error_is_json_where_json_is_asked_for(world) -> None:
    answer = world.mem("show", "none", "--format", "json")
    assert set(answer.json()) == {"error", "help", "code"}
    assert answer.json()["code"] == 1


def test_help_is_ascii_and_does_nothing(empty_world) -> None:
    for args in (["--help"], ["-h"], ["help"], ["add", "--help"], ["search", "-h"], ["help", "add"]):
        answer = empty_world.ok(*args)
        assert answer.out.isascii(), args
        assert "Usage" in answer.out
    assert not empty_world.store.exists()


def test_every_command_helps_with_an_example(empty_world) -> None:
    from mem.cli.commands import COMMANDS

    for name in set(COMMANDS) - {"help", "hooks", "merge-driver"}:
        assert f"mem {name}" in empty_world.ok(name, "--help").out.split("Example:")[1]


def test_the_version_is_one_line(empty_world) -> None:
    assert empty_world.ok("--version").out.startswith("mem ")


def test_a_closed_pipe_ends_quietly(world, tmp_path: Path) -> None:
    import subprocess
    import sys

    for number in range(30):
        (world.store / "objects" / "howtos" / f"h-2026-01-01-n{number}.md").write_text(
            f"# Number {number} {'x' * 200}\n"
        )
    line = f"{sys.executable} -m mem list --format json | head -c 10"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}; echo ${{PIPESTATUS[0]}}"],
        env=world.env,
        capture_output=True,
        text=True,
        cwd=world.folder,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_a_call_from_a_deleted_folder_works(world, tmp_path: Path) -> None:
    import subprocess
    import sys

    world.add("Still here")
    gone = tmp_path / "gone"
    gone.mkdir()
    done = subprocess.run(
        ["bash", "-c", f"cd {gone}; rmdir {gone}; exec {sys.executable} -P -m mem list"],
        env=world.env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Still here" in done.stdout, done


def test_output_is_utf_8_whatever_the_locale(world) -> None:
    world.add("Café 🚀 회선")
    answer = world.ok("list", env={"LC_ALL": "C", "PYTHONIOENCODING": "ascii"})
    assert "Café 🚀 회선" in answer.out


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a store to somebody else")
def test_a_store_of_another_user_is_refused_unless_git_trusts_it(world) -> None:
    world.add("Mine")
    for path in [world.store, *world.store.rglob("*")]:
        os.chown(path, 12345, 12345, follow_symlinks=False)
    answer = world.mem("list")
    assert answer.code == 1
    assert "safe.directory" in answer.out
    (world.home / ".gitconfig").write_text(f"[safe]\n\tdirectory = {world.store}\n")
    assert world.titles("list") == ["Mine"]


def test_a_setting_of_the_environment_is_blamed_by_its_own_name(world) -> None:
    answer = world.mem("list", env={"MEM_FORMAT": "yaml"})
    assert answer.code == 2
    assert answer.out.startswith('error: "MEM_FORMAT: `yaml` is no format"')
