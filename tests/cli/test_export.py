"""`mem export`: everything in a file, and back again."""

from __future__ import annotations

import json
import re
import sqlite3
from html import unescape
from html.parser import HTMLParser

import pytest

NASTY = "</pre><script>alert('x')</script> & \"quotes\" <b>"


@pytest.fixture
def kitchen(world):
    """A store with a chain, a forgotten fact and one of many fields."""
    old = world.add("Soup is stirred left", now="2026-06-01T10:00:00Z")
    world.ok(
        "revise", old, "--title", "Soup is stirred right", "--body", "Always.\n\n- slowly", now="2026-06-10T10:00:00Z"
    )
    world.ok("forget", world.add("Soup is cold"))
    world.add("Salt | goes: in \"early\"", "--tags", "a,b", "--subject", "soup", "--source", "Rosa", "--priority", "80",
              "--confidence", "0.9", "--valid-from", "2026-03-01", "--valid-to", "2027-03-01", "--scope", "example.org/soup",
              "--abstract", "Early, not late", type="decision")  # fmt: skip
    return world


def lines(world, *args: str) -> list[dict]:
    return [json.loads(line) for line in world.ok("export", *args).out.splitlines()]


def test_every_fact_is_a_line_with_its_text_and_how_it_stands(kitchen) -> None:
    rows = {row["title"]: row for row in lines(kitchen)}
    assert {title: row["state"] for title, row in rows.items()} == {
        "Soup is stirred left": "superseded",
        "Soup is stirred right": "believed",
        "Soup is cold": "retracted",
        'Salt | goes: in "early"': "believed",
    }
    right = rows["Soup is stirred right"]
    assert right["body"] == "Always.\n\n- slowly"
    assert rows["Soup is stirred left"]["superseded_by"] == [right["id"]]


def test_only_what_is_believed_when_asked(kitchen) -> None:
    assert {row["state"] for row in lines(kitchen, "--current")} == {"believed"}
    assert [row["type"] for row in lines(kitchen, "--type", "decision")] == ["decision"]


def test_what_is_believed_comes_back_the_same_from_json_lines(kitchen, make_world) -> None:
    file = kitchen.folder / "facts.jsonl"
    kitchen.ok("export", "--to", str(file))
    other = make_world("elsewhere")
    other.ok("init")
    other.ok("import", str(file), "--apply")
    assert other.ok("import", str(file), "--apply", "--format", "json").json()["added"] == 0
    said = ("title", "type", "body", "abstract", "scope", "subject", "tags", "priority", "confidence", "valid_to")
    before = [{name: row.get(name) for name in said} | {"starts": row["starts"]} for row in lines(kitchen, "--current")]
    after = [{name: row.get(name) for name in said} | {"starts": row["starts"]} for row in lines(other, "--current")]
    assert sorted(after, key=str) == sorted(before, key=str)


def test_a_table_of_sqlite_has_a_row_a_fact(kitchen) -> None:
    file = kitchen.folder / "facts.db"
    kitchen.ok("export", "--to", str(file))
    database = sqlite3.connect(file)
    rows = database.execute(
        "select title, json_extract(tags, '$[0]'), priority from facts where state = 'believed' order by priority desc"
    )
    assert rows.fetchall() == [('Salt | goes: in "early"', "a", 80), ("Soup is stirred right", None, 50)]
    database.close()


class Tags(HTMLParser):
    """What a browser makes of a page: the elements, and the text of the facts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.scripts = self.articles = 0
        self.outside: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        self.articles += tag == "article"
        self.outside += [f"{name}={value}" for name, value in attrs if name in ("src", "href") or name.startswith("on")]


def test_a_page_of_html_escapes_all_and_needs_nothing_else(kitchen) -> None:
    kitchen.add(NASTY, "--body", NASTY, "--tags", "<i>", "--source", '" onload="x')
    file = kitchen.folder / "facts.html"
    kitchen.ok("export", "--to", str(file))
    text = file.read_text("utf-8")
    page = Tags(text)
    assert (page.scripts, page.articles, page.outside) == (1, 5, [])
    [title] = re.findall(r"<h2>([^<]*alert[^<]*)</h2>", text)
    assert unescape(title) == NASTY


def test_a_file_that_is_there_is_replaced_only_on_request(kitchen) -> None:
    file = kitchen.folder / "facts.jsonl"
    file.write_text("mine", "utf-8")
    assert kitchen.mem("export", "--to", str(file)).code == 1
    assert file.read_text("utf-8") == "mine"
    kitchen.ok("export", "--to", str(file), "--force")
    assert len(file.read_text("utf-8").splitlines()) == 4
    assert [path.name for path in kitchen.folder.iterdir() if path.name.startswith(".facts")] == []


@pytest.mark.parametrize(
    ("name", "code"), [("facts.txt", 2), ("facts", 2), ("nowhere/facts.jsonl", 1), ("nowhere/facts.db", 1)]
)
def test_a_file_that_cannot_be_written_is_said(kitchen, name, code) -> None:
    answer = kitchen.mem("export", "--to", name)
    assert answer.code == code
    assert answer.out.startswith("error: ")


def test_an_empty_store_exports_nothing(world) -> None:
    assert world.ok("export").out == ""
