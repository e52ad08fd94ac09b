"""The base of every failure that a person or an agent is meant to read."""

from __future__ import annotations


class MemError(Exception):
    """A request that cannot be met; `help` names the next step, `code` is the exit status."""

    code = 1

    def __init__(self, message: str, *, help: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.help = help


class UsageError(MemError):
    """A request that was put wrongly: an unknown flag, a missing value, a date that is none."""

    code = 2
