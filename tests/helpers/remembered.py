"""What a survey is told of files, as plain values: a small store as a whole, or a large one of which little is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mem.store.files import Stamp
from mem.store.sweep import Look


@dataclass
class Remembered:
    """Remembered files and folders; `asked` notes of which folders a large store was asked."""

    known: Mapping[str, Stamp]
    times: Mapping[str, int] = field(default_factory=dict)
    is_large: bool = False
    somewhere: Sequence[str] = ()
    asked: list[str] = field(default_factory=list)

    def folders(self) -> Mapping[str, int]:
        return self.times

    def has_more_files_than(self, count: int) -> bool:
        return self.is_large

    def stamps(self, paths: Sequence[str] | None = None) -> Mapping[str, Stamp]:
        assert paths is not None or not self.is_large, "a large store is never asked for everything"
        return {path: self.known[path] for path in (self.known if paths is None else paths) if path in self.known}

    def stamps_below(self, folder: str) -> Mapping[str, Stamp]:
        self.asked.append(folder)
        return {path: stamp for path, stamp in self.known.items() if path.startswith(f"{folder}/")}

    def looks(self, count: int, after: str = "") -> list[Look]:
        return [(path, *stamp) for path, stamp in self.stamps(self.somewhere).items()]

    def newest_looks(self, count: int) -> list[Look]:
        return []
