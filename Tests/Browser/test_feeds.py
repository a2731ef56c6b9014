"""Subscribing, temples near a place with their map, and the strip for other sites."""

import datetime
import re
import urllib.parse
import urllib.request

from desk import test, text


def calendar(address):
    """The days of a calendar: {day: title}; and the alarms."""
    with urllib.request.urlopen(address, timeout=30) as answer:
        content = answer.read().decode().replace("\r\n ", "")
    entries = re.findall(r"BEGIN:VEVENT.*?END:VEVENT", content, re.S)
    return (
        {re.search(r"DTSTART;VALUE=DATE:(\d+)", entry)[1]: re.search(r"SUMMARY:(.*)\r", entry)[1] for entry in entries},
        re.findall(r"TRIGGER:(\S+)", content))


@test
def people_subscribe_to_any_mix_with_alarms_and_without_script(desk):
    page = desk.open(width=390, script=False)
    desk.go(page, "/feeds")
    page.select_option("#f-before", "1")
    page.select_option("#f-hour", "20:00")
    page.check("[name=groups][value=earth-god]")
    page.click("summary")
    page.check("[name=deities][value=mazu]")
    page.click("main button >> text=更新網址")
    assert "您的選擇（2）" in text(page) and page.is_checked("[name=groups][value=earth-god]")
    assert page.input_value("#f-before") == "1" and page.input_value("#f-hour") == "20:00"
    card = page.locator(".feed").first
    address = card.locator("a", has_text="iCalendar").get_attribute("href")
    assert address == desk.server.base + "/feeds/events.ics?groups=earth-god&deities=mazu&lang=zh-Hant&alarm=1@20:00"
    assert card.locator("a", has_text="訂閱").get_attribute("href") == address.replace("http:", "webcal:")
    google = urllib.parse.urlsplit(card.locator("a", has_text="Google").get_attribute("href"))
    assert google.netloc == "calendar.google.com" and urllib.parse.parse_qs(google.query)["cid"] == [address.replace("http:", "webcal:")]
    days, alarms = calendar(address)
    # The Hong Kong Observatory's table: 三月廿三 of 2027 and 2028; 土地公 has 二月初二, 2027-03-09.
    assert "媽祖" in days["20270429"] and "媽祖" in days["20280417"] and "20270309" in days
    # Four hours before the midnight that begins the day: eight in the evening of the day before.
    assert len(alarms) >= len(days) and set(alarms) == {"-PT4H"}
    page.uncheck("[name=groups][value=earth-god]")
    page.click("main button >> text=更新選擇")
    assert "您的選擇（1）" in text(page)


@test
def the_page_of_feeds_says_when_and_what_does_not_ring(desk):
    page = desk.open(width=390)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desk.go(page, "/feeds?lang=zh-Hant&q=" + urllib.parse.quote("妈祖"))
    assert page.is_visible("details .feed"), "what a search finds is open"
    assert page.get_attribute("details .feed:has-text('天上聖母') time", "datetime") >= datetime.date.today().isoformat()
    page.click(".feed:has-text('天上聖母') button")
    page.wait_for_selector("text=網址已複製到剪貼簿")
    assert page.evaluate("() => navigator.clipboard.readText()") == desk.server.base + "/feeds/events.ics?deities=mazu&lang=zh-Hant"
    assert "Google 日曆不理會訂閱行事曆裡的提醒" in text(page) and page.locator("main a[href='/choose']").count() == 1
    desk.go(page, "/feeds")
    assert page.locator(".feed").count() > 180 and not page.is_visible("details .feed"), "172 deities are folded"
    desk.go(page, "/group/mazu")
    page.click("text=訂閱這個群組")
    assert page.url.endswith("/feeds?groups=mazu") and "您的選擇（1）" in text(page)
