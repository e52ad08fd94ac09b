"""Antigravity: events have no names in the payload, their fields tell them apart; context is an ephemeral step."""

from __future__ import annotations

from mem.harness.base import SAYS_NOTHING, Dialect
from mem.harness.events import PRE_LLM, TOOL_POST, TURN_END, Event, inner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.harness.base import Document

NAMES = {"PreInvocation": PRE_LLM, "PostToolUse": TOOL_POST, "Stop": TURN_END}


class Antigravity(Dialect):
    """Its hooks run in the settings folder, so only `workspacePaths` says where the work is."""

    names = NAMES

    def native(self, said: Document) -> str:
        if "toolCall" in said:
            return "PostToolUse"
        if "invocationNum" in said:
            return "PreInvocation"
        return "Stop" if "terminationReason" in said or "fullyIdle" in said else ""

    def fields(self, said: Document) -> Document:
        call = inner(said, "toolCall")
        return {**said, "tool_name": call.get("name"), "tool_input": call.get("args"), "cwd": None}

    def refine(self, event: Event) -> None:
        if event.event == TURN_END and event.raw.get("fullyIdle") is False:
            event.stop_hook_active = True  # work goes on in the background: the turn has not ended
        if not event.workspace_roots:
            event.can_inject = False

    def reply(self, event: Event, context: str) -> Document | str | None:  # noqa: ARG002  # the same at every event
        return {"injectSteps": [{"ephemeralMessage": context}]} if context else SAYS_NOTHING


DIALECT = Antigravity()
