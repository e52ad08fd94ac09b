"""One network step through the git library: the question comes as JSON on standard input, the answer goes out so."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from dulwich.client import (
    GitClient,
    HTTPProxyUnauthorized,
    HTTPUnauthorized,
    LocalGitClient,
    get_transport_and_path,
)
from dulwich.errors import NotGitRepository
from dulwich.object_store import BaseObjectStore
from dulwich.objects import Commit, ObjectID, ShaFile, Tree
from dulwich.pack import pack_objects_to_data
from dulwich.repo import Repo

_HEADS = b"refs/heads/"
Answer = dict[str, object]


def answer(asked: dict[str, Any]) -> Answer:
    """Carry out one step."""
    with Repo(asked["root"]) as repo:
        config = repo.get_config_stack()
        is_ssh = asked["url"].startswith(("ssh://", "git+ssh://")) or "://" not in asked["url"]
        more = {"ssh_command": asked["ssh"]} if is_ssh else {}
        client, path = get_transport_and_path(asked["url"], config=config, quiet=True, **more)
        match asked["step"]:
            case "heads":
                return _heads(client, path)
            case "fetch":
                return _fetch(client, path, repo, _HEADS + asked["branch"].encode())
            case _:
                expected = asked["expected"].encode() if asked["expected"] else None
                commits = [ObjectID(commit.encode()) for commit in asked["commits"]]
                return _push(client, path, repo, _HEADS + asked["branch"].encode(), commits, expected)


def _heads(client: GitClient, path: str) -> Answer:
    found = client.get_refs(path.encode())
    branches = {
        name.removeprefix(_HEADS).decode(): oid.decode()
        for name, oid in found.refs.items()
        if oid and name.startswith(_HEADS)
    }
    default = dict(found.symrefs or {}).get(b"HEAD")  # type: ignore[call-overload]  # the library's own name for a text
    return {"branches": branches, "default": default.removeprefix(_HEADS).decode() if default else None}


def _fetch(client: GitClient, path: str, repo: Repo, ref: bytes) -> Answer:
    if isinstance(client, LocalGitClient):
        return _copy(path, repo, ref)
    found = client.fetch(
        path.encode(),
        repo,
        determine_wants=lambda refs, depth=None: [refs[ref]] if refs[ref] not in repo.object_store else [],  # type: ignore[index,arg-type,misc,unused-ignore]  # as above  # noqa: ARG005
    )
    oid = {bytes(name): value for name, value in found.refs.items()}[ref]
    return {"commit": oid.decode() if oid else None}


def _copy(path: str, repo: Repo, ref: bytes) -> Answer:
    """Copy what is new from a repository on this disk: the library's own way trips over packs with bitmaps."""
    with Repo(path) as other:
        oid = other.refs[ref]  # type: ignore[index]  # as above
        fresh = _fresh(other.object_store, oid, repo.object_store)
        repo.object_store.add_objects([(thing, None) for thing in fresh])
        return {"commit": oid.decode()}


def _fresh(source: BaseObjectStore, oid: ObjectID, target: BaseObjectStore) -> Iterator[ShaFile]:
    """Give the objects below a commit that the target lacks; what it has, it has whole."""
    waiting, seen = [oid], {oid}
    while waiting:
        thing = source[waiting.pop()]
        if thing.id in target:
            continue
        yield thing
        for below in _below(thing):
            if below not in seen:
                seen.add(below)
                waiting.append(below)


def _below(thing: ShaFile) -> list[ObjectID]:
    if isinstance(thing, Commit):
        return [thing.tree, *thing.parents]
    if isinstance(thing, Tree):
        return [entry.sha for entry in thing.items() if entry.mode != 0o160000 and entry.sha]
    return []


def _push(
    client: GitClient, path: str, repo: Repo, ref: bytes, commits: Sequence[ObjectID], expected: bytes | None
) -> Answer:
    store, commit = repo.object_store, commits[-1]
    raced: list[bool] = []

    def update(refs: dict[Any, Any]) -> dict[Any, Any]:
        if refs.get(ref) != expected:
            raced.append(True)
            return {}
        return {ref: commit}

    def pack(have: Any, want: Any, **_: Any) -> Any:  # noqa: ARG001  # we know better than the library what is new
        return pack_objects_to_data([(thing, None) for thing in _new(store, commits)])

    result = client.send_pack(path.encode(), update, pack)
    refused = [str(reason) for reason in (result.ref_status or {}).values() if reason]
    # The library has been seen to report a lost race as a success: only what stands there counts.
    stands = {bytes(name): oid for name, oid in client.get_refs(path.encode()).refs.items()}.get(ref)
    taken = stands == commit and not raced
    return {"taken": taken, "raced": not taken and stands != expected, "reason": " ".join(refused) or "not taken"}


def _new(store: BaseObjectStore, commits: Sequence[ObjectID]) -> Iterator[ShaFile]:
    """Give what these commits brought, comparing each tree with those before it."""
    sent: set[ObjectID] = set()
    for oid in commits:
        commit = store[oid]
        assert isinstance(commit, Commit)
        yield commit
        before = [tree for parent in commit.parents if isinstance(tree := store[_tree(store, parent)], Tree)]
        yield from _brought(store, commit.tree, before, sent)


def _tree(store: BaseObjectStore, oid: ObjectID) -> ObjectID:
    commit = store[oid]
    assert isinstance(commit, Commit)
    return ObjectID(commit.tree)


def _brought(store: BaseObjectStore, oid: ObjectID, before: list[Tree], sent: set[ObjectID]) -> Iterator[ShaFile]:
    if oid in sent or oid in {tree.id for tree in before}:
        return
    sent.add(oid)
    tree = store[oid]
    assert isinstance(tree, Tree)
    yield tree
    for entry in tree.items():
        known = [other[entry.path] for other in before if entry.path in other]
        if entry.sha is None or entry.mode == 0o160000 or entry.sha in {sha for _, sha in known}:
            continue
        if entry.mode == 0o040000:
            inner = [found for mode, sha in known if mode == 0o040000 and isinstance(found := store[sha], Tree)]
            yield from _brought(store, entry.sha, inner, sent)
        elif entry.sha not in sent:
            sent.add(entry.sha)
            yield store[entry.sha]


def main() -> None:
    """Answer one question."""
    try:
        found = answer(json.load(sys.stdin))
    except (HTTPUnauthorized, HTTPProxyUnauthorized) as error:
        found = {"trouble": "entry", "said": f"the remote asks for a password: {error}"}
    except (NotGitRepository, FileNotFoundError) as error:
        found = {"trouble": "other", "said": f"fatal: {error} does not appear to be a git repository"}
    except (ConnectionError, TimeoutError) as error:
        found = {"trouble": "way", "said": str(error)}
    except Exception as error:  # noqa: BLE001  # whatever a remote made the library do is told by those who called us
        found = {"trouble": "other", "said": f"fatal: {type(error).__name__}: {error}"}
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
