"""`mem import`: shows first, writes once, and keeps where everything came from."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

PAGE = "# Kitchen\n\n- Soup is stirred clockwise\n- Salt goes in early on\n"


@pytest.fixture
def notes(world):
    """A page of a person's notes."""
    path = world.folder / "CLAUDE.md"
    path.write_text(PAGE, "utf-8")
    return path


def fates(world, *args: str) -> dict[str, str]:
    rows = world.ok("import", *args, "--format", "json").json()["import"]
    return {row["title"]: row["result"] for row in rows}


def test_an_import_shows_first_and_writes_nothing(world, notes) -> None:
    assert fates(world, str(notes)) == {"Soup is stirred clockwise": "new", "Salt goes in early on": "new"}
    assert not list(world.store.glob("objects/**/*.md"))
    assert world.git("log", "--oneline", check=False) == ""


def test_an_import_is_one_commit_and_a_second_one_changes_nothing(world, notes) -> None:
    world.ok("import", str(notes), "--apply")
    head = world.git("rev-parse", "HEAD")
    assert world.git("rev-list", "--count", "HEAD").strip() == "1"
    assert world.ok("import", str(notes), "--apply", "--format", "json").json()["added"] == 0
    assert set(fates(world, str(notes)).values()) == {"known"}
    assert world.git("rev-parse", "HEAD") == head


def test_what_was_imported_says_where_it_came_from_and_is_known_from_now(world, notes) -> None:
    world.ok("import", str(notes), "--apply")
    [row] = world.ok("search", "salt", "--format", "json").json()["mem"]
    shown = world.ok("show", row["id"], "--full", "--format", "json").json()["memory"]
    assert (shown["source"], shown["section"]) == (str(notes), "Kitchen")
    assert row["known_from"] == "2026-06-20T12:00:00.000Z"


def test_what_was_forgotten_here_is_not_brought_back(world, notes) -> None:
    world.ok("import", str(notes), "--apply")
    world.ok("forget", "--source", str(notes))
    assert set(fates(world, str(notes), "--apply").values()) == {"known"}
    assert world.titles("list") == []


def test_a_page_that_changed_is_revised_and_not_doubled(world) -> None:
    page = world.folder / "pages" / "salt.md"
    page.parent.mkdir()
    page.write_text("# Salt goes in early\n\nAt once.\n", "utf-8")
    world.ok("import", str(page.parent), "--apply")
    page.write_text("# Salt goes in late\n\nAt the end.\n", "utf-8")
    assert fates(world, str(page.parent), "--apply") == {"Salt goes in late": "changed"}
    assert world.titles("search", "salt") == ["Salt goes in late"]
    assert world.ok("search", "salt", "--history", "--format", "json").json()["count"] == "2 of 2 total"


def test_credentials_stay_out_and_are_counted(world, notes) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    notes.write_text(f"{PAGE}- Deploy with {secret} today\n", "utf-8")
    answer = world.ok("import", str(notes), "--apply", "--format", "json")
    assert (answer.json()["added"], answer.json()["credential"]) == (2, 1)
    assert secret not in answer.out
    assert world.git("grep", "ghp_", "HEAD", check=False) == ""


def test_a_field_of_a_page_that_holds_a_credential_keeps_the_page_out(world) -> None:
    folder = world.folder / "pages"
    folder.mkdir()
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    (folder / "a.md").write_text(f"---\ntitle: Deploys\ndeploy: {secret}\n---\nText\n", "utf-8")
    assert world.ok("import", str(folder), "--format", "json").json()["credential"] == 1


def test_the_same_claim_said_twice_is_one_fact(world, notes) -> None:
    world.add("Soup is stirred clockwise", type="preference")
    notes.write_text("- Soup is stirred clockwise\n- Soup is stirred clockwise\n", "utf-8")
    assert world.ok("import", str(notes), "--apply", "--format", "json").json()["added"] == 0
    assert world.titles("list") == ["Soup is stirred clockwise"]


def test_a_kind_is_looked_for_where_its_tool_keeps_it(world) -> None:
    folder = world.home / ".hermes" / "memories"
    folder.mkdir(parents=True)
    (folder / "USER.md").write_text("Likes leeks a lot", "utf-8")
    assert fates(world, "hermes") == {"Likes leeks a lot": "new"}
    rows = world.ok("import", "--format", "json").json()["sources"]
    assert [row["kind"] for row in rows if row["found"]] == ["hermes"]


def test_a_scope_may_be_said_for_all(world, notes) -> None:
    world.ok("import", str(notes), "--apply", "--scope", "example.org/soup")
    rows = world.ok("list", "--scope", "all", "--format", "json").json()["mem"]
    assert {row["scope"] for row in rows} == {"example.org/soup"}


def test_fields_of_other_tools_survive_as_they_are(world) -> None:
    folder = world.folder / "pages"
    folder.mkdir()
    (folder / "a.md").write_text('---\ntitle: Salt\nmood: "a: b # c"\nid: x9\nkinds: [one, two]\n---\n', "utf-8")
    world.ok("import", str(folder), "--apply")
    [row] = world.ok("list", "--format", "json").json()["mem"]
    shown = world.ok("show", row["id"], "--full", "--format", "json").json()["memory"]
    assert (shown["mood"], shown["original_id"], shown["kinds"]) == ("a: b # c", "x9", ["one", "two"])


@pytest.mark.parametrize(
    ("args", "code", "word"),
    [
        (["nowhere"], 2, "nowhere"),
        (["claude"], 1, "none found"),
        ([".", "--from", "papyrus"], 2, "papyrus"),
        ([".", "--apply", "--dry-run"], 2, "--apply"),
    ],
)
def test_what_cannot_be_imported_is_said(world, args, code, word) -> None:
    answer = world.mem("import", *args, "--format", "json")
    assert (answer.code, word in answer.json()["error"]) == (code, True)


def test_an_import_from_sqlite_needs_a_file_of_its_kind(world) -> None:
    broken = world.folder / "memory.db"
    broken.write_bytes(b"SQLite format 3\0" + b"nonsense" * 100)
    answer = world.mem("import", str(broken), "--format", "json")
    assert answer.code == 1
    assert "memory.db" in json.loads(answer.out)["error"]


def test_progress_is_shown_to_who_watches_and_to_nobody_else(world) -> None:
    folder = world.folder / "pages"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.md").write_text(f"# Spoon {number} is wooden\n", "utf-8")
    watched, seen = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "mem", "import", str(folder), "--apply"],
        env=world.env,
        stdout=subprocess.PIPE,
        stderr=seen,
    ) as call:
        os.close(seen)
        assert call.stdout
        out = call.stdout.read()
    shown = os.read(watched, 10_000).decode()
    os.close(watched)
    assert "of 3" in shown
    assert shown.endswith("\r\x1b[K")
    assert b"\r" not in out
    assert world.ok("import", str(folder)).err == ""


def test_what_mem_install_wrote_is_not_imported_as_somebody_s_words(world) -> None:
    for name in (".claude", ".codex", ".qwen", ".gemini", ".copilot"):
        (world.home / name).mkdir()
    project = world.folder / "orchard"
    project.mkdir()
    world.git("init", "-q", cwd=project)
    (project / "CLAUDE.md").write_text("- Pears ripen late in this orchard\n")
    (world.home / ".claude" / "CLAUDE.md").write_bytes(b"- Never prune before May\r\n")
    world.ok("install", cwd=project)
    world.ok("install", "agents-md", "qwen-code", "copilot-cli", "--project", cwd=project)
    assert "mem search" in (project / "AGENTS.md").read_text()
    for kind in ("instructions", "gemini"):
        world.mem("import", kind, "--apply", cwd=project)
    assert sorted(world.titles("list", "--scope", "all")) == [
        "Never prune before May",
        "Pears ripen late in this orchard",
    ]
