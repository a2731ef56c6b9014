"""Reads feeds as `folkcal serve` serves them: with icalendar, khal and libical. A user's own calendar changes with the user's settings.

    read_server.py FOLKCAL KHAL
"""
import ctypes
import ctypes.util
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

import icalendar

import khal_reader

program, khal = sys.argv[1:3]
VEVENT = 4  # ICAL_VEVENT_COMPONENT of libical's icalenums.h


def check(condition, what):
    if not condition:
        raise SystemExit(f"read_server: {what}")


def libical():
    name = ctypes.util.find_library("ical")
    check(name, "libical is not installed")
    library = ctypes.CDLL(name)
    library.icalparser_parse_string.restype = ctypes.c_void_p
    for function in (library.icalcomponent_count_components, library.icalcomponent_count_errors):
        function.argtypes = [ctypes.c_void_p, ctypes.c_int][: 2 if function is library.icalcomponent_count_components else 1]
    return library


def request(url, method="GET", token=None, body=None, headers=None):
    request = urllib.request.Request(url, method=method, headers=headers or {})
    if token:
        request.add_header("Authorization", "Bearer " + token)
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def titles(bytes_):
    return [str(event["SUMMARY"]) for event in icalendar.Calendar.from_ical(bytes_).walk("VEVENT")]


def read(name, bytes_, library):
    """Reads a calendar with all three; they must see the same events."""
    events = titles(bytes_)
    component = library.icalparser_parse_string(bytes_)
    check(component, f"{name}: libical reads nothing")
    check(library.icalcomponent_count_errors(component) == 0, f"{name}: libical finds errors")
    count = library.icalcomponent_count_components(component, VEVENT)
    check(count == len(events), f"{name}: libical sees {count} events, icalendar {len(events)}")
    shown = {title for _, title in khal_reader.read(khal, bytes_, "2026-01-01", "1095d")}
    check(set(events) == shown, f"{name}: khal does not show {sorted(set(events) ^ shown)[:5]}")
    return events


with tempfile.TemporaryDirectory() as folder:
    environment = {**os.environ, "FOLKCAL_DATABASE": f"sqlite:{folder}/folkcal.db"}
    now = "2026-11-21T08:00:00+08:00"

    def folkcal(*arguments):
        return subprocess.run([program, *arguments], env=environment, check=True, capture_output=True, text=True).stdout

    folkcal("init", "--now", now)
    folkcal("admin", "user", "add", "--email", "kai@example.org")
    folkcal("admin", "user", "subscribe", "kai@example.org", "--event", "mazu")
    token = folkcal("admin", "token", "create", "--name", "phone", "--role", "user", "--user", "kai@example.org").strip()
    server = subprocess.Popen([program, "serve", "--port", "0", "--now", now, "--log-level", "error",
                               "--no-plan", "--no-deliver", "--no-backup"], env=environment,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        site = None
        for line in server.stderr:
            if found := re.search(r"http://\S+", line):
                site = found[0]
                break
        check(site, "the server does not say where it listens")
        library = libical()
        counts = {}
        for name, query in [("all", ""), ("deities", "?kind=deity&lang=en&alarm=1@08:00"), ("group", "?group=mazu")]:
            status, headers, body = request(f"{site}/feeds/events.ics{query}")
            check(status == 200 and headers["Content-Type"].startswith("text/calendar"), f"{name}: {status}")
            counts[name] = len(read(name, body, library))
            status, _, body = request(f"{site}/feeds/events.ics{query}", headers={"If-None-Match": headers["ETag"]})
            check(status == 304 and not body, f"{name}: not changed, and yet {status}")
            status, head, body = request(f"{site}/feeds/events.ics{query}", method="HEAD")
            check(status == 200 and not body and head["ETag"] == headers["ETag"], f"{name}: HEAD")

        status, _, body = request(f"{site}/api/user/feed", method="POST", token=token)
        check(status == 201, f"no private calendar: {status} {body}")
        own = json.loads(body)["url"]
        status, headers, body = request(own)
        before = read("own", body, library)
        check("媽祖聖誕" in before and "初一" in before, "the user's days are not in the user's calendar")
        check(request(own, headers={"If-None-Match": headers["ETag"]})[0] == 304, "own: not changed, and yet sent again")
        status, _, body = request(f"{site}/api/user/settings", method="PUT", token=token, body={"newmoon_enabled": False})
        check(status == 200, f"settings: {status} {body}")
        status, _, body = request(own, headers={"If-None-Match": headers["ETag"]})
        check(status == 200 and "初一" not in titles(body), "a setting is not in the calendar at the next request")
        print(f"read_server: {counts} and {len(before)} of a user's own, read by icalendar, khal and libical")
    finally:
        server.send_signal(signal.SIGTERM)
        check(server.wait(20) == 0, "the server did not stop well")
