"""The main things that an app does, with the Python client that openapi-generator has made."""
import datetime
import os

import folkcal_client as api


def client(token=None):
    configuration = api.Configuration(host=os.environ["FOLKCAL_CLIENTS_URL"], access_token=token)
    return api.ApiClient(configuration)


nobody, user = client(), client(os.environ["FOLKCAL_CLIENTS_USER"])
editor = client(os.environ["FOLKCAL_CLIENTS_EDITOR"])
days, calendar, temples = api.DaysApi(nobody), api.CalendarApi(nobody), api.TemplesApi(nobody)
own, office = api.UserApi(user), api.AdminApi(editor)

# Folk days.
listed = days.list_events(var_from=datetime.date(2025, 4, 1), to=datetime.date(2025, 4, 30), type="deity")
mazu = next(event for event in listed if event.key == "mazu")
assert mazu.solar_date == datetime.date(2025, 4, 20)
assert (mazu.lunar.year, mazu.lunar.month, mazu.lunar.day, mazu.lunar.is_leap) == (2025, 3, 23, False)
assert days.get_event("mazu").dates[0].lunar.month == 3
assert days.list_deities(limit=3)[0].events is not None
assert api.GroupsApi(nobody).list_group_items("mazu").deities

# Dates in both directions; an answer is sent back.
leap = api.LunarDate(year=2025, month=6, day=15, is_leap=True)
first = calendar.convert_dates(api.Conversion(lunar=[leap], solar=["2025-04-20"], dates=["2026-13-40"]))
assert first.solar_dates == ["2025-08-08", "2025-04-20"]
assert first.dates[0].lunar.is_leap and first.dates[2].error and first.dates[2].lunar is None
again = calendar.convert_dates(api.Conversion(lunar=[date.lunar for date in first.dates if date.lunar], solar=first.solar_dates))
assert again.solar_dates == first.solar_dates * 2
assert calendar.get_day("2025-08-08").var_date.lunar.is_leap
month = calendar.get_month("2025-08")
assert [span.is_leap for span in month.lunar_months] == [True, False] and len(month.days) == 31

# Temples around a place, and the full list.
near = temples.list_temples(lat=25.0371, lng=121.4999, radius=2, limit=3)
assert len(near) == 3 and [temple.distance for temple in near] == sorted(temple.distance for temple in near)
assert temples.list_temples(limit=2)[0].distance is None
assert temples.get_temple(str(near[0].id)).name == near[0].name

# A user: settings, followed events, a day in a leap month.
assert own.get_settings().advance_days != 5
own.change_settings(api.SettingsChange(advance_days=5, notify_time="07:30", time_zone="Asia/Tokyo"))
settings = own.get_settings()
assert (settings.advance_days, settings.notify_time, settings.time_zone) == (5, "07:30", "Asia/Tokyo")
own.change_event_subscriptions(
    api.EventSubscriptionChange(subscriptions=[api.EventSubscriptionChangeSubscription(event="mazu", enabled=True)])
)
assert [(row.event, row.enabled) for row in own.list_event_subscriptions()] == [("mazu", True)]
added = own.add_own_event(api.NewOwnEvent(title="外婆生日", rule="lunar 6L/15", observance="birthday"))
assert added.lunar.is_leap and added.lunar.month == 6 and added.lunar.day == 15
assert [event.id for event in own.list_own_events()] == [added.id]
planned = own.schedule_notifications({})
assert planned.planned_until
for reminder in own.list_notifications():
    assert reminder.occurrence.lunar.is_leap in (True, False)
own.delete_own_event(str(added.id))
assert own.list_own_events() == []
assert own.get_profile().email == "python@example.org"

# The back office.
kept = office.get_event_kept("mazu")
changed = office.change_event("mazu", api.EventChange(note="seen by the Python client", aliases=kept.aliases))
assert changed.note == "seen by the Python client" and changed.aliases == kept.aliases
entered = office.add_event(
    api.NewEvent(
        key="python-feast", title="本庄慶典", rule="lunar 2/2",
        disagreements=[api.NewEventDisagreement(rule="lunar 2/3", note="as the village says")],
    )
)
assert entered.disagreements[0].note == "as the village says"
office.remove_event("python-feast")

# A refusal gives its reason.
try:
    calendar.convert_dates(api.Conversion())
    raise AssertionError("an empty request was taken")
except api.exceptions.UnprocessableEntityException as error:
    assert "no dates" in error.body

# The calendar for subscriptions.
feed = api.FeedsApi(nobody).get_json_feed(lang="en")
assert all(item.folkcal.lunar.year for item in feed.items)
print("python: events, dates, temples, settings, own days and the back office: done")
