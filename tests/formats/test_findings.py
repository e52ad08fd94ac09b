"""Findings in the forms people, programs and GitHub read."""

from __future__ import annotations

from mem.diagnostics import Diagnostic, Place, Severity
from mem.formats.findings import CLEAN, github, human, rows

ERROR = Diagnostic("MH004", Severity.ERROR, "priority must be smaller", Place("/p/a/MEMHOOKS.md", 5, 3))
WARNING = Diagnostic("MH013", Severity.WARNING, "nothing\nthere: 100%", Place("/p/a,b"), "begin one")


def test_a_person_reads_what_where_and_what_to_do() -> None:
    assert human([ERROR, WARNING], lambda path: path.removeprefix("/p/")) == (
        "error[MH004]: priority must be smaller\n  --> a/MEMHOOKS.md:5:3\n\n"
        "warning[MH013]: nothing\nthere: 100%\n  --> a,b\n  help: begin one\n\n"
        "1 error(s), 1 warning(s)\n"
    )


def test_nothing_found_is_said() -> None:
    assert human([]) == CLEAN
    assert "passed" in CLEAN


def test_a_program_reads_only_what_is_known() -> None:
    assert rows([ERROR, WARNING]) == [
        {
            "code": "MH004",
            "severity": "error",
            "message": ERROR.message,
            "path": "/p/a/MEMHOOKS.md",
            "line": 5,
            "column": 3,
        },
        {"code": "MH013", "severity": "warning", "message": WARNING.message, "path": "/p/a,b", "help": "begin one"},
    ]


def test_an_annotation_cannot_be_broken_by_its_text() -> None:
    assert github([ERROR, WARNING], lambda path: path.removeprefix("/p/")) == (
        "::error file=a/MEMHOOKS.md,line=5,col=3,title=MH004::priority must be smaller\n"
        "::warning file=a%2Cb,title=MH013::nothing%0Athere: 100%25 (begin one)\n"
    )
