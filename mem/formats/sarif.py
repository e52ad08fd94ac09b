"""SARIF 2.1.0, the form that code scanning reads."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mem.diagnostics import Diagnostic

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "note": "note"}


@dataclass(frozen=True, slots=True)
class SarifRule:
    """What a viewer shows about a rule."""

    id: str
    summary: str
    help: str
    severity: str


def sarif(
    findings: Sequence[Diagnostic],
    *,
    tool: str,
    version: str,
    rules: Sequence[SarifRule],
    relative: Callable[[str], str],
) -> dict[str, object]:
    """Make a log of one run. `relative` names a path from the root of the repository, with slashes.

    Rules without a finding are left out, unless nothing was found at all: then the whole list says what
    was looked for.
    """
    used = {finding.code for finding in findings}
    listed = [rule for rule in rules if not used or rule.id in used]
    indexes = {rule.id: index for index, rule in enumerate(listed)}
    seen: dict[str, int] = {}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": tool, "version": version, "rules": [_rule(rule) for rule in listed]}},
                "columnKind": "unicodeCodePoints",
                "results": [_result(finding, indexes[finding.code], relative, seen) for finding in findings],
            }
        ],
    }


def _rule(rule: SarifRule) -> dict[str, object]:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.summary},
        "help": {"text": rule.help},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(finding: Diagnostic, index: int, relative: Callable[[str], str], seen: dict[str, int]) -> dict[str, object]:
    uri = quote(relative(finding.place.path), safe="/", errors="surrogateescape")
    message = finding.message if finding.help is None else f"{finding.message} ({finding.help})"
    return {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity],
        "message": {"text": message},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri}, **_region(finding)}}],
        "partialFingerprints": {"finding/v1": _fingerprint(finding, uri, seen)},
    }


def _region(finding: Diagnostic) -> dict[str, object]:
    """A finding about a whole file or folder has no region; line 0 would make an upload fail."""
    if finding.place.line is None:
        return {}
    return {"region": {"startLine": finding.place.line, "startColumn": finding.place.column or 1}}


def _fingerprint(finding: Diagnostic, uri: str, seen: dict[str, int]) -> str:
    """Name a finding so that it is known again when lines move; equal ones are counted apart."""
    identity = "\n".join((finding.code, uri, finding.message))
    seen[identity] = seen.get(identity, 0) + 1
    return sha256(f"{identity}\n{seen[identity]}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
