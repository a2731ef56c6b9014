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


@test
def temples_of_a_township_are_listed_and_drawn(desk):
    page = desk.open(width=390)
    desk.go(page, "/near")
    page.select_option("#f-county", "臺南市")
    # 臺南 has 37 districts; 中西區 has the Confucius temple (data/temples.geojson).
    page.select_option("#f-town", "中西區")
    page.select_option("#f-county", "新北市")
    assert page.input_value("#f-town") == "" and page.locator("#f-town option[value='中西區']").count() == 0
    still = desk.open(script=False, width=320)
    desk.go(still, "/near")
    assert still.locator("#f-town option").count() == 1, "without script the county comes first"
    still.select_option("#f-county", "臺南市")
    still.click("text=找廟宇")
    still.select_option("#f-town", "中西區")
    still.click("text=找廟宇")
    cards = still.locator(".place").all_inner_texts()
    assert "臺南孔子廟" in " ".join(cards) and all("臺南市中西區" in card for card in cards)
    figure = still.locator("figure[role=img]")
    assert f"{len(cards)} 間" in figure.get_attribute("aria-label") and "您在這裡" not in figure.inner_text()
    # A county goes before a position that the form still has.
    both = desk.server.send("/near?lat=25.04&lng=121.5&county=" + urllib.parse.quote("臺南市")).text
    assert "臺南市：" in both and "公里內" not in both
    assert "臺南市：" in desk.server.send("/near?" + urllib.parse.urlencode({"county": "臺南市", "town": "板橋區"})).text


@test
def names_on_the_map_do_not_overlap_as_the_browser_draws_them(desk):
    for width, query in ((320, "lat=25.0372&lng=121.4997"), (390, "county=" + urllib.parse.quote("臺北市")), (1280, "lat=22.9908&lng=120.2033&lang=en")):
        page = desk.open(width=width)
        desk.go(page, "/near?" + query)
        boxes = page.eval_on_selector_all("figure text", "all => all.map(e => [e.textContent, e.getBoundingClientRect()].map(v => v.left === undefined ? v : [v.left, v.top, v.right, v.bottom]))")
        names = page.locator(".place h3 a").all_inner_texts()
        assert len([name for name, _ in boxes if name in names]) >= 3, boxes
        assert ("您在這裡" in [name for name, _ in boxes] or "You are here" in [name for name, _ in boxes]) == ("lat=" in query)
        frame = page.locator("figure").bounding_box()
        for place, (name, box) in enumerate(boxes):
            assert box[0] >= frame["x"] - 1 and box[2] <= frame["x"] + frame["width"] + 1, name
            for other, with_it in boxes[place + 1:]:
                # Letters have air above and below, which may touch.
                assert box[2] <= with_it[0] + 1 or with_it[2] <= box[0] + 1 or box[3] <= with_it[1] + 5 or with_it[3] <= box[1] + 5, (name, other, width)
