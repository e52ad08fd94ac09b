"""Machines that work apart and meet in any order all end with one tree and one past, and no word is lost.

Every case is a story told by a seed; `MEM_CONVERGENCE_CASES` says how many are told.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from helpers.stories import Story, check

CASES = int(os.environ.get("MEM_CONVERGENCE_CASES", "100"))


@pytest.mark.parametrize("seed", range(CASES))
def test_all_machines_end_with_one_tree_one_past_and_every_word(tmp_path: Path, seed: int) -> None:
    story = Story(tmp_path, seed)
    try:
        for _ in range(story.random.randint(12, 36)):
            story.go_on()
        story.end()
        check(story)
    except Exception as error:
        error.add_note("\n".join(story.told))
        raise
    finally:
        story.net.close()
