"""The days that khal reads in a calendar."""
import os
import subprocess
import tempfile

import icalendar


def read(khal, feed, first, span):
    """First day and title of each entry in the span from the first day on, such as 365d."""
    with tempfile.TemporaryDirectory() as folder:
        days = os.path.join(folder, "days")
        os.mkdir(days)
        # khal stores one file per event, like CalDAV.
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
        text = subprocess.run(
            [khal, "-c", config, "list", "--day-format", "", "--format", "{start-date}|{title}", "--once", first, span],
            env={**os.environ, "LC_ALL": "C.UTF-8", "HOME": folder}, check=True, capture_output=True, text=True).stdout
    return sorted(tuple(line.split("|", 1)) for line in text.splitlines() if "|" in line)
