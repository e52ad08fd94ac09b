"""The harnesses we understand: whose dialect each speaks, and at which events it passes our words on."""

from __future__ import annotations

from mem.harness import detect
from mem.harness.events import PRE_LLM, PROMPT, SESSION_START, TOOL_POST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from mem.harness.base import Dialect, Document
    from mem.harness.events import Event


class Harness:
    """`injects` are the events whose answer reaches the model. Of `unsure` ones reports differ: what is said there
    is not counted as seen."""

    __slots__ = ("dialect", "injects", "unsure")

    def __init__(self, dialect: str, injects: tuple[str, ...] = (), unsure: tuple[str, ...] = ()) -> None:
        self.dialect = dialect
        self.injects = injects
        self.unsure = unsure


HARNESSES: Mapping[str, Harness] = {
    "claude-code": Harness("claude", (SESSION_START, PROMPT, TOOL_POST)),
    "codex": Harness("claude", (SESSION_START, PROMPT, TOOL_POST), (SESSION_START,)),
    "qwen-code": Harness("claude", (SESSION_START, PROMPT, TOOL_POST), (SESSION_START,)),
    "factory-droid": Harness("claude", (SESSION_START, PROMPT, TOOL_POST)),
    "continue": Harness("claude", (SESSION_START, PROMPT, TOOL_POST)),
    "vscode-copilot": Harness("claude", (SESSION_START, TOOL_POST)),
    "copilot-cli": Harness("copilot", (SESSION_START, PROMPT, TOOL_POST)),
    "gemini-cli": Harness("gemini", (SESSION_START, PROMPT, TOOL_POST), (SESSION_START,)),
    "cursor": Harness("cursor", (SESSION_START, TOOL_POST), (SESSION_START, TOOL_POST)),
    "kimi-code": Harness("kimi", (PROMPT,)),
    "hermes": Harness("hermes", (PRE_LLM,)),
    "antigravity": Harness("antigravity", (PRE_LLM,)),
    "opencode-v1": Harness("opencode", (PRE_LLM,)),
    "opencode-v2": Harness("opencode", (PRE_LLM,)),
    "pi": Harness("pi", (PROMPT,)),
    "openclaw": Harness("openclaw", (PRE_LLM,)),
    "kiro": Harness("kiro", (SESSION_START, PROMPT)),
    "cline": Harness("observe", (PROMPT,)),
    "grok": Harness("observe"),
    "goose": Harness("observe"),
    "windsurf": Harness("observe"),
    "amp": Harness("amp"),
}
NAMES_MEANT = {
    "claude": "claude-code",
    "qwen": "qwen-code",
    "factory": "factory-droid",
    "droid": "factory-droid",
    "vscode": "vscode-copilot",
    "copilot": "copilot-cli",
    "gemini": "gemini-cli",
    "kimi": "kimi-code",
    "opencode": "opencode-v1",
    "agy": "antigravity",
}
"""Short names people and settings files use."""


def meant(name: str) -> str:
    """Give the harness a hint names; '' for one we do not know, which is no reason to fail."""
    name = NAMES_MEANT.get(name, name)
    return name if name in HARNESSES else ""


def decode(said: object, asked: str, hint: str = "") -> Event | None:
    """Read a payload as an event; None for what nobody we know would send."""
    if not isinstance(said, dict) or not said:
        return None
    name = detect.detect(said, meant(hint))
    if name not in HARNESSES:
        return None
    harness = HARNESSES[name]
    event = dialect_of(name).decode(name, said, asked)
    if event is None:
        return None
    if not event.is_subagent:  # whoever started it was told already
        event.can_inject = _can_inject(event, harness)
    event.starts_aloud = SESSION_START in harness.injects
    return event


def is_sure(event: Event) -> bool:
    """Tell whether what is said at an event is known to reach the model."""
    return event.can_inject and event.event not in HARNESSES[event.harness].unsure


def encode(event: Event, context: str) -> Document | str | None:
    """Say something in the dialect of whoever sent the event."""
    return dialect_of(event.harness).reply(event, context if event.can_inject else "")


def dialect_of(name: str) -> Dialect:
    """Import a dialect when somebody speaks it."""
    module = HARNESSES[name].dialect
    found = __import__(f"mem.harness.{module}", fromlist=["DIALECT"])
    dialect: Dialect = found.DIALECTS[name] if module == "observe" else found.DIALECT
    return dialect


def _can_inject(event: Event, harness: Harness) -> bool:
    if event.harness == "antigravity" and not event.workspace_roots:
        return False  # nobody says where the work is, so nothing can be said about it
    if event.harness == "cline" and not event.can_inject:
        return False
    return event.event in harness.injects
