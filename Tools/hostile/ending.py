"""A server that has too few files, and one that is told to end."""
import asyncio
import contextlib
import signal
import time

from .bodies import GOOD, lunar
from .client import Connection, Failure, healthy, request, require
from .many import open_many
from .server import Server


async def few_descriptors(program):
    """more connections than the system allows files wait, and when they go all is well again."""
    async with Server(program, descriptors=256) as server:
        await healthy(server.port)
        connections = await open_many(server.port, 400)
        await asyncio.sleep(1)
        require(server.runs, "it has ended: " + "".join(server.log[-3:]))
        # The accepted connections get full answers, also from the database.
        connections[0].send(request())
        answer = await connections[0].answer()
        require(answer and answer.status == 200, f"a connection that was let in gets {answer and answer.status}")
        open_files = server.descriptors
        for connection in connections:
            connection.close()
        await healthy(server.port, 15)
        return f"{open_files} files of 256"


async def graceful_end(program):
    """SIGTERM lets the request finish that runs, lets nobody in, and ends with status 0 beside idle connections."""
    async with Server(program) as server:
        idle = await open_many(server.port, 50)
        for connection in idle[:25]:
            connection.send(request())
            require(await connection.answer(), "no answer")
        running = await Connection.open(server.port)
        raw = lunar(GOOD)
        running.send(raw[:-5])
        await asyncio.sleep(0.5)
        server.process.send_signal(signal.SIGTERM)
        start = time.monotonic()
        await asyncio.sleep(0.5)
        refused = False
        try:
            answer = None
            async with await Connection.open(server.port) as late:
                late.send(request())
                answer = await late.answer(seconds=2)
        except (ConnectionError, Failure):
            pass
        refused = answer is None
        require(refused, "a connection after the signal was served")
        running.send(raw[-5:])
        answer = await running.answer()
        require(answer and answer.status == 200, f"the request that ran got {answer and answer.status}")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(server.process.wait(), 10)
        require(not server.runs, "it still runs after 10 s")
        require(server.process.returncode == 0, f"status {server.process.returncode}: " + "".join(server.log[-3:]))
        return f"ended after {time.monotonic() - start:.1f} s"


async def end_beside_slow_clients(program):
    """SIGTERM does not wait for clients that do not finish."""
    async with Server(program) as server:
        slow = await open_many(server.port, 20)
        for connection in slow:
            connection.send(lunar(GOOD)[:-5])
        await asyncio.sleep(0.5)
        server.process.send_signal(signal.SIGTERM)
        start = time.monotonic()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(server.process.wait(), 14)
        require(not server.runs, "it still runs after 14 s")
        require(server.process.returncode == 0, f"status {server.process.returncode}: " + "".join(server.log[-3:]))
        return f"ended after {time.monotonic() - start:.1f} s"


CHECKS = [few_descriptors, graceful_end, end_beside_slow_clients]
