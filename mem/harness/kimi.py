"""Kimi Code: context in `message`; a bare `{}` at a prompt would be read out to the model."""

from __future__ import annotations

from mem.harness.base import SAYS_NOTHING, Dialect
from mem.harness.claude import NAMES
from mem.harness.events import PROMPT, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.harness.base import Document


class Kimi(Dialect):
    names = NAMES

    def reply(self, event: Event, context: str) -> Document | str | None:
        if event.event != PROMPT:
            return SAYS_NOTHING
        return {"message": context} if context else None


DIALECT = Kimi()
