"""The failure of a request that needs valid hooks."""

from __future__ import annotations

from mem.errors import MemError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mem.diagnostics import Diagnostic


class Stopped(MemError):
    """Hooks, or what surrounds them, have errors, so nothing is planned or written from them."""

    def __init__(self, findings: Sequence[Diagnostic]) -> None:
        super().__init__(findings[0].message, help=findings[0].help)
        self.findings = list(findings)
