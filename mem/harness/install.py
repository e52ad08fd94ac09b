"""Putting the wiring in and taking it out: what would change is worked out first, then shown or carried out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from mem.errors import MemError, UsageError
from mem.harness.wiring import TARGETS
from mem.harness.wiring.pieces import CannotEdit, Piece, Whole
from mem.harness.wiring.servers import JsonServer
from mem.harness.wiring.target import Place, Target

BACKUP = ".mem-backup"


class UnknownHarness(UsageError):
    """No harness of this name can be wired up."""

    def __init__(self, name: str) -> None:
        super().__init__(f"`{name}` is no harness I can wire up", help=f"one of: all, {', '.join(_NAMES)}")


@dataclass(frozen=True, slots=True)
class Change:
    """One file before and after; None is a file that is not there. `keeps_backup`: the first edit saves the old one."""

    path: str
    before: bytes | None
    after: bytes | None
    mode: int = 0o644
    keeps_backup: bool = False
    drops_backup: bool = False

    @property
    def verb(self) -> str:
        if self.before == self.after:
            return "unchanged"
        if self.before is None:
            return "created"
        return "removed" if self.after is None else "edited"


@dataclass(frozen=True, slots=True)
class Plan:
    """All files that are looked at, and those that are left alone with the reason."""

    changes: Sequence[Change]
    refused: Sequence[MemError] = field(default_factory=tuple)

    @property
    def due(self) -> list[Change]:
        return [change for change in self.changes if change.before != change.after]


_NAMES: Mapping[str, Target] = {target.name: target for target in TARGETS}


def chosen(names: Sequence[str], place: Place) -> list[Target]:
    """Give the harnesses that are named, or for none and `all` those found on this machine."""
    if names and list(names) != ["all"]:
        unknown = [name for name in names if name not in _NAMES]
        if unknown:
            raise UnknownHarness(unknown[0])
        return [_NAMES[name] for name in dict.fromkeys(names)]
    return [target for target in TARGETS if target.home and os.path.isdir(place.at(target.home))]


def wired(place: Place) -> list[Target]:
    """Give the harnesses that are wired up: something is in that no other would have put there.

    Who shares all it has with another counts only where that other is not wired.
    """
    pieces = {target.name: list(target.pieces(place)) for target in TARGETS}
    everything = {target.name: [*pieces[target.name], *target.tools(place)] for target in TARGETS}
    sure = [target for target in TARGETS if any(map(_is_in, _exclusive(target, everything)))]
    explained = [piece for target in sure for piece in pieces[target.name]]
    rest = [target for target in TARGETS if target not in sure and not _exclusive(target, pieces)]
    unexplained = [target for target in rest if pieces[target.name][0] not in explained]
    return [
        target for target in TARGETS if target in sure or (target in unexplained and _is_in(pieces[target.name][0]))
    ]


def to_install(targets: Sequence[Target], place: Place, launcher: Whole, *, with_tools: bool = True) -> Plan:
    """Work out what putting these in changes; a piece that cannot go in keeps no other back."""
    return _plan([launcher, *_pieces(targets, place, with_tools=with_tools)], _put)


def to_uninstall(targets: Sequence[Target], place: Place, launcher: Whole) -> Plan:
    """Work out what taking these out changes; what another harness still needs stays."""
    staying = [target for target in wired(place) if target not in targets]
    needed = _pieces(staying, place)
    leaving = [piece for piece in _pieces(targets, place) if piece not in needed]
    return _plan([*leaving, *([] if staying else [launcher])], _take)


def carry_out(plan: Plan, root: str) -> Plan:
    """Write what is due, each file in one step; folders that are empty afterwards go too. Gives what was done."""
    moved = [change for change in plan.due if _read(change.path) != change.before]
    done = [change for change in plan.changes if change not in moved]
    for change in Plan(done).due:
        real = os.path.realpath(change.path)
        if change.keeps_backup and change.before is not None:
            _write(change.path + BACKUP, change.before, change.mode)
        if change.after is None:
            os.unlink(real)
            _remove_hollow(os.path.dirname(change.path), root)
        else:
            os.makedirs(os.path.dirname(real), exist_ok=True)
            _write(real, change.after, change.mode)
    for change in done:
        if change.drops_backup and os.path.exists(change.path + BACKUP):
            os.unlink(change.path + BACKUP)
    late = [CannotEdit(change.path, "it was written to meanwhile") for change in moved]
    return Plan(done, [*plan.refused, *late])


def _plan(pieces: Iterable[Piece], change_of: Callable[[str, Sequence[Piece], list[MemError]], Change]) -> Plan:
    changes: list[Change] = []
    refused: list[MemError] = []
    for path, group in _by_path(pieces).items():
        try:
            changes.append(change_of(path, group, refused))
        except CannotEdit as reason:
            refused.append(reason)
    return Plan(changes, list({reason.message: reason for reason in refused}.values()))


def _put(path: str, group: Sequence[Piece], refused: list[MemError]) -> Change:
    before = _read(path)
    text = old = _text(path, before)
    for piece in group:
        try:
            text = piece.put(text)
        except CannotEdit as reason:
            refused.append(reason)
    after = None if text is None else text.encode()
    is_theirs = old is not None and before != after and not any(piece.is_in(old) for piece in group)
    first = group[0]
    mode = _mode(path, first.mode if isinstance(first, (Whole, JsonServer)) else 0o644)
    return Change(path, before, after, mode, keeps_backup=is_theirs and not os.path.exists(path + BACKUP))


def _take(path: str, group: Sequence[Piece], refused: list[MemError]) -> Change:
    before = _read(path)
    text, original = _text(path, before), _text(path, _read(path + BACKUP))
    for piece in reversed(group):
        try:
            text = None if text is None else piece.take(text, original)
        except CannotEdit as reason:
            refused.append(reason)
    return Change(path, before, None if text is None else text.encode(), _mode(path, 0o644), drops_backup=True)


def _pieces(targets: Iterable[Target], place: Place, *, with_tools: bool = True) -> list[Piece]:
    """Give what these harnesses need, each thing once."""
    found: list[Piece] = []
    for target in targets:
        wanted = [*target.pieces(place), *(target.tools(place) if with_tools else ())]
        found += [piece for piece in wanted if piece not in found]
    return found


def _by_path(pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
    groups: dict[str, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(piece.path, []).append(piece)
    return groups


def _exclusive(target: Target, pieces: Mapping[str, Sequence[Piece]]) -> list[Piece]:
    """Give the pieces of a harness that no other has."""
    others = [piece for name, group in pieces.items() if name != target.name for piece in group]
    return [piece for piece in pieces[target.name] if piece not in others]


def _is_in(piece: Piece) -> bool:
    try:
        text = _text(piece.path, _read(piece.path))
        return text is not None and piece.is_in(text)
    except CannotEdit:
        return False


def _text(path: str, data: bytes | None) -> str | None:
    try:
        return None if data is None else data.decode()
    except UnicodeDecodeError as error:
        raise CannotEdit(path, "it is not UTF-8 text") from error


def _read(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise CannotEdit(path, error.strerror or str(error)) from error


def _mode(path: str, default: int) -> int:
    try:
        return os.stat(path).st_mode & 0o777
    except OSError:
        return default


def _write(path: str, data: bytes, mode: int) -> None:
    """Written aside and swapped in: a harness that starts just now reads the old file or the new one."""
    aside = f"{path}.{os.getpid()}"
    with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(data)
    os.chmod(aside, mode)
    os.replace(aside, path)


def _remove_hollow(folder: str, root: str) -> None:
    """Remove folders that hold nothing any more, up to the harness's own or the root."""
    homes = {os.path.join(root, target.home) for target in TARGETS}
    while folder.startswith(root + os.sep) and folder not in homes:
        try:
            os.rmdir(folder)
        except OSError:
            return
        folder = os.path.dirname(folder)
