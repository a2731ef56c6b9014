"""Calls a tool with the client of the PyPI package mcp 1.12.4, which speaks the revision 2025-06-18: two transports, with a slash at the end too.

Tools/check-mcp starts this.
"""

import asyncio
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client

PROGRAM, ADDRESS, TOKEN = os.environ["PROGRAM"], os.environ["ADDRESS"], os.environ["TOKEN"]
REVISION = "2025-06-18"


async def check(place, transport):
    async with transport as streams, ClientSession(*streams[:2]) as session:
        begun = await session.initialize()
        if begun.protocolVersion != REVISION:
            sys.exit(f"check-mcp: {place}: the revision is {begun.protocolVersion}")
        await session.send_ping()
        tools = {tool.name for tool in (await session.list_tools()).tools}
        result = await session.call_tool("get_day", {"date": "2025-04-20"})
        if result.isError or not result.structuredContent or "list_followed" not in tools:
            sys.exit(f"check-mcp: {place}: {result} {sorted(tools)}")
    print(f"{place}, {REVISION} (mcp 1.12.4): {len(tools)} tools")


async def main():
    environment = {"FOLKCAL_DATABASE": os.environ["FOLKCAL_DATABASE"], "PATH": os.environ["PATH"]}
    with open(os.devnull, "w") as notes:
        lines = StdioServerParameters(command=PROGRAM, args=["mcp", "--user", "mei@example.org"], env=environment)
        await check("stdio", stdio_client(lines, errlog=notes))
    for path in ["/mcp", "/mcp/"]:
        await check(path, streamablehttp_client(ADDRESS + path, headers={"Authorization": f"Bearer {TOKEN}"}))


asyncio.run(main())
