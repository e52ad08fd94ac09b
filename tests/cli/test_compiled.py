"""Modules come straight from where Python keeps them compiled, and never from what was compiled of another source."""

from __future__ import annotations

import os
import py_compile
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mem

ASKED = "import sys; sys.path.insert(0, {path!r}); from mem import compiled; compiled.prefer()\n"
TOLD = """
import {module} as it
print(type(it.__spec__.loader).__module__, it.__file__, it.__cached__, it.{word})
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package of our name with the finder in it, a module, and a package below it."""
    package = tmp_path / "mem"
    (package / "below").mkdir(parents=True)
    shutil.copy(Path(mem.__file__).with_name("compiled.py"), package)
    for name in ("__init__.py", "below/__init__.py", "below/deep.py", "near.py"):
        package.joinpath(name).write_text(f'WORD = "{name}"\n')
    return package


def told(package: Path, module: str, *flags: str, env: dict[str, str] | None = None) -> list[str]:
    """Import a module in a process of its own: who loaded it, from where, and what it says."""
    code = ASKED.format(path=str(package.parent)) + TOLD.format(module=module, word="WORD")
    command = [sys.executable, "-I", *flags, "-c", code] if env is None else [sys.executable, *flags, "-c", code]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return done.stdout.split()


def compiled(path: Path, **how: object) -> None:
    py_compile.compile(str(path), doraise=True, **how)  # type: ignore[arg-type]  # its keywords


@pytest.mark.parametrize(
    ("module", "file"),
    [("mem.near", "near.py"), ("mem.below", "below/__init__.py"), ("mem.below.deep", "below/deep.py")],
)
def test_what_is_compiled_is_loaded_at_once_and_looks_like_any_module(package: Path, module: str, file: str) -> None:
    for path in package.rglob("*.py"):
        compiled(path)
    loader, path, cached, word = told(package, module)
    assert (loader, path, word) == ("mem.compiled", str(package / file), file)
    assert Path(cached) == Path(path).parent / "__pycache__" / f"{Path(path).stem}.{sys.implementation.cache_tag}.pyc"


def test_what_was_never_compiled_is_left_to_python(package: Path) -> None:
    assert told(package, "mem.near", "-B")[0] == "_frozen_importlib_external"
    told(package, "mem.near")  # which compiles it
    assert told(package, "mem.near")[0] == "mem.compiled"


@pytest.mark.parametrize("change", ["edited", "as long", "touched"])
def test_a_changed_source_is_never_answered_for_by_what_was_compiled_before(package: Path, change: str) -> None:
    source = package / "near.py"
    told(package, "mem.near")
    before = source.stat()
    source.write_text(
        {"edited": 'WORD = "longer.py"\n', "as long": 'WORD = "rean.yp"\n'}.get(change, source.read_text())
    )
    os.utime(source, (before.st_atime, before.st_mtime + (0 if change == "edited" else 2)))
    loader, *_, word = told(package, "mem.near", "-B")
    assert (loader, word) == (
        "_frozen_importlib_external",
        {"edited": "longer.py", "as long": "rean.yp", "touched": "near.py"}[change],
    )


def test_a_package_that_was_moved_is_told_of_where_it_lies(package: Path, tmp_path: Path) -> None:
    package.joinpath("near.py").write_text("def WORD(): ...\n")
    told(package, "mem.near")
    moved = tmp_path / "moved" / "mem"
    moved.parent.mkdir()
    shutil.copytree(package, moved)  # with the times of its files
    code = ASKED.format(path=str(moved.parent)) + "import mem.near as it; print(it.WORD.__code__.co_filename)"
    done = subprocess.run([sys.executable, "-I", "-B", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(moved / "near.py")


@pytest.mark.parametrize("data", [b"", b"short", bytes(64)])
def test_a_broken_file_is_left_to_python(package: Path, data: bytes) -> None:
    told(package, "mem.near")
    next((package / "__pycache__").glob("near.*")).write_bytes(data)
    assert told(package, "mem.near")[0::3] == ["_frozen_importlib_external", "near.py"]


def test_what_goes_by_hash_is_left_to_python(package: Path) -> None:
    compiled(package / "near.py", invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)
    assert told(package, "mem.near")[0] == "_frozen_importlib_external"


def test_where_python_was_told_to_compile_otherwise_nothing_changes(package: Path, tmp_path: Path) -> None:
    told(package, "mem.near")
    assert told(package, "mem.near", "-O")[0] == "_frozen_importlib_external"
    elsewhere = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path / "elsewhere")}
    assert told(package, "mem.near", env=elsewhere)[0] == "_frozen_importlib_external"


def test_a_module_that_is_not_there_is_missing_as_ever(package: Path) -> None:
    code = ASKED.format(path=str(package.parent)) + "import mem.nowhere"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith("ModuleNotFoundError: No module named 'mem.nowhere'\n")
