"""The SQLite index, on disk and in memory, keeps the contract."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from index.contract import IndexContract

from mem.index.base import Index
from mem.index.opening import open_index


class TestOnDisk(IndexContract):
    @pytest.fixture
    def index(self, tmp_path: Path) -> Iterator[Index]:
        index = open_index(tmp_path / "cache")
        yield index
        index.close()

    @pytest.fixture
    def other(self, tmp_path: Path) -> Iterator[Index]:
        index = open_index(tmp_path / "other cache")
        yield index
        index.close()


class TestInMemory(IndexContract):
    @pytest.fixture
    def index(self) -> Iterator[Index]:
        index = open_index(None)
        yield index
        index.close()

    @pytest.fixture
    def other(self) -> Iterator[Index]:
        index = open_index(None)
        yield index
        index.close()
