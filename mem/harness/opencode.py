"""OpenCode's plugin: it hands over the call of one of its hooks, and changes what `mutate` says."""

from __future__ import annotations

from mem.harness.base import Dialect
from mem.harness.events import (
    PRE_COMPACT,
    PRE_LLM,
    PROMPT,
    SESSION_END,
    SESSION_START,
    TOOL_POST,
    TURN_END,
    Event,
    first_text,
    inner,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.harness.base import Document

CHANGES_NOTHING = {"mutate": "none"}

NAMES = {
    "chat.message": PROMPT,
    "ctx.session.hook(prompt)": PROMPT,
    "experimental.chat.system.transform": PRE_LLM,
    "ctx.session.hook(context)": PRE_LLM,
    "tool.execute.after": TOOL_POST,
    "experimental.session.compacting": PRE_COMPACT,
    "ctx.session.hook(compaction)": PRE_COMPACT,
    "session.created": SESSION_START,
    "session.idle": TURN_END,
    "session.execution.succeeded": TURN_END,
    "session.execution.failed": TURN_END,
    "session.execution.interrupted": TURN_END,
    "session.deleted": SESSION_END,
    "dispose": SESSION_END,
}


class OpenCode(Dialect):
    names = NAMES

    def native(self, said: Document) -> str:
        return first_text(inner(said, "event"), ("type",)) or first_text(said, ("hook",))

    def fields(self, said: Document) -> Document:
        call, output, event = inner(said, "input"), inner(said, "output"), inner(said, "event")
        second = inner(said, "e")
        about = inner(event, "properties") or inner(event, "data")
        folder = first_text(said, ("directory",)) or first_text(inner(event, "location"), ("directory",))
        return {
            "hook": said.get("hook"),
            "system": output.get("system"),
            "sessionID": first_text(call, ("sessionID",))
            or first_text(second, ("sessionID",))
            or first_text(about, ("sessionID",)),
            "turn_id": first_text(call, ("messageID",)),
            "directory": folder,
            "prompt": output.get("parts") or inner(second, "prompt").get("text"),
            "tool_name": call.get("tool") or second.get("tool"),
            "tool_input": call.get("args") or second.get("args"),
            "tool_use_id": call.get("callID"),
            "tool_response": output.get("metadata"),
        }

    def reply(self, event: Event, context: str) -> Document | str | None:
        if not context:
            return CHANGES_NOTHING
        if event.native.startswith("ctx."):
            return {"mutate": {"e.system.push": {"type": "text", "text": context}}}
        system = event.raw.get("system")
        base = system[0] if isinstance(system, list) and system and isinstance(system[0], str) else ""
        # Folded into the first block: some local models refuse a second one.
        return {"mutate": {"output.system[0]": f"{base}\n\n{context}" if base else context}}


DIALECT = OpenCode()
