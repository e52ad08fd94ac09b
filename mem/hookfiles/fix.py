"""Mending checked hooks on disk."""

from __future__ import annotations

from mem.hookfiles.check import Checked, check_file
from mem.hookfiles.files import mend_hook, read_hook
from mem.hookfiles.stopped import Stopped
from mem.hooks.fix import fixed


def fix_all(checked: Checked) -> int:
    """Mend what is safe in all hooks that were checked, renew their findings and count those that are gone."""
    before = len(checked.findings)
    for path, site in checked.hooks.items():
        if _mend(path):
            kept = [finding for finding in checked.findings if finding.place.path != path]
            checked.findings = kept + check_file(path, site)
    checked.findings.sort(key=lambda finding: finding.place.path)
    return before - len(checked.findings)


def _mend(path: str) -> bool:
    """Write one hook, only if there is something to mend in it."""
    try:
        document = read_hook(path)
        return fixed(document) != document.text and mend_hook(path, fixed)
    except Stopped:
        return False
