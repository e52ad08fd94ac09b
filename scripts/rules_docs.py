"""Write docs/rules.md from the rules' own manual pages: `python scripts/rules_docs.py [--check]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from mem.hooks.manual import body, summary
from mem.hooks.rules import RULES
from mem.hooks.rules.base import Rule

PAGE = Path(__file__).parents[1] / "docs" / "rules.md"

INTRODUCTION = """\
# The rules for MEMHOOKS.md

`memhooks validate` finds these; errors make it exit 1, warnings do not. `memhooks rule CODE` prints one page.
Codes from MH100 on are our own. This page is made from the rules by `scripts/rules_docs.py`.

"""


def text() -> str:
    """Give the whole page."""
    table = ["| code | severity | finding |", "|---|---|---|"]
    table += [f"| [{rule.CODE}](#{rule.CODE.lower()}) | {rule.SEVERITY} | {summary(rule)} |" for rule in RULES.values()]
    return INTRODUCTION + "\n".join(table) + "\n\n" + "\n".join(map(_section, RULES.values()))


def _section(rule: Rule) -> str:
    return f"## {rule.CODE}\n\n**{summary(rule)}** ({rule.SEVERITY})\n\n{body(rule)}\n"


def main() -> None:
    """Write the page, or with --check only tell whether it is up to date."""
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(text(), encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text():
        sys.exit("docs/rules.md is not up to date: python scripts/rules_docs.py")


if __name__ == "__main__":
    main()
