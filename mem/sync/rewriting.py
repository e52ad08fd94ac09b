"""History written anew without some facts: their files, what refers to them, and what commits say of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from mem.errors import MemError
from mem.facts import document
from mem.facts.fact import FactId
from mem.facts.splice import edit
from mem.store.files import TOP
from mem.store.repository import Repository
from mem.store.trees import FOLDER, Leaf, Tree, text

_SUBJECT = b"mem: erased\n"
_PLACEHOLDER = "erased"


@dataclass(slots=True)
class Rewriter:
    """Writes commits anew, each once, parents first; `written` tells what became of each."""

    repository: Repository
    ids: Collection[FactId]
    titles: Collection[str]
    written: dict[str, str] = field(default_factory=dict)
    _folders: dict[tuple[str, str], str | None] = field(default_factory=dict)

    def rewrite(self, commits: Sequence[str]) -> None:
        for oid in commits:
            if oid not in self.written:
                self.written[oid] = self._commit(oid)

    def tree(self, oid: str) -> str:
        """Give a commit's tree without the facts."""
        tree = dict(self.repository.objects.tree(oid))
        name = TOP.encode("ascii")
        held = tree.get(name)
        if held is None or held.mode != FOLDER:
            return oid
        folder = self._folder(held.oid, TOP)
        tree.pop(name)
        if folder is not None:
            tree[name] = Leaf(FOLDER, folder)
        return self.repository.objects.write_tree(tree)

    def _commit(self, oid: str) -> str:
        objects = self.repository.objects
        commit = objects.commit(oid)
        head, _, message = objects.read(oid)[1].partition(b"\n\n")
        tree = self.tree(commit.tree)
        parents = list(dict.fromkeys(self.written[parent] for parent in commit.parents))
        message = self._message(message)
        if (
            tree == commit.tree
            and parents == list(commit.parents)
            and message == objects.read(oid)[1].partition(b"\n\n")[2]
        ):
            return oid
        if len(parents) == 1 and tree != commit.tree and objects.commit(parents[0]).tree == tree:
            return parents[0]  # it did nothing but to one of these facts
        lines = [f"tree {tree}".encode("ascii"), *(f"parent {parent}".encode("ascii") for parent in parents)]
        lines += [line for line in head.split(b"\n") if line.startswith((b"author ", b"committer ", b"encoding "))]
        return objects.write("commit", b"\n".join(lines) + b"\n\n" + message)

    def _message(self, message: bytes) -> bytes:
        said = message.decode("utf-8", "replace")
        return _SUBJECT if any(word in said for word in (*self.ids, *self.titles)) else message

    def _folder(self, oid: str, path: str) -> str | None:
        key = (oid, path)
        if key not in self._folders:
            tree: Tree = {}
            for name, leaf in self.repository.objects.tree(oid).items():
                kept = self._kept(leaf, f"{path}/{text(name)}")
                if kept is not None:
                    tree[name] = kept
            self._folders[key] = self.repository.objects.write_tree(tree) if tree else None
        return self._folders[key]

    def _kept(self, leaf: Leaf, path: str) -> Leaf | None:
        if leaf.mode == FOLDER:
            folder = self._folder(leaf.oid, path)
            return None if folder is None else Leaf(FOLDER, folder)
        if not path.endswith(".md"):
            return leaf
        data = self.repository.objects.blob(leaf.oid)
        if is_of(data, path, self.ids):
            return None
        cleaned = without_references(data, path, self.ids)
        return leaf if cleaned == data else Leaf(leaf.mode, self.repository.objects.write("blob", cleaned))


def is_of(data: bytes, path: str, ids: Collection[FactId]) -> bool:
    """Tell whether a file is, or once was, one of these facts."""
    fact = document.read(data, path).fact
    stem = path.rpartition("/")[2].removesuffix(".md")
    return (fact is not None and fact.id in ids) or (fact is None and stem in ids)


def without_references(data: bytes, path: str, ids: Collection[FactId]) -> bytes:
    """Take the ids out of another fact: from its fields, and as a word from its text."""
    if not any(id.encode() in data for id in ids):
        return data
    read = document.read(data, path)
    out = read.text
    if read.fact is not None:
        changes: dict[str, list[str] | None] = {}
        for key, held in (("supersedes", read.fact.supersedes), ("aliases", read.fact.aliases)):
            if set(held) & set(ids):
                changes[key] = [id for id in held if id not in ids] or None
        with suppress(MemError):  # the words below are taken out all the same
            out = edit(out, changes)
    for id in sorted(ids, key=len, reverse=True):
        out = out.replace(id, _PLACEHOLDER)
    return out.encode()
