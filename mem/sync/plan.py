"""What becomes of every file that two machines changed apart; decided here, carried out elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from mem.facts import document
from mem.facts.adopting import follow, is_one_fact, keeps_id, renamed
from mem.facts.fact import FactId
from mem.facts.merging import Yielded, merge
from mem.store.comparing import Changes
from mem.store.files import is_fact_path
from mem.store.trees import EXECUTABLE, FILE, Leaf
from mem.sync.erasing import Erased
from mem.sync.moves import moves
from mem.sync.other_files import beside, is_as_made, text_merge
from mem.sync.planned import Note, Plan

_SHORT = 7  # characters of an object id, as git shortens one


def combine(
    ours: Changes,
    theirs: Changes,
    read: Callable[[Leaf], bytes],
    machine: str,
    erased: Erased | None = None,
    held: Callable[[str], Leaf | None] = lambda _: None,
) -> Plan:
    """Plan how our changes go on top of theirs; both are counted from the last common state.

    `held` gives what they have at a path. What was erased for good comes in from neither side.
    """
    if erased is None or not erased.records:
        return _Combining(ours, theirs, read, machine, held).plan()
    from_us, from_them = _returning(ours, read, erased), _returning(theirs, read, erased)
    allowed = {path: change for path, change in ours.items() if path not in from_us}
    plan = _Combining(allowed, theirs, read, machine, held).plan()
    plan.barred = set(from_us)
    plan.put |= dict.fromkeys(from_them)
    plan.notes += [Note("returned", id, "it was erased, and is kept out") for id in {**from_us, **from_them}.values()]
    return plan


def _returning(side: Changes, read: Callable[[Leaf], bytes], erased: Erased) -> dict[str, FactId]:
    """Give the paths at which a side brings an erased fact."""
    found = {}
    for path, (_, leaf) in side.items():
        fact = document.read(read(leaf), path).fact if leaf and is_fact_path(path) else None
        if fact and erased.holds(fact.id):
            found[path] = fact.id
    return found


class _Combining:
    """One meeting of two sides, path by path."""

    def __init__(
        self,
        ours: Changes,
        theirs: Changes,
        read: Callable[[Leaf], bytes],
        machine: str,
        held: Callable[[str], Leaf | None],
    ) -> None:
        self._ours, self._theirs = ours, theirs
        self._held = held
        self._read = read
        self._machine = machine
        self._plan = Plan()
        self._done: set[str] = set()

    def plan(self) -> Plan:
        self._follow_moves()
        self._tell_namesakes_apart()
        for path, (base, mine) in self._ours.items():
            if path in self._done:
                continue
            if path not in self._theirs:
                self._plan.put[path] = mine
            elif mine != self._theirs[path][1]:
                self._meet(path, base, mine, self._theirs[path][1])
        if self._plan.names:
            self._rename_references()
        return self._plan

    def _follow_moves(self) -> None:
        """A fact that one side moved and the other changed or moved too is one fact, at one place."""
        mine = dict(moves(self._ours, self._theirs, self._id_of))
        others = dict(moves(self._theirs, self._ours, self._id_of))
        for path in [path for path in self._ours if path in mine or path in others]:
            base, our_leaf = self._ours[path]
            their_leaf = self._theirs[path][1]
            our_path, their_path = mine.get(path, path), others.get(path, path)
            our_leaf = self._ours[our_path][1] if path in mine else our_leaf
            their_leaf = self._theirs[their_path][1] if path in others else their_leaf
            if our_leaf is None or their_leaf is None or base is None:
                continue
            target = their_path if path in others else self._room(our_path, our_leaf)
            merged = merge(self._read(base), self._read(our_leaf), self._read(their_leaf), target)
            self._done |= {path, our_path, target}
            if follower := self._ours[path][1] if path in mine else None:
                self._plan.put[self._room(path, follower, () if path in others else (path,))] = follower
            elif target != path and path not in others:
                self._plan.put[path] = None
            self._put(target, merged.data)
            self._tell("contested" if merged.contested else "merged", target, yielded=merged.yielded)

    def _tell_namesakes_apart(self) -> None:
        """Facts of one id that both sides made at different places."""
        mine = {id: path for path, leaf in self._made(self._ours) if (id := self._id_of(leaf, path))}
        if not mine:
            return
        for their_path, leaf in self._made(self._theirs):
            path = mine.get(self._id_of(leaf, their_path) or FactId(""), their_path)
            our_leaf = self._ours[path][1] if path != their_path else None
            if our_leaf:
                self._done.add(path)
                self._meet_new(path, our_leaf, their_path, leaf)

    def _theirs_of(self, id: FactId) -> tuple[str, Leaf] | None:
        return next(((path, leaf) for path, leaf in self._made(self._theirs) if self._id_of(leaf, path) == id), None)

    def _made(self, side: Changes) -> Iterator[tuple[str, Leaf]]:
        """Give the new facts of a side."""
        for path, (base, leaf) in side.items():
            if base is None and leaf is not None and is_fact_path(path) and path not in self._done:
                yield path, leaf

    def _meet(self, path: str, base: Leaf | None, mine: Leaf | None, theirs: Leaf | None) -> None:
        if mine is None:
            self._tell("kept", path, "deleted here, edited there")
        elif theirs is None:
            self._plan.put[path] = mine
            self._tell("kept", path, "edited here, deleted there")
        elif not _is_file(mine) or not _is_file(theirs):
            self._set_beside(path, mine)
        elif not is_fact_path(path):
            self._meet_other(path, base, mine, theirs)
        elif base is None:
            self._meet_new(path, mine, path, theirs)
        else:
            self._merge(path, self._read(base), mine, theirs)

    def _merge(self, path: str, base: bytes | None, mine: Leaf, theirs: Leaf) -> None:
        merged = merge(base, self._read(mine), self._read(theirs), path)
        self._put(path, merged.data)
        if merged.forgotten_edit:
            self._tell("forgotten", path, "edited on one side, forgotten on the other", merged.yielded)
        self._tell("contested" if merged.contested else "merged", path, yielded=merged.yielded)

    def _meet_new(self, path: str, mine: Leaf, their_path: str, theirs: Leaf) -> None:
        """Both sides made a fact of one id: one fact twice, or two that must go by two names."""
        our_data, their_data = self._read(mine), self._read(theirs)
        our_fact, their_fact = document.read(our_data, path).fact, document.read(their_data, their_path).fact
        if our_fact and their_fact and our_fact.id != their_fact.id:  # two facts that were only given one file name
            self._lay_beside(path, self._room(path, mine), mine)
            return
        if our_fact is None or their_fact is None or is_one_fact(our_fact, their_fact):
            self._merge(their_path, None, mine, theirs)
            return
        if keeps_id(our_data, their_data, path):
            new_path, data, id = renamed(their_data, their_path)
            if their_path != path:
                self._plan.put[their_path] = None
            self._plan.put[self._room(path, mine, (their_path,))] = mine
            self._put(new_path, data)
            self._follow_in_theirs({their_fact.id: id})
            self._plan.meets = True
        else:
            new_path, data, id = renamed(our_data, path)
            self._plan.names[our_fact.id] = id
            if twin := self._theirs_of(id):  # it left its id once before, on another machine
                self._put(twin[0], merge(None, data, self._read(twin[1]), twin[0]).data)
            else:
                self._plan.paths[path] = new_path
                self._plan.put[new_path] = data
        self._tell("adopted", our_fact.id, id)

    def _meet_other(self, path: str, base: Leaf | None, mine: Leaf, theirs: Leaf) -> None:
        """Files that are no facts: woven together by lines, else theirs stays and ours goes beside."""
        before = self._read(base) if base and _is_file(base) else b""
        our_data, their_data = self._read(mine), self._read(theirs)
        if not before and is_as_made(path, our_data):
            return
        if not before and is_as_made(path, their_data):
            self._plan.put[path] = mine
            return
        data = text_merge(path, before, our_data, their_data)
        if data is None:
            self._set_beside(path, mine)
            return
        self._put(path, data)
        self._tell("merged", path)

    def _set_beside(self, path: str, mine: Leaf) -> None:
        """Machines may share a name, and a person may use it: what lies there already is never written over."""
        target = beside(path, self._machine)
        if self._is_taken(target, mine):
            target = beside(path, f"{self._machine}-{mine.oid[:_SHORT]}")
        self._lay_beside(path, target, mine)

    def _lay_beside(self, path: str, target: str, mine: Leaf) -> None:
        self._plan.put[target] = mine
        self._plan.meets = True
        self._tell("beside", path, target)

    def _room(self, path: str, mine: Leaf, free: Sequence[str] = ()) -> str:
        """Give the place for our fact: this one, unless they have another fact there; `free` is what they leave."""
        folder, id = path.rpartition("/")[0], self._id_of(mine, path)
        for place in (path, f"{folder}/{id}.md"):
            if place in free or not self._is_taken(place, mine):
                return place
        return f"{folder}/{id}-{mine.oid[:_SHORT]}.md"

    def _is_taken(self, path: str, mine: Leaf) -> bool:
        ours = self._ours[path][1] if path in self._ours else None
        return any(other not in (None, mine) for other in (self._held(path), ours, self._plan.put.get(path)))

    def _follow_in_theirs(self, names: Mapping[FactId, FactId]) -> None:
        for path, (_, leaf) in self._theirs.items():
            if is_fact_path(path) and leaf and path not in self._ours and path not in self._plan.put:
                data = self._read(leaf)
                if (followed := follow(data, path, names)) != data:
                    self._plan.put[path] = followed

    def _rename_references(self) -> None:
        for path, put in list(self._plan.put.items()):
            if not is_fact_path(path) or put is None:
                continue
            data = put if isinstance(put, bytes) else self._read(put)
            if (followed := follow(data, path, self._plan.names)) != data:
                self._plan.put[path] = followed

    def _put(self, path: str, data: bytes) -> None:
        self._plan.put[path] = data
        self._plan.meets = True

    def _tell(self, kind: str, name: str, other: str = "", yielded: Sequence[Yielded] = ()) -> None:
        self._plan.notes.append(Note(kind, name, other, yielded))

    def _id_of(self, leaf: Leaf, path: str) -> FactId | None:
        fact = document.read(self._read(leaf), path).fact
        return fact.id if fact else None


def _is_file(leaf: Leaf) -> bool:
    return leaf.mode in (FILE, EXECUTABLE)
