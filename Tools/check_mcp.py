"""Calls every tool of folkcal with the client of the PyPI package mcp: two transports, two revisions, with and without a user.

The calls are the examples in the tools' descriptions, so it is also checked that those work. Tools/check-mcp starts this.
"""

import asyncio
import json
import os
import re
import sys
import warnings

import httpx2
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPDeprecationWarning, MCPError
from mcp_types.version import LATEST_HANDSHAKE_VERSION, LATEST_MODERN_VERSION

PROGRAM, ADDRESS, TOKEN = os.environ["PROGRAM"], os.environ["ADDRESS"], os.environ["TOKEN"]
NOTES = open(os.devnull, "w")
# The package warns of the older revision, which we serve on purpose.
warnings.simplefilter("ignore", MCPDeprecationWarning)
PUBLIC = {
    "convert_date", "get_day", "get_sky", "list_eclipses", "get_pillars",
    "find_good_days", "explain_day", "get_hours", "get_zodiac_year", "list_upcoming", "search", "get_event", "get_deity",
    "whom_to_ask", "find_temples", "preview_reminders",
}
PERSONAL = {
    "preview_my_reminders", "list_followed", "follow", "unfollow", "list_own_days", "add_own_day", "remove_own_day",
}
# How clients begin: with a handshake, with a question that falls back to one, and without any.
MODES = {"legacy": LATEST_HANDSHAKE_VERSION, "auto": LATEST_MODERN_VERSION, LATEST_MODERN_VERSION: LATEST_MODERN_VERSION}


def example(tool):
    """The call in a tool's description."""
    return json.loads(re.search(r"Example: (\{.*\})$", tool.description).group(1))


def fail(message):
    sys.exit(f"check-mcp: {message}")


def expect(condition, message):
    if not condition:
        fail(message)


async def call(client, name, arguments):
    result = await client.call_tool(name, arguments)
    expect(not result.is_error, f"{name} {arguments}: {result.content}")
    expect(result.content and result.content[0].type == "text" and result.content[0].text, f"{name}: no text")
    expect(isinstance(result.structured_content, dict), f"{name}: no structured content")
    return result.structured_content


async def check_tools(client, place, has_user):
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    expected = PUBLIC | PERSONAL if has_user else PUBLIC
    expect(set(tools) == expected, f"{place}: the tools are {sorted(tools)}")
    for tool in tools.values():
        expect(tool.title and tool.annotations and tool.output_schema, f"{place}: {tool.name} is not described")
    for name in expected - {"remove_own_day"}:
        answer = await call(client, name, example(tools[name]))
        if name == "add_own_day":
            days = await call(client, "list_own_days", {})
            expect(any(day["id"] == answer["id"] for day in days["items"]), f"{place}: the day that was added is not listed")
            await call(client, "remove_own_day", {"id": answer["id"]})
            days = await call(client, "list_own_days", {})
            expect(not any(day["id"] == answer["id"] for day in days["items"]), f"{place}: the day was not removed")
    wrong = await client.call_tool("get_day", {"date": "2026-02-30"})
    expect(wrong.is_error and "2026-02-28" in wrong.content[0].text, f"{place}: a wrong date: {wrong.content}")
    missing = await client.call_tool("find_temples", {})
    expect(missing.is_error and "place" in missing.content[0].text, f"{place}: a missing argument: {missing.content}")
    try:
        await client.call_tool("no_such_tool", {})
        fail(f"{place}: an unknown tool was called")
    except MCPError as error:
        expect(error.error.code == -32602, f"{place}: an unknown tool: {error.error}")
    return len(expected)


def over_lines(has_user):
    """The program itself, as an assistant's configuration starts it."""
    arguments = ["mcp"] + (["--user", "mei@example.org"] if has_user else [])
    environment = {"FOLKCAL_DATABASE": os.environ["FOLKCAL_DATABASE"], "LANG": "zh_TW.UTF-8", "PATH": os.environ["PATH"]}
    # What it notes on standard error is no message, and is not shown here.
    return stdio_client(StdioServerParameters(command=PROGRAM, args=arguments, env=environment), errlog=NOTES)


async def check(transport, mode, has_user):
    place = f"{transport}, {MODES[mode]} ({mode}), {'a user' if has_user else 'nobody'}"
    headers = {"Authorization": f"Bearer {TOKEN}"} if has_user else {}
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
        server = over_lines(has_user) if transport == "stdio" else streamable_http_client(f"{ADDRESS}/mcp", http_client=http)
        async with Client(server, mode=mode) as client:
            expect(client.protocol_version == MODES[mode], f"{place}: the revision is {client.protocol_version}")
            if mode == "legacy":
                await client.send_ping()
            count = await check_tools(client, place, has_user)
    print(f"{place}: {count} tools")


async def check_refusals():
    """What HTTP refuses before a message is read."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    async with httpx2.AsyncClient(timeout=60) as http:
        for headers, status in [
            ({"Authorization": "Bearer fck_wrong"}, 401), ({"Origin": "https://evil.example"}, 403), ({"Accept": "text/html"}, 406),
        ]:
            answer = await http.post(f"{ADDRESS}/mcp", json=message, headers=headers)
            expect(answer.status_code == status, f"{headers}: {answer.status_code} and not {status}")
        answer = await http.get(f"{ADDRESS}/mcp", headers={"Accept": "text/event-stream"})
        expect(answer.status_code == 405, f"GET: {answer.status_code} and not 405")


async def main():
    for transport in ["stdio", "http"]:
        for mode in MODES:
            for has_user in [False, True]:
                await check(transport, mode, has_user)
    await check_refusals()


asyncio.run(main())
