"""Subscribing, temples near a place with their map, and the strip for other sites."""

import datetime
import http.server
import re
import threading
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
    page.click("section > details > summary")
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
    page.click("main a:has-text('加到行事曆')")
    assert page.url.endswith("/feeds?groups=mazu") and "您的選擇（1）" in text(page)


@test
def temples_of_a_township_are_listed_and_drawn(desk):
    page = desk.open(width=390)
    desk.go(page, "/near")
    page.click("summary:has-text('更多條件')")
    page.select_option("#f-county", "臺南市")
    # 臺南 has 37 districts; 中西區 has the Confucius temple (data/temples.geojson).
    page.select_option("#f-town", "中西區")
    page.select_option("#f-county", "新北市")
    assert page.input_value("#f-town") == "" and page.locator("#f-town option[value='中西區']").count() == 0
    still = desk.open(script=False, width=320)
    desk.go(still, "/near")
    still.click("summary:has-text('更多條件')")
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
        assert len([name for name, _ in boxes if any(full.startswith(name.rstrip("…")) for full in names)]) >= 3, boxes
        assert ("您在這裡" in [name for name, _ in boxes] or "You are here" in [name for name, _ in boxes]) == ("lat=" in query)
        frame = page.locator("figure").bounding_box()
        for place, (name, box) in enumerate(boxes):
            assert box[0] >= frame["x"] - 1 and box[2] <= frame["x"] + frame["width"] + 1, name
            for other, with_it in boxes[place + 1:]:
                # Letters have air above and below, which may touch.
                assert box[2] <= with_it[0] + 1 or with_it[2] <= box[0] + 1 or box[3] <= with_it[1] + 5 or with_it[3] <= box[1] + 5, (name, other, width)


class OtherSite(http.server.ThreadingHTTPServer):
    """A website of somebody else, with one page."""

    def __init__(self, body):
        super().__init__(("127.0.0.1", 0), OtherSite.Requests)
        self.body, self.url = body.encode(), f"http://127.0.0.1:{self.server_address[1]}/"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    class Requests(http.server.BaseHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(self.server.body)


@test
def other_sites_show_the_strip_and_no_other_page(desk):
    feeds = desk.open()
    desk.go(feeds, "/feeds?groups=mazu")
    codes = [code for code in feeds.locator("pre code").all_inner_texts() if "<iframe" in code]
    assert len(codes) == 2 and all("groups=mazu" in code for code in codes)
    base = desk.server.base
    site = OtherSite("<!DOCTYPE html><title>x</title>" + "".join(codes)
                     + f'<iframe sandbox src="{base}/embed?size=small&amp;events=dongzhi" title="s"></iframe><iframe src="{base}/" title="no"></iframe>')
    page = desk.open(width=390, watched=False)
    seen = desk.faults.copy()
    page.goto(site.url)
    page.wait_for_load_state("networkidle")
    desk.faults[:] = seen  # The other site is another host, and its frame around "/" is refused.
    small, large, sandboxed, refused = page.frames[1:]
    for frame in (small, large, sandboxed):
        frame.wait_for_selector("li")
    assert small.locator("li").count() == 1 and large.locator("li").count() > 2
    times = [time.get_attribute("datetime") for time in large.locator("time").all()]
    # The Hong Kong Observatory's table: 三月廿三 falls on this day.
    assert times == sorted(times) and "2027-04-29" in times
    for frame in (small, large, sandboxed):
        assert frame.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert frame.evaluate("() => getComputedStyle(document.querySelector('li a')).display") == "flex", "its style is not loaded"
        for link in frame.locator("a").all():
            assert (link.get_attribute("target"), link.get_attribute("rel")) == ("_blank", "noopener")
    assert small.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), "one day has room in 100 px"
    assert "冬至" in sandboxed.locator("li").inner_text() and sandboxed.locator("time").get_attribute("datetime")[5:] in ("12-21", "12-22", "12-23")
    assert "民俗提醒" not in refused.locator("body").inner_text() and refused.locator(".app").count() == 0, "another page stands in a frame"
    with page.context.expect_page() as opened:
        small.locator("li a").click()
    # A day with two events has its own page.
    opened.value.wait_for_url(lambda url: url.startswith((base + "/event/", base + "/day/")))
    site.shutdown()


@test
def the_strip_is_bounded_and_tells_what_is_unknown(desk):
    def days(query):
        return desk.server.send("/embed?" + query).text.count("<li>")

    assert [days("size=large&count=" + count) for count in ("0", "3", "20", "1000", "x")] == [1, 3, 20, 20, 5]
    assert days("size=small&count=9") == 1 and days("") == 5
    answer = desk.server.send("/embed?groups=mazu,nope&lang=en&events=%22%3E%3Cscript%3E")
    assert answer.status == 404 and "There is no “nope”." in answer.text and "<script" not in answer.text
    usual, framed = desk.server.send("/near").headers, desk.server.send("/embed").headers
    assert framed["Content-Security-Policy"] == usual["Content-Security-Policy"].replace("frame-ancestors 'none'", "frame-ancestors *")
    assert framed["Cross-Origin-Resource-Policy"] == "cross-origin" and usual["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Set-Cookie" not in framed and answer.headers["Content-Security-Policy"] == framed["Content-Security-Policy"]
    # Browsers take the headers of a 304 for those of the page that they keep.
    again = desk.server.send("/embed", If_None_Match=framed["ETag"])
    assert again.status == 304 and again.headers["Content-Security-Policy"] == framed["Content-Security-Policy"]
    page = desk.open(width=320)
    for query in ("size=small&lang=en", "size=large&lang=zh-Hans"):
        desk.go(page, "/embed?" + query)
        assert page.locator("script, form").count() == 0 and page.get_attribute("html", "lang") == query[-len(page.get_attribute("html", "lang")):]
