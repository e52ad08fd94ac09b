"""`mem install` and the tools over MCP: one entry among those of others, in the place and form of each harness."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from mem.harness.wiring.jsonc import parse

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
}
STDIO = {"type": "stdio", "command": "@", "args": ["mcp"]}
PLAIN = {"command": "@", "args": ["mcp"]}


@dataclass(frozen=True)
class Case:
    """A settings file as people have it; `entry` is what is to stand under `keys`, `@` being the launcher."""

    harness: str
    path: str
    text: str
    keys: tuple[str, ...]
    entry: dict[str, object]
    broken: str


CASES = [
    Case(
        "claude-code",
        ".claude.json",
        '{\n  "numStartups": 412,\n  "mcpServers": {\n    "files": {"command": "npx", "args": ["-y", "files"]}\n  },\n  "projects": {"/work": {"mcpServers": {}}}\n}\n',
        ("mcpServers",),
        STDIO,
        '{"mcpServers": {"files": }',
    ),
    Case(
        "codex",
        ".codex/config.toml",
        '# mine\r\nmodel = "o9"\r\n\r\n[mcp_servers.files]\r\ncommand = "npx"  # theirs\r\nargs = ["-y", "files"]\r\n',
        ("mcp_servers",),
        PLAIN,
        "model = = 1\n",
    ),
    Case(
        "opencode",
        ".config/opencode/opencode.jsonc",
        '{\n\t// mine\n\t"$schema": "https://opencode.ai/config.json",\n\t"mcp": {\n\t\t"files": {"type": "local", "command": ["npx", "files"]}, // theirs\n\t},\n}\n',
        ("mcp",),
        {"type": "local", "command": ["@", "mcp"], "enabled": True},
        '{"mcp": [',
    ),
    Case(
        "gemini-cli",
        ".gemini/settings.json",
        '{\r\n  "theme": "x",\r\n  "mcpServers": {}\r\n}',
        ("mcpServers",),
        PLAIN,
        '{"theme": "x"',
    ),
    Case(
        "cursor",
        ".cursor/mcp.json",
        '{"mcpServers":{"files":{"command":"npx"}}}',
        ("mcpServers",),
        STDIO,
        '{"mcpServers": "none"}',
    ),
    Case(
        "copilot-cli",
        ".copilot/mcp-config.json",
        '{\n    "mcpServers": {\n        "files": {"type": "local", "command": "npx", "args": [], "tools": ["*"]}\n    }\n}\n',
        ("mcpServers",),
        {"type": "local", "command": "@", "args": ["mcp"], "env": {}, "tools": ["*"]},
        "[]",
    ),
    Case(
        "vscode-copilot",
        ".config/Code/User/mcp.json",
        '{\n\t"servers": {\n\t\t"files": {"type": "stdio", "command": "npx"} // theirs\n\t},\n\t"inputs": []\n}\n',
        ("servers",),
        STDIO,
        '{"servers": {"a": 1 "b": 2}}',
    ),
    Case(
        "qwen-code",
        ".qwen/settings.json",
        '{\r\n\t"theme": "dark",\r\n\t"mcpServers": {\r\n\t\t"files": {"command": "npx"}\r\n\t}\r\n}\r\n',
        ("mcpServers",),
        PLAIN,
        "{'theme': 1}",
    ),
    Case("kimi-code", ".kimi-code/mcp.json", '{\n  "mcpServers": {}\n}\n', ("mcpServers",), PLAIN, "mcpServers: {}\n"),
    Case(
        "pi",
        ".pi/agent/mcp.json",
        '{"mcpServers": {"files": {"command": "npx", "exposure": "direct"}}}\n',
        ("mcpServers",),
        {**PLAIN, "exposure": "direct"},
        '{"mcpServers": {}, "mcpServers": {}}',
    ),
    Case(
        "factory-droid",
        ".factory/mcp.json",
        '{\n  "mcpServers": {\n    "files": {"type": "stdio", "command": "npx", "disabled": true}\n  }\n}\n',
        ("mcpServers",),
        {**STDIO, "disabled": False},
        '{"mcpServers": {}} {}',
    ),
    Case(
        "hermes",
        ".hermes/config.yaml",
        "model: h  # mine\r\nmcp_servers:\r\n    files:\r\n        command: npx\r\n",
        ("mcp_servers",),
        PLAIN,
        "mcp_servers: [1\n",
    ),
    Case(
        "grok",
        ".grok/config.toml",
        '[models]\ndefault = "g"\n\n[mcp_servers.files]\nurl = "https://x.invalid"',
        ("mcp_servers",),
        PLAIN,
        "[models\n",
    ),
    Case(
        "goose",
        ".config/goose/config.yaml",
        "# mine\nGOOSE_MODE: auto\nextensions:\n  developer:\n    type: builtin\n    enabled: true\n",
        ("extensions",),
        {
            "name": "mem",
            "description": "Long-term memory",
            "type": "stdio",
            "cmd": "@",
            "args": ["mcp"],
            "envs": {},
            "enabled": True,
            "timeout": 300,
        },
        "extensions: {a: b: c}\n",
    ),
]
BY_NAME = {case.harness: case for case in CASES}


def meaning(path: str, text: str) -> dict:
    if path.endswith(".toml"):
        return tomllib.loads(text)
    return yaml.safe_load(text) if path.endswith(".yaml") else parse(text).value  # type: ignore[return-value]


def servers(home: Path, case: Case) -> dict:
    found = meaning(case.path, (home / case.path).read_bytes().decode())
    for key in case.keys:
        found = found[key]
    return found


def with_launcher(home: Path, value: object) -> object:
    """Give an expected entry with the launcher of this home in it."""
    return json.loads(json.dumps(value).replace('"@"', json.dumps(str(home / ".local/share/mem/bin/mem"))))


@pytest.fixture
def home(world) -> Path:
    """A home where every harness is, each with a settings file of its own."""
    for case in CASES:
        (world.home / case.path).parent.mkdir(parents=True, exist_ok=True)
        (world.home / case.path).write_bytes(case.text.encode())
    for name in (".claude", ".vscode"):
        (world.home / name).mkdir(exist_ok=True)
    return world.home


def tree(home: Path) -> dict[str, bytes]:
    return {str(path.relative_to(home)): path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file()}


def test_every_harness_that_is_wired_up_has_its_case() -> None:
    from mem.harness.wiring import TARGETS

    assert {target.name for target in TARGETS if target.home} == set(BY_NAME)


def test_each_gets_one_entry_beside_those_of_others_and_gives_it_back(world, home) -> None:
    before = tree(home)
    world.ok("install")
    for case in CASES:
        text = (home / case.path).read_bytes().decode()
        found = servers(home, case)
        assert found.pop("mem") == with_launcher(home, case.entry), case.harness
        whole, old = meaning(case.path, text), meaning(case.path, case.text)
        for added in ("hooks", "hooksConfig"):
            whole.pop(added, None)
        whole[case.keys[0]] = found
        assert whole == old, case.harness
        assert [word for word in ("mine", "theirs") if word in case.text and word not in text] == []
        assert ("\r\n" in case.text) == ("\r\n" in text)
        assert "\r\n" not in text or text.count("\n") == text.count("\r\n"), case.harness
    world.ok("install", "--check")
    world.ok("uninstall")
    assert tree(home) == before


def test_a_home_without_settings_files_is_left_as_bare_as_it_was(world, home) -> None:
    for case in CASES:
        (home / case.path).unlink()
    before = tree(home)
    world.ok("install")
    for case in CASES:
        path = case.path.removesuffix("c") if case.path.endswith(".jsonc") else case.path
        assert (home / path).exists(), case.harness
    assert (home / ".claude.json").stat().st_mode & 0o777 == 0o600
    world.ok("uninstall")
    assert tree(home) == before


def test_broken_files_are_left_alone_and_named(world, home) -> None:
    for case in CASES:
        (home / case.path).write_text(case.broken)
    for verb in (["install"], ["install", *BY_NAME, "--check"]):
        answer = world.mem(*verb)
        assert answer.code == 1
        assert [case.path for case in CASES if case.path not in answer.out] == []
    world.mem("uninstall", *BY_NAME)
    assert [case.path for case in CASES if (home / case.path).read_text() != case.broken] == []


def test_check_sees_entries_that_start_something_else_now(world, home) -> None:
    world.ok("install")
    put = tree(home)
    launcher = str(home / ".local/share/mem/bin/mem").encode()
    for case in CASES:
        (home / case.path).write_bytes(put[case.path].replace(launcher, b"/old/mem/bin/mem"))
    answer = world.mem("install", "--check")
    assert answer.code == 1
    assert [case.path for case in CASES if case.path not in answer.out] == []
    world.ok("install")
    assert tree(home) == put


TAKEN = {
    "claude-code": '{"mcpServers": {"mem": {"command": "npx", "args": ["-y", "other"]}}}',
    "opencode": '{"mcp": {"mem": {"type": "remote", "url": "https://x.invalid"}}}',
    "codex": '[mcp_servers.mem]\ncommand = "other"\n',
    "goose": "extensions:\n  mem:\n    cmd: other\n",
}


def test_a_server_somebody_else_called_mem_keeps_its_name(world, home) -> None:
    for name, text in TAKEN.items():
        (home / BY_NAME[name].path).write_text(text)
    answer = world.mem("install", *TAKEN)
    assert answer.code == 1
    for name in TAKEN:
        assert f"{BY_NAME[name].path}: `{BY_NAME[name].keys[0]}.mem` is there already" in answer.out
    assert (home / ".codex/hooks.json").exists()
    world.mem("uninstall", *TAKEN)
    assert [name for name, text in TAKEN.items() if (home / BY_NAME[name].path).read_text() != text] == []


BY_HAND = {
    "claude-code": '{"mcpServers": {"mem": {"command": "mem", "args": ["mcp"], "env": {"MEM_DIR": "/m"}}}}',
    "opencode": '{"mcp": {"mem": {"type": "local", "command": ["uvx", "/opt/mem", "mcp"]}}}',
    "codex": '[mcp_servers.mem]\ncommand = "/usr/bin/mem"\nargs = ["mcp", "--names", "memharness"]\n',
    "hermes": "mcp_servers:\n  mem:\n    command: mem\n    args: [mcp]\nhooks:\n  x: []\n",
}


def test_an_entry_made_by_hand_that_starts_mem_is_good_enough(world, home) -> None:
    for name, text in BY_HAND.items():
        (home / BY_NAME[name].path).write_text(text)
    world.ok("install", *BY_HAND)
    for name, text in BY_HAND.items():
        case = BY_NAME[name]
        assert servers(home, case)["mem"] == meaning(case.path, text)[case.keys[0]]["mem"]
    world.ok("install", "--check")
    world.ok("uninstall", *BY_HAND)
    assert [name for name, text in BY_HAND.items() if (home / BY_NAME[name].path).read_text() != text] == []


def test_what_the_user_added_to_our_entry_stays(world, home) -> None:
    world.ok("install", "opencode", "claude-code")
    opencode, claude = home / BY_NAME["opencode"].path, home / ".claude.json"
    opencode.write_text(opencode.read_text().replace('"enabled": true', '"enabled": false'))
    claude.write_text(claude.read_text().replace('"type": "stdio",', '"type": "stdio", "alwaysLoad": true,'))
    kept = (opencode.read_text(), claude.read_text())
    world.ok("install", "--check")
    world.ok("install")
    assert (opencode.read_text(), claude.read_text()) == kept


def test_an_entry_that_lost_its_marks_is_still_ours(world, home) -> None:
    """Some harnesses write their settings anew, without comments."""
    unmarked = ("codex", "grok", "goose", "hermes")
    paths = [home / BY_NAME[name].path for name in unmarked]
    for path in paths[2:]:
        path.write_text(f"{BY_NAME['goose' if 'goose' in str(path) else 'hermes'].keys[0]}:\n")
    world.ok("install", *unmarked)
    for path in paths:
        marked = path.read_text()
        path.write_text("".join(line for line in marked.splitlines(True) if "mem tools: " not in line))
    kept = [path.read_text() for path in paths]
    world.ok("install", *unmarked, "--check")
    for path in paths:
        path.write_text(path.read_text().replace("/mem/bin/mem", "/old/mem/bin/mem"))
    assert world.mem("install", *unmarked, "--check").code == 1
    world.ok("install", *unmarked)
    for path, text in zip(paths, kept, strict=True):
        assert meaning(path.name, path.read_text()) == meaning(path.name, text)
        path.write_text(text)
    world.ok("uninstall", *unmarked)
    assert tomllib.loads(paths[0].read_text()) == tomllib.loads(BY_NAME["codex"].text)
    assert tomllib.loads(paths[1].read_text()) == tomllib.loads(BY_NAME["grok"].text)
    assert [yaml.safe_load(path.read_text()) for path in paths[2:] if path.exists()] in ([], [None], [None, None])


def test_hooks_go_into_a_file_whose_servers_are_taken(world, home) -> None:
    settings = home / ".qwen/settings.json"
    settings.write_text('{"mcpServers": {"mem": {"command": "other"}}}')
    assert world.mem("install", "qwen-code").code == 1
    assert "UserPromptSubmit" in settings.read_text()
    world.mem("uninstall", "qwen-code")
    assert settings.read_text() == '{"mcpServers": {"mem": {"command": "other"}}}'


def test_a_project_gets_entries_in_its_own_files(world, home) -> None:
    project = world.folder / "orchard"
    project.mkdir()
    world.git("init", "-q", cwd=project)
    names = [case.harness for case in CASES]
    world.ok("install", *names, "--project", cwd=project)
    held = json.loads((project / ".mcp.json").read_text())["mcpServers"]
    assert held == {"mem": with_launcher(home, STDIO)}
    assert json.loads((project / ".vscode/mcp.json").read_text())["servers"]["mem"]["args"] == ["mcp"]
    assert tomllib.loads((project / ".codex/config.toml").read_text())["mcp_servers"]["mem"]["args"] == ["mcp"]
    assert (project / ".pi/mcp.json").exists()
    world.ok("install", *names, "--project", "--check", cwd=project)
    world.ok("uninstall", *names, "--project", cwd=project)
    assert [name for name in tree(project) if not name.startswith(".git/")] == []


@pytest.mark.parametrize("name", ["plain", "My Harbour (ü)", "it's"])
def test_the_written_commands_answer_from_anywhere_whatever_the_paths_are_called(make_world, name: str) -> None:
    world = make_world("odd")
    home = world.folder / name / "home"
    for case in CASES[:2]:
        (home / case.path).parent.mkdir(parents=True, exist_ok=True)
    (home / ".hermes").mkdir()
    world.env |= {"HOME": str(home), "MEM_DIR": str(world.folder / name / "store")}
    world.ok("init")
    world.ok("install", "claude-code", "codex", "hermes")
    entries = [servers(home, BY_NAME[harness])["mem"] for harness in ("claude-code", "codex", "hermes")]
    lines = {(entry["command"], *entry["args"]) for entry in entries}
    assert len(lines) == 1
    done = subprocess.run(
        lines.pop(),
        input=json.dumps(INITIALIZE) + "\n",
        env={"PATH": "/usr/bin:/bin", "HOME": str(home)},
        cwd="/",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done
    assert json.loads(done.stdout)["result"]["serverInfo"]["name"] == "mem"


@pytest.fixture(scope="session")
def python_without_sdk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with all that is installed here, less the MCP SDK."""
    folder = tmp_path_factory.mktemp("bare") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    here = Path(yaml.__file__).parent.parent
    there = next(folder.glob("lib/python*/site-packages"))
    for entry in here.iterdir():
        if not entry.name.startswith("mcp"):
            os.symlink(entry, there / entry.name)
    return folder / "bin" / "python"


def test_without_the_sdk_hooks_go_in_and_one_line_says_how_to_get_the_tools(
    world, home, python_without_sdk: Path
) -> None:
    before = tree(home)

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        command = [str(python_without_sdk), "-m", "mem", *args]
        return subprocess.run(command, env=world.env, cwd=world.folder, capture_output=True, text=True)

    done = run("install", "cursor", "codex")
    assert done.returncode == 0, done
    assert "pip install 'memfacts[mcp]'" in done.stdout
    assert (home / ".cursor/hooks.json").exists()
    assert (home / ".cursor/mcp.json").read_bytes() == before[".cursor/mcp.json"]
    assert (home / ".codex/config.toml").read_bytes() == before[".codex/config.toml"]
    assert run("install", "--check").returncode == 0
    assert run("uninstall").returncode == 0
    assert tree(home) == before
