"""Packs written by hand, as git and dulwich read them."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mem.store import pack
from mem.store.pack import Pack
from mem.store.trees import object_id

TEXTS = [b"", b"x", b"y" * 15, b"z" * 16, os.urandom(5000), b"a line\n" * 100_000]


def repository(folder: Path, algorithm: str = "sha1") -> Path:
    command = ["git", "init", "-q", "--bare", f"--object-format={algorithm}", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def git(folder: Path, *args: str) -> bytes:
    return subprocess.run(["git", "-C", str(folder), *args], check=True, capture_output=True).stdout


def packed(folder: Path, texts: list[bytes], algorithm: str = "sha1") -> list[str]:
    """Write texts as one pack, and give their ids."""
    coming = Pack(str(folder / "objects"), algorithm)
    oids = [object_id("blob", text, algorithm) for text in texts]
    for oid, text in zip(oids, texts, strict=True):
        coming.add(oid, "blob", text)
    coming.write(flush=False)
    return oids


@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
def test_git_finds_every_object_and_nothing_wrong(tmp_path: Path, algorithm: str) -> None:
    folder = repository(tmp_path / "r", algorithm)
    oids = packed(folder, TEXTS, algorithm)
    assert [git(folder, "cat-file", "blob", oid) for oid in oids] == TEXTS
    git(folder, "fsck", "--full", "--strict")
    (table,) = folder.glob("objects/pack/*.idx")
    assert len(git(folder, "verify-pack", "-v", str(table)).splitlines()) == len(TEXTS) + 2
    assert sorted(file.suffix for file in folder.glob("objects/pack/*")) == [".idx", ".pack"]


@given(st.lists(st.binary(max_size=40), min_size=1, max_size=40))
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_texts_come_back(tmp_path_factory: pytest.TempPathFactory, texts: list[bytes]) -> None:
    folder = repository(tmp_path_factory.mktemp("r"))
    given = "".join(f"{oid}\n" for oid in packed(folder, texts)).encode()
    command = ["git", "-C", str(folder), "cat-file", "--batch"]
    out = subprocess.run(command, input=given, check=True, capture_output=True).stdout
    assert out == b"".join(b"%s blob %d\n%s\n" % (object_id("blob", t).encode(), len(t), t) for t in texts)


def test_what_is_on_its_way_can_be_read_and_counts_once(tmp_path: Path) -> None:
    coming = Pack(str(tmp_path), "sha1")
    for _ in range(2):
        coming.add("a" * 40, "blob", b"text")
    assert coming.get("a" * 40) == ("blob", b"text")
    assert coming.get("b" * 40) is None


def test_a_pack_of_nothing_is_not_written(tmp_path: Path) -> None:
    Pack(str(tmp_path), "sha1").write(flush=True)
    assert list(tmp_path.iterdir()) == []


def test_a_pack_is_full_before_its_offsets_run_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack, "LARGEST", 10)
    coming = Pack(str(tmp_path), "sha1")
    coming.add("a" * 40, "blob", b"123456789")
    assert not coming.is_full
    coming.add("b" * 40, "blob", b"0")
    assert coming.is_full
    coming.write(flush=True)
    assert not coming.is_full
