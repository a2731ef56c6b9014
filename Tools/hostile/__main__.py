"""Runs all checks against the program named on the command line; the status is 1 where one fails."""
import asyncio
import sys
import time

from . import bodies, ending, heads, many, slow, targets, words
from .client import Failure, healthy, request
from .server import Server

# The time limit of a whole request; with the default of 60 s the checks would take long.
REQUEST_SECONDS = 5


class Report:
    def __init__(self):
        self.failed = 0

    async def run(self, check, *arguments):
        """A check is an async function: its first line of documentation says what must hold, what it returns is told with it."""
        start = time.monotonic()
        try:
            detail, word = await check(*arguments), "ok  "
        except Failure as failure:
            detail, word = failure, "FAIL"
        except Exception as error:
            detail, word = repr(error), "FAIL"
        self.failed += word == "FAIL"
        name = check.__doc__.splitlines()[0].rstrip(".")
        print(f"{word} {name}{f': {detail}' if detail else ''} ({time.monotonic() - start:.1f} s)", flush=True)


async def main(program):
    report = Report()
    start = time.monotonic()
    async with Server(program, "--request-seconds", str(REQUEST_SECONDS)) as server:
        await healthy(server.port)
        descriptors = server.descriptors
        # The slow checks mostly wait, so they run in parallel with the others.
        together = slow.CHECKS + targets.CHECKS + heads.CHECKS + bodies.CHECKS
        await asyncio.gather(*(report.run(check, server) for check in together))
        # These measure memory, so they run one after the other.
        for check in bodies.ALONE + slow.ALONE + many.CHECKS:
            await report.run(check, server)

        async def well():
            """after all of it the server answers, has no file too many, and has logged no error of its own."""
            seconds = await healthy(server.port)
            open_files = await server.settle(descriptors)
            if open_files > descriptors:
                raise Failure(f"{open_files} files are open, and {descriptors} were at first")
            if not server.runs:
                raise Failure("it has ended")
            errors = [line for line in server.log if '"level":"error"' in line or '"level":"critical"' in line]
            if errors:
                raise Failure(f"{len(errors)} errors in the log, as {errors[0]}")
            return f"{seconds * 1000:.1f} ms, {open_files} files, {server.memory >> 20} MB"
        await report.run(well)
    for check in ending.CHECKS + words.CHECKS:
        await report.run(check, program)
    print(f"{time.monotonic() - start:.0f} s" + (f", {report.failed} FAILED" if report.failed else ""))
    return 1 if report.failed else 0


sys.exit(asyncio.run(main(sys.argv[1])))
