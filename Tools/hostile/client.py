"""A client that says what it is told to, byte for byte, and takes no answer that is not well-formed."""
import asyncio
import dataclasses
import re
import socket
import time


class Failure(Exception):
    """What the server should not have done."""


def require(condition, message):
    if not condition:
        raise Failure(message)


@dataclasses.dataclass
class Answer:
    status: int
    headers: list
    body: bytes = b""

    def __getitem__(self, name):
        return next((value for key, value in self.headers if key == name.lower()), None)


class Connection:
    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, port, receive_buffer=None):
        """receive_buffer: bytes that the system takes for us before the server has to wait."""
        connection = socket.socket()
        connection.setblocking(False)
        if receive_buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", port))
        return cls(*await asyncio.open_connection(sock=connection, limit=receive_buffer or 1 << 16))

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        self.close()

    def close(self):
        self.writer.close()

    def send(self, data):
        self.writer.write(data)

    async def answer(self, method="GET", seconds=5):
        """The next answer; None where the connection ends first."""
        try:
            return await asyncio.wait_for(self._answer(method), seconds)
        except (ConnectionError, asyncio.IncompleteReadError):
            return None
        except asyncio.TimeoutError:
            raise Failure(f"no answer within {seconds} s") from None

    async def _answer(self, method):
        head = await self.reader.readuntil(b"\r\n\r\n")
        lines = head[:-4].split(b"\r\n")
        require(found := re.fullmatch(rb"HTTP/1\.1 (\d{3}) [ -~]*", lines[0]), f"status line {lines[0]!r}")
        headers = []
        for line in lines[1:]:
            require(re.fullmatch(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+: ?[\t -~\x80-\xff]*", line), f"header line {line!r}")
            name, value = line.decode("latin-1").split(":", 1)
            headers.append((name.lower(), value.strip()))
        answer = Answer(int(found[1]), headers)
        if answer.status >= 200 and answer.status not in (204, 304) and method != "HEAD":
            length = answer["content-length"]
            require(length is not None and length.isdigit(), f"an answer {answer.status} without a length")
            answer.body = await self.reader.readexactly(int(length))
        return answer

    async def ends(self, seconds):
        """Seconds until the server ends the connection, whatever comes before; a failure where it does not."""
        start = time.monotonic()
        try:
            async with asyncio.timeout(seconds):
                while await self.reader.read(1 << 16):
                    pass
        except ConnectionError:
            pass
        except TimeoutError:
            raise Failure(f"the connection is still open after {seconds} s") from None
        return time.monotonic() - start


def request(target="/api/groups", method="GET", headers=(), body=None, version="HTTP/1.1"):
    """A request that is right as far as its parts are; they may be texts or bytes."""
    def data(part):
        return part if isinstance(part, bytes) else part.encode()
    lines = [b" ".join([data(method), data(target), data(version)]), b"Host: localhost"]
    lines += [data(header) for header in headers]
    if body is not None:
        lines += [b"Content-Type: application/json", b"Content-Length: %d" % len(data(body))]
    return b"\r\n".join(lines) + b"\r\n\r\n" + (data(body) if body is not None else b"")


async def ask(port, raw, method="GET", seconds=5):
    """One answer to some bytes, on a connection of its own."""
    async with await Connection.open(port) as connection:
        connection.send(raw)
        return await connection.answer(method, seconds)


async def healthy(port, seconds=5):
    """Seconds that a good request takes."""
    start = time.monotonic()
    answer = await ask(port, request(), seconds=seconds)
    require(answer and answer.status == 200, f"/api/groups answers {answer and answer.status}")
    return time.monotonic() - start
