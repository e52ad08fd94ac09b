"""Whether git would store other bytes than lie on the disk: line ends, filters, encodings."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from mem.store.child import GitBinary
from mem.store.gitconfig import GitConfig
from mem.store.refs import Places
from mem.store.trees import raw, text

OURS = "objects/**/*.md merge=mem -text"
"""What a store says of its facts: bytes as written, and merged by our rules."""

_CONVERTING = ("text", "eol", "crlf", "ident", "filter", "working-tree-encoding")


class Attributes:
    """Git's attributes in one repository; git is asked only where a file could say something of the kind."""

    def __init__(self, places: Places, binary: GitBinary, config: GitConfig) -> None:
        self._places = places
        self._binary = binary
        self._config = config
        self._answers: dict[str, bool] = {}
        self._suspicious: dict[str, bool] = {}

    def converted(self, paths: Sequence[str]) -> set[str]:
        """Give those of the paths whose bytes git converts; without git, none."""
        unknown = [path for path in paths if path not in self._answers]
        if unknown and self._binary.is_there and any(map(self._is_suspicious, self._folders(unknown))):
            self._answers |= dict.fromkeys(unknown, False)
            self._answers |= dict.fromkeys(self._ask(unknown), True)
        return {path for path in paths if self._answers.get(path)}

    def _ask(self, paths: Sequence[str]) -> Iterator[str]:
        given = b"".join(raw(path) + b"\0" for path in paths)
        out = self._binary.run("check-attr", "-z", "--stdin", *_CONVERTING, given=given).split(b"\0")
        converts_lines = (self._config.get("core.autocrlf") or "false").lower() in ("true", "input")
        for path, name, value in zip(out[::3], out[1::3], out[2::3], strict=False):
            if value == b"unspecified":
                if name == b"text" and converts_lines:
                    yield text(path)
            elif value != b"unset":
                yield text(path)

    def _is_suspicious(self, folder: str) -> bool:
        """Tell whether a file of attributes in a folder speaks of conversion, or one that holds everywhere."""
        if folder not in self._suspicious:
            self._suspicious[folder] = any(map(self._speaks_of_conversion, self._files(folder)))
        return self._suspicious[folder]

    def _speaks_of_conversion(self, file: str) -> bool:
        """Tell whether a file of attributes speaks of conversion; autocrlf speaks where our own line is missing."""
        try:
            with open(file, encoding="utf-8", errors="replace") as lines:
                said = lines.read()
        except OSError:
            said = ""
        others = [line for line in said.splitlines() if line.strip() != OURS]
        if any(word in line for line in others for word in _CONVERTING):
            return True
        is_main = file == os.path.join(self._places.root, ".gitattributes")
        return is_main and len(others) == len(said.splitlines()) and self._config.get("core.autocrlf") is not None

    def _folders(self, paths: Sequence[str]) -> set[str]:
        folders = {path.rpartition("/")[0] for path in paths}
        for folder in list(folders):
            while folder:
                folder = folder.rpartition("/")[0]
                folders.add(folder)
        return folders

    def _files(self, folder: str) -> Iterator[str]:
        yield os.path.join(self._places.root, folder, ".gitattributes")
        if folder:
            return
        yield os.path.join(self._places.common, "info", "attributes")
        home = self._binary.environ.get("HOME", "")
        config_home = self._binary.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
        chosen = self._config.get("core.attributesfile") or os.path.join(config_home, "git", "attributes")
        yield os.path.join(home, chosen[2:]) if chosen.startswith("~/") else chosen
        yield "/etc/gitattributes"
