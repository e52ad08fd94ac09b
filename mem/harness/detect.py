"""Whose payload is this? Several harnesses read one settings file, so the payload tells, and a hint settles ties.

On the hot lane: nothing here imports anything but the events.
"""

from __future__ import annotations

from mem.harness.events import first_text, inner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.harness.base import Document

GEMINI_NAMES = frozenset(("BeforeAgent", "AfterAgent", "BeforeModel", "AfterModel", "AfterTool", "PreCompress"))
KIRO_NAMES = frozenset(("agentSpawn", "userPromptSubmit", "preToolUse", "postToolUse", "stop"))
OPENCLAW_NAMES = frozenset(
    ("before_prompt_build", "after_tool_call", "agent_end", "before_compaction", "session_start", "session_end")
)
PI_NAMES = frozenset(
    (
        "session_start", "before_agent_start", "tool_result", "agent_settled", "session_before_compact",
        "session_shutdown",
    )
)  # fmt: skip
SPEAK_CLAUDE = frozenset(("claude-code", "codex", "qwen-code", "factory-droid", "vscode-copilot", "continue"))


def detect(said: Document, hint: str = "") -> str:
    """Give the harness that speaks so; '' when nobody we know does."""
    return _by_marks(said) or _by_envelope(said) or _by_camel_case(said) or _by_snake_case(said, hint) or hint


def _by_marks(said: Document) -> str:
    """Fields that only one harness sends."""
    if "cursor_version" in said:
        return "cursor"
    if "agent_action_name" in said:
        return "windsurf"
    if "clineVersion" in said:
        return "cline"
    if "invocationNum" in said or "workspacePaths" in said:
        return "antigravity"
    if "profile" in said and "extra" in said:
        return "hermes"
    return "kimi-code" if "client_type" in said and "session_title" in said else ""


def _by_envelope(said: Document) -> str:
    """Calls of plug-ins, which say `hook` or `event`."""
    hook, event = first_text(said, ("hook",)), first_text(said, ("event",))
    if hook:
        if hook in OPENCLAW_NAMES:
            return "openclaw"
        return "opencode-v2" if hook.startswith("ctx.") else "opencode-v1"
    if not event or "hook_event_name" in said:
        return ""
    if inner(said, "thread") or "." in event:
        return "amp"
    return "pi" if event in PI_NAMES else "goose"


def _by_camel_case(said: Document) -> str:
    name = first_text(said, ("hookEventName",))
    if name and "workspaceRoot" in said and name == name.lower():
        return "grok"
    if name:
        return "factory-droid" if "permissionMode" in said else "vscode-copilot"
    is_nameless = "sessionId" in said and "hook_event_name" not in said
    return "copilot-cli" if is_nameless and isinstance(said.get("timestamp"), (int, float)) else ""


def _by_snake_case(said: Document, hint: str) -> str:
    name = first_text(said, ("hook_event_name",))
    transcript = first_text(said, ("transcript_path",)).replace("\\", "/")
    if not name:
        return ""
    if name in KIRO_NAMES:
        return "kiro"
    if "timestamp" in said:
        return _by_time(said, name, transcript)
    if _is_codex(said, transcript):
        return "codex"
    if "/.factory/" in transcript:
        return "factory-droid"
    return hint if hint in SPEAK_CLAUDE and "/.claude/" not in transcript else "claude-code"


def _by_time(said: Document, name: str, transcript: str) -> str:
    if name in GEMINI_NAMES:
        return "gemini-cli"
    if "tool_result" in said or not transcript:
        return "copilot-cli"
    return "qwen-code" if "permission_mode" in said else "gemini-cli"


def _is_codex(said: Document, transcript: str) -> bool:
    if "model" not in said or "permission_mode" not in said:
        return False
    return "turn_id" in said or "/.codex/" in transcript or ("source" in said and not transcript)
