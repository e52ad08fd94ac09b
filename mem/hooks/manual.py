"""The manual page of a rule, which is the docstring of its module."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.hooks.rules.base import Rule


def summary(rule: Rule) -> str:
    """Give the one line that says what is wrong."""
    return (rule.__doc__ or "").splitlines()[0]


def body(rule: Rule) -> str:
    """Give what follows the summary: what, why, bad, good."""
    return (rule.__doc__ or "").partition("\n")[2].strip()


def page(rule: Rule) -> str:
    """Write the page a person reads in a terminal."""
    return f"{rule.CODE} ({rule.SEVERITY})\n\n{summary(rule)}\n\n{body(rule)}\n"
