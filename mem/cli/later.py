"""The finder, put off: an event on an unchanged topic asks memory nothing, and pays for nothing."""

from __future__ import annotations

from mem.cli.called import moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mem.cli.finder import Finder
    from mem.facts.ranking import Candidate
    from mem.store.refs import Places


class Later:
    """The finder, made when something is asked of it: most prompts ask nothing."""

    def __init__(self, places: Places, folder: str, seconds: float, environ: Mapping[str, str]) -> None:
        self._places = places
        self._folder = folder
        self._seconds = seconds
        self._environ = environ
        self._made: Finder | None = None

    def head(self) -> str:
        return self._finder().head()

    def about(self, words: Sequence[str], limit: int) -> list[Candidate]:
        return self._finder().about(words, limit)

    def planned(self) -> list[Candidate] | None:
        return self._finder().planned()

    def top(self, limit: int) -> tuple[list[Candidate], int]:
        return self._finder().top(limit)

    def project_words(self) -> list[str]:
        return self._finder().project_words()

    def close(self) -> None:
        if self._made is not None:
            self._made.close()

    def _finder(self) -> Finder:
        if self._made is None:
            from mem.cli.finder import Finder

            self._made = Finder(self._places, self._folder, moment(self._environ), self._seconds, self._environ)
        return self._made
