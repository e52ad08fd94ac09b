"""A scan finds what git would not ignore."""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from mem.hookfiles.check import check
from mem.hookfiles.roots import Around
from mem.hookfiles.scan import scan

HOOK = "---\nschema: memhooks/v2\n---\n"


@pytest.fixture
def around(tmp_path: Path) -> Around:
    home = tmp_path / "home"
    home.mkdir()
    return Around(str(tmp_path / "project"), home=str(home), config_home=str(home / ".config"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    git(folder, "init", "-q")
    return folder


def git(folder: Path, *args: str, stdin: str = "") -> str:
    environ = {"PATH": os.environ["PATH"], "HOME": str(folder.parent / "home")}
    done = subprocess.run(
        ["git", *args], cwd=folder, env=environ, input=stdin, capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def found(folder: Path, around: Around, start: str = ".") -> list[str]:
    return [os.path.relpath(path, folder) for path in scan(str((folder / start).resolve()), around).hooks]


def not_ignored(folder: Path) -> list[str]:
    """Ask git itself about every hook."""
    hooks = sorted(str(path.relative_to(folder)) for path in folder.rglob("MEMHOOKS.md"))
    ignored = set(git(folder, "check-ignore", "--no-index", "--stdin", stdin="\n".join(hooks)).splitlines())
    return [hook for hook in hooks if hook not in ignored]


PLACES = [
    "MEMHOOKS.md",
    "data/MEMHOOKS.md",
    "data/x/MEMHOOKS.md",
    "data/x/y/MEMHOOKS.md",
    "gen/MEMHOOKS.md",
    "lib/gen/MEMHOOKS.md",
]
PATTERNS = [
    {".gitignore": "data/**\n!data/**/\n!data/**/*.csv\n"},
    {".gitignore": "/data/*\n!/data/x/\n"},
    {".gitignore": "data/\n!data/x/MEMHOOKS.md\n"},
    {".gitignore": "gen/\n"},
    {"lib/.gitignore": "gen/\n"},
    {"lib/.gitignore": "/gen\n"},
    {".gitignore": "gen/\n", "lib/.gitignore": "!gen/\n"},
    {".gitignore": "MEMHOOKS.md\n", "data/.gitignore": "!MEMHOOKS.md\n"},
    {".gitignore": "*\n!*/\n!MEMHOOKS.md\n"},
    {".gitignore": "**/y\n# comment\n\\#x\n"},
    {".gitignore": "da?a/[xz]/\n"},
    {".gitignore": "data/*/\n"},
    {".gitignore": "/MEMHOOKS.md\n"},
    {".gitignore": "x\n", "data/.gitignore": "!/x/**\n"},
    {"data/.gitignore": "/x/**/\n"},
]


@pytest.mark.parametrize("patterns", PATTERNS, ids=range(len(PATTERNS)))
def test_a_scan_agrees_with_git_about_what_is_ignored(project: Path, around: Around, patterns: dict[str, str]) -> None:
    write(project, dict.fromkeys(PLACES, HOOK) | patterns)
    assert found(project, around) == sorted(not_ignored(project), key=lambda path: path.split("/"))


def test_a_scan_agrees_with_git_on_random_patterns(project: Path, around: Around) -> None:
    chance = random.Random(7)
    write(project, dict.fromkeys(PLACES, HOOK))
    parts = ["data", "x", "y", "gen", "lib", "*", "**", "MEMHOOKS.md", "*.md", "?en"]
    for _ in range(60):
        for name in (".gitignore", "data/.gitignore", "lib/.gitignore"):
            lines = []
            for _ in range(chance.randrange(4)):
                line = "/".join(chance.choices(parts, k=chance.randrange(1, 4)))
                lines.append(chance.choice(["", "!", "/", "!/"]) + line + chance.choice(["", "", "/"]))
            (project / name).write_text("".join(f"{line}\n" for line in lines))
        told = {name: (project / name).read_text() for name in (".gitignore", "data/.gitignore", "lib/.gitignore")}
        assert found(project, around) == sorted(not_ignored(project), key=lambda path: path.split("/")), told


def test_private_patterns_of_a_clone_count_in_its_worktrees(project: Path, around: Around) -> None:
    write(project, {"a.txt": ""})
    git(project, "add", ".")
    git(project, "-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-qm", "x")
    git(project, "worktree", "add", "-q", "../tree")
    write(project, {".git/info/exclude": "tmp/\n"})
    tree = project.parent / "tree"
    write(tree, {"tmp/MEMHOOKS.md": HOOK, "src/MEMHOOKS.md": HOOK})
    assert found(tree, around) == ["src/MEMHOOKS.md"]


@pytest.mark.parametrize(
    "settings",
    [
        {".config/git/ignore": "tmp/\n"},
        {".gitconfig": "[core]\n\texcludesFile = ~/mine\n", "mine": "tmp/\n"},
        {".config/git/config": '[core]\n\texcludesfile = "~/mine"\n', "mine": "tmp/\n"},
    ],
)
def test_the_users_own_patterns_count(project: Path, around: Around, settings: dict[str, str]) -> None:
    write(Path(around.home), settings)
    write(project, {"tmp/MEMHOOKS.md": HOOK, "src/MEMHOOKS.md": HOOK})
    assert found(project, around) == ["src/MEMHOOKS.md"] == not_ignored(project)


def test_patterns_above_the_folder_asked_for_count(project: Path, around: Around) -> None:
    write(project, {".gitignore": "gen/\n", "a/gen/MEMHOOKS.md": HOOK, "a/src/MEMHOOKS.md": HOOK})
    assert found(project, around, "a") == ["a/src/MEMHOOKS.md"]


def test_an_ignored_folder_that_is_named_is_looked_into(project: Path, around: Around) -> None:
    write(project, {".gitignore": "vendor/\n", "vendor/x/MEMHOOKS.md": HOOK})
    assert found(project, around) == []
    assert found(project, around, "vendor") == ["vendor/x/MEMHOOKS.md"]
    assert found(project, around, "vendor/x") == ["vendor/x/MEMHOOKS.md"]


def test_hidden_folders_count_and_git_s_own_does_not(project: Path, around: Around) -> None:
    write(project, {".config/MEMHOOKS.md": HOOK, ".git/MEMHOOKS.md": HOOK, "memhooks.md": HOOK})
    assert found(project, around) == [".config/MEMHOOKS.md"]


def test_linked_folders_are_not_followed_and_linked_hooks_are_told(project: Path, around: Around) -> None:
    write(project.parent, {"outside/MEMHOOKS.md": HOOK})
    (project / "way").symlink_to(project.parent / "outside")
    (project / "loop").symlink_to(project)
    (project / "MEMHOOKS.md").symlink_to(project.parent / "outside" / "MEMHOOKS.md")
    checked = check(["."], around)
    assert [(finding.code, finding.place.path) for finding in checked.findings] == [
        ("MH029", str(project / "MEMHOOKS.md"))
    ]


def test_files_named_by_hand_are_checked_ignored_or_not_and_all_of_them(project: Path, around: Around) -> None:
    bad = "---\nschema: memhooks/v1\n---\n"
    write(project, {".gitignore": "vendor/\n", "vendor/MEMHOOKS.md": bad, "a/MEMHOOKS.md": HOOK, "draft.md": bad})
    checked = check(["a/MEMHOOKS.md", "vendor/MEMHOOKS.md", "draft.md", "a/MEMHOOKS.md"], around)
    assert [os.path.relpath(finding.place.path, project) for finding in checked.findings] == [
        "vendor/MEMHOOKS.md",
        "draft.md",
    ]


def test_a_thousand_hooks_among_fifty_thousand_files_take_seconds_at_most(project: Path, around: Around) -> None:
    text = HOOK.replace("---\n", "---\nrecall_queries:\n  - query: Why?\n    priority: 0.5\n", 1)
    for number in range(1000):
        folder = project / f"p{number % 25}" / f"q{number}"
        folder.mkdir(parents=True)
        (folder / "MEMHOOKS.md").write_text(text)
        for file in range(49):
            os.close(os.open(folder / f"f{file}", os.O_CREAT | os.O_WRONLY))
    write(project, {".gitignore": "node_modules/\nbuild/\n*.log\n"})
    begin = time.process_time()
    checked = check(["."], around, whole_project=True)
    assert time.process_time() - begin < 5
    assert len(checked.hooks) == 1000
    assert checked.findings == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_the_system_refuses_to_show_is_told(project: Path, around: Around) -> None:
    write(project, {"closed/MEMHOOKS.md": HOOK, "open/MEMHOOKS.md": HOOK})
    (project / "closed").chmod(0)
    (project / "open" / "MEMHOOKS.md").chmod(0)
    codes = sorted(finding.code for finding in check(["."], around).findings)
    (project / "closed").chmod(0o755)
    assert codes == ["MH000", "MH030"]
