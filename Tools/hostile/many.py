"""Very many connections."""
import asyncio
import resource
import time

from .client import Connection, Failure, healthy, request, require

COUNT = 10_000


async def open_many(port, count):
    connections = []
    while len(connections) < count:
        connections += await asyncio.gather(*(Connection.open(port) for _ in range(min(500, count - len(connections)))))
    return connections


async def latencies(server, count=200):
    """Milliseconds of the median and of the slowest of some requests."""
    times = sorted([await healthy(server.port) * 1_000 for _ in range(count)])
    return times[count // 2], times[-1]


async def idle_connections(server):
    """ten thousand idle connections are kept while requests are answered, and cost little."""
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < COUNT + 1_000:
        return f"left out: this system allows {resource.getrlimit(resource.RLIMIT_NOFILE)[0]} files only"
    before, alone = server.memory, await latencies(server)
    connections = await open_many(server.port, COUNT)
    try:
        beside = await latencies(server)
        silent = (server.memory - before) / COUNT
        for connection in connections:
            connection.send(request())
        answers = [await connection.answer(seconds=20) for connection in connections]
        require(all(answer and answer.status == 200 for answer in answers), "not all of them were answered")
        after = await latencies(server)
        used = (server.memory - before) / COUNT
        require(beside[0] <= 10 * alone[0] + 5 and after[0] <= 10 * alone[0] + 5,
                f"a request took {alone[0]:.1f} ms, and {beside[0]:.1f} and {after[0]:.1f} ms beside them")
        require(used <= 64 << 10, f"{used / 1024:.1f} KB each")
        return (f"{silent / 1024:.1f} KB each, {used / 1024:.1f} after a request each; another request {alone[0]:.1f} ms without "
                f"them, {beside[0]:.1f} beside them, {after[0]:.1f} after theirs; the slowest {max(beside[1], after[1]):.0f} ms")
    finally:
        for connection in connections:
            connection.close()


async def coming_and_going(server):
    """five thousand connections that come and go leave nothing behind."""
    start = time.monotonic()
    descriptors = await server.settle(0, 0)
    for _ in range(10):
        connections = await open_many(server.port, 500)
        for number, connection in enumerate(connections):
            if number % 2:
                connection.send(request()[:number % 60])
            connection.writer.transport.abort() if number % 3 else connection.close()
    left = await server.settle(descriptors)
    require(left <= descriptors, f"{left} files are open, and {descriptors} were before")
    return f"{5_000 / (time.monotonic() - start):.0f} a second"


CHECKS = [coming_and_going, idle_connections]
