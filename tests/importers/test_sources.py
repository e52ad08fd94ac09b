"""Small worlds of other tools' memories, and the facts they become."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from mem.importers.base import Around, Flaw, Importer, Note
from mem.importers.sources import IMPORTERS
from mem.memory import Draft


@pytest.fixture
def around(tmp_path: Path) -> Around:
    folder = tmp_path / "work"
    folder.mkdir()
    return Around(tmp_path, folder)


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def importer(name: str) -> Importer:
    return next(each for each in IMPORTERS if each.name == name)


def drafts(path: Path, around: Around, name: str | None = None) -> list[Draft]:
    """Read a path with the importer that fits it, which must be the one that is named."""
    chosen = next(each for each in IMPORTERS if each.fits(path))
    assert name in (None, chosen.name)
    return [found.draft for found in chosen.read(path, around) if isinstance(found, Note)]


def flaws(path: Path, around: Around) -> list[str]:
    chosen = next(each for each in IMPORTERS if each.fits(path))
    return [found.reason for found in chosen.read(path, around) if isinstance(found, Flaw)]


def test_claude_keeps_a_file_a_memory_and_an_index_beside_them(around) -> None:
    project = around.home / "code" / "soup-shop"
    (project / ".git").mkdir(parents=True)
    (project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (project / ".git" / "config").write_text('[remote "origin"]\n\turl = git@example.org:cooks/soup.git\n')
    name = "".join(letter if letter.isalnum() else "-" for letter in str(project))
    memory = around.home / ".claude" / "projects" / name / "memory"
    write(
        memory,
        {
            "MEMORY.md": "- [Salt](salt.md) — early\n- The pot is in the cellar now\n",
            "salt.md": "---\nname: salt\ndescription: Salt goes in early\ntype: feedback\n---\nIt melts.\n",
            "cook.md": "---\nname: cook\ndescription: The cook is left-handed\nmetadata:\n  node: x\ntype: user\n---\n",
        },
    )
    assert importer("claude").places(around) == [memory]
    found = {draft.title: draft for draft in drafts(memory, around, "claude")}
    assert set(found) == {"The pot is in the cellar now", "Salt goes in early", "The cook is left-handed"}
    salt = found["Salt goes in early"]
    assert (salt.type, salt.body, salt.extra["name"]) == ("preference", "It melts.", "salt")
    assert salt.source == f"~/.claude/projects/{name}/memory/salt.md"
    assert {draft.scope for draft in found.values()} == {"example.org/cooks/soup"}
    assert found["The cook is left-handed"].subject == "user"


def test_codex_keeps_a_handbook_and_summaries_of_sessions(around) -> None:
    memories = around.home / ".codex" / "memories"
    write(
        memories,
        {
            "MEMORY.md": "# Kitchen\n## Soup\n- Soup is stirred clockwise always\n",
            "raw_memories.md": "- raw and unsorted matter here\n",
            "rollout_summaries/one.md": "thread_id: 1\nupdated_at: 2026-03-04T10:00:00Z\n\n# Burnt the soup\n\nToo hot.\n",
        },
    )
    stirred, burnt = drafts(importer("codex").places(around)[0], around, "codex")
    assert (stirred.title, stirred.extra) == ("Soup is stirred clockwise always", {"section": "Kitchen / Soup"})
    assert (burnt.title, burnt.type, burnt.valid_from) == ("Burnt the soup", "event", "2026-03-04T10:00:00.000Z")


def test_codex_without_a_handbook_gives_its_raw_notes(around) -> None:
    write(around.home / ".codex/memories", {"raw_memories.md": "- raw and unsorted matter here\n"})
    assert [draft.title for draft in drafts(around.home / ".codex/memories", around, "codex")] == [
        "raw and unsorted matter here"
    ]


def test_qwen_keeps_its_own_memories_and_those_of_a_team(around) -> None:
    write(
        around.home / ".qwen",
        {"memories/a.md": "- Pots are washed by hand\n", "projects/x/memory/pinned/b.md": "- Pans are not\n"},
    )
    write(around.folder / ".qwen", {"team-memory/c.md": "- Lids are shared by all\n"})
    found = [draft.title for place in importer("qwen").places(around) for draft in drafts(place, around, "qwen")]
    assert found == ["Pots are washed by hand", "Pans are not", "Lids are shared by all"]


def test_gemini_gives_only_what_it_was_told_to_remember_where_that_is_marked(around) -> None:
    write(
        around.home / ".gemini",
        {"GEMINI.md": "# Rules\n- Be kind to the cooks\n\n## Gemini Added Memories\n- The cook likes leeks\n"},
    )
    [place] = importer("gemini").places(around)
    assert [draft.title for draft in drafts(place, around, "gemini")] == ["The cook likes leeks"]


def test_hermes_parts_its_entries_with_section_signs(around) -> None:
    write(
        around.home / ".hermes/memories",
        {"USER.md": "Likes leeks a lot\n§\nHas a beard:\nred\n", "MEMORY.md": "The pot leaks badly"},
    )
    found = drafts(importer("hermes").places(around)[0], around, "hermes")
    assert [(draft.title, draft.subject, draft.body) for draft in found] == [
        ("The pot leaks badly", "", ""),
        ("Likes leeks a lot", "user", ""),
        ("Has a beard", "user", "Has a beard:\nred"),
    ]


def test_openclaw_keeps_a_diary(around) -> None:
    write(
        around.home / ".openclaw/workspace",
        {"MEMORY.md": "- The pot leaks badly\n", "memory/2026-02-03.md": "- Met the pot mender today\n"},
    )
    lasting, day = drafts(importer("openclaw").places(around)[0], around, "openclaw")
    assert (lasting.title, lasting.valid_from) == ("The pot leaks badly", None)
    assert (day.type, day.valid_from) == ("event", "2026-02-03T00:00:00.000Z")


def test_instructions_come_without_our_own_block(around) -> None:
    text = "# Kitchen\n\n- Never leave the stove\n- @docs/more.md\n\n<!-- mem:begin -->\n- Search first always please\n<!-- mem:end -->\n\n- Soup is served warm here\n"
    write(around.folder, {"AGENTS.md": text})
    found = drafts(around.folder / "AGENTS.md", around, "instructions")
    assert [(draft.title, draft.type) for draft in found] == [
        ("Never leave the stove", "constraint"),
        ("Soup is served warm here", "preference"),
    ]
    assert around.folder / "AGENTS.md" in importer("instructions").places(around)


def test_a_graph_of_entities_becomes_claims_about_them(around) -> None:
    lines = [
        {
            "type": "entity",
            "name": "Rosa",
            "entityType": "head cook",
            "observations": ["Prefers leeks", "Rosa is left-handed"],
        },
        {"type": "entity", "name": "Pot 3", "entityType": "pot", "observations": []},
        {"type": "relation", "from": "Rosa", "to": "Pot 3", "relationType": "cooks_with"},
        {"type": "something"},
    ]
    write(around.folder, {"memory.json": "\n".join(map(json.dumps, lines)) + "\nnot json\n"})
    found = drafts(around.folder / "memory.json", around, "server-memory")
    assert [(draft.title, draft.subject) for draft in found] == [
        ("Rosa: Prefers leeks", "Rosa"),
        ("Rosa is left-handed", "Rosa"),
        ("Pot 3 is known as pot", "Pot 3"),
        ("Rosa cooks with Pot 3", "Rosa"),
    ]
    assert (found[0].tags, found[0].type, found[3].predicate) == (("head-cook",), "preference", "cooks_with")
    assert len(flaws(around.folder / "memory.json", around)) == 2


def test_memharness_facts_keep_both_clocks_and_their_sources(around) -> None:
    path = around.home / ".memharness" / "memory.db"
    path.parent.mkdir()
    with sqlite3.connect(path) as database:
        database.execute(
            "create table facts (id integer primary key, subject, predicate, fact, confidence, valid_from, valid_to,"
            " tx_at, superseded_by, source_agent, source_ref, retracted_at, importance, kind)"
        )
        database.executemany(
            "insert into facts values (?, 'user', ?, ?, 0.9, ?, ?, '2026-03-01T08:00:00.000Z', ?, 'claude', ?, ?, 7, ?)",
            [
                (
                    1,
                    "lives-in",
                    "Lives in Lyon",
                    "2026-01-01T00:00:00.000Z",
                    "2026-03-01T00:00:00.000Z",
                    2,
                    "chat 1",
                    None,
                    "semantic",
                ),
                (2, "lives-in", "Lives in Oslo", "2026-03-01T00:00:00.000Z", None, None, "chat 2", None, "semantic"),
                (3, "", "Is a spy", "2026-03-01T00:00:00.000Z", None, None, "", "2026-03-02T00:00:00.000Z", "semantic"),
                (4, "", "Boil water first", "2026-03-01T00:00:00.000Z", None, None, "", None, "procedural"),
            ],
        )
    database.close()
    assert importer("memharness").places(around) == [path]
    lyon, oslo, boil = drafts(path, around, "memharness")
    assert (lyon.valid_from, lyon.valid_to) == ("2026-01-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z")
    assert lyon.extra["superseded_by"] == "~/.memharness/memory.db#2"
    assert (oslo.subject, oslo.predicate, oslo.confidence, oslo.priority) == ("user", "lives-in", 0.9, 70)
    assert (oslo.source, oslo.source_agent, oslo.created) == ("chat 2", "claude", "2026-03-01T08:00:00.000Z")
    assert (boil.type, boil.source) == ("howto", "~/.memharness/memory.db")
    assert flaws(path, around) == ["it was retracted there"]


def test_a_vault_gives_its_observations_relations_and_prose(around) -> None:
    note = (
        "---\ntitle: Soup\npermalink: soup\ntags: [kitchen]\ndate: 2026-02-01\n---\n# Soup\n\nA long simmer helps. #slow\n\n"
        "## Observations\n- [decision] We salt it early #salt (taste)\n- [smell] Smells of [[Leek|leeks]]\n- [ ] not one\n\n"
        "## Relations\n- made_in [[Pot 3]]\n"
    )
    write(around.folder / "vault", {"soup.md": note, ".obsidian/x.md": "no", "plain.md": "# Bread\n\nRises twice.\n"})
    found = {draft.title: draft for draft in drafts(around.folder / "vault", around, "vault")}
    assert set(found) == {"We salt it early (taste)", "Smells of leeks", "Soup made in Pot 3", "Soup", "plain"}
    salt = found["We salt it early (taste)"]
    assert (salt.type, salt.subject, salt.tags) == ("decision", "Soup", ("kitchen", "salt"))
    assert salt.valid_from == "2026-02-01T00:00:00.000Z"
    assert found["Smells of leeks"].tags == ("kitchen", "smell")
    assert found["Soup made in Pot 3"].predicate == "made_in"
    assert "made_in" not in found["Soup"].body
    assert (found["Soup"].tags, found["Soup"].extra) == (("kitchen", "slow"), {"permalink": "soup"})


@pytest.mark.parametrize("form", ["results", "memories", None])
def test_mem0_exports_are_read_in_each_of_their_forms(around, form) -> None:
    row = {
        "id": "77",
        "memory": "Likes leeks a lot",
        "user_id": "rosa",
        "created_at": "2026-01-05T10:00:00+01:00",
        "categories": ["food", "daily life"],
        "metadata": {"mood": "good", "type": "odd"},
    }
    rows = [row, {"memory": ""}]
    write(around.folder, {"m.json": json.dumps({form: rows} if form else rows)})
    [draft] = drafts(around.folder / "m.json", around, "mem0")
    assert (draft.subject, draft.tags) == ("user", ("food", "daily-life"))
    assert draft.valid_from == draft.created == "2026-01-05T09:00:00.000Z"
    assert draft.extra["mem0_mood"] == "good"
    assert flaws(around.folder / "m.json", around) == ["it says nothing"]


def test_another_store_gives_what_is_believed_there(around) -> None:
    head = "type: howto\ncreated: 2026-01-02T00:00:00Z\n"
    write(
        around.folder / "old",
        {
            "objects/howtos/h-1.md": f"---\nid: h-1\ntitle: Stir: clockwise\nstatus: active\n{head}---\nSlowly.\n",
            "objects/howtos/h-2.md": f"---\nid: h-2\ntitle: Old way\nstatus: archived\n{head}---\n",
            "objects/howtos/h-3.md": f"---\nid: h-3\ntitle: Gone\nretracted_at: 2026-02-01\n{head}---\n",
            "objects/howtos/h-4.md": f"---\nid: h-4\ntitle: Before\n{head}---\n",
            "objects/howtos/h-5.md": f"---\nid: h-5\ntitle: After\nsupersedes: h-4\nmood: good\n{head}---\n",
            "objects/howtos/h-6.md": "<<<<<<< a\nOne\n=======\nTwo\n>>>>>>> b\n",
        },
    )
    stir, after = drafts(around.folder / "old", around, "store")
    assert (stir.title, stir.type, stir.body, stir.valid_from) == (
        "Stir: clockwise",
        "howto",
        "Slowly.",
        "2026-01-02T00:00:00.000Z",
    )
    assert (after.title, after.supersedes, after.extra["mood"]) == ("After", (), "good")
    assert len(flaws(around.folder / "old", around)) == 4


def test_an_export_with_lines_that_are_no_facts_gives_the_others(around) -> None:
    good = {"id": "n-1", "type": "fact", "title": "Salt", "state": "believed", "tx_at": "2026-03-01T00:00:00.000Z"}
    rows = [good, {**good, "priority": "high"}, {**good, "tags": "a"}, {**good, "state": "retracted"}, {"title": 5}]
    write(around.folder, {"facts.jsonl": "\n".join(map(json.dumps, rows)) + "\nnot json\n"})
    [draft] = drafts(around.folder / "facts.jsonl", around, "export")
    assert (draft.title, draft.valid_from) == ("Salt", "2026-03-01T00:00:00.000Z")
    assert len(flaws(around.folder / "facts.jsonl", around)) == 5


def test_any_folder_of_markdown_gives_a_fact_a_page(around) -> None:
    write(
        around.folder / "pages",
        {
            "a.md": "# Bread rises\n\nTwice.\n",
            "sub/b.md": "---\ntitle: Salt\nconfidence: high\nmood: good\nvalid_from: 2026-03-01\n---\n",
            ".git/c.md": "no",
            "empty.md": "",
        },
    )
    (around.folder / "pages" / "raw.md").write_bytes(b"\xff\xfe\x00")
    bread, salt = drafts(around.folder / "pages", around, "folder")
    assert (bread.title, bread.body) == ("Bread rises", "Twice.")
    assert (salt.valid_from, salt.extra) == (
        "2026-03-01T00:00:00.000Z",
        {"original_confidence": "high", "mood": "good"},
    )
    assert len(flaws(around.folder / "pages", around)) == 1


def test_every_importer_is_listed_once_and_says_what_it_reads() -> None:
    assert len({each.name for each in IMPORTERS}) == len(IMPORTERS)
    assert all(each.about for each in IMPORTERS)
