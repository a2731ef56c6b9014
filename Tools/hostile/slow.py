"""Clients that take their time."""
import asyncio
import contextlib
import socket
import time

from .client import Connection, Failure, healthy, request, require

HEAD_SECONDS = 10
REQUEST_SECONDS = 5
# An answer of more than a megabyte: three years of days.
LARGE = "/api/events?from=2026-01-01&to=2028-12-31&limit=5000"


async def drip(connection, data, seconds=1):
    """Sends a byte a second until the server has had enough."""
    with contextlib.suppress(ConnectionError):
        for byte in data:
            connection.send(bytes([byte]))
            await connection.writer.drain()
            await asyncio.sleep(seconds)


async def ends_within(connection, low, high, data=b""):
    dripping = asyncio.create_task(drip(connection, data))
    try:
        seconds = await connection.ends(high)
    finally:
        dripping.cancel()
    require(seconds >= low, f"ended after {seconds:.1f} s already, {low} at least were due")
    return f"ended after {seconds:.1f} s"


async def slow_head(server):
    """a head that comes a byte a second is given up after ten seconds, and others are served meanwhile."""
    others = []

    async def ask_meanwhile():
        for _ in range(20):
            others.append(await healthy(server.port))
            await asyncio.sleep(0.4)
    async with await Connection.open(server.port) as connection:
        asking = asyncio.create_task(ask_meanwhile())
        told = await ends_within(connection, HEAD_SECONDS - 1, HEAD_SECONDS + 3, request() * 10)
        await asking
    return f"{told}, the slowest of 20 others took {max(others) * 1000:.0f} ms"


async def slow_second_head(server):
    """a second head that comes slowly behind a first request is given up as well."""
    async with await Connection.open(server.port) as connection:
        connection.send(request())
        require(await connection.answer(), "the first request was not answered")
        return await ends_within(connection, HEAD_SECONDS - 1, HEAD_SECONDS + 3, request() * 10)


async def old_protocol(server):
    """a request of HTTP/0.9, which has no version and no headers, is not waited for longer than a head."""
    async with await Connection.open(server.port) as connection:
        connection.send(b"GET /api/groups\r\n")
        return f"ended after {await connection.ends(HEAD_SECONDS + 3):.1f} s"


async def slow_body(server):
    """a body that comes a byte a second is given up when the request has had its time."""
    async with await Connection.open(server.port) as connection:
        connection.send(request("/api/lunar", "POST", body=b"x" * 1000)[:-1000])
        return await ends_within(connection, REQUEST_SECONDS - 1, REQUEST_SECONDS + 3, b"x" * 1000)


async def slow_pipelined_body(server):
    """a slow body behind a request that was answered is given up as well."""
    async with await Connection.open(server.port) as connection:
        connection.send(request() + request("/api/lunar", "POST", body=b"x" * 1000)[:-1000])
        require(await connection.answer(), "the first request was not answered")
        return await ends_within(connection, REQUEST_SECONDS - 1, REQUEST_SECONDS + 3, b"x" * 1000)


async def slow_chunks(server):
    """chunks that come a byte a second are given up."""
    async with await Connection.open(server.port) as connection:
        connection.send(request("/api/lunar", "POST", ["Transfer-Encoding: chunked", "Content-Type: application/json"]))
        return await ends_within(connection, REQUEST_SECONDS - 1, REQUEST_SECONDS + 3, b"1\r\n[\r\n" * 100)


async def unreading(server):
    """A client that takes nothing: 4 KB at most lie in its system."""
    connection = socket.socket()
    connection.setblocking(False)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(connection, ("127.0.0.1", server.port))
    await loop.sock_sendall(connection, request(LARGE) * 20)
    return connection


async def was_ended(connection):
    """Whether nothing comes any more but what was on its way."""
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(10):
            while await asyncio.get_running_loop().sock_recv(connection, 1 << 20):
                pass


async def slow_reader(server):
    """an answer that is read a few bytes a second is given up when the request has had its time."""
    with await unreading(server) as connection:
        for _ in range(REQUEST_SECONDS + 3):
            await asyncio.sleep(1)
            with contextlib.suppress(ConnectionError):
                await asyncio.get_running_loop().sock_recv(connection, 10)
        try:
            await was_ended(connection)
        except TimeoutError:
            raise Failure("the connection is still open") from None


async def unread_answers(server):
    """a hundred clients that never read their large answers are given up, and hold no copy each meanwhile."""
    before = peak = server.memory
    connections = [await unreading(server) for _ in range(100)]
    start = time.monotonic()
    while time.monotonic() < start + REQUEST_SECONDS + 2:
        peak = max(peak, server.memory)
        await asyncio.sleep(0.1)
    ended = await asyncio.gather(*(was_ended(connection) for connection in connections), return_exceptions=True)
    for connection in connections:
        connection.close()
    require(not any(ended), f"{sum(map(bool, ended))} of 100 are still open")
    grown = (peak - before) >> 20
    require(grown <= 64, f"memory grew by {grown} MB")
    return f"memory grew by {grown} MB at most"


CHECKS = [slow_head, slow_second_head, old_protocol, slow_body, slow_pipelined_body, slow_chunks, slow_reader]
ALONE = [unread_answers]
