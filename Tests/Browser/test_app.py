"""The pages for everybody, without an account."""

import json
import re
import urllib.parse

from desk import test, text


@test
def from_today_to_a_day_its_deity_and_a_temple(desk):
    page = desk.open(width=390)
    desk.go(page, "/")
    assert page.is_visible(".hero") and page.locator(".daycard").count() >= 5 and "農曆" in page.inner_text(".title")
    dates = [item.get_attribute("datetime") for item in page.locator("time").all()]
    assert dates[:5] == sorted(dates[:5])
    desk.go(page, "/event/mazu")
    days = page.locator("time").all()
    # The Hong Kong Observatory's table: 三月廿三 falls on these days.
    assert [day.get_attribute("datetime") for day in days[:2]] == ["2027-04-29", "2028-04-17"]
    assert "農曆三月廿三" in text(page) and "拜拜須知" in text(page)
    assert desk.server.send("/event/88").text.count("<h1>媽祖聖誕</h1>") == 1, "numbers of the API work too"
    page.click("dd >> text=天上聖母")
    assert page.url.endswith("/deity/mazu") and page.is_visible("text=相關廟宇")
    page.locator(".place h3 a").first.click()
    assert "/temple/" in page.url and "主祀神明" in text(page)


@test
def what_to_bring_can_be_ticked_and_stays_ticked_on_the_device(desk):
    page = desk.open(width=390)
    desk.go(page, "/event/mazu")
    boxes = page.locator(".guide .checks input")
    assert boxes.count() >= 4 and page.locator(".guide ol li").count() >= 3, "a list to tick, and the order of the rite"
    page.locator(".guide .checks label", has_text="壽桃").click()
    desk.go(page, "/event/mazu")
    assert page.locator(".guide .checks label", has_text="壽桃").locator("input").is_checked(), "kept on this device"
    assert page.locator(".guide .checks input:checked").count() == 1
    assert page.is_visible("text=列印清單")
    still = desk.open(script=False)
    desk.go(still, "/event/mazu")
    assert still.locator(".guide .checks input").count() == boxes.count() and still.locator("text=列印清單").count() == 0


@test
def the_place_of_the_sun_and_moon_is_remembered_on_the_device(desk):
    page = desk.open(width=390)
    desk.go(page, "/day/2027-02-06")
    assert "日出" in text(page) and page.input_value("#f-at") == ""
    page.fill("#f-at", "臺南市")
    page.click("text=換地點")
    page.goto(page.url.replace("2027-02-06", "2027-02-07").split("?")[0])
    page.wait_for_url("**?at=*")
    assert page.input_value("#f-at") == "臺南市" and "臺南市" in text(page)


@test
def a_question_leads_to_whom_people_ask(desk):
    page = desk.open(width=390)
    desk.go(page, "/search?q=" + urllib.parse.quote("考試拜誰"))
    assert page.locator(".place h3 a").first.inner_text() == "文昌帝君"
    page.locator(".place h3 a").first.click()
    assert page.url.endswith("/deity/wenchang") and "人們求什麼" in text(page)
    desk.go(page, "/search")
    assert page.locator("text=拜拜問事").count() == 1


@test
def the_address_is_copied_and_the_map_opens_elsewhere(desk):
    page = desk.open(width=390)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desk.go(page, "/temple/1")
    page.click("text=複製地址")
    page.wait_for_selector("text=地址已複製到剪貼簿")
    assert page.evaluate("() => navigator.clipboard.readText()") in text(page)
    assert page.get_attribute("main a:has-text('地圖')", "href").startswith("https://www.google.com/maps/search/?api=1&query=")


@test
def the_nearest_open_temple_is_found_by_a_tap_or_by_county(desk):
    page = desk.open(width=390)
    page.context.grant_permissions(["geolocation"])
    page.context.set_geolocation({"latitude": 25.0372, "longitude": 121.4997})
    desk.go(page, "/near")
    assert page.locator(".place").count() == 0, "nobody is asked for a position without a tap"
    page.click("summary:has-text('更多條件')")
    page.fill("#f-deity", "媽祖")
    page.click("text=用我現在的位置")
    page.wait_for_url("**lat=25.0372**")
    distances = [float(re.search(r"([0-9.]+) (k?m)", item)[1]) * (1 if " km" in item else 0.001) for item in page.locator(".place h3 small").all_inner_texts()]
    assert distances and distances == sorted(distances)
    still = desk.open(script=False)
    desk.go(still, "/near")
    assert still.locator("text=用我現在的位置").count() == 0 or not still.is_visible("text=用我現在的位置") or "請選縣市" in text(still)
    still.click("summary:has-text('更多條件')")
    still.select_option("#f-county", "臺南市")
    still.click("text=找廟宇")
    assert still.locator(".place").count() > 0 and all("臺南市" in item for item in still.locator(".place").all_inner_texts())
    for query, words in (("lat=x&lng=1", "看不懂這個位置"), ("deity=nobody-at-all&lat=25&lng=121", "沒有神明"), ("lat=0&lng=0", "附近沒有符合的廟宇"), ("lat=91&lng=0", "看不懂")):
        assert words in desk.server.send("/near?" + query).text, query


@test
def a_month_and_a_day_and_both_conversions(desk):
    page = desk.open(script=False)
    desk.go(page, "/month/2026-11")
    assert page.locator(".month .day").count() == 30 and "小雪" in text(page)
    page.click("text=12 月 ›")
    assert page.url.endswith("/month/2026-12")
    page.locator(".month .day h2 a").nth(21).click()
    assert page.url.endswith("/day/2026-12-22") and "冬至" in text(page)
    assert desk.server.send("/month/2026-12/wall.svg").headers["Content-Type"] == "image/svg+xml"
    desk.go(page, "/convert?date=2026-11-23")
    assert "農曆十月十五" in text(page)
    page.select_option("#f-_month", "6")
    page.select_option("#f-_day", "1")
    page.check("#f-_leap")
    page.fill("#f-_year", "2025")
    page.locator("main button").last.click()
    assert "2025-07-25" in text(page), "2025 has a leap sixth month, from July 25"
    for path in ("/day/2026-02-30", "/day/x", "/day/99999-01-01", "/month/2026-13", "/month/0000-00", "/event/0", "/event/nothing", "/deity/x", "/group/x", "/temple/0", "/temple/x"):
        assert desk.server.send(path).status == 404, path
    assert "「某天」不是日期" in desk.server.send("/convert?date=" + urllib.parse.quote("某天")).text
    # What people type is read, and digits alone harm nothing.
    assert "2025-04-20" in desk.server.send("/convert?date=" + urllib.parse.quote("農曆乙巳年三月廿三")).text
    assert desk.server.send("/convert?date=3").status == 200


@test
def the_search_reads_three_scripts(desk):
    found = {}
    for word in ("媽祖", "妈祖", "mazu"):
        found[word] = set(re.findall(r'href="(/event/[0-9]+)"', desk.server.send("/search?q=" + urllib.parse.quote(word)).text))
        assert "/event/88" in found[word], word
    assert found["媽祖"] == found["妈祖"]
    assert "找不到「xyzzy」" in desk.server.send("/search?q=xyzzy").text
    hostile = "\"><script>alert(1)</script>"
    assert "<script>alert" not in desk.server.send("/search?q=" + urllib.parse.quote(hostile)).text


@test
def a_day_of_a_small_month_opens_below_the_grid(desk):
    for script in (True, False):
        page = desk.open(width=390, script=script)
        desk.go(page, "/month/2027-02")
        assert page.locator(".opened:visible").count() == 0
        # The Hong Kong Observatory's table: lunar new year on 2027-02-06.
        page.locator(".day").nth(5).click()
        opened = page.locator(".opened:visible")
        assert page.url.endswith("/month/2027-02#d6") and "春節" in opened.inner_text() and "農曆正月初一" in opened.inner_text()
        opened.locator("text=這一天的宜忌與活動").click()
        page.wait_for_url("**/day/2027-02-06")


@test
def pages_for_everybody_are_kept_by_caches(desk):
    for path in ("/", "/event/mazu", "/month/2026-11", "/temple/1", "/sitemap.xml"):
        first = desk.server.send(path)
        assert first.headers["Cache-Control"] == "public, max-age=300" and "Set-Cookie" not in first.headers, path
        again = desk.server.send(path, If_None_Match=first.headers["ETag"])
        assert again.status == 304 and not again.bytes and again.headers["ETag"] == first.headers["ETag"], path
        english = desk.server.send(path, Accept_Language="en")
        assert english.headers["ETag"] != first.headers["ETag"], path
    # Signed in or not: one page for all who read one language; but the first page begins with the reader's own reminder, which nobody keeps.
    cookie = desk.server.session("plain@example.org")
    assert desk.server.send("/event/mazu", cookie=cookie).bytes == desk.server.send("/event/mazu").bytes
    own = desk.server.send("/", cookie=cookie)
    assert "您的下一則提醒" in own.text and "public" not in own.headers["Cache-Control"], own.headers["Cache-Control"]
    # A change of the data shows at once.
    before = desk.server.send("/event/mazu").headers["ETag"]
    desk.server.run("admin", "event", "edit", "mazu", "--note", "試驗")
    import time
    for _ in range(40):
        if desk.server.send("/event/mazu").headers["ETag"] != before:
            break
        time.sleep(0.1)
    else:
        raise AssertionError("the page of a changed day is the old one")


@test
def pages_tell_search_engines_and_previews_what_they_are(desk):
    page = desk.server.send("/event/mazu?lang=en").text
    base = desk.server.base
    assert f'<link rel="canonical" href="{base}/event/mazu"/>' in page
    for language in ("zh-Hant", "zh-Hans", "en"):
        assert f'hreflang="{language}" href="{base}/event/mazu?lang={language}"' in page
    assert '<html lang="en">' in page and re.search(r'<meta name="description" content="[^"]{20,}"', page)
    places = re.findall(r"<loc>([^<]+)</loc>", desk.server.send("/sitemap.xml").text)
    assert len(places) > 400 and len(set(places)) == len(places)
    for place in places[::37]:
        assert desk.server.send(place).status == 200, place
    assert "Disallow: /admin" in desk.server.send("/robots.txt").text


@test
def words_of_the_app_are_the_readers(desk):
    page = desk.open(locale="en-US")
    for path in ("/", "/near", "/convert", "/search?q=mazu", "/month/2026-11", "/day/2026-11-23", "/event/mazu", "/choose", "/privacy", "/sources", "/offline", "/docs"):
        desk.go(page, path)
        words = " ".join(page.locator("nav, h2, label, button, dt, .left, .tabs").all_inner_texts())
        words = re.sub(r"正體中文|简体中文", "", words)
        assert not re.search("[\u4e00-\u9fff]", re.sub(r"[^\s]*[(（][^)）]*[)）]", "", words)) or path.startswith("/search"), (path, re.findall("[\u4e00-\u9fff]+", words)[:5])
    page.click(".foot >> text=简体中文")
    assert page.get_attribute("html", "lang") == "zh-Hans"
    desk.go(page, "/near")
    assert page.get_attribute("html", "lang") == "zh-Hans" and "附近庙宇" in page.inner_text("nav.tabs")


@test
def each_place_has_its_own_today_and_days(desk):
    away = desk.open(zone="America/Los_Angeles")
    desk.go(away, "/")
    away.wait_for_selector("footer >> text=洛杉磯")
    assert "美國西部（洛杉磯）時間" in away.inner_text("header.title")
    here = desk.open(zone="Asia/Taipei")
    desk.go(here, "/")
    assert "臺灣時間" in here.inner_text("header.title") and "地區：臺灣" in here.inner_text("footer")
    # It is chosen without a script too, and stays.
    still = desk.open(script=False, width=390)
    desk.go(still, "/month/2027-02")
    assert "車公誕" not in text(still)
    still.press("footer >> text=更改", "Enter")
    still.select_option("#f-region", "HK")
    still.select_option("#f-zone", "Asia/Hong_Kong")
    still.click("main button")
    assert still.url.endswith("/month/2027-02") and "車公誕" in still.content() and "地區：香港" in still.inner_text("footer")
    # Whoever chose is not moved by the time zone of a journey.
    here.context.add_cookies(still.context.cookies())
    desk.go(here, "/")
    assert "香港時間" in here.inner_text("header.title")
