"""Reads what tests have written into a folder: feeds of the coming days with feedparser and json, users' calendars with icalendar,
pages with html5lib. What each should hold stands beside it."""
import calendar
import json
import pathlib
import re
import sys

import feedparser
import html5lib
import icalendar

folder = pathlib.Path(sys.argv[1])
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00")
TAG = re.compile(r"tag:folkcal,2026:[A-Za-z0-9._~%-]+")


def check(condition, what):
    if not condition:
        raise SystemExit(what)


def check_atom(path, expected):
    feed = feedparser.parse(path.read_bytes())
    check(not feed.bozo, f"{path.name}: {feed.get('bozo_exception')}")
    check(feed.version == "atom10", f"{path.name} is {feed.version}")
    check([link.href for link in feed.feed.links if link.rel == "self"] == [feed.feed.id], f"{path.name}: its own link")
    check([entry.title for entry in feed.entries] == [title for _, title in expected], f"{path.name}: titles")
    for entry, (day, _) in zip(feed.entries, expected):
        check(TAG.fullmatch(entry.id), f"{path.name}: {entry.id}")
        check(INSTANT.fullmatch(entry.published) and INSTANT.fullmatch(entry.updated), f"{path.name}: {entry.published}")
        check(entry.updated_parsed >= entry.published_parsed, f"{path.name}: updated before published")
        check(entry.published[:10] < day and day[:4] in entry.summary, f"{path.name}: {entry.summary}")
        check(entry.content[0].type == "text/plain" and entry.content[0].value.startswith(entry.summary),
              f"{path.name}: content of {entry.id}")
        check(entry.link.startswith("https://folk.example/event/"), f"{path.name}: {entry.link}")
    check(len({entry.id for entry in feed.entries}) == len(feed.entries), f"{path.name}: an id twice")
    return len(feed.entries)


# Our fields of https://www.jsonfeed.org/version/1.1/ with their types, including all required ones.
FEED = {"version": str, "title": str, "home_page_url": str, "feed_url": str, "language": str, "authors": list, "items": list}
ITEM = {"id": str, "url": str, "title": str, "content_text": str, "summary": str, "date_published": str,
        "date_modified": str, "tags": list, "_folkcal": dict}


def check_fields(what, found, wanted):
    check(found.keys() == wanted.keys(), f"{what} has {sorted(found)}")
    for name, kind in wanted.items():
        check(isinstance(found[name], kind) and found[name], f"{what}: {name} is {found[name]!r}")


def check_json(path, expected):
    feed = json.loads(path.read_bytes().decode("utf-8"))
    check_fields(path.name, feed, FEED)
    check(feed["version"] == "https://jsonfeed.org/version/1.1", f"{path.name}: {feed['version']}")
    for item in feed["items"]:
        check_fields(f"{path.name}: {item['id']}", item, ITEM)
        check(INSTANT.fullmatch(item["date_published"]), f"{path.name}: {item['date_published']}")
    found = [[item["_folkcal"]["solar_date"], item["title"]] for item in feed["items"]]
    check(found == expected, f"{path.name}: {found[:3]} instead of {expected[:3]}")
    return len(feed["items"])


def check_alarms(path, expected):
    """icalendar says itself when an alarm rings for somebody in a zone."""
    events = icalendar.Calendar.from_ical(path.read_bytes()).walk("VEVENT")
    found = {}
    for event in events:
        alarms = icalendar.Alarms(event)
        alarms.set_local_timezone(expected["zone"])
        found[str(event["UID"])] = sorted(calendar.timegm(time.trigger.utctimetuple()) for time in alarms.times)
    different = [(uid, found.get(uid), rings) for uid, rings in expected["alarms"].items() if found.get(uid) != rings]
    check(not different and found.keys() == expected["alarms"].keys(), f"{path.name}: {different[:2]}")
    return sum(map(len, found.values()))


feeds = sorted(folder.glob("*.expected"))
calendars = sorted(folder.glob("*.alarms"))
pages = sorted(folder.glob("*.html"))
check(len(feeds) == 4 and len(calendars) == 6 and len(pages) == 3, f"only {sorted(p.name for p in folder.iterdir())}")
for path in feeds:
    expected = json.loads(path.read_bytes())
    print(f"feedparser: {check_atom(path.with_suffix('.atom'), expected)} entries of {path.stem}, as listed")
    print(f"json: {check_json(path.with_suffix('.json'), expected)} items of {path.stem}, as listed")
for path in calendars:
    count = check_alarms(path.with_suffix(".ics"), json.loads(path.read_bytes()))
    print(f"icalendar: {count} alarms of {path.stem}, when the planner would remind")
for path in pages:
    html5lib.HTMLParser(strict=True).parse(path.read_bytes(), transport_encoding="utf-8")
    print(f"html5lib: {path.name} without a fault")
