"""Compares the days that PyPI icalendar and khal read in a feed with those that `folkcal upcoming` lists."""
import json
import os
import subprocess
import sys
import tempfile

import icalendar

program, khal = sys.argv[1:]
NOW = ["--now", "2026-01-01T00:00:00+08:00"]


def run(*arguments, **options):
    return subprocess.run(arguments, check=True, capture_output=True, **options).stdout


def listed():
    rows = json.loads(run(program, "upcoming", *NOW, "--until", "2026-12-31", "--json"))
    return sorted((row["solar_date"], row["title"]) for row in rows)


def read_by_icalendar(feed):
    calendar = icalendar.Calendar.from_ical(feed)
    events = calendar.walk("VEVENT")
    faults = [error for event in events for error in event.errors]
    if faults:
        raise SystemExit(f"icalendar: {faults[:3]}")
    return sorted((event.decoded("DTSTART").isoformat(), str(event["SUMMARY"])) for event in events)


def read_by_khal(feed):
    with tempfile.TemporaryDirectory() as folder:
        days = os.path.join(folder, "days")
        os.mkdir(days)
        # khal keeps a file for each event, as CalDAV does.
        calendar = icalendar.Calendar.from_ical(feed)
        for number, event in enumerate(calendar.walk("VEVENT")):
            single = icalendar.Calendar()
            single.add("version", "2.0")
            single.add("prodid", "-//folkcal//read-feeds//EN")
            single.add_component(event)
            with open(os.path.join(days, f"{number}.ics"), "wb") as file:
                file.write(single.to_ical())
        config = os.path.join(folder, "config")
        with open(config, "w") as file:
            file.write(f"[calendars]\n[[folk]]\npath = {days}\nreadonly = True\n"
                       f"[sqlite]\npath = {folder}/khal.db\n"
                       "[locale]\nlocal_timezone = Asia/Taipei\ndefault_timezone = Asia/Taipei\n"
                       "timeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\n"
                       "datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n")
        text = run(khal, "-c", config, "list", "--day-format", "", "--format", "{start-date}|{title}", "--once",
                   "2026-01-01", "365d", env={**os.environ, "LC_ALL": "C.UTF-8", "HOME": folder}).decode()
    return sorted(tuple(line.split("|", 1)) for line in text.splitlines() if "|" in line)


feed = run(program, "feed", "--years", "1", *NOW)
expected = listed()
for name, found in [("icalendar", read_by_icalendar(feed)), ("khal", read_by_khal(feed))]:
    missing = sorted(set(expected) - set(found))
    extra = sorted(set(found) - set(expected))
    if missing or extra or (name == "icalendar" and len(found) != len(expected)):
        raise SystemExit(f"{name}: {len(missing)} days missing {missing[:5]}, {len(extra)} too many {extra[:5]}")
    print(f"{name}: {len(found)} events of 2026, as listed")
