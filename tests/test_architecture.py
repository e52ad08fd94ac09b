"""Folders, lists, docs and tests agree."""

from __future__ import annotations

import ast
import importlib.util
import re
from importlib import import_module
from pathlib import Path

import mem
from mem.cli.commands import COMMANDS
from mem.facts.fact import TYPES

PACKAGE = Path(mem.__file__).parent
ROOT = Path(__file__).parents[1]


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "_templates" not in path.parts)


def test_every_command_has_a_file_and_every_file_is_listed() -> None:
    files = {path.stem.replace("_", "-") for path in (PACKAGE / "cli" / "commands").glob("[a-z]*.py")} - {"home"}
    assert files | {"help"} == set(COMMANDS)


def test_every_command_has_a_function_and_an_example() -> None:
    for name in set(COMMANDS) - {"help"}:
        module = import_module(f"mem.cli.commands.{name.replace('-', '_')}")
        assert callable(module.command), name
        assert module.EXAMPLE.strip(), name


def test_every_module_opens_with_what_lives_there() -> None:
    for path in modules():
        assert ast.get_docstring(ast.parse(path.read_text("utf-8"))), path


def test_nothing_is_left_for_later() -> None:
    mark = re.compile(r"\b(TODO|FIXME|XXX|HACK|NotImplemented(Error)?)\b")
    for path in modules():
        assert not mark.search(path.read_text("utf-8")), path


def test_every_room_is_on_the_map() -> None:
    described = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rooms = {path.name for path in PACKAGE.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    assert [room for room in sorted(rooms) if f"{room}/" not in described] == []


def test_the_folders_of_a_store_are_those_of_the_types() -> None:
    assert len({type.prefix for type in TYPES.values()}) == len(TYPES)
    assert len({type.folder for type in TYPES.values()}) == len(TYPES)


def test_the_manual_of_the_command_line_is_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("cli_docs", ROOT / "scripts" / "cli_docs.py")
    assert spec is not None
    assert spec.loader is not None
    generator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generator)
    assert (ROOT / "docs" / "cli.md").read_text("utf-8") == generator.manual()
