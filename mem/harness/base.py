"""What every dialect can do: name the event, read it, and say something back.

A plain class stands where a `Protocol` would, because importing `typing` takes as long as starting Python.
"""

from __future__ import annotations

from mem.harness.events import Event, first_text, normalised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Document = Mapping[str, object]

SAYS_NOTHING: Document = {}


class Dialect:
    """One way of talking. A subclass gives `names` and changes what its harness does differently."""

    names: Mapping[str, str] = {}
    """The harness's own event names, and ours."""

    def native(self, said: Document) -> str:
        """Give the harness's own name of the event, '' where it does not say."""
        return first_text(said, ("hook_event_name", "hookEventName"))

    def fields(self, said: Document) -> Document:
        """Give the payload with what we read in its usual places."""
        return said

    def refine(self, event: Event) -> None:
        """Mend what only this dialect knows."""

    def decode(self, harness: str, said: Document, asked: str) -> Event | None:
        """Read a payload; `asked` is the event named by the caller, for harnesses that do not say. None: not ours."""
        native = self.native(said)
        event = self.names.get(native, "") if native else asked
        if not event:
            return None
        found = normalised(harness, event, self.fields(said))
        found.native = native
        self.refine(found)
        return found

    def reply(self, event: Event, context: str) -> Document | str | None:  # noqa: ARG002  # for those who listen
        """Say `context` to the model; without any, say what counts as nothing. None prints nothing at all."""
        return SAYS_NOTHING
