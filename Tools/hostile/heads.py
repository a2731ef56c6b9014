"""Heads that are no heads, or that two programs could read differently (RFC 9112, 11)."""
from .client import Connection, Failure, request, require

# A second request, hidden in the first, that must never be answered.
HIDDEN = b"GET /api/deities HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: hidden\r\n\r\n"
POST = b"POST /api/lunar HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


async def exchange(server, raw, statuses, ends=False, most=1):
    """Sends bytes, and looks at what comes back: an answer of one of these statuses, no more answers than this, and perhaps the end."""
    async with await Connection.open(server.port) as connection:
        connection.send(raw)
        answer = await connection.answer()
        status = answer.status if answer else 0
        require(status in statuses, f"answered {status}")
        count = 1 if answer else 0
        if ends:
            while answer:
                answer = await connection.answer(seconds=8)
                count += answer is not None
        require(count <= most, f"{count} answers")
        if ends:
            await connection.ends(8)


async def table(server, cases):
    wrong = []
    for name, (raw, statuses, ends) in cases.items():
        try:
            await exchange(server, raw, statuses, ends)
        except Failure as failure:
            wrong.append(f"{name}: {failure}")
    require(not wrong, "; ".join(wrong))
    return f"{len(cases)} heads"


def post(*headers, body=b""):
    return POST + b"".join(header.encode() + b"\r\n" for header in headers) + b"\r\n" + body


async def smuggling(server):
    """requests whose end two programs could see at different places are refused, and the connection ends."""
    bad, close = (400, 501), True
    length = len(HIDDEN)
    return await table(server, {
        "a length and chunks": (post("Content-Length: 5", "Transfer-Encoding: chunked", body=b"0\r\n\r\n" + HIDDEN), bad, close),
        "chunks and a length": (post("Transfer-Encoding: chunked", f"Content-Length: {length}", body=HIDDEN), bad, close),
        "two lengths": (post("Content-Length: 0", f"Content-Length: {length}", body=HIDDEN), bad, close),
        "two lengths in one": (post(f"Content-Length: 0, {length}", body=HIDDEN), bad, close),
        "a length with a sign": (post(f"Content-Length: +{length}", body=HIDDEN), bad, close),
        "a negative length": (post("Content-Length: -1", body=HIDDEN), bad, close),
        "a length in hexadecimal": (post("Content-Length: 0x10", body=HIDDEN), bad, close),
        "a length of 30 digits": (post(f"Content-Length: {'9' * 30}", body=HIDDEN), bad, close),
        "no length": (post("Content-Length:", body=HIDDEN), bad, close),
        "a length of other digits": (post("Content-Length: ٣", body=HIDDEN), bad, close),
        "an unknown coding": (post("Transfer-Encoding: xchunked", body=HIDDEN), bad, close),
        "identity behind chunked": (post("Transfer-Encoding: chunked, identity", body=HIDDEN), bad, close),
        "two codings": (post("Transfer-Encoding: chunked", "Transfer-Encoding: identity", body=HIDDEN), bad, close),
        "a blank before the colon": (post("Transfer-Encoding : chunked", body=b"0\r\n\r\n" + HIDDEN), bad, close),
        "a tab before the colon": (post(f"Content-Length\t: {length}", body=HIDDEN), bad, close),
        "a fold before a coding": (post("X-A: b", " Transfer-Encoding: chunked", "Content-Length: 0"), (400, 415), False),
        "a huge chunk": (post("Transfer-Encoding: chunked", body=b"fffffffffffffffff\r\n" + HIDDEN), bad, close),
        "a chunk with a sign": (post("Transfer-Encoding: chunked", body=b"+5\r\nhello\r\n0\r\n\r\n" + HIDDEN), bad, close),
        "a chunk in hexadecimal": (post("Transfer-Encoding: chunked", body=b"0x5\r\nhello\r\n0\r\n\r\n" + HIDDEN), bad, close),
        "a chunk of no size": (post("Transfer-Encoding: chunked", body=b"\r\nhello\r\n0\r\n\r\n" + HIDDEN), bad, close),
        "a chunk that is longer": (post("Transfer-Encoding: chunked", body=b"1\r\nhello\r\n0\r\n\r\n" + HIDDEN), bad, close),
        "a bare CR in a value": (post("X-A: b\rTransfer-Encoding: chunked", "Content-Length: 0"), bad, close),
        "a NUL in a value": (post("X-A: b\0c", "Content-Length: 0"), bad, close),
        "a NUL in a name": (post("X-\0A: b", "Content-Length: 0"), bad, close),
        "a name of none": (post(": b", "Content-Length: 0"), bad, close),
        "a line without a colon": (post("X-A", "Content-Length: 0"), bad, close),
    })


async def hosts(server):
    """a request names one host, no more and no less (RFC 9112, 3.2)."""
    return await table(server, {
        "none": (b"GET /api/groups HTTP/1.1\r\n\r\n", (400,), True),
        "two": (b"GET /api/groups HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", (400,), True),
        "an empty one": (b"GET /api/groups HTTP/1.1\r\nHost:\r\n\r\n", (200, 400), False),
        "a strange one": (b"GET /feeds HTTP/1.1\r\nHost: \"><script>\r\n\r\n", (200, 400), False),
        "bytes": (b"GET /feeds HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n", (200, 400), False),
        "a user": (b"GET /feeds HTTP/1.1\r\nHost: user@host\r\n\r\n", (200, 400), False),
    })


async def sizes(server):
    """heads that are too large are refused, and the connection ends."""
    large = (400, 413, 414, 431)
    return await table(server, {
        "a header of 17 KB": (request(headers=["X-A: " + "b" * 17_000]), large, True),
        "a name of 17 KB": (request(headers=["X-" + "A" * 17_000 + ": b"]), large, True),
        "17 headers of a KB": (request(headers=[f"X-{number}: " + "b" * 1_000 for number in range(17)]), large, True),
        "1,000 headers": (request(headers=[f"X-{number}: b" for number in range(1_000)]), large, True),
        "a target of 17 KB": (request("/" + "a" * 17_000), large, True),
        "a method of 17 KB": (request(method="A" * 17_000), large, True),
        "a cookie of 9 KB": (request(headers=["Cookie: a=" + "b" * 9_000]), large, True),
        "a token of 7 KB": (request("/api/me", headers=["Authorization: Bearer " + "b" * 7_000]), (401,), False),
        "99 headers": (request(headers=[f"X-{number}: b" for number in range(97)]), (200,), False),
    })


async def values(server):
    """headers that we read, with values that are none, do no harm."""
    bad = b"\xff\xfe\xc0\xaf"
    cases = {name: (request("/api/events", headers=[name.encode() + b": " + bad]), statuses, False) for name, statuses in [
        ("X-Request-Id", (200,)), ("Accept-Encoding", (200,)), ("Accept-Language", (200,)), ("If-None-Match", (200,)),
        ("Origin", (200,)), ("X-Forwarded-For", (200,)), ("Authorization", (200,)), ("Cookie", (200,)), ("Range", (200,)),
        ("Content-Type", (200,)), ("Expect", (200, 417)), ("TE", (200,)),
    ]}
    for name, header in {
        "many tags": "If-None-Match: " + ",".join(['"a"'] * 1_500), "a weight of none": "Accept-Encoding: gzip;q=nan",
        "a huge weight": "Accept-Encoding: gzip;q=1e999", "many codings": "Accept-Encoding: " + "gzip;q=0," * 800,
        "many languages": "Accept-Language: " + "zh-Hant;q=0.5," * 500, "many proxies": "X-Forwarded-For: " + "1.2.3.4," * 900,
        "a range": "Range: bytes=0-0,-1,5-", "an override": "X-HTTP-Method-Override: DELETE", "a rewrite": "X-Original-URL: /metrics",
        "an id with a line end": "X-Request-Id: a%0d%0ab",
    }.items():
        cases[name] = (request("/api/events", headers=[header]), (200,), False)
    return await table(server, cases)


async def versions(server):
    """methods and versions that we do not speak are told so, and HTTP/1.0 ends its connections."""
    no = (400, 405, 501, 505)
    return await table(server, {
        "a small method": (request(method="get"), no, False),
        "an unknown method": (request(method="BREW"), no, False),
        "a method that is none": (request(method="G(T"), no, True),
        "HTTP/1.0": (b"GET /api/groups HTTP/1.0\r\n\r\n", (200,), True),
        "HTTP/1.0 and keep-alive": (b"GET /api/groups HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", (200,), False),
        "HTTP/1.0 and chunks": (POST.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", (400, 501), True),
        "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", no, True),
        "HTTP/3.0": (request(version="HTTP/3.0"), no, True),
        "HTTP/11": (request(version="HTTP/11"), no, True),
        "http/1.1": (request(version="http/1.1"), no, True),
        "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500), (0, 400), True),
        "close": (request(headers=["Connection: close"]), (200,), True),
        "Close": (request(headers=["Connection: Close"]), (200,), True),
        "close among others": (request(headers=["Connection: keep-alive, close"]), (200,), True),
        "two connections": (request(headers=["Connection: keep-alive", "Connection: close"]), (200,), True),
        "an upgrade to HTTP/2": (request(headers=["Connection: upgrade, http2-settings", "Upgrade: h2c", "HTTP2-Settings: AA"]),
                                 (200,), True),
        "line ends without CR": (b"GET /api/groups HTTP/1.1\nHost: x\n\n", (200, 400), False),
        "empty lines first": (b"\r\n\r\n" + request(), (200, 400), False),
        "a fold": (request(headers=["X-Request-Id: a", " b"]), (200, 400), False),
    })


async def pipelining(server):
    """a thousand requests in one go are answered in their order."""
    count = 1_000
    async with await Connection.open(server.port) as connection:
        connection.send(b"".join(request(headers=[f"X-Request-Id: r{number}"]) for number in range(count)))
        for number in range(count):
            answer = await connection.answer(seconds=20)
            require(answer and answer.status == 200, f"request {number}: {answer and answer.status}")
            require(answer["x-request-id"] == f"r{number}", f"request {number} got the answer of {answer['x-request-id']}")


async def half_closed(server):
    """a client that has said all that it will is answered still."""
    async with await Connection.open(server.port) as connection:
        connection.send(request())
        connection.writer.write_eof()
        answer = await connection.answer()
        require(answer and answer.status == 200, f"answered {answer and answer.status}")
        await connection.ends(5)


async def head_only(server):
    """HEAD and 304 have no body, and the connection goes on."""
    async with await Connection.open(server.port) as connection:
        connection.send(request("/api/events", "HEAD") + request("/api/events"))
        head, get = await connection.answer("HEAD"), await connection.answer()
        require(head and get and head.status == get.status == 200, "HEAD and GET are not answered alike")
        require(head["content-length"] == get["content-length"], "the lengths of HEAD and GET differ")
        connection.send(request("/api/events", headers=[f"If-None-Match: {get['etag']}"]) + request())
        unchanged, other = await connection.answer(), await connection.answer()
        require(unchanged and unchanged.status == 304, f"{unchanged and unchanged.status} to a tag that holds")
        require(other and other.status == 200, "nothing comes behind 304")


CHECKS = [smuggling, hosts, sizes, values, versions, pipelining, half_closed, head_only]
