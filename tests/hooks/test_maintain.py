"""What agents keep in hooks: before and after."""

from __future__ import annotations

import pytest

from mem.diagnostics import has_errors
from mem.hooks.document import Document, read_text
from mem.hooks.maintain import UNSCOPED_CUE, Note, new_hook, pruned, with_files, with_note, without_query
from mem.hooks.validate import validate

HEAD = "---\nschema: memhooks/v2\n"
TAIL = "---\nGuidance.\n"


def hook(frontmatter: str) -> Document:
    return read_text("MEMHOOKS.md", HEAD + frontmatter + TAIL)


def front(text: str | None) -> str:
    assert text is not None
    assert not has_errors(validate(read_text("MEMHOOKS.md", text)))
    assert text.startswith(HEAD)
    assert text.endswith(TAIL)
    return text[len(HEAD) : -len(TAIL)]


NOTES = [
    ("a first question", "", Note("Why so slow?"), 'recall_queries:\n  - query: "Why so slow?"\n'),
    (
        "all that is known",
        "recall_queries:\n  - a\n",
        Note(
            "b",
            priority=0.9,
            roles=["dev"],
            entities=["E", {"name": "F", "salience": 0.5}],
            resources=["r"],
            tags=["t"],
            backends={"mem": {"limit": 3}},
        ),
        (
            "recall_queries:\n  - a\n  - query: b\n    priority: 0.9\n    when: {roles: [dev]}\n"
            "    entities:\n      - E\n      - {name: F, salience: 0.5}\n    resources: [r]\n    tags: [t]\n"
            "    backends: {mem: {limit: 3}}\n"
        ),
    ),
    ("nothing new", "recall_queries:\n  - a\n", Note("a"), "recall_queries:\n  - a\n"),
    ("blanks are one blank", "recall_queries:\n  - 'a   b'\n", Note(" a b "), "recall_queries:\n  - 'a   b'\n"),
    (
        "what is left out stays",
        "recall_queries:\n  - query: a\n    priority: 0.2 # low\n    later: {x: 1}\n",
        Note("a", tags=["t"]),
        "recall_queries:\n  - query: a\n    priority: 0.2 # low\n    later: {x: 1}\n    tags: [t]\n",
    ),
    (
        "lists unite",
        "recall_queries:\n  - query: a\n    tags: [t]\n    when: {roles: [dev], phase: 2}\n",
        Note("a", tags=["t", "u"], roles=["ops"]),
        "recall_queries:\n  - query: a\n    tags: [t, u]\n    when: {roles: [dev, ops], phase: 2}\n",
    ),
    (
        "settings merge",
        "recall_queries:\n  - query: a\n    backends:\n      mem: {limit: 1}\n",
        Note("a", backends={"mem": {"scope": "s"}, "p": {"x": 1}}),
        "recall_queries:\n  - query: a\n    backends:\n      mem: {limit: 1, scope: s}\n      p: {x: 1}\n",
    ),
    (
        "the same number in another spelling",
        "recall_queries:\n  - {query: a, priority: 1}\n",
        Note("a", priority=1.0),
        "recall_queries:\n  - {query: a, priority: 1}\n",
    ),
]


@pytest.mark.parametrize(("before", "note", "after"), [case[1:] for case in NOTES], ids=[case[0] for case in NOTES])
def test_a_note_adds_or_enriches_one_question(before: str, note: Note, after: str) -> None:
    assert front(with_note(hook(before), note)) == after


def test_removing_takes_one_question_and_leaves_the_rest_of_the_file() -> None:
    before = "# mine\nrecall_queries:\n  - keep # this\n  - query: go\n    tags: [t]\nscope: s\n"
    assert front(without_query(hook(before), "go")) == "# mine\nrecall_queries:\n  - keep # this\nscope: s\n"


def test_removing_the_last_question_removes_the_empty_list() -> None:
    assert front(without_query(hook("recall_queries:\n  - go\nscope: s\n"), " go ")) == "scope: s\n"


def test_removing_what_is_not_there_is_nothing() -> None:
    assert without_query(hook("recall_queries: [a]\n"), "b") is None


def followed(before: str, added: list[str], gone: list[str], limit: int = 12) -> list[object]:
    text = with_files(hook(before), "src", added, gone, limit)
    assert text is not None
    assert not validate(read_text("MEMHOOKS.md", text))
    found = read_text("MEMHOOKS.md", text).value.get("recall_queries", [])
    assert isinstance(found, list)
    return found


def names(query: object) -> list[object]:
    assert isinstance(query, dict)
    return [resource["name"] if isinstance(resource, dict) else resource for resource in query["resources"]]


CUE = (
    'recall_queries:\n  - by hand\n  - query: "What about these? [scope: src]"\n    tags: ["memhooks:auto"]\n'
    "    resources:\n      - {name: src/a, kind: file}\n"
    "      - {name: notes, kind: doc}\n      - {name: src/b, kind: file}\n"
)


def test_a_touched_file_makes_a_cue_that_names_its_folder() -> None:
    [cue] = followed("", ["src/a"], [])
    assert isinstance(cue, dict)
    assert cue["query"].endswith("[scope: src]")
    assert cue["tags"] == ["memhooks:auto"]
    assert cue["resources"] == [{"name": "src/a", "kind": "file"}]


def test_more_files_join_the_cue_and_the_oldest_leave_it() -> None:
    by_hand, cue = followed(CUE, ["src/a", "src/c", "src/d"], [], limit=3)
    assert by_hand == "by hand"
    assert names(cue) == ["notes", "src/b", "src/c", "src/d"]


def test_a_file_that_is_gone_leaves_the_cue_and_hand_made_resources_stay() -> None:
    assert names(followed(CUE, [], ["src/a", "src/b"])[1]) == ["notes"]


def test_a_cue_with_nothing_left_goes() -> None:
    before = CUE.replace("      - {name: notes, kind: doc}\n", "")
    assert followed(before, [], ["src/a", "src/b"]) == ["by hand"]


def test_a_cue_of_another_folder_is_left_alone() -> None:
    assert len(followed(CUE.replace("[scope: src]", "[scope: lib]"), ["src/z"], [])) == 3


def test_a_question_by_hand_is_no_cue_even_with_the_same_words() -> None:
    before = 'recall_queries:\n  - "What about these? [scope: src]"\n'
    assert followed(before, ["src/a"], [])[0] == "What about these? [scope: src]"


def test_a_cue_from_before_cues_named_their_folder_is_brought_up_to_date() -> None:
    [cue] = followed(f'recall_queries:\n  - query: "{UNSCOPED_CUE}"\n    tags: ["memhooks:auto"]\n', ["src/a"], [])
    assert isinstance(cue, dict)
    assert cue["query"] == f"{UNSCOPED_CUE} [scope: src]"


def test_a_folder_without_a_hook_gets_one_only_for_files_that_are_there() -> None:
    assert with_files(None, "src", [], ["src/a"], 12) is None
    text = with_files(None, "src", ["src/a: b"], [], 12)
    assert text is not None
    assert not validate(read_text("MEMHOOKS.md", text))


def test_pruning_drops_generated_anchors_only() -> None:
    before = CUE + "  - query: manual\n    resources: [{name: src/a, kind: file}]\n"
    result = pruned(hook(before), lambda name: name != "src/a")
    assert (result.resources_removed, result.queries_removed) == (1, 0)
    assert front(result.text) == before.replace("      - {name: src/a, kind: file}\n", "")


def test_pruning_counts_the_cues_that_go() -> None:
    result = pruned(hook(CUE.replace("      - {name: notes, kind: doc}\n", "")), lambda _: False)
    assert (result.resources_removed, result.queries_removed) == (2, 1)
    assert front(result.text) == "recall_queries:\n  - by hand\n"


def test_a_new_hook_is_valid_and_names_its_project() -> None:
    text = new_hook("harbor:\n master")
    assert not validate(read_text("MEMHOOKS.md", text))
    assert "harbor: master" in text
