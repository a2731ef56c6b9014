"""Measures what one account that does harm costs another's changes. See check-writers."""

import http.client
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = sys.argv[1]
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data")
DAYS, TEXT = 1_000, "x" * 20_000
ATTACKS_A_SECOND, CHANGES = 20, 200


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True).stdout


class Caller:
    """One connection that is kept, with a token."""

    def __init__(self, port, token):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}

    def ask(self, method, path, body):
        """Returns the status and the seconds that the answer took."""
        begin = time.perf_counter()
        self.connection.request(method, path, json.dumps(body), self.headers)
        answer = self.connection.getresponse()
        answer.read()
        return answer.status, time.perf_counter() - begin


def changes(port, token, count=CHANGES):
    caller, seconds = Caller(port, token), []
    for number in range(count):
        status, taken = caller.ask("PUT", "/api/user/settings", {"advance_days": number % 5 + 1})
        assert status == 200, status
        seconds.append(taken)
        time.sleep(0.01)
    return sorted(seconds)


def shown(seconds):
    return f"median {seconds[len(seconds) // 2] * 1000:.1f} ms, p99 {seconds[int(len(seconds) * 0.99)] * 1000:.1f} ms, longest {seconds[-1] * 1000:.1f} ms"


def attack(port, token, method, path, body, end, statuses):
    """So many requests a second, each on a connection of its own, however slowly they are answered."""
    threads = []

    def one():
        try:
            statuses.append(Caller(port, token).ask(method, path, body() if callable(body) else body)[0])
        except OSError:
            statuses.append(0)

    while not end.is_set():
        thread = threading.Thread(target=one)
        thread.start()
        threads.append(thread)
        end.wait(1 / ATTACKS_A_SECOND)
    for thread in threads:
        thread.join()


def under(name, port, quiet, victim, attacks):
    end, statuses = threading.Event(), []
    attackers = [threading.Thread(target=attack, args=(port, *one, end, statuses)) for one in attacks]
    for attacker in attackers:
        attacker.start()
    time.sleep(1)
    seconds = changes(port, victim)
    end.set()
    for attacker in attackers:
        attacker.join()
    more = (seconds[int(len(seconds) * 0.99)] - quiet[int(len(quiet) * 0.99)]) * 1000
    counted = {status: statuses.count(status) for status in sorted(set(statuses))}
    print(f"{name}: {shown(seconds)}; p99 {more:+.1f} ms; the attack was answered {counted}")
    return more


def behind_lock(port, tokens, path):
    """How long each of twenty waits behind a lock that another program holds."""
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    results = []

    def one(token):
        results.append(Caller(port, token).ask("PUT", "/api/user/settings", {"advance_days": 7}))

    threads = [threading.Thread(target=one, args=(token,)) for token in tokens]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    holder.execute("ROLLBACK")
    holder.close()
    waits = sorted(seconds for _, seconds in results)
    print(f"20 behind a lock: {sorted({status for status, _ in results})} after {waits[0]:.2f} to {waits[-1]:.2f} s")
    return waits[-1]


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "folkcal.db")
        os.environ["FOLKCAL_DATABASE"] = "sqlite:" + path
        run("init", "--data", DATA)
        tokens = []
        for number in range(1, 22):
            run("admin", "user", "add", "--email", f"user{number}@example.org")
            tokens.append(run("admin", "user", "token", "create", f"u{number}", "--name", "phone").strip())
        days = [{"title": str(number), "rule": "lunar 1/1", "description": TEXT} for number in range(DAYS)]
        file = os.path.join(folder, "users.json")
        with open(file, "w") as out:
            json.dump({"users": [{"email": "user1@example.org", "events": days}]}, out)
        run("admin", "import", file)
        run("remind", "plan", "--days", "30")
        log = open(os.path.join(folder, "serve.log"), "w")
        server = subprocess.Popen(
            [PROGRAM, "serve", "--data", DATA, "--port", "0", "--rate", "0", "--log-level", "error",
             "--no-plan", "--no-deliver", "--no-backup"], stderr=subprocess.PIPE, text=True)
        try:
            while True:
                line = server.stderr.readline()
                if "listening on" in line:
                    port = int(line.rsplit(":", 1)[1])
                    break
                assert line, "the server ended"
            threading.Thread(target=lambda: log.writelines(server.stderr), daemon=True).start()
            victim, harm = tokens[1], tokens[0]
            changes(port, victim, 20)
            quiet = changes(port, victim)
            print(f"nobody else: {shown(quiet)}")
            new = {"title": "x", "rule": "lunar 1/1", "description": TEXT}
            counter = iter(range(10**9))
            more = [
                under("refused POSTs", port, quiet, victim, [(harm, "POST", "/api/user/events", new)]),
                under(
                    "refused POSTs and wrong ones", port, quiet, victim,
                    [(harm, "POST", "/api/user/events", new), (harm, "POST", "/api/user/events", {"title": "x", "rule": "soon"}),
                     (harm, "POST", "/api/auth/refresh", {"refresh_token": "fcr_" + "0" * 64})]),
                under("settings of the same account", port, quiet, victim,
                      [(harm, "PUT", "/api/user/settings", lambda: {"advance_days": next(counter) % 5 + 1})]),
            ]
            longest = behind_lock(port, tokens[1:], path)
        finally:
            server.terminate()
            server.wait()
            log.close()
        # Refused requests must not delay others noticeably; the other figures are only printed.
        if max(more[:2]) > 100 or longest > 5:
            sys.exit("others wait too long")


main()
