"""Where a new fact file goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from mem.store.layout import CROWDED, Room

NAME = "d-2026-06-16-ships-on-tuesdays.md"


def fill(folder: Path, count: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        (folder / f"{number}.md").touch()


@pytest.mark.parametrize(
    ("crowded", "expected"),
    [
        ([], "objects/decisions"),
        (["objects/decisions"], "objects/decisions/2026-06"),
        (["objects/decisions", "objects/decisions/2026-06"], "objects/decisions/2026-06/16"),
        (
            ["objects/decisions", "objects/decisions/2026-06", "objects/decisions/2026-06/16"],
            "objects/decisions/2026-06/16",
        ),
    ],
    ids=["small", "a crowded type", "a crowded month", "a crowded day"],
)
def test_a_crowded_folder_sends_new_files_a_folder_deeper(tmp_path: Path, crowded: list[str], expected: str) -> None:
    for folder in crowded:
        fill(tmp_path / folder, CROWDED)
    assert Room(str(tmp_path)).take("objects/decisions", NAME) == f"{expected}/{NAME}"


def test_one_below_the_limit_is_not_crowded_and_other_files_do_not_count(tmp_path: Path) -> None:
    fill(tmp_path / "objects/decisions", CROWDED - 1)
    for number in range(CROWDED):
        (tmp_path / "objects/decisions" / f"{number}.png").touch()
    assert Room(str(tmp_path)).take("objects/decisions", NAME) == f"objects/decisions/{NAME}"


def test_what_took_its_place_counts_though_it_is_not_written_yet(tmp_path: Path) -> None:
    fill(tmp_path / "objects/decisions", CROWDED - 1)
    room = Room(str(tmp_path))
    assert not room.has_name(NAME)
    assert room.take("objects/decisions", NAME) == f"objects/decisions/{NAME}"
    assert room.has_name(NAME.upper())
    assert room.take("objects/decisions", f"{NAME}-2.md").startswith("objects/decisions/2026-06/")


def test_a_name_without_a_day_stays_with_its_type(tmp_path: Path) -> None:
    fill(tmp_path / "objects/decisions", CROWDED)
    assert Room(str(tmp_path)).take("objects/decisions", "ships.md") == "objects/decisions/ships.md"


@pytest.mark.parametrize(
    "place", ["objects/decisions", "objects/decisions/2026-06", "objects/notes", "objects/notes/2026-06/16"]
)
@pytest.mark.parametrize("name", [NAME, NAME.upper()])
def test_a_name_is_taken_wherever_it_could_go_and_in_any_case(tmp_path: Path, place: str, name: str) -> None:
    (tmp_path / place).mkdir(parents=True)
    (tmp_path / place / name).touch()
    assert Room(str(tmp_path)).has_name(NAME)
    assert not Room(str(tmp_path)).has_name(NAME.replace("tuesdays", "mondays"))
