"""The executable `memhooks`, as hosts, hooks and people run it."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mem.cli.memhooks import COMMANDS
from mem.hooks.bounded import HEADER

HOOK = "---\nschema: memhooks/v2\n---\n"
MAIN = "from mem.cli.memhooks import main; main()"
PACKAGE = str(Path(__file__).parents[2])


class Project:
    """A git project of its own, and `memhooks` as a process in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "project"
        self.folder.mkdir()
        self.env = {"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": PACKAGE, "LC_ALL": "C"}
        subprocess.run(["git", "init", "-q"], cwd=self.folder, env=self.env, check=True)

    def write(self, name: str, text: str = HOOK) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def start(self, *args: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-c", MAIN, *args], cwd=self.folder, env=self.env)

    def run(
        self, *args: str, stdin: object = b"", env: Mapping[str, str] | None = None, cwd: str = "."
    ) -> subprocess.CompletedProcess[str]:
        given = stdin if isinstance(stdin, bytes) else json.dumps(stdin).encode()
        done = subprocess.run(
            [sys.executable, "-c", MAIN, *args],
            cwd=self.folder / cwd,
            env={**self.env, **(env or {})},
            input=given,
            capture_output=True,
            timeout=60,
            check=False,
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in out + err, err
        return subprocess.CompletedProcess(args, done.returncode, out, err)

    def plan(self, *args: str) -> dict:
        done = self.run("explain", *args, "--format", "json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def asked(self, *args: str) -> list[str]:
        return [query["query"] for query in self.plan(*args)["effective_queries"]]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_without_a_command_it_tells_the_way_on_the_error_side(project: Project) -> None:
    done = project.run()
    assert (done.returncode, done.stdout) == (2, "")
    assert "Usage" in done.stderr


def test_help_lists_every_command_and_each_has_its_own_with_an_example(project: Project) -> None:
    assert all(f"  {name} " in project.run("--help").stdout for name in COMMANDS)
    for name in COMMANDS:
        told = project.run(name, "--help")
        assert told.returncode == 0
        assert f"Usage: memhooks {name}" in told.stdout
        assert "Example: " in told.stdout
        assert told.stdout.isascii()


WRONG = [
    (["explian"], "did you mean `explain`?"),
    (["note"], "--query"),
    (["note", "--query"], "needs a value"),
    (["note", "--query", " "], "--query"),
    (["note", "--query", "q", "--quary", "x"], "did you mean `--query`?"),
    (["note", "--query", "q", "--priority", "2"], "--priority"),
    (["note", "--query", "q", "--priority", "nan"], "--priority"),
    (["note", "--query", "q", "--entity", "{"], "--entity"),
    (["note", "--query", "q", "--resource", '{"kind": "k"}'], "`name`"),
    (["note", "--query", "q", "--backends", "[]"], "--backends"),
    (["note", "--query", "q", "--role", ""], "--role"),
    (["note", "--query", "q", "stray"], "`stray`"),
    (["explain", "a", "b"], "`b`"),
    (["explain", "--format", "sarif"], "human, json"),
    (["validate", "--all=yes"], "takes no value"),
    (["remove"], "--query"),
    (["rule", "MH999"], "memhooks rule"),
    (["event"], "not JSON"),
]


@pytest.mark.parametrize(("args", "hint"), WRONG, ids=lambda value: " ".join(value)[:40])
def test_a_call_put_wrongly_exits_2_and_says_so_on_the_error_side(
    project: Project, args: Sequence[str], hint: str
) -> None:
    hook = project.write("MEMHOOKS.md")
    done = project.run(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert hint in done.stderr
    assert hook.read_text() == HOOK


def test_a_value_may_look_like_an_option(project: Project) -> None:
    project.write("MEMHOOKS.md")
    assert project.run("note", "--query", "--why not?", "--tag=-x").returncode == 0
    assert project.asked() == ["--why not?"]


def test_findings_are_results_and_errors_exit_1(project: Project) -> None:
    project.write("a/MEMHOOKS.md", "---\nschema: memhooks/v2\nrecall_queries:\n  - query: q\n    priority: 4\n---\n")
    project.write("b/MEMHOOKS.md", "---\nschema: memhooks/v2\nhue: red\n---\n")
    done = project.run("validate")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("error[MH004]: ")
    assert "  --> a/MEMHOOKS.md:5:5\n" in done.stdout
    assert done.stdout.endswith("1 error(s), 1 warning(s)\n")
    assert project.run("validate", "b").returncode == 0
    assert json.loads(project.run("validate", "a", "--format", "json").stdout)[0]["column"] == 5


def test_clean_says_passed_and_no_hooks_is_a_warning(project: Project) -> None:
    done = project.run("validate", "--all")
    assert done.returncode == 0
    assert "warning[MH013]" in done.stdout
    project.write("MEMHOOKS.md")
    assert "passed" in project.run("validate", "--all").stdout


def test_a_path_that_is_not_there_is_an_error_everywhere(project: Project) -> None:
    project.write("MEMHOOKS.md")
    assert "error[MH024]" in project.run("validate", "no/such").stdout
    for command in ("explain", "init", "prune"):
        done = project.run(command, "no/such")
        assert (done.returncode, done.stdout) == (1, "")
        assert "MH024" in done.stderr


def test_sarif_and_annotations_name_files_from_the_root_wherever_they_are_asked_for(project: Project) -> None:
    bad = project.write("sub dir/ü/MEMHOOKS.md", "---\nschema: memhooks/v2\nentities: [' ', ' ']\n---\n")
    for cwd, path in ((".", "."), ("sub dir", "."), (".", str(bad)), ("sub dir", "--all")):
        run = json.loads(project.run("validate", path, "--format", "sarif", cwd=cwd).stdout)["runs"][0]
        uris = {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in run["results"]}
        assert uris == {"sub%20dir/%C3%BC/MEMHOOKS.md"}
        assert len({str(result["partialFingerprints"]) for result in run["results"]}) == 2
        told = project.run("validate", path, "--format", "github", cwd=cwd).stdout
        assert told.startswith("::error file=sub dir/ü/MEMHOOKS.md,line=3,col=12,title=MH008::")


def test_many_paths_count_all(project: Project) -> None:
    good, bad = project.write("a/MEMHOOKS.md"), project.write("b/MEMHOOKS.md", "---\nschema: memhooks/v1\n---\n")
    assert project.run("validate", str(bad), str(good)).returncode == 1
    assert project.run("validate", str(good), str(good)).returncode == 0


def test_fixing_mends_what_is_safe_and_leaves_the_rest(project: Project) -> None:
    hook = project.write("MEMHOOKS.md", "---\nschema: memhooks/v2\nentites: [A, A] # mine\nhue: red\n---\n")
    done = project.run("validate", "--fix")
    assert "1 finding(s) mended" in done.stderr
    assert hook.read_text() == "---\nschema: memhooks/v2\nentities: [A] # mine\nhue: red\n---\n"
    assert "0 error(s), 1 warning(s)" in done.stdout


def test_an_invalid_hook_anywhere_in_the_chain_stops_the_plan(project: Project) -> None:
    project.write("MEMHOOKS.md", "---\nschema: memhooks/v2\nrecall_queries:\n  - query: q\n    priority: 9\n---\n")
    project.write("a/MEMHOOKS.md", "---\nschema: memhooks/v2\nrecall_queries: [fine]\n---\n")
    done = project.run("explain", "a")
    assert (done.returncode, done.stdout) == (1, "")
    assert re.search(r"error\[MH004\].*\n.*MEMHOOKS\.md:5:5", done.stderr)


def test_explain_lays_a_plan_out_for_a_person(project: Project) -> None:
    project.write(
        "MEMHOOKS.md", "---\nschema: memhooks/v2\nentities: [A, B]\nrecall_queries: [for all]\n---\nMind the tide.\n"
    )
    project.write(
        "a/MEMHOOKS.md",
        "---\nschema: memhooks/v2\nrecall_queries: [{query: q, priority: 0.5, when: {roles: [x, y]}}]\n---\n",
    )
    told = project.run("explain", "a", "--role", "y").stdout
    assert re.search(r"- +- +roles:all +for all\n", told)
    assert "0.50  roles:x,y  q\n" in told
    assert "entities: 2\n" in told
    assert "active roles: y\n" in told
    assert "  Mind the tide.\n" in told
    assert "active roles" not in project.run("explain", "a").stdout


def test_nothing_of_a_hook_is_acted_on_when_it_is_read(project: Project) -> None:
    project.write(
        "MEMHOOKS.md",
        "---\nschema: memhooks/v2\nrecall_queries: ['$(touch x)']\nbackends: {p: {run: '`touch y`'}}\n---\n!touch z\n",
    )
    before = sorted(path.name for path in project.folder.iterdir())
    project.run("explain")
    project.run("validate", "--all")
    project.run("load", stdin={"hook_event_name": "pre_llm_call"})
    project.run("prune", "--all", "--dry-run")
    assert sorted(path.name for path in project.folder.iterdir()) == before


def test_comments_order_and_quotes_survive_note_and_event(project: Project) -> None:
    text = (
        "---\n# ours\nschema: 'memhooks/v2'\nrecall_queries:\n  # spring\n"
        '  - "Which?"  # north\ntags: [sea]   # short\n---\nBody.\n'
    )
    hook = project.write("MEMHOOKS.md", text)
    project.write("a.py", "")
    project.run("note", "--query", "Which?", "--tag", "t")
    project.run("event", stdin={"hook_event_name": "post_tool_call", "tool_input": {"path": "a.py"}})
    kept = [line for line in hook.read_text().splitlines() if line in text.splitlines()]
    assert kept == [line for line in text.splitlines() if "Which?" not in line]
    assert '  - query: "Which?"  # north\n    tags: [t]\n' in hook.read_text()


def test_an_event_is_silent_but_for_the_count(project: Project) -> None:
    project.write("MEMHOOKS.md")
    project.write("a.py", "")
    event = {"hook_event_name": "post_tool_call", "tool_input": {"path": "a.py"}}
    first, again = project.run("event", stdin=event), project.run("event", stdin=event)
    assert (first.stdout, first.stderr) == ("", "memhooks: 1 hook(s) updated\n")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")


def test_an_event_with_a_bad_limit_or_folder_exits_1(project: Project) -> None:
    project.write("MEMHOOKS.md")
    event = {"hook_event_name": "post_tool_call", "tool_input": {"path": "MEMHOOKS.md"}}
    assert "MH028" in project.run("event", stdin=event, env={"MEMHOOKS_AUTO_PATHS": "0"}).stderr
    assert project.run("event", stdin={**event, "cwd": "/nowhere/at/all"}).returncode == 1


def test_prune_and_remove_answer_in_json(project: Project) -> None:
    project.write(
        "MEMHOOKS.md",
        "---\nschema: memhooks/v2\nrecall_queries:\n  - q\n"
        "  - {query: g, tags: ['memhooks:auto'], resources: [{name: gone, kind: file}]}\n---\n",
    )
    assert json.loads(project.run("prune", "--dry-run").stdout) == {
        "hooks_changed": 1,
        "resources_removed": 1,
        "queries_removed": 1,
        "dry_run": True,
    }
    assert json.loads(project.run("remove", "--query", "  q ").stdout) == {"changed": True, "dry_run": False}
    assert project.asked() == ["g"]


def test_rule_prints_a_manual_page_or_the_list(project: Project) -> None:
    assert project.run("rule", "mh004").stdout.startswith("MH004 (error)\n")
    assert project.run("rule").stdout.count("\n") == 35


BAD_EVENTS: list[object] = [
    b"",
    b"{",
    b"null",
    b"[]",
    b"\xff",
    b"[" * 100_000,
    {"hook_event_name": "Nope"},
    {"hook_event_name": "pre_llm_call", "cwd": 5},
    {"hook_event_name": "pre_llm_call", "active_files": ["x"] * 65},
]


@pytest.mark.parametrize("event", BAD_EVENTS, ids=lambda event: str(event)[:30])
def test_load_answers_an_empty_object_to_anything_malformed(project: Project, event: object) -> None:
    project.write("MEMHOOKS.md", "---\nschema: memhooks/v2\nrecall_queries: [q]\n---\n")
    done = project.run("load", stdin=event)
    assert (done.returncode, done.stdout) == (0, "{}\n")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MEMHOOKS_MAX_CHARS", "0"),
        ("MEMHOOKS_MAX_CHARS", "1.5"),
        ("MEMHOOKS_MAX_GUIDANCE_CHARS", "x"),
        ("MEMHOOKS_RESOLVE_TIMEOUT", "nan"),
        ("MEMHOOKS_RESOLVE_TIMEOUT", "121"),
        ("MEMHOOKS_ROOT", "/nowhere/at/all"),
    ],
)
def test_load_answers_an_empty_object_to_a_bad_setting_and_says_why(project: Project, name: str, value: str) -> None:
    project.write("MEMHOOKS.md", "---\nschema: memhooks/v2\nrecall_queries: [q]\n---\n")
    done = project.run("load", stdin={"hook_event_name": "pre_llm_call"}, env={name: value})
    assert (done.returncode, done.stdout) == (0, "{}\n")
    assert name in done.stderr


def test_load_frames_the_plan_as_data(project: Project) -> None:
    project.write("MEMHOOKS.md", "---\nschema: memhooks/v2\nrecall_queries: [q]\n---\n")
    done = project.run("load", stdin={"hook_event_name": "pre_llm_call"}, env={"MEMHOOKS_MAX_CHARS": "1200"})
    context = json.loads(done.stdout)["context"]
    assert len(context) <= 1200
    assert context.startswith(HEADER)
    assert json.loads(context.removeprefix(HEADER))["recall_queries"][0]["query"] == "q"


def test_load_in_a_project_without_hooks_has_nothing_to_say(project: Project) -> None:
    done = project.run("load", stdin={"hook_event_name": "pre_llm_call"})
    assert (done.stdout, done.stderr) == ("{}\n", "")


def test_eight_processes_note_at_once_and_nothing_is_lost(project: Project) -> None:
    hook = project.write("MEMHOOKS.md", "---\n# ours\nschema: memhooks/v2\n---\nBody.\n")
    notes = (
        "from mem.cli.memhooks import run\nimport sys\nfor n in range(25):\n"
        "    assert run(['note', '--query', f'question {n} of {sys.argv[1]}']) == 0"
    )

    def write(number: int) -> int:
        return subprocess.run(
            [sys.executable, "-c", notes, str(number)],
            cwd=project.folder,
            env=project.env,
            stdout=subprocess.DEVNULL,
            check=False,
        ).returncode

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(write, range(8))) == [0] * 8
    assert set(project.asked()) == {f"question {n} of {number}" for n in range(25) for number in range(8)}
    assert hook.read_text().startswith("---\n# ours\n")
    assert "passed" in project.run("validate").stdout
    assert sorted(path.name for path in project.folder.iterdir()) == [".MEMHOOKS.md.lock", ".git", "MEMHOOKS.md"]


def test_a_note_killed_at_any_moment_harms_nothing(project: Project) -> None:
    hook = project.write("MEMHOOKS.md", HOOK + "Body.\n")
    for round in range(15):
        process = project.start("note", "--query", f"question {round}")
        time.sleep(0.03 + 0.004 * round)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert hook.read_text().startswith("---\nschema: memhooks/v2\n")
        assert hook.read_text().endswith("---\nBody.\n")
    assert project.run("note", "--query", "the last").returncode == 0
    assert project.asked()[-1] == "the last"
    assert sorted(path.name for path in project.folder.iterdir()) == [".MEMHOOKS.md.lock", ".git", "MEMHOOKS.md"]


def test_a_plan_of_ten_hooks_costs_little_more_than_the_interpreter(project: Project, tmp_path: Path) -> None:
    text = (
        "---\nschema: memhooks/v2\ntags: [t]\nrecall_queries:\n"
        "  - {query: 'Why N?', priority: 0.5}\n  - What broke at N?\n---\nGuidance.\n"
    )
    for depth in range(10):
        project.write("/".join([*(f"d{n}" for n in range(depth)), "MEMHOOKS.md"]), text.replace("N", str(depth)))
    target = "/".join(f"d{n}" for n in range(9))
    env = {**project.env, "PYTHONPYCACHEPREFIX": str(tmp_path / "compiled")}

    def cost(*args: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *args], cwd=project.folder, env=env, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    explain = ("-c", MAIN, "explain", target, "--format", "json")
    cost(*explain)  # compiles the modules
    assert min(cost(*explain) for _ in range(7)) < 6 * min(cost("-I", "-c", "pass") for _ in range(7))


def test_plain_hooks_are_read_without_a_yaml_library(project: Project) -> None:
    project.write("MEMHOOKS.md", "---\nschema: memhooks/v2\nrecall_queries: [q]\n---\n")
    code = (
        "import sys; from mem.cli.memhooks import run; run(['explain'])\n"
        "sys.exit('yaml' in sys.modules or 'dataclasses' in sys.modules)"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", code], cwd=project.folder, env=project.env, stdout=subprocess.DEVNULL, check=False
        ).returncode
        == 0
    )
