"""Any bytes become a document; what is no hook says so with a place."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mem.hooks.document import MAX_BYTES, Document, read, read_text
from mem.hooks.fix import fixed
from mem.hooks.model import Hook
from mem.hooks.resolve import resolve
from mem.hooks.validate import validate

MARK = b"\xef\xbb\xbf"


def hook(frontmatter: str, body: str = "") -> Document:
    return read_text("MEMHOOKS.md", f"---\nschema: memhooks/v2\n{frontmatter}---\n{body}")


def faults(document: Document) -> list[tuple[str, int, int]]:
    return [(fault.message, *document.position(fault.offset)) for fault in document.faults]


NO_HOOKS = [
    (b"", "begins with YAML frontmatter", (1, 1)),
    (b"no fence here\n", "begins with YAML frontmatter", (1, 1)),
    (b" ---\nschema: memhooks/v2\n---\n", "begins with YAML frontmatter", (1, 1)),
    (b"---\nschema: memhooks/v2\nscope: x\n", "no closing `---`", (3, 1)),
    (b"---\nschema: memhooks/v2\nscope: \xff\n---\n", "not UTF-8", (3, 8)),
    (b"---\n- a\n- b\n---\n", "must be a mapping", (2, 1)),
    (b"---\ntags: [a, b\n---\n", "invalid YAML", None),
    (b"---\nscope: \x07\n---\n", "invalid YAML", (2, 8)),
    (b"---\na: !!python/object:os.system x\n---\n", "is not supported", (2, 4)),
    (b"---\n[a]: b\n---\n", "key must be plain text", (2, 1)),
    (b"---\na: 1\n...\nb: 2\n---\n", "", None),
    (b"---\na: *nobody\n---\n", "alias", None),
    (b"x" * (MAX_BYTES + 1), "larger than", (1, 1)),
]


@pytest.mark.parametrize(("raw", "message", "place"), NO_HOOKS)
def test_what_is_no_hook_says_why_and_where(raw: bytes, message: str, place: tuple[int, int] | None) -> None:
    document = read("MEMHOOKS.md", raw)
    assert document.root is None
    [(found, line, column)] = faults(document)
    assert message in found
    assert place in (None, (line, column))


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", MARK])
def test_a_mark_and_windows_line_ends_change_nothing_in_what_is_read(mark: bytes, newline: str) -> None:
    text = "---\nschema: memhooks/v2\nscope: ä\ntags: [a]\n---\nbody\n"
    document = read("MEMHOOKS.md", mark + text.replace("\n", newline).encode())
    assert document.value == {"schema": "memhooks/v2", "scope": "ä", "tags": ["a"]}
    assert document.newline == newline
    assert document.has_mark == bool(mark)
    assert document.position(document.text.index("tags")) == (4, 1)


def test_an_indented_fence_is_text() -> None:
    document = hook("note: |\n  above\n  ---\n  below\n", "guidance\n")
    assert document.value["note"] == "above\n---\nbelow\n"
    assert document.body == "guidance\n"


def test_a_rule_in_the_guidance_is_guidance() -> None:
    assert hook("", "above\n\n---\n\nbelow\n").body == "above\n\n---\n\nbelow\n"


DOUBLES = [
    ("recall_queries: [a]\ntags: [x]\nrecall_queries: [b]\n", "recall_queries", "3:1", (5, 1)),
    ("backends:\n  mem: {limit: 1}\n  mem: {limit: 2}\n", "mem", "4:3", (5, 3)),
    ("recall_queries:\n  - {query: q, query: r}\n", "query", "4:6", (4, 16)),
]


@pytest.mark.parametrize(("frontmatter", "key", "first", "second"), DOUBLES)
def test_a_key_that_stands_twice_is_refused_with_both_places(
    frontmatter: str, key: str, first: str, second: tuple[int, int]
) -> None:
    [(message, *place)] = faults(hook(frontmatter))
    assert f"`{key}`" in message
    assert first in message
    assert tuple(place) == second


def test_an_alias_shares_a_value() -> None:
    assert hook("tags: &t [a, b]\nexclude: *t\n").value["exclude"] == ["a", "b"]


def bomb(levels: int) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, levels)]
    return "\n".join(lines) + "\n"


HEAVY = [
    bomb(9),
    "a: &a [*a]\n",
    "a: " + "[" * 3000 + "]" * 3000 + "\n",
    "".join(f"{' ' * n}a{n}:\n" for n in range(300)),
    "a: &a {b: " + "{c: " * 45 + "x" + "}" * 45 + "}\nd: [[[*a]]]\n",
    "tags:\n" + "- x\n" * 60_000,
    "a: [" + "{" * 20_000 + "\n",
    "a: " + "- " * 60_000 + "\n",
    "? " * 60_000 + "\n",
    "a: '" + "'" * 200_000 + "\n",
]


@pytest.mark.parametrize("frontmatter", HEAVY, ids=range(len(HEAVY)))
def test_a_file_made_to_exhaust_the_reader_is_refused_at_once(frontmatter: str) -> None:
    begin = time.process_time()
    document = hook(frontmatter)
    assert time.process_time() - begin < 1
    assert document.faults


@settings(deadline=1000)
@given(
    st.one_of(
        st.binary(max_size=400),
        st.text(max_size=300).map(lambda text: f"---\nschema: memhooks/v2\n{text}\n---\n".encode("utf-8", "replace")),
        st.lists(
            st.sampled_from(
                [
                    "---\n",
                    "schema: memhooks/v2\n",
                    "recall_queries:\n",
                    "  - query: ",
                    "  - ",
                    "x\n",
                    "[",
                    "]",
                    "{",
                    "}",
                    ", ",
                    "&a ",
                    "*a ",
                    "|\n",
                    "    when: {roles: ",
                    "    priority: ",
                    "1e9\n",
                    "tags: ",
                    "\r\n",
                    "\ufeff",
                    "!!str ",
                    "backends: ",
                    "mem: ",
                    "<<: ",
                    "entities: ",
                    "name: ",
                    "? ",
                    "- - ",
                    "'",
                    '"',
                    "# c\n",
                    ".inf\n",
                    "\x85",
                ]
            ),
            max_size=25,
        ).map(lambda parts: "".join(parts).encode()),
    )
)
def test_no_bytes_whatever_make_reading_fail_or_hang(raw: bytes) -> None:
    document = read("MEMHOOKS.md", raw)
    findings = validate(document)
    assert all(finding.place.line and finding.place.column for finding in findings)
    if not any(finding.severity == "error" for finding in findings):
        resolve([Hook(document)], "/", "/")
    fixed(document)
