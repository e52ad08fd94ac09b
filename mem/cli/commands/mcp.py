"""`mem mcp`: the memory as an MCP server on standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, TypeVar

import typer

from mem import __version__
from mem.cli.commands.why import project_here
from mem.cli.faults import record
from mem.cli.options import session_of
from mem.cli.recalled import allowed_labels, around, plans_along
from mem.cli.session import Session, write
from mem.errors import MemError, UsageError
from mem.facts.query import Query
from mem.hooks.model import Plan
from mem.index.sqlite import DamagedIndex
from mem.mcp_server import prompts, reading
from mem.mcp_server.memharness import MEMHARNESS
from mem.mcp_server.tools import TOOLS, Outcome, Tool, UnknownTool, call, failed
from mem.store.pins import Project

EXAMPLE = "mem mcp"
NAMES: Mapping[str, Sequence[Tool]] = {"mem": TOOLS, "memharness": MEMHARNESS}

T = TypeVar("T")


class NoSdk(MemError):
    """The optional packages behind the server are not installed."""

    def __init__(self) -> None:
        super().__init__("mem mcp needs the MCP SDK", help="pip install 'memfacts[mcp]'")


class Turn(Session):
    """The surroundings of one call of a tool: its own moment, its own look at the store."""

    def __init__(self, environ: Mapping[str, str], client: str) -> None:
        super().__init__(environ)
        self._client = client

    @property
    def agent(self) -> str:
        return super().agent or self._client

    @property
    def repository(self) -> Project | None:
        return project_here(self)

    @property
    def allowed(self) -> list[str] | None:
        return allowed_labels(self.environ)

    @property
    def notices(self) -> Sequence[str]:
        return self._memory.notices if self._memory else ()

    def plans(self, paths: Sequence[str], roles: Sequence[str]) -> list[Plan]:
        return plans_along(paths, around(self.folder, str(self.home), self.environ), roles)


class Desk:
    """Answers what the wire asks, each time with the store opened anew, as a command of its own would."""

    def __init__(self, environ: Mapping[str, str], tools: Sequence[Tool]) -> None:
        self.tools = tools
        self._environ = environ
        self._said: set[str] = set()

    def call(self, name: str, sent: Mapping[str, object], client: str) -> Outcome:
        try:
            return self._in_turn(lambda turn: call(self.tools, name, sent, turn), client)
        except UnknownTool:
            raise
        except MemError as error:
            return failed(error)

    def document(self, id: str) -> str:
        return self._in_turn(lambda turn: reading.document(turn, id))

    def facts(self, offset: int, limit: int) -> tuple[list[tuple[str, str]], int]:
        """Give one page of facts, the most important first, and how many there are."""

        def listed(turn: Turn) -> tuple[list[tuple[str, str]], int]:
            found = turn.memory.listing(Query(now=turn.now, scopes=turn.scopes(None), limit=offset + limit))
            return [(candidate.id, candidate.title) for candidate in found.candidates[offset:]], found.total

        return self._in_turn(listed)

    def prompt(self, name: str, given: Mapping[str, str]) -> str:
        return self._in_turn(lambda turn: prompts.text_of(turn, name, given))

    def ids(self, beginning: str) -> list[str]:
        """Give the ids that begin so; the youngest facts when nothing is typed yet."""

        def begun(turn: Turn) -> list[str]:
            turn.memory.refresh()
            if not beginning.strip():
                return [candidate.id for candidate in turn.memory.index.recent(turn.now, 100)]
            return list(turn.memory.index.named(beginning))

        return self._in_turn(begun)

    def _in_turn(self, ask: Callable[[Turn], T], client: str = "") -> T:
        """Ask once, and once more when the index turns out to be damaged half way."""
        try:
            return self._asked(ask, client)
        except DamagedIndex:
            return self._asked(ask, client)

    def _asked(self, ask: Callable[[Turn], T], client: str) -> T:
        turn = Turn(self._environ, client)
        try:
            return ask(turn)
        except (MemError, DamagedIndex, UnknownTool):
            raise
        except Exception as error:  # a fault of ours is an answer, and the server lives on
            raise _internal(error, turn) from error
        finally:
            self._pass_on(turn)
            turn.close()

    def _pass_on(self, turn: Turn) -> None:
        """Say what a person should know of the store on the other stream, each thing once."""
        for notice in turn.notices:
            if notice not in self._said:
                self._said.add(notice)
                write(sys.stderr, f"warning: {notice}\n")


def command(
    ctx: typer.Context,
    names: Annotated[
        str, typer.Option("--names", metavar="SET", help=f"Which names the tools have: {', '.join(NAMES)}.")
    ] = "mem",
) -> None:
    """Serve this memory to MCP clients, until their end of the pipe closes. Needs memfacts[mcp]."""
    session = session_of(ctx)
    try:
        if names not in NAMES:
            raise UsageError(f"--names: `{names}` is not known", help=f"one of: {', '.join(NAMES)}")
        _serve(Desk(session.environ, NAMES[names]))
    except MemError as error:
        session.code = _told(error)
    except Exception as error:  # noqa: BLE001  # the last door, as in cli/main
        session.code = _told(_internal(error, session))


def _told(error: MemError) -> int:
    """Say on the other stream what went wrong: standard output is the wire, and clients read only JSON-RPC there."""
    write(sys.stderr, f"error: {error.message}\nhelp: {error.help}\n")
    return error.code


def _internal(error: Exception, session: Session) -> MemError:
    return MemError(f"internal fault, details in {record(error, session)}", help="please report it with that file")


def _serve(desk: Desk) -> None:
    try:
        from mem.mcp_server.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "mem":
            raise
        raise NoSdk from error
    serve(desk, __version__)
