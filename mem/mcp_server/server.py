"""The wire: tools, resources, prompts and completion over JSON-RPC on standard input and output.

The only importer of the `mcp` SDK, which costs more to load than all of mem: nothing on a hook's path comes here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import anyio
import mcp_types as types
from mcp.server.caching import CacheHint
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage

from mem.errors import MemError
from mem.mcp_server.arguments import schema_of
from mem.mcp_server.prompts import PROMPTS
from mem.mcp_server.prompts import Prompt as OurPrompt
from mem.mcp_server.room import text_of
from mem.mcp_server.tools import INSTRUCTIONS, Outcome, Tool, UnknownTool
from mem.mcp_server.worker import Worker

SCHEME = "mem://fact/"
LISTED = 50  # resources on a page
COMPLETIONS = 100  # the most that the protocol allows
PATIENCE = 1.0  # seconds that answers still under way are waited for at the end of input
NOT_FOUND = -32002  # what a missing resource is called before 2026-07-28; from then on it is a bad argument
NO_ENVELOPE = (
    "params._meta must carry io.modelcontextprotocol/protocolVersion and io.modelcontextprotocol/clientCapabilities"
)

Context = ServerRequestContext[Any, Any]


class Desk(Protocol):
    """What answers behind the wire. Its methods block; they are called one at a time."""

    @property
    def tools(self) -> Sequence[Tool]: ...
    def call(self, name: str, sent: Mapping[str, object], client: str) -> Outcome: ...
    def document(self, id: str) -> str: ...
    def facts(self, offset: int, limit: int) -> tuple[list[tuple[str, str]], int]: ...
    def prompt(self, name: str, given: Mapping[str, str]) -> str: ...
    def ids(self, beginning: str) -> list[str]: ...


def serve(desk: Desk, version: str) -> None:
    """Answer until the input ends."""
    try:
        anyio.run(_serve, server_for(desk, version))
    except* BrokenPipeError:
        pass  # the client is gone, and nobody is left to tell


def server_for(desk: Desk, version: str) -> Server[Any]:
    """Put a desk behind the protocol, in both of its eras."""
    wire = _Wire(desk)
    server: Server[Any] = Server(
        "mem",
        version=version,
        title="mem: long-term memory",
        instructions=INSTRUCTIONS,
        cache_hints={"tools/list": CacheHint(), "server/discover": CacheHint()},
        on_list_tools=wire.list_tools,
        on_call_tool=wire.call_tool,
        on_list_resources=wire.list_resources,
        on_list_resource_templates=wire.list_templates,
        on_read_resource=wire.read_resource,
        on_list_prompts=wire.list_prompts,
        on_get_prompt=wire.get_prompt,
        on_completion=wire.complete,
    )
    server.middleware.append(_name_the_missing_envelope)
    return server


class _Wire:
    """The handlers: each reads a request, asks the desk in its own thread, and writes the result."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._worker = Worker()

    async def list_tools(self, _ctx: Context, _params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(tool) for tool in self._desk.tools])

    async def call_tool(self, ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        job = partial(self._desk.call, params.name, params.arguments or {}, _client(ctx))
        try:
            outcome = await self._worker.do(job)
        except UnknownTool:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name}") from None
        return _result(outcome)

    async def list_resources(
        self, _ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        cursor = params.cursor if params and params.cursor else "0"
        if not cursor.isdecimal():
            raise MCPError(types.INVALID_PARAMS, "this cursor is not one of ours")
        offset = int(cursor)
        facts, total = await self._ask(partial(self._desk.facts, offset, LISTED))
        following = offset + len(facts)
        return types.ListResourcesResult(
            resources=[_resource(id, title) for id, title in facts],
            next_cursor=str(following) if facts and following < total else None,
        )

    async def list_templates(
        self, _ctx: Context, _params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        template = types.ResourceTemplate(
            name="fact",
            title="A fact",
            uri_template=SCHEME + "{id}",
            description="One fact's file: its fields and its text.",
            mime_type="text/markdown",
        )
        return types.ListResourceTemplatesResult(resource_templates=[template])

    async def read_resource(self, ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        if not uri.startswith(SCHEME):
            raise _missing(ctx, f"no resource `{uri}`")
        try:
            text = await self._worker.do(partial(self._desk.document, uri.removeprefix(SCHEME)))
        except MemError as error:
            raise _missing(ctx, error.message) from error
        content = types.TextResourceContents(uri=uri, mime_type="text/markdown", text=text)
        return types.ReadResourceResult(contents=[content])

    async def list_prompts(
        self, _ctx: Context, _params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[_prompt(prompt) for prompt in PROMPTS])

    async def get_prompt(self, _ctx: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        text = await self._ask(partial(self._desk.prompt, params.name, params.arguments or {}))
        content = types.TextContent(type="text", text=text)
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])

    async def complete(self, _ctx: Context, params: types.CompleteRequestParams) -> types.CompleteResult:
        ids: list[str] = []
        if isinstance(params.ref, types.ResourceTemplateReference) and params.argument.name == "id":
            ids = await self._ask(partial(self._desk.ids, params.argument.value))
        shown = ids[:COMPLETIONS]
        completion = types.Completion(values=shown, total=len(ids), has_more=len(ids) > len(shown))
        return types.CompleteResult(completion=completion)

    async def _ask(self, job: Callable[[], Any]) -> Any:
        try:
            return await self._worker.do(job)
        except MemError as error:
            raise MCPError(types.INVALID_PARAMS, error.message, {"help": error.help or ""}) from error


async def _serve(server: Server[Any]) -> None:
    async with stdio_server() as (requests, answers):
        ending = _Ending(requests, answers)
        async with anyio.create_task_group() as group:
            group.start_soon(ending.relay)
            await server.run(ending.requests, ending, server.create_initialization_options())
            group.cancel_scope.cancel()


class _Ending:
    """Between the wire and the server, so that the end of input does not cut off answers that are under way."""

    def __init__(self, requests: Any, answers: Any) -> None:
        self._incoming = requests
        self._answers = answers
        self._send, self.requests = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        self._open: set[types.RequestId] = set()
        self._quiet = anyio.Event()

    async def relay(self) -> None:
        """Pass requests on; when they end, wait a little for the open ones to be answered."""
        async with self._send:
            async for item in self._incoming:
                self._note(item)
                await self._send.send(item)
            self._quiet = anyio.Event()
            if self._open:
                with anyio.move_on_after(PATIENCE):
                    await self._quiet.wait()

    def _note(self, item: SessionMessage | Exception) -> None:
        message = item.message if isinstance(item, SessionMessage) else None
        if isinstance(message, types.JSONRPCRequest):
            self._open.add(message.id)
        elif isinstance(message, types.JSONRPCNotification) and message.method == "notifications/cancelled":
            self._open.discard((message.params or {}).get("requestId", ""))  # it will have no answer

    async def send(self, item: SessionMessage) -> None:
        await self._answers.send(item)
        if isinstance(item.message, types.JSONRPCResponse | types.JSONRPCError) and item.message.id is not None:
            self._open.discard(item.message.id)
        if not self._open:
            self._quiet.set()

    async def aclose(self) -> None:
        await self._answers.aclose()

    async def __aenter__(self) -> _Ending:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


async def _name_the_missing_envelope(ctx: Context, call_next: CallNext) -> HandlerResult:
    """Say what is missing from a request that came neither after a handshake nor with an envelope."""
    try:
        return await call_next(ctx)
    except MCPError as error:
        is_bare = ctx.session.client_params is None and not ctx.meta and ctx.method != "initialize"
        if error.code == types.INVALID_PARAMS and is_bare:
            raise MCPError(types.INVALID_PARAMS, NO_ENVELOPE) from error
        raise


def _tool(tool: Tool) -> types.Tool:
    hints = types.ToolAnnotations(read_only_hint=tool.reads, open_world_hint=False)
    if not tool.reads:
        hints.destructive_hint = tool.destroys
        hints.idempotent_hint = True
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=schema_of(tool.arguments),
        output_schema=tool.answer_schema(),
        annotations=hints,
        _meta={"anthropic/alwaysLoad": True} if tool.always else None,
    )


def _result(outcome: Outcome) -> types.CallToolResult:
    """Write an answer twice, as structure and as text; an error as text alone, since no schema describes it."""
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=text_of(outcome.answer))]
    if outcome.is_error:
        return types.CallToolResult(content=content, is_error=True)
    return types.CallToolResult(content=content, structured_content=outcome.answer, is_error=False)


def _resource(id: str, title: str) -> types.Resource:
    return types.Resource(name=id, title=title, uri=SCHEME + id, mime_type="text/markdown")


def _prompt(prompt: OurPrompt) -> types.Prompt:
    arguments = [types.PromptArgument(name=name, description=text) for name, text in prompt.arguments.items()]
    return types.Prompt(name=prompt.name, title=prompt.title, description=prompt.description, arguments=arguments)


def _client(ctx: Context) -> str:
    params = ctx.session.client_params
    return params.client_info.name if params else ""


def _missing(ctx: Context, message: str) -> MCPError:
    is_modern = ctx.protocol_version >= "2026-07-28"
    return MCPError(types.INVALID_PARAMS if is_modern else NOT_FOUND, message)
