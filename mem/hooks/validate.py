"""All rules over one hook."""

from __future__ import annotations

from mem.hooks.model import Hook
from mem.hooks.rules import HOOK_RULES, WORLD_RULES
from mem.hooks.rules import unreadable as _unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mem.diagnostics import Diagnostic
    from mem.hooks.document import Document
    from mem.hooks.findings import Finding
    from mem.hooks.rules.base import Rule


class World:
    """What rules may ask about the project and the store; None means nobody can tell."""

    __slots__ = ("exists", "hits")

    def __init__(self, exists: Callable[[str], bool] | None = None, hits: Callable[[str], int] | None = None) -> None:
        self.exists = exists
        self.hits = hits


def validate(document: Document, world: World | None = None) -> list[Diagnostic]:
    """Give all findings in the order they stand in the file."""
    found = list(findings(Hook(document), world or World()))
    if not found:
        return []
    placed = [_diagnostic(document, rule, finding) for rule, finding in found]
    return sorted(placed, key=lambda finding: (finding.place.line or 0, finding.place.column or 0, finding.code))


def findings(hook: Hook, world: World) -> Iterator[tuple[Rule, Finding]]:
    """Give what each rule finds; of a file that is no hook only that is said."""
    if hook.document.faults:
        yield from ((_unreadable, finding) for finding in _unreadable.check(hook))
        return
    for rule in HOOK_RULES:
        yield from ((rule, finding) for finding in rule.check(hook))
    for world_rule in WORLD_RULES:
        yield from ((world_rule, finding) for finding in world_rule.check(hook, world))


def _diagnostic(document: Document, rule: Rule, finding: Finding) -> Diagnostic:
    from mem.diagnostics import Diagnostic, Place, Severity  # costs more than reading ten hooks; most have no findings

    line, column = document.position(finding.offset)
    place = Place(document.path, line, column)
    return Diagnostic(rule.CODE, Severity(rule.SEVERITY), finding.message, place, finding.help)
