"""Compares the days that PyPI icalendar and khal read in a feed with those that `folkcal upcoming` lists."""
import json
import subprocess
import sys

import icalendar

import khal_reader

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


feed = run(program, "feed", "--years", "1", *NOW)
expected = listed()
for name, found in [("icalendar", read_by_icalendar(feed)), ("khal", khal_reader.read(khal, feed, "2026-01-01", "365d"))]:
    missing = sorted(set(expected) - set(found))
    extra = sorted(set(found) - set(expected))
    if missing or extra or (name == "icalendar" and len(found) != len(expected)):
        raise SystemExit(f"{name}: {len(missing)} days missing {missing[:5]}, {len(extra)} too many {extra[:5]}")
    print(f"{name}: {len(found)} events of 2026, as listed")
