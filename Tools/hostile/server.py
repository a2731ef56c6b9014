"""The server that is attacked: started, watched, ended."""
import asyncio
import contextlib
import os
import re
import resource
import tempfile


class Server:
    """`folkcal serve` on a database of its own."""

    def __init__(self, program, *options, descriptors=None, environment=None):
        self.program = program
        self.options = options
        self.environment = {**os.environ, **(environment or {})}
        self.descriptors_allowed = descriptors
        self.log = []

    async def __aenter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="folkcal-hostile-")
        database = f"sqlite:{self.folder.name}/folkcal.db"
        made = await asyncio.create_subprocess_exec(self.program, "init", "--database", database,
                                                    stdout=asyncio.subprocess.DEVNULL)
        if await made.wait():
            raise SystemExit(f"{self.program} init failed")
        self.process = await asyncio.create_subprocess_exec(
            self.program, "serve", "--port", "0", "--rate", "0", "--log-level", "warning", "--database", database,
            "--no-plan", "--no-deliver", "--no-backup",
            *self.options, stderr=asyncio.subprocess.PIPE, limit=1 << 20, preexec_fn=self._limit, env=self.environment)
        self.pid = self.process.pid
        while True:
            line = (await asyncio.wait_for(self.process.stderr.readline(), 20)).decode()
            if found := re.search(r"listening on http://localhost:(\d+)", line):
                self.port = int(found[1])
                break
            if not line:
                raise SystemExit("the server did not start: " + "".join(self.log))
            self.log.append(line)
        self.reading = asyncio.create_task(self._read_log())
        return self

    def _limit(self):
        if self.descriptors_allowed:
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.descriptors_allowed, self.descriptors_allowed))

    async def _read_log(self):
        while line := await self.process.stderr.readline():
            self.log.append(line.decode())

    async def __aexit__(self, *_):
        if self.process.returncode is None:
            self.process.kill()
            await self.process.wait()
        await self.reading
        self.folder.cleanup()

    @property
    def runs(self):
        return self.process.returncode is None

    @property
    def memory(self):
        """Bytes of memory that the server itself has filled; what its files map does not count."""
        with open(f"/proc/{self.pid}/status") as status:
            return int(re.search(r"RssAnon:\s+(\d+) kB", status.read())[1]) * 1024

    @property
    def seconds_of_work(self):
        """Seconds that processors have worked for it."""
        with open(f"/proc/{self.pid}/stat") as status:
            fields = status.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def descriptors(self):
        """How many files and connections it has open, but for those of the database, of which readers open more when they are needed."""
        count = 0
        for name in os.listdir(f"/proc/{self.pid}/fd"):
            with contextlib.suppress(FileNotFoundError):
                count += not os.readlink(f"/proc/{self.pid}/fd/{name}").startswith(self.folder.name)
        return count

    async def settle(self, descriptors, seconds=8):
        """Waits until no more files are open than this; tells how many are."""
        for _ in range(int(seconds * 10)):
            if self.descriptors <= descriptors:
                break
            await asyncio.sleep(0.1)
        return self.descriptors
