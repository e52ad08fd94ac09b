"""`mem install` and `mem uninstall`, in homes that look like those of people."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path

import pytest

from mem.harness.wiring import TARGETS

HOMES = [target.home for target in TARGETS if target.home]
FILES = {
    ".claude/settings.json": '{\n    // mine\n    "model": "opus",\n    "hooks": {"Stop": [{"hooks": [{"command": "say done"}]}]},\n}\n',
    ".claude/CLAUDE.md": "# Me\r\n\r\nBe brief.\r\n",
    ".codex/AGENTS.md": "Be brief.",
    ".cursor/hooks.json": '{"version": 1, "hooks": {"stop": [{"command": "theirs"}]}}',
    ".kimi-code/config.toml": '# mine\nmodel = "k"\n\n[[hooks]]\nevent = "Stop"\ncommand = "theirs"\n',
    ".hermes/config.yaml": "model: h\nhooks:\n    stop:   # mine\n    - command: theirs\n",
    ".qwen/settings.json": '{\r\n\t"theme": "dark"\r\n}\r\n',
    ".gemini/settings.json": '{"theme": "x"}',
    ".grok/hooks/other.json": '{"hooks": {}}\n',
}


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture
def home(world) -> Path:
    for name in HOMES:
        (world.home / name).mkdir(parents=True)
    for name, text in FILES.items():
        (world.home / name).parent.mkdir(parents=True, exist_ok=True)
        (world.home / name).write_bytes(text.encode())
    return world.home


def commands(home: Path) -> list[str]:
    """Give every command line that was written into a settings file, as a shell would be given it."""
    found: list[str] = []

    def collect(value: object) -> None:
        if isinstance(value, dict):
            line = value.get("command") or value.get("bash")
            if isinstance(line, str) and "mem" in line:
                found.append(shlex.join([line, *value["args"]]) if "args" in value else line)
            for inner in value.values():
                collect(inner)
        elif isinstance(value, list):
            for inner in value:
                collect(inner)

    from mem.harness.wiring.jsonc import parse

    for path in home.rglob("*.json"):
        collect(parse(path.read_text()).value)
    return found


def test_all_that_is_found_is_wired_up_and_comes_out_byte_for_byte(world, home) -> None:
    before = tree(home)
    world.ok("install")
    assert len(tree(home)) > len(before) + 15
    for name in FILES:
        for line in FILES[name].splitlines():
            if "theirs" in line or "mine" in line or "brief" in line:
                assert line.strip(" ,}]\r") in (home / name).read_text(), (name, line)
    world.ok("uninstall")
    assert tree(home) == before


def test_installing_twice_changes_nothing(world, home) -> None:
    world.ok("install")
    once = tree(home)
    assert "count: 0 of " in world.ok("install").out
    assert tree(home) == once


@pytest.mark.parametrize("target", [target.name for target in TARGETS if target.home])
def test_each_harness_comes_and_goes_alone(world, home, target: str) -> None:
    before = tree(home)
    world.ok("install", target)
    put = tree(home)
    assert put != before
    assert world.ok("install", target, "--check").code == 0
    world.ok("uninstall", target)
    assert tree(home) == before


def test_what_two_share_stays_until_both_are_gone(world, home) -> None:
    world.ok("install", "codex", "pi")
    world.ok("uninstall", "codex")
    assert (home / ".agents/skills/mem/SKILL.md").exists()
    assert (home / ".local/share/mem/bin/mem").exists()
    assert world.ok("install", "pi", "--check").code == 0
    world.ok("uninstall", "pi")
    assert not (home / ".agents").exists()
    assert not (home / ".local").exists()


def test_a_dry_run_shows_the_lines_and_writes_nothing(world, home) -> None:
    before = tree(home)
    answer = world.ok("install", "claude-code", "--dry-run", "--format", "json").json()
    assert tree(home) == before
    shown = [row["line"] for row in answer["diff"]]
    assert any(line.startswith("+") and "session-start" in line for line in shown)
    assert answer["install"][0]["change"] == "created"


def test_check_tells_when_something_drifted(world, home) -> None:
    assert world.mem("install", "--check").code == 0
    world.ok("install", "codex", "opencode")
    assert world.mem("install", "--check").code == 0
    plugin = home / ".config/opencode/plugins/mem.js"
    plugin.write_text(plugin.read_text() + "// mine\n")
    answer = world.mem("install", "--check")
    assert answer.code == 1
    assert "mem.js" in answer.out
    world.ok("install", "opencode")
    assert world.mem("install", "--check").code == 0


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        (".claude/settings.json", '{"hooks": '),
        (".claude/settings.json", "\xff\xfe"),
        (".kimi-code/config.toml", "a = = 1\n"),
        (".hermes/config.yaml", "a: [1\n"),
    ],
)
def test_a_broken_file_is_left_alone_and_holds_nobody_else_up(world, home, name: str, broken: str) -> None:
    data = broken.encode("latin-1")
    (home / name).write_bytes(data)
    answer = world.mem("install")
    assert answer.code == 1
    assert name in answer.out
    assert (home / name).read_bytes() == data
    assert (home / ".codex/hooks.json").exists()


def test_what_was_edited_between_stays(world, home) -> None:
    world.ok("install", "claude-code")
    settings = home / ".claude/settings.json"
    settings.write_text(settings.read_text().replace('"opus"', '"sonnet"'))
    world.ok("uninstall", "claude-code")
    assert settings.read_text() == FILES[".claude/settings.json"].replace('"opus"', '"sonnet"')


def test_a_setting_the_user_had_already_stays_when_we_go(world, home) -> None:
    settings = home / ".gemini/settings.json"
    settings.write_text('{"hooksConfig": {"enabled": true}}')
    assert "nothing is installed" in world.ok("uninstall").out
    world.ok("install", "gemini-cli")
    world.ok("uninstall", "gemini-cli")
    assert settings.read_text() == '{"hooksConfig": {"enabled": true}}'


def test_the_old_file_is_kept_aside_once(world, home) -> None:
    world.ok("install", "claude-code")
    kept = home / ".claude/settings.json.mem-backup"
    assert kept.read_text() == FILES[".claude/settings.json"]
    (home / ".claude/settings.json").write_text('{"model": "new"}')
    world.ok("install", "claude-code")
    assert kept.read_text() == FILES[".claude/settings.json"]


def test_a_settings_file_that_is_a_link_stays_one(world, home) -> None:
    real = home / "dotfiles.json"
    (home / ".claude/settings.json").rename(real)
    (home / ".claude/settings.json").symlink_to(real)
    world.ok("install", "claude-code")
    assert (home / ".claude/settings.json").is_symlink()
    assert "session-start" in real.read_text()


def test_a_file_s_rights_stay(world, home) -> None:
    (home / ".codex/AGENTS.md").chmod(0o600)
    world.ok("install", "codex")
    assert (home / ".codex/AGENTS.md").stat().st_mode & 0o777 == 0o600


def test_the_steps_of_a_person_are_told(world, home) -> None:
    answer = world.ok("install", "codex", "hermes").out
    assert "/hooks" in answer
    assert "--accept-hooks" in answer


def test_claude_gets_one_entry_an_event_without_a_shell(world, home) -> None:
    (home / ".claude/settings.json").unlink()
    world.ok("install", "claude-code", "vscode-copilot")
    hooks = json.loads((home / ".claude/settings.json").read_text())["hooks"]
    for groups in hooks.values():
        assert len(groups) == 1
        (handler,) = groups[0]["hooks"]
        assert handler["args"][0] == "on"
        assert "--harness" not in handler["args"]
        assert Path(handler["command"]).is_absolute()
    assert hooks["SessionEnd"][0]["hooks"][0]["timeout"] == 10


def test_codex_is_given_no_field_it_does_not_know_and_little_time_at_the_end(world, home) -> None:
    world.ok("install", "codex")
    hooks = json.loads((home / ".codex/hooks.json").read_text())["hooks"]
    for groups in hooks.values():
        assert set(groups[0]["hooks"][0]) == {"type", "command", "commandWindows", "timeout"}
    assert hooks["SessionEnd"][0]["hooks"][0]["timeout"] == 3


def test_the_command_lines_never_change_with_the_python_behind_them(world, home) -> None:
    world.ok("install")
    found = set(commands(home))
    assert found
    assert all("python" not in line for line in found)


@pytest.mark.parametrize("name", ["My Store (ü)", "it's", "a $HOME b"])
def test_the_commands_written_work_whatever_the_paths_are_called(make_world, name: str) -> None:
    world = make_world("odd")
    odd = world.folder / name
    odd.mkdir()
    world.env |= {"HOME": str(odd / "home"), "MEM_DIR": str(odd / "store")}
    for folder in HOMES:
        (odd / "home" / folder).mkdir(parents=True)
    world.ok("init")
    world.add("Pears ripen late")
    world.ok("install")
    found = [line for line in commands(odd / "home") if "session-start" in line]
    assert len(found) >= 6
    document = {"session_id": "s", "cwd": "/", "hook_event_name": "SessionStart", "source": "startup"}
    for number, line in enumerate(found):
        done = subprocess.run(
            ["sh", "-c", line],
            input=json.dumps({**document, "session_id": f"s{number}"}),
            env={"PATH": "/usr/bin:/bin", "HOME": str(odd / "home"), "MEM_NOW": world.env["MEM_NOW"]},
            cwd="/",
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, line
        assert "Pears ripen late" in done.stdout, (line, done)


def test_a_project_gets_its_own_files(world, home) -> None:
    project = world.folder / "orchard"
    (project / "sub").mkdir(parents=True)
    world.git("init", "-q", cwd=project)
    (project / "CLAUDE.md").write_text("Be brief.\n")
    world.ok("install", "claude-code", "codex", "agents-md", "--project", cwd=project / "sub")
    assert (project / ".claude/settings.json").exists()
    assert "mem search" in (project / "AGENTS.md").read_text()
    assert "@AGENTS.md" in (project / "CLAUDE.md").read_text()
    world.ok("uninstall", "claude-code", "codex", "agents-md", "--project", cwd=project)
    assert set(tree(project)) - {name for name in tree(project) if name.startswith(".git/")} == {"CLAUDE.md"}
    assert (project / "CLAUDE.md").read_text() == "Be brief.\n"


def test_a_home_without_any_harness_gets_nothing(world) -> None:
    assert "no harness was found" in world.ok("install").out
    assert tree(world.home) == {}
    assert "nothing is installed" in world.ok("uninstall").out


def test_a_name_nobody_bears_is_refused(world) -> None:
    answer = world.mem("install", "emacs")
    assert answer.code == 2
    assert "claude-code" in answer.out
