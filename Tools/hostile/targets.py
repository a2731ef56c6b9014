"""Paths, queries and targets that are none, or try to be others."""
import random

from .client import Connection, ask, request, require

LONG = "a" * 6_000


async def answers(server, cases):
    """Asks for each target; the status must be one of those that go with it."""
    wrong = []
    for target, statuses in cases:
        answer = await ask(server.port, request(target))
        status = answer.status if answer else 0
        if status not in statuses or (status >= 404 and b"root:" in answer.body):
            wrong.append(f"{target[:60]!r}: {status}")
    require(not wrong, "; ".join(wrong))
    return f"{len(cases)} targets"


async def path_tricks(server):
    """paths that lead out, around or nowhere find nothing."""
    nothing = (400, 404)
    return await answers(server, [
        ("//", nothing), ("//api/groups", nothing), ("/api//groups", nothing), ("/api/groups/", nothing),
        ("/api/../api/groups", nothing), ("/../../../../etc/passwd", nothing), ("/feeds/../../../../../etc/passwd", nothing),
        ("/%2e%2e/%2e%2e/etc/passwd", nothing), ("/api/%2e%2e/api/groups", nothing), ("/..%2f..%2fetc%2fpasswd", nothing),
        ("/..%5c..%5cetc%5cpasswd", nothing), ("/api/./groups", nothing), ("/api/groups%00", nothing),
        ("/api/groups%20", nothing), ("/api/groups;a=b", nothing), ("/API/HEALTH", nothing), ("/%61pi/groups", nothing),
        ("/api%2fgroups", nothing), ("/api/events/%00", nothing), ("/api/events/mazu%00.json", nothing),
        ("/api/events/..", nothing), ("/api/events/%2e%2e", nothing), ("/api/events/a%2fb", nothing),
        ("/api/temples/1%2factivities", nothing), ("/api/temples//activities", nothing), ("/api/temples/ /activities", (400,)),
        ("/api/events/" + LONG, nothing), ("/" * 4_000, nothing), ("/a" * 3_000, nothing), ("/api/events/%", nothing),
        ("/api/events/%zz", nothing), ("/api/events/%ff%fe", nothing), ("/api/events/%c0%ae", nothing),
        ("/api/events/%ed%a0%80", nothing), ("/api/events/9223372036854775808", nothing), ("/api/events/-1", nothing),
        ("/api/events/1e3", nothing), ("/api/events/%D9%A1", nothing), ("/api/day/2026-02-30", (400, 404, 422)),
        ("/api/day/%2B99999-01-01", (400, 404, 422)), ("/api/month/2026-13", (400, 404, 422)),
        ("/feeds/user/%00.ics", nothing), ("/feeds/user/../events.ics", nothing), ("/metrics/..", nothing),
        (b"/api/events/\xff\xfe", nothing), (b"/api/events/\xc0\xaf", nothing), ("/api/events/媽祖".encode(), nothing),
        (b"/api/events/\x01", nothing), (b"/api/events/a\x00b", nothing), ("/<script>alert(1)</script>", nothing),
    ])


async def query_tricks(server):
    """queries that are no UTF-8, hold what they must not, or are not known, are refused with 400."""
    bad = (400,)
    return await answers(server, [
        ("/api/events?q=%ff", bad), ("/api/events?q=%00", bad), ("/api/events?q=%0d%0aSet-Cookie:a=b", bad),
        ("/api/events?q=%", bad), ("/api/events?q=%4", bad), ("/api/events?%ff=1", bad), ("/api/events?q=%ed%a0%80", bad),
        ("/api/events?nothing=1", bad), ("/api/events?q=a&q=b", bad), ("/api/events?q[]=a", bad), ("/api/events?__proto__=1", bad),
        ("/api/events?limit=99999999999999999999", bad), ("/api/events?limit=1e3", bad), ("/api/events?limit=%2B1", bad),
        ("/api/events?limit=%D9%A1", bad), ("/api/events?limit=-1", bad), ("/api/events?limit=0", bad),
        ("/api/events?from=2026-02-30", bad), ("/api/events?from=99999999-01-01", bad), ("/api/events?cursor=" + LONG, bad),
        ("/api/temples?lat=nan&lng=0", bad), ("/api/temples?lat=inf&lng=0", bad), ("/api/temples?lat=1e999&lng=0", bad),
        ("/api/temples?lat=0x1p3&lng=0", (200, 400)), ("/api/temples?lat=91&lng=0", bad), ("/api/temples?lat=24", bad),
        ("/api/temples?lat=24&lng=120&radius=1e308", bad), ("/api/temples?q=" + "%E5%AA%BD" * 101, bad),
        ("/api/events?q='%20OR%201=1--", (200,)), ("/api/events?q=%25_%25", (200,)), ("/api/events?", (200,)),
        ("/api/events?&&", (200, 400)), ("/api/events?=", bad), (b"/api/events?q=\xff", bad), ("/api/groups?a=1", bad),
    ])


async def target_forms(server):
    """the forms of targets are those of RFC 9112, 3.2: whole addresses are answered, the rest is not."""
    cases = [
        ("GET http://localhost/api/groups HTTP/1.1\r\nHost: localhost", (200,)),
        ("GET http://other.example:99/api/groups HTTP/1.1\r\nHost: localhost", (200, 400, 421)),
        ("GET http://localhost HTTP/1.1\r\nHost: localhost", (404,)),
        ("GET http:///api/groups HTTP/1.1\r\nHost: localhost", (200, 400, 404)),
        ("GET file:///etc/passwd HTTP/1.1\r\nHost: localhost", (400, 404)),
        ("GET localhost:80 HTTP/1.1\r\nHost: localhost", (400, 404)),
        ("GET * HTTP/1.1\r\nHost: localhost", (400, 404)),
        ("OPTIONS * HTTP/1.1\r\nHost: localhost", (200, 204, 400, 404)),
        ("CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80", (400, 404, 405, 501)),
        ("CONNECT /api/groups HTTP/1.1\r\nHost: localhost", (400, 405, 501)),
        ("TRACE /api/groups HTTP/1.1\r\nHost: localhost", (400, 405, 501)),
        ("GET api/groups HTTP/1.1\r\nHost: localhost", (400, 404)),
        ("GET  /api/groups HTTP/1.1\r\nHost: localhost", (200, 400)),
        ("GET /api/groups  HTTP/1.1\r\nHost: localhost", (200, 400)),
        ("GET /api/groups#part HTTP/1.1\r\nHost: localhost", (200, 400, 404)),
        ("GET ?a=b HTTP/1.1\r\nHost: localhost", (400, 404)),
        ("GET /" + "a" * 100_000 + " HTTP/1.1\r\nHost: localhost", (400, 404, 414, 431)),
    ]
    wrong = []
    for head, statuses in cases:
        async with await Connection.open(server.port) as connection:
            connection.send(head.encode() + b"\r\n\r\n")
            answer = await connection.answer()
            status = answer.status if answer else 0
            if status not in statuses:
                wrong.append(f"{head.splitlines()[0][:60]!r}: {status}")
            if head.startswith("CONNECT"):
                await connection.ends(8)
    require(not wrong, "; ".join(wrong))
    return f"{len(cases)} targets"


async def garbage(server):
    """two hundred strings of random bytes, half of them behind the start of a request, do no harm (seed 7)."""
    generator = random.Random(7)
    for number in range(200):
        start = request(headers=["X-A: b"])
        raw = generator.randbytes(generator.randrange(1, 2_000))
        if number % 2:
            raw = start[:generator.randrange(len(start))] + raw
        async with await Connection.open(server.port) as connection:
            connection.send(raw)
            connection.writer.write_eof()
            for _ in range(100):
                if not (answer := await connection.answer()):
                    break
                require(answer.status < 500, f"string {number}: {answer.status}")
            await connection.ends(8)


CHECKS = [path_tricks, query_tricks, target_forms, garbage]
