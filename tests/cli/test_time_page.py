"""The page about the two clocks tells what the program really prints."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "time.md"


def steps(text: str) -> Iterator[tuple[str, str, str]]:
    """Give each command with the moment it is run at and what is printed below it, '' where that is left out."""
    for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        now = ""
        for part in re.split(r"^(?=[#$] )", block, flags=re.MULTILINE):
            first, _, rest = part.partition("\n")
            if first.startswith("# "):
                now = first[2:]
            elif first.startswith("$ "):
                yield now, first[2:], rest


def test_every_example_prints_what_the_page_says(world) -> None:
    ran = 0
    for now, line, expected in steps(PAGE.read_text("utf-8")):
        program, *words = shlex.split(line)
        assert program == "mem"
        out = world.ok(*words, now=now, env={"COLUMNS": "69"}).out
        if expected:
            assert re.sub(r"in [0-9a-f]{10}\n", "in COMMIT\n", out) == expected, line
            ran += 1
    assert ran > 6
