"""One event of an agent's life, whatever harness it came from, and the readings all dialects share.

On the hot lane: nothing here imports anything.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SCHEMA = "mem.hook/1"

SESSION_START, PROMPT, PRE_LLM, TOOL_POST = "session_start", "prompt", "pre_llm", "tool_post"
TURN_END, PRE_COMPACT, CWD_CHANGED, SESSION_END = "turn_end", "pre_compact", "cwd_changed", "session_end"
EVENTS = (SESSION_START, PROMPT, PRE_LLM, TOOL_POST, TURN_END, PRE_COMPACT, CWD_CHANGED, SESSION_END)

USER, SYSTEM = "user", "system"

SESSION_KEYS = (
    "session_id", "sessionId", "conversation_id", "conversationId", "trajectory_id", "taskId", "sessionID",
    "sessionKey",
)  # fmt: skip
TURN_KEYS = ("prompt_id", "turn_id", "promptId", "generation_id", "execution_id")
CWD_KEYS = ("cwd", "workspaceRoot", "workspaceDir", "working_dir", "directory")
ROOTS_KEYS = ("workspacePaths", "workspace_roots", "workspaceRoots")
PATH_KEYS = (
    "file_path", "filePath", "path", "paths", "TargetFile", "filename", "notebook_path", "file", "absolute_path",
)  # fmt: skip
SOURCES = {"new": "startup", "load": "resume"}

KINDS = (
    ("mcp", ("mcp__", "mcp_")),
    ("spawn", ("task", "agent", "subagent", "spawn")),
    ("write", ("write", "edit", "patch", "replace", "create", "str_replace", "multiedit", "notebookedit", "delete")),
    ("shell", ("bash", "shell", "exec", "command", "terminal", "run_")),
    ("read", ("read", "view", "grep", "glob", "search", "list", "ls", "cat", "fetch", "find")),
)
PATCH_LINES = ("*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: ")


class Tool:
    """A tool that has run: `kind` is read, write, shell, mcp, spawn or other."""

    __slots__ = ("duration_ms", "id", "input", "kind", "name", "ok", "paths", "raw_name")

    def __init__(
        self,
        raw_name: str,
        input: Mapping[str, object],
        *,
        id: str = "",
        ok: bool = True,
        duration_ms: int | None = None,
    ) -> None:
        self.raw_name = raw_name
        self.name = raw_name.lower()
        self.kind = kind_of(raw_name)
        self.id = id
        self.input = input
        self.paths = paths_in(input)
        self.ok = ok
        self.duration_ms = duration_ms

    @property
    def command(self) -> str:
        """The command line of a shell tool, '' for any other."""
        command = self.input.get("command") or self.input.get("cmd") or ""
        return command if self.kind == "shell" and isinstance(command, str) else ""


class Event:
    """One event. `turn_id` may be empty; `raw` is what the harness said, for nobody but the dialects.

    `can_inject`: what we answer reaches the model. `starts_aloud`: so does the answer to this harness's session start.
    """

    __slots__ = (
        "agent_id", "can_inject", "cwd", "event", "harness", "harness_version", "last_assistant_message", "native",
        "prompt", "prompt_origin", "raw", "reason", "session_id", "source", "starts_aloud", "stop_hook_active", "tool",
        "transcript_path", "turn_id", "workspace_roots",
    )  # fmt: skip

    def __init__(self, harness: str, event: str, raw: Mapping[str, object]) -> None:
        self.harness = harness
        self.event = event
        self.raw = raw
        self.native = ""
        self.harness_version: str | None = None
        self.session_id = ""
        self.turn_id: str | None = None
        self.agent_id: str | None = None
        self.cwd = ""
        self.workspace_roots: Sequence[str] = ()
        self.source: str | None = None
        self.starts_aloud = False
        self.reason: str | None = None
        self.prompt: str | None = None
        self.prompt_origin = USER
        self.tool: Tool | None = None
        self.last_assistant_message: str | None = None
        self.stop_hook_active = False
        self.transcript_path: str | None = None
        self.can_inject = False

    @property
    def is_subagent(self) -> bool:
        return bool(self.agent_id)


def normalised(harness: str, event: str, said: Mapping[str, object]) -> Event:
    """Read what is common: `said` is the payload with every field under one of the names known here."""
    found = Event(harness, event, said)
    found.session_id = first_text(said, SESSION_KEYS)
    found.turn_id = first_text(said, TURN_KEYS) or None
    found.agent_id = first_text(said, ("agent_id", "agentId")) or None
    found.workspace_roots = _roots(said)
    found.cwd = first_text(said, CWD_KEYS) or (found.workspace_roots[0] if found.workspace_roots else "")
    found.reason = first_text(said, ("reason", "stopReason")) or None
    found.prompt = prompt_text(first_of(said, ("prompt", "initialPrompt", "message")))
    found.last_assistant_message = first_text(said, ("last_assistant_message", "lastAssistantMessage")) or None
    found.stop_hook_active = said.get("stop_hook_active") is True or said.get("stopHookActive") is True
    found.transcript_path = first_text(said, ("transcript_path", "transcriptPath")) or None
    source = first_text(said, ("source", "trigger"))
    found.source = SOURCES.get(source, source) or None
    if event == CWD_CHANGED:
        found.source = first_text(said, ("old_cwd",)) or None
        found.workspace_roots = tuple(found.workspace_roots) or ((found.source,) if found.source else ())
        found.cwd = first_text(said, ("new_cwd",)) or found.cwd
    if event == TOOL_POST:
        found.tool = _tool(said)
    return found


def first_text(said: Mapping[str, object], keys: Sequence[str]) -> str:
    """Give the first of these fields that holds text, '' when none does."""
    for key in keys:
        value = said.get(key)
        if isinstance(value, str) and value:
            return value
    return ""


def first_of(said: Mapping[str, object], keys: Sequence[str]) -> object:
    return next((said[key] for key in keys if said.get(key) is not None), None)


def inner(said: Mapping[str, object], key: str) -> Mapping[str, object]:
    """Give the document under a key, an empty one where there is none."""
    value = said.get(key)
    return value if isinstance(value, dict) else {}


def prompt_text(value: object) -> str | None:
    """Give the words of a prompt: parts joined, wrappers gone; None where the event has no prompt at all."""
    if isinstance(value, list):
        value = "\n".join(
            part["text"] for part in value if isinstance(part, dict) and isinstance(part.get("text"), str)
        )
    if not isinstance(value, str):
        return None
    return value.replace("<user_query>", "").replace("</user_query>", "").strip()


def kind_of(name: str) -> str:
    """Tell what a tool does to the world, by its name in whichever harness."""
    name = name.lower()
    for kind, marks in KINDS:
        if any(name.startswith(mark) if kind == "mcp" else mark in name for mark in marks):
            return kind
    return "other"


def paths_in(input: Mapping[str, object]) -> list[str]:
    """Give the files a tool's input names, those inside a patch among them."""
    found: dict[str, None] = {}
    for key in PATH_KEYS:
        value = input.get(key)
        for path in value if isinstance(value, list) else [value]:
            if isinstance(path, str) and path:
                found[path] = None
    edits = input.get("edits")
    for edit in edits if isinstance(edits, list) else ():
        if isinstance(edit, dict):
            found.update(dict.fromkeys(paths_in({key: value for key, value in edit.items() if key != "edits"})))
    for text in (input.get("command"), input.get("patch"), input.get("input")):
        if isinstance(text, str) and "*** " in text:
            found.update(dict.fromkeys(_patched(text)))
    return list(found)


def _patched(text: str) -> list[str]:
    return [line[len(mark) :].strip() for line in text.splitlines() for mark in PATCH_LINES if line.startswith(mark)]


def _roots(said: Mapping[str, object]) -> list[str]:
    for key in ROOTS_KEYS:
        value = said.get(key)
        if isinstance(value, list):
            return [root for root in value if isinstance(root, str) and root]
    return []


def _tool(said: Mapping[str, object]) -> Tool:
    input = first_of(said, ("tool_input", "toolInput", "toolArgs", "input"))
    duration = first_of(said, ("duration_ms", "duration"))
    return Tool(
        first_text(said, ("tool_name", "toolName")),
        input if isinstance(input, dict) else {},
        id=first_text(said, ("tool_use_id", "toolUseId", "tool_call_id", "toolCallId")),
        ok=_went_well(said),
        duration_ms=duration if isinstance(duration, int) else None,
    )


def _went_well(said: Mapping[str, object]) -> bool:
    """Tell whether a tool did what it was asked, as far as the harness says."""
    if said.get("isError") is True or said.get("error") or said.get("ok") is False:
        return False
    result = first_of(said, ("tool_response", "tool_result", "toolResult", "tool_output"))
    if not isinstance(result, dict):
        return True
    code = first_of(result, ("exit_code", "exitCode", "returncode"))
    kind = first_text(result, ("result_type", "resultType"))
    if result.get("success") is False or result.get("is_error") is True or result.get("error"):
        return False
    return kind in ("", "success") and code in (None, 0)
