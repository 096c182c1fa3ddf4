"""The server: the tools over standard input and output, through the SDK."""

import asyncio
import signal
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import mcp.types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

import caveat
from caveat.mcp.quoting import block, cleaned, shortened
from caveat.mcp.session import LOG, Session
from caveat.mcp.tools import INSTRUCTIONS, TOOLS, Tool, called
from caveat.mcp.transport import Answering
from caveat.model.errors import CaveatError

LONGEST_ERROR = 1_500
"""Most characters of an error's message; our choice: within the least budget that an answer can have."""


def serve(vault: str, author: str) -> None:
    """
    Serve the vault at the path *vault* until standard input ends.

    Args:
        vault: Its folder.
        author: The name that agents write under.

    Raises:
        VaultMissing: *vault* is not a folder that can be read.
        InputError: *author* is no name.
    """
    # An interrupt ends the process at once: nothing is lost by it, and a thread that waits for input would
    # hold up anything gentler.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    session = Session(caveat.open(vault), author)
    asyncio.run(_serve(session))


async def _serve(session: Session) -> None:
    # One thread works at the vault, one call after the other, so that the protocol is never kept waiting.
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="caveat") as worker:
        _watched(worker.submit(session.refresh))
        server = made(session, worker)
        async with stdio_server() as (incoming, outgoing):
            answering = Answering(incoming, outgoing)
            await server.run(answering, outgoing, server.create_initialization_options())
        _watched(worker.submit(session.vault.close))


def _watched(job: Future[None]) -> None:
    """Nobody waits for what *job* gives, so what it raises is told to standard error."""

    def tell(done: Future[None]) -> None:
        error = None if done.cancelled() else done.exception()
        if error is not None:
            LOG.error("work between two calls failed: %s", error, exc_info=error)

    job.add_done_callback(tell)


def made(session: Session, worker: ThreadPoolExecutor) -> Server[Any]:
    """A server of the tools over *session*, which only *worker* touches."""

    async def on_list_tools(_: Any, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_declared(tool) for tool in TOOLS])

    async def on_call_tool(_: Any, asked: types.CallToolRequestParams) -> types.CallToolResult:
        loop = asyncio.get_running_loop()
        result = await loop.run_in_executor(worker, _answered, session, asked.name, asked.arguments or {})
        if session.is_due:
            _watched(worker.submit(session.refresh))
        return result

    return Server(
        "caveat",
        version=caveat.__version__,
        title="caveat",
        instructions=INSTRUCTIONS.format(author=session.author),
        on_list_tools=on_list_tools,
        on_call_tool=on_call_tool,
    )


def _declared(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.takes,
        output_schema=tool.answers,
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=tool.is_read_only,
            destructive_hint=tool.is_destructive,
            idempotent_hint=tool.is_idempotent,
            open_world_hint=False,
        ),
    )


def _answered(session: Session, name: str, arguments: dict[str, Any]) -> types.CallToolResult:
    try:
        reply = called(session, name, arguments)
    except CaveatError as error:
        message = types.TextContent(type="text", text=_message(error))
        return types.CallToolResult(content=[message], is_error=True)
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=reply.text)], structured_content=reply.structured
    )


def _message(error: CaveatError) -> str:
    # Below its first line a message lists names of records, which are material.
    first, *rest = shortened(cleaned(str(error)), LONGEST_ERROR).split("\n")
    return "\n".join([f"{error.code}: {first}", *(block(part.strip()) for part in rest)])
