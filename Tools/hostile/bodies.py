"""Bodies that are too large, too deep, or no JSON."""
import asyncio
import contextlib
import os
import time

from .client import Connection, ask, healthy, request, require

BODY_LIMIT = 1 << 20
GIGABYTE = 1 << 30
# One valid conversion, and its answer.
GOOD = '{"dates":["2026-11-21"]}'


def lunar(body, headers=()):
    return request("/api/lunar", "POST", headers, body)


async def refuses(server, name, body, statuses=(400, 422)):
    answer = await ask(server.port, lunar(body), seconds=10)
    require(answer, f"{name}: the connection ended without an answer")
    require(answer.status in statuses, f"{name}: answered {answer.status}: {answer.body[:200]!r}")
    require(answer.status < 400 or answer["content-type"].startswith("application/problem+json"),
            f"{name}: {answer.status} is no problem document")


async def strange_bodies(server):
    """bodies that are no JSON, or strange JSON, are refused with 400 or 422."""
    digits = "9" * 1_000
    cases = {
        "empty": b"", "blanks": b"   ", "not UTF-8": b'{"dates":["\xff\xfe"]}', "cut UTF-8": '{"dates":["媽'.encode()[:-1],
        "overlong UTF-8": b'{"dates":["\xc0\xaf"]}', "a surrogate in UTF-8": b'{"dates":["\xed\xa0\x80"]}',
        "UTF-16": GOOD.encode("utf-16"), "a lone surrogate": rb'{"dates":["\ud800"]}',
        "surrogates the wrong way round": rb'{"dates":["\udc00\ud800"]}', "a raw NUL": b'{"dates":["\x00"]}', "NULs": b"\x00" * 1_000, "a raw line end": b'{"dates":["a\nb"]}',
        "a huge exponent": b'{"dates":[1e999]}', "a tiny exponent": b'{"dates":[1e-999]}',
        "a huge number": f'{{"dates":[{digits}]}}'.encode(), "a huge fraction": f'{{"dates":[0.{digits}]}}'.encode(),
        "a number as date": b'{"dates":[-0]}', "NaN": b'{"dates":[NaN]}', "a comment": b'{"dates":[] /* */}',
        "cut": GOOD.encode()[:-1], "more behind it": GOOD.encode() * 2,
        "a member of no name": b'{"":1}', "a strange member": b'{"__proto__":{"dates":[]}}', "a list": b"[]", "a text": b'"x"',
        "null": b"null", "dates as object": b'{"dates":{}}', "random bytes": os.urandom(1_000),
    }
    for name, body in cases.items():
        await refuses(server, name, body)
    # The server may accept these by RFC 8259, report them as errors in a batch, or refuse them; it must not crash.
    lenient = {
        "a comma too many": b'{"dates":["2026-11-21",]}', "NUL as a date": b'{"dates":["\\u0000"]}',
        "a date of a megabyte": b'{"dates":["' + b"1" * 1_000_000 + b'"]}', "a byte order mark": b"\xef\xbb\xbf" + GOOD.encode(),
        "one member twice": b'{"dates":[],"dates":["2026-11-21"]}',
    }
    for name, body in lenient.items():
        await refuses(server, name, body, (200, 400, 422))
    return f"{len(cases) + len(lenient)} bodies"


async def deep_bodies(server):
    """JSON a million levels deep is refused with 400, in lists, in objects, closed and cut."""
    levels = 1_000_000
    objects = BODY_LIMIT // 6 - 10
    for name, body in {
        "lists": b"[" * levels, "closed lists": b"[" * (levels // 2) + b"]" * (levels // 2),
        "objects": b'{"a":' * objects, "closed objects": b'{"a":' * objects + b"1" + b"}" * objects,
        "lists in dates": b'{"dates":' + b"[" * levels, "a thousand": b'{"dates":' + b"[" * 1_000 + b"]" * 1_000 + b"}",
    }.items():
        await refuses(server, name, body, (400, 422))
        await healthy(server.port)


async def wrong_types(server):
    """a body of another type, and one that is nowhere wanted, do no harm."""
    for headers, statuses in [([], (200,)), (["Content-Type: text/plain"], (200,)),
                              (["Content-Type: application/json; charset=utf-16"], (200, 415)),
                              (["Content-Type: application/json", "Content-Encoding: gzip"], (200, 415))]:
        raw = b"\r\n".join([b"POST /api/lunar HTTP/1.1", b"Host: x", *(header.encode() for header in headers),
                            b"Content-Length: %d" % len(GOOD), b"", GOOD.encode()])
        answer = await ask(server.port, raw)
        require(answer and answer.status in statuses, f"{headers}: {answer and answer.status}")
    answer = await ask(server.port, request(body=b"x" * 1_000))
    require(answer and answer.status == 200, "a GET with a body is not answered")


async def expectations(server):
    """Expect: 100-continue is answered with 100 where the body is wanted, and at once with 413 where it is too large."""
    async with await Connection.open(server.port) as connection:
        raw = lunar(GOOD, ["Expect: 100-continue"])
        connection.send(raw[:-len(GOOD)])
        answer = await connection.answer()
        require(answer and answer.status == 100, f"no 100 came but {answer and answer.status}")
        connection.send(raw[-len(GOOD):])
        answer = await connection.answer()
        require(answer and answer.status == 200, f"{answer and answer.status} after the body")
        connection.send(request())
        answer = await connection.answer()
        require(answer and answer.status == 200, "the connection cannot be used again")
    async with await Connection.open(server.port) as connection:
        connection.send(request("/api/lunar", "POST", ["Expect: 100-continue", "Content-Type: application/json",
                                                       f"Content-Length: {GIGABYTE}"]))
        answer = await connection.answer()
        require(answer and answer.status == 413, f"{answer and answer.status} to a gigabyte that was announced")
        await connection.ends(8)


async def pour(server, head, chunk, total):
    """Sends a body of no end as long as the server takes it; tells its answer and how much its memory grew."""
    before = peak = server.memory
    async with await Connection.open(server.port) as connection:
        start = time.monotonic()
        connection.send(head)

        async def send():
            with contextlib.suppress(ConnectionError):
                for _ in range(total // (1 << 20)):
                    connection.send(chunk)
                    await connection.writer.drain()
        sending = asyncio.create_task(send())
        try:
            answer = await connection.answer(seconds=10)
            while not sending.done() and time.monotonic() < start + 15:
                peak = max(peak, server.memory)
                await asyncio.sleep(0.05)
            require(sending.done(), "it takes more and more")
            seconds = time.monotonic() - start
            await connection.ends(8)
        finally:
            sending.cancel()
    grown = (peak - before) >> 20
    require(grown <= 16, f"memory grew by {grown} MB")
    return answer, f"memory grew by {grown} MB, ended after {seconds:.1f} s"


async def gigabyte(server):
    """a body of a gigabyte is refused with 413, and the connection ends."""
    head = request("/api/lunar", "POST", ["Content-Type: application/json", f"Content-Length: {GIGABYTE}"])
    answer, told = await pour(server, head, b" " * (1 << 20), GIGABYTE)
    require(answer and answer.status == 413, f"answered {answer and answer.status}")
    return told


async def gigabyte_in_chunks(server):
    """a gigabyte in chunks is refused with 413, and the connection ends."""
    head = request("/api/lunar", "POST", ["Content-Type: application/json", "Transfer-Encoding: chunked"])
    answer, told = await pour(server, head, (b"8000\r\n" + b" " * 0x8000 + b"\r\n") * 32, GIGABYTE)
    require(answer and answer.status == 413, f"answered {answer and answer.status}")
    return told


async def unwanted_gigabyte(server):
    """a gigabyte that nobody has asked for is not waited for."""
    answer, told = await pour(server, request(headers=[f"Content-Length: {GIGABYTE}"]), b" " * (1 << 20), GIGABYTE)
    require(answer and answer.status == 200, f"answered {answer and answer.status}")
    return told


async def chunk_extensions(server):
    """a chunk extension without end is not kept."""
    head = request("/api/lunar", "POST", ["Content-Type: application/json", "Transfer-Encoding: chunked"])
    _, told = await pour(server, head + b"1;", b"x" * (1 << 20), GIGABYTE // 4)
    return told


async def endless_trailer(server):
    """trailers without end are not kept."""
    head = request("/api/lunar", "POST", ["Content-Type: application/json", "Transfer-Encoding: chunked"])
    _, told = await pour(server, head + b"0\r\n", b"X-Trailer: xxxxxxxxxxxxxxxxxxxxxx\r\n" * 29_128, GIGABYTE // 4)
    return told


async def after_an_upgrade(server):
    """what comes behind a request to upgrade to something else is not kept."""
    head = request(headers=["Connection: upgrade", "Upgrade: websocket"])
    answer, told = await pour(server, head, b"\x00" * (1 << 20), GIGABYTE // 4)
    require(answer and answer.status == 200, f"answered {answer and answer.status}")
    return told


CHECKS = [strange_bodies, deep_bodies, wrong_types, expectations]
ALONE = [gigabyte, gigabyte_in_chunks, unwanted_gigabyte, chunk_extensions, endless_trailer, after_an_upgrade]
