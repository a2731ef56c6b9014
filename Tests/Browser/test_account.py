"""The app with an account: first steps, settings saved at once, lists, own days, ways, two devices, leaving."""

import base64
import csv
import datetime
import hmac
import json
import re
import sqlite3
import time
import uuid

from desk import cookie_of, test, text, virtual_authenticator
from test_choice import PushService, with_push


def database(desk):
    return sqlite3.connect(f"file:{desk.server.database}?mode=ro", uri=True)


def leave_secret(desk, email):
    """What stands after /leave/ in the mails of a user: the bits of the UUID, and 128 bits of a code over it."""
    desk.server.send("/leave/none")  # The server has made its secret afterwards.
    key = database(desk).execute("SELECT value FROM meta WHERE name = 'mail_secret'").fetchone()[0]
    name = user_of(desk, email)["uuid"]
    code = hmac.new(key.encode(), f"folkcal leave 1 {name}".encode(), "sha256").digest()[:16]
    return base64.urlsafe_b64encode(uuid.UUID(name).bytes + code).decode().rstrip("=")


def user_of(desk, email):
    return json.loads(desk.server.run("admin", "user", "show", email, "--json"))


def eventually(is_so, seconds=10):
    """Waits for what a script does by itself."""
    end = time.time() + seconds
    while not is_so():
        assert time.time() < end, "it did not become so"
        time.sleep(0.05)


@test
def the_first_steps_lead_home_and_each_can_be_left_out(desk):
    page = desk.open(width=390)
    desk.go(page, "/welcome")
    page.click("text=先不登入")
    page.click("text=之後再說")
    page.click("text=到首頁")
    assert "接下來的大日子" in text(page) and page.inner_text(".brand") == "民俗提醒"
    # With a passkey alone there is an account: no name, no mail address.
    page = desk.open(width=390)
    with_push(page, PushService(), "welcome")
    virtual_authenticator(page)
    desk.go(page, "/welcome")
    page.click("text=用通行密鑰建立帳號")
    page.wait_for_url("**/welcome/notify")
    page.click("text=允許通知")
    page.wait_for_url("**/welcome/place")
    page.context.grant_permissions(["notifications"])
    page.click("text=允許位置存取")
    page.wait_for_selector("text=瀏覽器不允許取得位置")
    page.context.grant_permissions(["geolocation"])
    page.context.set_geolocation({"latitude": 25.04, "longitude": 121.5})
    page.click("text=允許位置存取")
    page.wait_for_url(desk.server.base + "/")
    desk.go(page, "/settings/ways")
    assert "會收到通知" in text(page)
    # It signs in again.
    page.context.clear_cookies()
    desk.go(page, "/sign-in")
    page.click("text=用通行密鑰登入")
    page.wait_for_url("**/settings")
    desk.go(page, "/settings/ways")
    assert "會收到通知" in text(page)


@test
def a_choice_comes_along_into_the_account(desk):
    service = PushService()
    page = desk.open(width=390)
    with_push(page, service, "along")
    desk.go(page, "/choose?event=mazu&group=mazu")
    page.fill("#f-before", "5")
    page.click("summary:has-text('家裡的日子')")
    page.fill("#f-own_name", "阿嬤忌日")
    page.fill("#f-own_date", "農曆六月十五")
    page.click("text=在這個裝置通知我")
    page.wait_for_url("**/choice?done=new")
    page.click("text=用行事曆提醒我")
    page.wait_for_url("**/choice?done=feed")
    feed = re.search(r"http://\S+/feeds/user/fcf_\w+\.ics", page.inner_text("main"))[0]
    people = desk.server.run("admin", "user", "list", "--json").count('"uuid"')
    page.goto(desk.server.link("along@example.org"))
    page.click("main button")
    page.wait_for_url("**/settings?along=on")
    words = text(page)
    assert "帶過來了" in words and "已選擇1項推薦" in words and "1 個" in words, words
    # A link by the operator makes the account before: it is no new one in this second, so it may keep its own settings.
    user = user_of(desk, "along@example.org")
    assert [one["event"] for one in user["event_subscriptions"]] == ["mazu"] and len(user["devices"]) == 1
    assert desk.server.run("admin", "user", "list", "--json").count('"uuid"') == people, "the choice has become the account"
    # The address in somebody's calendar goes on.
    assert "阿嬤忌日" in desk.server.send(feed).text
    desk.go(page, "/choice")
    assert page.url.endswith("/settings"), "who has an account has settings, and no choice"
    desk.go(page, "/choose?event=guanyin-birthday")
    if "/settings/follow" in page.url:
        page.click("main button")
        page.wait_for_url("**/settings/reminders?done=followed")


@test
def settings_are_saved_at_once_and_undone_when_refused(desk):
    cookie = desk.server.session("settings@example.org")
    page = desk.open(cookie, width=390, watched=False)  # the browser says itself that there is no network
    settings = lambda: user_of(desk, "settings@example.org")["settings"]
    desk.go(page, "/settings")
    assert not page.is_visible("button:has-text('儲存')"), "the script saves at once"

    def change(control, value):
        page.fill(control, value)
        page.dispatch_event(control, "change")

    change("#f-advance_days", "3")
    page.wait_for_selector(".toast:has-text('已儲存')")
    page.uncheck("#f-newmoon_enabled")
    page.select_option("#f-zone", "America/Los_Angeles")
    eventually(lambda: user_of(desk, "settings@example.org")["time_zone"] == "America/Los_Angeles")
    assert settings()["advance_days"] == 3 and not settings()["newmoon_enabled"]
    # Refused: the former value comes back, and a sentence stands at the field.
    change("#f-advance_days", "31")
    page.wait_for_selector(".field:has(#f-advance_days) .fault:has-text('30')")
    assert page.input_value("#f-advance_days") == "3" and settings()["advance_days"] == 3
    # One end of the quiet hours alone says nothing yet.
    change("#f-quiet_from", "22:00")
    page.wait_for_timeout(300)
    assert settings()["quiet_from"] is None
    change("#f-quiet_to", "06:30")
    eventually(lambda: (settings()["quiet_from"], settings()["quiet_to"]) == ("22:00", "06:30"))
    # Without a network nothing is written.
    page.context.set_offline(True)
    page.click("#f-fullmoon_enabled")
    page.wait_for_selector(".fault:has-text('沒有網路')")
    assert page.is_checked("#f-fullmoon_enabled")
    page.context.set_offline(False)
    # An expired session: what was typed stays, and is saved after signing in.
    desk.server.send("/account/sessions/end-all", {}, cookie=cookie)
    change("#f-notify_time", "19:30")
    page.wait_for_selector(".fault:has-text('登入已經結束')")
    assert page.input_value("#f-notify_time") == "19:30" and settings()["notify_time"] == "08:00"
    page.context.add_cookies([{"name": "folkcal", "value": desk.server.session("settings@example.org"), "url": desk.server.base}])
    change("#f-notify_time", "19:31")
    eventually(lambda: settings()["notify_time"] == "19:31")
    # Without a script one button saves all.
    plain = desk.open(desk.server.session("settings@example.org"), script=False)
    desk.go(plain, "/settings")
    plain.check("#f-digest")
    plain.fill("#f-advance_days", "7")
    plain.click("text=儲存")
    plain.wait_for_url("**?done=saved")
    wrong = desk.server.send("/settings", {"all": "on", "advance_days": "99", "notify_time": "25:00", "digest": "on"}, cookie=cookie_of(plain))
    assert wrong.status == 422 and 'value="99"' in wrong.text and wrong.text.count('class="fault"') >= 1
    assert settings()["advance_days"] == 7 and settings()["digest"] and not settings()["newmoon_enabled"]


@test
def a_tapped_row_moves_and_keeps_the_focus(desk):
    cookie = desk.server.session("rows@example.org")
    page = desk.open(cookie, width=390, watched=False)
    followed = lambda: sorted(one["event"] for one in user_of(desk, "rows@example.org")["event_subscriptions"] if one["is_enabled"])
    desk.go(page, "/settings/deities")
    total = page.locator(".pick-rows li").count()
    assert total > 100, total
    page.fill("[data-filter]", "mazu")
    row = page.locator(".pick-rows li:visible", has_text="媽祖").first
    box = row.locator("input")
    assert page.locator(".pick-rows li:visible").count() < 20
    box.focus()
    page.keyboard.press("Space")
    page.wait_for_selector("[data-part=on] li:has-text('媽祖')")
    page.wait_for_selector(".heard[role=status]:has-text('媽祖），已選擇 1 項')", state="attached")
    assert page.inner_text("[data-count]") == "1" and page.evaluate("document.activeElement.value") == "mazu"
    assert "mazu" in followed()
    page.keyboard.press("Space")
    page.wait_for_selector(".heard[role=status]:has-text('已選擇 0 項')", state="attached")
    assert not page.locator("[data-part=on] li").count()
    assert page.evaluate("document.activeElement.value") == "mazu" and followed() == []
    # Back at its place.
    page.fill("[data-filter]", "")
    places = [int(one) for one in page.eval_on_selector_all("[data-part=off] li", "rows => rows.map(row => row.dataset.place)")]
    assert places == sorted(places) and len(places) == total
    # Refused: the row goes back.
    page.context.set_offline(True)
    page.locator("[data-part=off] input").first.click()
    page.wait_for_selector(".picking > .fault:has-text('沒有網路')")
    assert page.inner_text("[data-count]") == "0"
    page.context.set_offline(False)
    answer = desk.server.send("/settings/deities", {"change": "nobody", "on": "on"}, cookie=cookie, Accept="application/json")
    assert answer.status == 422 and "nobody" in json.loads(answer.text)["error"]
    # A day that a group brings is switched off by its own row, and the reason is said.
    desk.go(page, "/settings/groups")
    page.locator("li", has_text="媽祖信仰").locator("input").check()
    page.wait_for_selector(".heard[role=status]:has-text('已選擇 1 項')", state="attached")
    desk.go(page, "/settings/deities")
    assert "媽祖信仰" in page.inner_text("[data-part=on] li:has(input[value=mazu])")
    page.locator("[data-part=on] input[value=mazu]").uncheck()
    page.wait_for_selector(".heard[role=status]:has-text('媽祖')", state="attached")
    desk.go(page, "/settings/reminders")
    assert "媽祖聖誕" not in text(page) and "群組「媽祖信仰」" in text(page)
    # Without a script the list is a form.
    plain = desk.open(cookie, script=False)
    desk.go(plain, "/settings/festivals")
    plain.check("input[value=qingming]")
    plain.click("text=儲存")
    assert "qingming" in followed() and plain.is_checked("[data-part=on] input[value=qingming]")


@test
def what_comes_reads_as_it_will_be_sent(desk):
    cookie = desk.server.session("coming@example.org")
    desk.server.send("/settings/groups", {"change": "mazu", "on": "on"}, cookie=cookie)
    page = desk.open(cookie)
    desk.go(page, "/settings/reminders")
    cards = page.locator(".reminded li")
    assert cards.count() == 10
    # The log has the same reminders, planned by the other planner.
    desk.server.run("remind", "plan", "--days", "60")
    with database(desk) as kept:
        instants = [row[0] for row in kept.execute(
            "SELECT n.scheduled_at FROM notification_logs n JOIN users u ON u.id = n.user_id WHERE u.email = 'coming@example.org' AND n.scheduled_at > ? ORDER BY 1 LIMIT 5",
            (int(time.time()),))]
    shown = [cards.nth(place).locator("time").get_attribute("datetime") for place in range(5)]
    assert shown == [time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(instant)) for instant in instants], (shown, instants)
    assert "初一的開關" in text(page) and "群組「媽祖信仰」" in text(page)


@test
def two_devices_see_each_other_and_the_last_change_wins(desk):
    cookie = desk.server.session("two@example.org")
    one, two = desk.open(cookie, width=390), desk.open(desk.server.session("two@example.org"))
    desk.go(one, "/settings")
    desk.go(two, "/settings")
    one.fill("#f-advance_days", "3")
    one.dispatch_event("#f-advance_days", "change")
    one.wait_for_selector(".toast:has-text('已儲存')")
    two.evaluate("dispatchEvent(new Event('focus'))")
    two.wait_for_selector("#f-advance_days[value='3']")
    # A change of another setting does not take this one back.
    two.fill("#f-notify_time", "06:00")
    two.dispatch_event("#f-notify_time", "change")
    two.wait_for_selector(".toast:has-text('已儲存')")
    two.fill("#f-advance_days", "9")
    two.dispatch_event("#f-advance_days", "change")
    kept = lambda: user_of(desk, "two@example.org")["settings"]
    eventually(lambda: (kept()["advance_days"], kept()["notify_time"]) == (9, "06:00"))
    one.evaluate("dispatchEvent(new Event('focus'))")
    one.wait_for_selector("#f-advance_days[value='9']")


@test
def ways_are_chosen_tested_and_removed(desk):
    service = PushService()
    page = desk.open(desk.server.session("ways@example.org"), width=390)
    with_push(page, service, "ways")
    desk.go(page, "/settings/ways")
    page.click("text=在這個裝置通知我")
    page.wait_for_url("**/settings/ways?done=device")
    page.select_option("#f-fallback_channel", "mail")
    page.click("text=儲存")
    page.wait_for_url("**/settings/ways?done=saved")
    settings = user_of(desk, "ways@example.org")["settings"]
    assert (settings["channel"], settings["fallback_channel"]) == ("push", "mail")
    page.click("text=送一則測試通知")
    page.wait_for_selector("text=已送出測試通知")
    # The same way twice is no second way.
    page.select_option("#f-fallback_channel", "push")
    page.click("text=儲存")
    assert page.is_visible(".field:has(#f-fallback_channel) .fault")
    # A private calendar: shown once, renewed, ended.
    desk.go(page, "/settings/ways")
    page.click("text=用行事曆提醒我")
    first = re.search(r"http://\S+\.ics", text(page))[0]
    assert desk.server.send(first).status == 200
    page.click("text=換一個新的網址")
    second = re.search(r"http://\S+\.ics", text(page))[0]
    assert first != second and desk.server.send(first).status == 404 and desk.server.send(second).status == 200
    page.click("text=停用網址")
    assert desk.server.send(second).status == 404
    page.click("button:has-text('移除 瀏覽器')")
    page.wait_for_url("**/settings/ways?done=device-removed")
    assert user_of(desk, "ways@example.org")["devices"] == []
    # Mail goes to nobody else, and a way of the operator's is not offered.
    cookie = cookie_of(page)
    for form in ({"channel": "mail", "channel_target": "other@example.org"}, {"channel": "jsonl"}, {"channel": "pigeon"}):
        answer = desk.server.send("/settings/ways", form, cookie=cookie)
        assert answer.status == 422 and 'class="fault"' in answer.text, form


@test
def a_mail_can_be_left_with_one_click_and_had_again(desk):
    cookie = desk.server.session("leaving@example.org")
    desk.server.send("/settings/ways", {"channel": "mail", "fallback_channel": ""}, cookie=cookie)
    user = leave_secret(desk, "leaving@example.org")
    channel = lambda: user_of(desk, "leaving@example.org")["settings"]["channel"]
    assert "不要再寄" in desk.server.send("/leave/" + user).text and channel() == "mail", "reading changes nothing"
    # RFC 8058: a program sends this without a cookie and without a page of ours.
    answer = desk.server.send("/leave/" + user, {"List-Unsubscribe": "One-Click"}, Sec_Fetch_Site=None)
    # Its section 3.1: the answer must be no redirect.
    assert answer.status == 200 and "您不會再收到提醒信" in answer.text and channel() == "feed"
    page = desk.open(width=390)
    desk.go(page, "/leave/" + user)
    assert "您不會再收到提醒信" in text(page) and "leaving@example.org" not in page.content()
    page.click("text=再寄給我")
    page.wait_for_url("**?done=back")
    assert channel() == "mail"
    number = user_of(desk, "leaving@example.org")["uuid"]
    for name in ("nobody", "u1", "leaving@example.org", "6f9619ff-8b86-d011-b42d-00c04fc964ff", number):
        assert desk.server.send("/leave/" + name).status == 404, name
        assert desk.server.send("/leave/" + name, {"List-Unsubscribe": "One-Click"}, Sec_Fetch_Site=None).status == 404, name


@test
def an_account_is_exported_and_ended_with_all_of_it(desk):
    page = desk.open(desk.server.session("ending@example.org"), width=390)
    elsewhere = desk.server.session("ending@example.org")
    service = PushService()
    with_push(page, service, "ending")
    desk.go(page, "/settings/ways")
    page.click("text=在這個裝置通知我")
    page.wait_for_url("**/settings/ways?done=device")
    desk.server.send("/account", {"name": "林終章", "language": "zh-Hant"}, cookie=cookie_of(page))
    desk.server.send("/settings/days/new", {"title": "終章阿嬤忌日", "calendar": "lunar", "month": "6", "day": "15", "way": "save"}, cookie=cookie_of(page))
    desk.server.run("remind", "plan", "--days", "30")
    desk.go(page, "/account")
    with page.expect_download() as loading:
        page.click("text=下載全部資料")
    content = json.loads(open(loading.value.path()).read())
    assert content["email"] == "ending@example.org" and content["events"][0]["title"] == "終章阿嬤忌日" and content["reminders"]
    uuid = content["uuid"]
    page.click("text=刪除帳號⋯")
    page.click("main button")
    page.wait_for_selector("text=伺服器沒有留下您的資料")
    assert desk.server.send("/settings", cookie=elsewhere).status == 401
    endpoint = service.subscription("ending")["endpoint"]
    backup = desk.server.folder / "after.db"
    desk.server.run("admin", "backup", str(backup))
    files = [path for path in desk.server.folder.iterdir() if path.is_file() and path.name.startswith(("folkcal.db", "after.db", "serve.log"))]
    assert len(files) >= 3, files
    for path in files:
        found = [secret for secret in ("ending@example.org", "林終章", "終章阿嬤忌日", endpoint, uuid) if secret.encode() in path.read_bytes()]
        assert not found, (path.name, found)


@test
def account_pages_are_for_their_person_only(desk):
    own = desk.server.session("only-mine@example.org")
    desk.server.send("/settings/days/new", {"title": "我的日子", "calendar": "solar", "month": "5", "day": "1", "way": "save"}, cookie=own)
    day = re.search(r"/settings/days/(\d+)", desk.server.send("/settings/days", cookie=own).text)[1]
    other = desk.server.session("other@example.org")
    assert desk.server.send(f"/settings/days/{day}", cookie=own).status == 200
    for path in (f"/settings/days/{day}", f"/settings/days/{day}/remove"):
        assert desk.server.send(path, {"title": "不是我的"} if "remove" not in path else {}, cookie=other).status == 404, path
    for path in ("/settings", "/settings/deities", "/settings/reminders", "/settings/days", "/settings/ways", "/account/export", "/account/remove", "/settings/days/export.csv"):
        answer = desk.server.send(path)
        assert answer.status == 401 and "/sign-in" in answer.text, path
        assert "no-store" in desk.server.send(path, cookie=own).headers["Cache-Control"], path
    for path in ("/settings", "/settings/deities", "/settings/ways", "/settings/days/new", "/account/remove"):
        answer = desk.server.send(path, {"change": "mazu"}, cookie=own, Sec_Fetch_Site="cross-site")
        assert answer.status == 403, path


@test
def account_pages_speak_three_languages(desk):
    cookie = desk.server.session("english@example.org")
    desk.server.send("/settings", {"language": "en"}, cookie=cookie)
    page = desk.open(cookie)
    for path in ("/settings", "/settings/reminders", "/settings/ways", "/settings/days", "/settings/days/new", "/settings/days/ancestor", "/settings/days/import", "/account", "/account/remove", "/welcome/notify", "/welcome/place"):
        desk.go(page, path)
        words = re.sub(r"正體中文|简体中文|[(（]?(初一|十五|頭七|百日|對年|三年|忌日)[)）]?|阿嬤", "", " ".join(page.locator("h1, h2, label, button, .hint, .crumbs, p, .choices").all_inner_texts()))
        assert page.get_attribute("html", "lang") == "en" and not re.search("[\u4e00-\u9fff]", words), (path, re.findall("[\u4e00-\u9fff]+", words))
    desk.server.send("/settings", {"language": "zh-Hans"}, cookie=cookie)
    desk.go(page, "/settings")
    assert "提醒设置" in text(page) and "設" not in text(page)


@test
def a_memorial_day_of_a_leap_month_is_told_three_days_before_on_two_devices(desk):
    service = PushService()
    one = desk.open(desk.server.session("memorial@example.org"), width=390)
    with_push(one, service, "telephone")
    two = desk.open(desk.server.session("memorial@example.org"))
    with_push(two, service, "computer")
    for page in (one, two):
        desk.go(page, "/settings/ways")
        page.click("text=在這個裝置通知我")
        page.wait_for_url("**/settings/ways?done=device")
    desk.go(one, "/settings/days/new")
    one.fill("#f-title", "阿嬤忌日")
    one.select_option("#f-observance", "memorial")
    one.fill("#f-year", "1987")
    one.select_option("#f-month", "6")
    one.select_option("#f-day", "15")
    one.check("#f-is_leap")
    one.select_option("#f-leap", "leap")
    one.fill("#f-advance_days", "3")
    one.click("text=先看日期")
    # A table that somebody else computed: 六月十五 of each year, and 閏六月十五 in 2036, which repeats the sixth month.
    rows = csv.DictReader(open("Tests/OracleData/csv/months_rule_utc8_1645_2599.csv"))
    months = {(int(row["year"]), int(row["leap"])): row["first_day"] for row in rows if row["month"] == "6"}
    days = [str(datetime.date.fromisoformat(months.get((year, 1)) or months[year, 0]) + datetime.timedelta(14)) for year in range(2027, 2037)]
    assert (2036, 1) in months and len(days) == 10
    shown = lambda page: page.eval_on_selector_all(".days time", "times => times.map(time => time.getAttribute('datetime'))")
    assert shown(one) == days, shown(one)
    one.click("button:has-text('儲存')")
    one.wait_for_url("**/settings/days?done=saved")
    desk.go(two, "/settings/days")
    two.click("text=阿嬤忌日")
    assert shown(two) == days and two.input_value("#f-advance_days") == "3" and two.is_checked("#f-is_leap") and two.input_value("#f-year") == "1987"
    desk.go(two, "/settings/days/print")
    assert all(f"{int(day[:4])}年{int(day[5:7])}月{int(day[8:])}日" in text(two) for day in days), text(two)
    preview = desk.server.send("/settings/reminders", cookie=cookie_of(two)).text
    assert "阿嬤忌日" in preview
    # The calendar rings three days before, whatever the settings say of other days.
    desk.server.send("/settings", {"advance_days": "1"}, cookie=cookie_of(one))
    with database(desk) as kept:
        user = kept.execute("SELECT id FROM users WHERE email = 'memorial@example.org'").fetchone()[0]
        assert kept.execute("SELECT advance_days, rule FROM events WHERE owner_id = ?", (user,)).fetchone() == (3, "lunar 6/15 leap=leap from=1987")


@test
def a_family_counts_the_days_after_a_death(desk):
    page = desk.open(desk.server.session("family@example.org"), width=390)
    desk.go(page, "/settings/days/ancestor")
    page.fill("#f-name", "阿公")
    page.select_option("#f-calendar", "solar")
    page.fill("#f-year", "2026")
    page.select_option("#f-month", "11")
    page.select_option("#f-day", "20")
    page.check("#f-sevens")
    page.fill("#f-advance_days", "2")
    page.click("text=先看日期")
    shown = dict(zip(page.locator(".daycard strong").all_inner_texts(), page.eval_on_selector_all(".days time", "times => times.map(time => time.getAttribute('datetime'))")))
    # 2026-11-20 is 十月十二 (Hong Kong Observatory); no leap month lies before 十月十二 of 2027, which is 2027-11-09.
    assert shown["阿公 頭七"] == "2026-11-26" and shown["阿公 三七"] == "2026-12-10" and shown["阿公 滿七"] == "2027-01-07", shown
    assert shown["阿公 百日"] == "2027-02-27" and shown["阿公 對年"] == "2027-11-09" == shown["阿公 忌日"], shown
    page.click("button:has-text('儲存')")
    page.wait_for_url("**/settings/days?done=imported**")
    assert "已匯入 10 個日子" in text(page) and "阿公 百日" in text(page)
    # Out and in again: nothing is doubled.
    cookie = cookie_of(page)
    for kind in ("csv", "ics"):
        content = desk.server.send(f"/settings/days/export.{kind}", cookie=cookie)
        assert "阿公 百日" in content.text and "attachment" in content.headers["Content-Disposition"]
        again = desk.server.send_files("/settings/days/import", {}, {"file": ("days." + kind, content.bytes)}, cookie)
        assert again.status == 303 and "added=0&known=10" in again.headers["Location"], (kind, again.status, again.text[-800:])
        other = desk.server.session(kind + "@example.org")
        moved = desk.server.send_files("/settings/days/import", {}, {"file": ("days." + kind, content.bytes)}, other)
        assert "added=10&known=0" in moved.headers["Location"]
        assert desk.server.send("/settings/days/export.csv", cookie=other).bytes == desk.server.send("/settings/days/export.csv", cookie=cookie).bytes, kind


@test
def wrong_days_and_files_are_said_at_their_field(desk):
    cookie = desk.server.session("wrong@example.org")

    def fault(path, form, control, words):
        answer = desk.server.send(path, form, cookie=cookie)
        field = re.search(r'<div class="field[^"]*"><label for="f-%s".*?</div>' % control, answer.text, re.S)
        assert answer.status in (409, 422) and field and 'class="fault"' in field[0] and words in field[0], (form, answer.status, field and field[0])
        assert form.get("title", "").strip() in answer.text, "what was typed stays"

    day = {"title": "有錯的日子", "way": "save"}
    fault("/settings/days/new", day | {"calendar": "solar", "month": "2", "day": "30"}, "day", "2 月沒有 30 日")
    fault("/settings/days/new", day | {"calendar": "solar", "year": "2027", "month": "2", "day": "29"}, "day", "2027 年 2 月沒有 29 日")
    fault("/settings/days/new", day | {"calendar": "lunar", "year": "2026", "month": "6", "day": "15", "is_leap": "on"}, "is_leap", "最近有的是 2025 年")
    fault("/settings/days/new", day | {"calendar": "lunar", "year": "2025", "month": "6", "day": "30", "is_leap": "on"}, "day", "只有二十九天")
    fault("/settings/days/new", day | {"calendar": "lunar", "year": "很久以前", "month": "6", "day": "15"}, "year", "民國32年")
    fault("/settings/days/new", day | {"month": "6", "day": "15", "repeats": "once"}, "year", "要填年份")
    fault("/settings/days/new", day | {"month": "6", "day": "15", "advance_days": "31"}, "advance_days", "0 到 30")
    fault("/settings/days/new", {"title": " ", "month": "6", "day": "15", "way": "save"}, "title", "請填名稱")
    fault("/settings/days/ancestor", {"name": "阿公", "month": "6", "day": "15", "yearly": "on"}, "year", "年份")
    fault("/settings/days/ancestor", {"name": "", "year": "2026", "month": "6", "day": "15", "yearly": "on"}, "name", "稱呼")
    for number in range(2):
        answer = desk.server.send("/settings/days/new", {"title": "同名", "month": "6", "day": str(1 + number), "way": "save"}, cookie=cookie)
    assert answer.status == 422 and "已經有「同名」" in answer.text
    send = lambda name, content: desk.server.send_files("/settings/days/import", {}, {"file": (name, content)}, cookie)
    same = "title,date\n" + "".join(f"同名,lunar 6/{1 + n % 29}\n" for n in range(100))
    for name, content, words in [
        ("a.csv", "title,date\n一,2/30\n二,lunar 13/1\n".encode(), "第 3 行"),
        ("a.csv", "title,date\n一,".encode() + b"\xff\xff", "UTF-8"),
        ("a.ics", b"BEGIN:VCALENDAR\r\n" + b"X-LONG:" + b"a" * (10 << 20) + b"\r\nEND:VCALENDAR\r\n", "1"),
        ("a.ics", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:一\r\n".encode(), "第"),
        ("empty.csv", b"", "請選一個檔案"),
    ]:
        answer = send(name, content)
        assert answer.status == 422 and 'class="fault"' in answer.text and words in answer.text, (name, content[:60], answer.status, re.findall(r'class="fault"[^<]*<?', answer.text), answer.text[-400:])
    assert desk.server.send("/settings/days/export.csv", cookie=cookie).text.count("\n") == 2, "only the first 同名 was kept"
    # A title that repeats gets a number; what was kept before stays.
    answer = send("a.csv", same.encode())
    assert answer.status == 303 and "known=1" not in answer.headers["Location"], answer.headers


@test
def a_file_is_looked_at_before_it_is_imported(desk):
    page = desk.open(desk.server.session("looks@example.org"), width=390)
    desk.go(page, "/settings/days/import")
    table = "姓名,生日,電話\n阿嬤,農曆三月廿三,02\n阿爸,1955/3/14,02\n小明,13/45,02\n".encode("utf-16")
    page.set_input_files("[name=file]", {"name": "家人.csv", "mimeType": "text/csv", "buffer": table})
    page.click("main button")
    words = text(page)
    assert "還沒有寫入任何資料" in words and "沒有讀取的欄位：電話" in words and "第 4 行" in words, words
    assert "1955/3/14" in words and "國曆3月14日" in words and "1 筆不會匯入" in words, words
    assert "阿爸" not in desk.server.send("/settings/days/export.csv", cookie=cookie_of(page)).text
    page.click("button:has-text('匯入 2 個日子')")
    page.wait_for_url("**/settings/days?done=imported&added=2&known=0")
    content = desk.server.send("/settings/days/template.csv", cookie=cookie_of(page)).bytes
    assert content.startswith("\ufeff名稱*,日期*,".encode())
    desk.go(page, "/settings/days/import")
    page.set_input_files("[name=file]", {"name": "範本.csv", "mimeType": "text/csv", "buffer": content})
    page.click("main button")
    page.wait_for_url("**/settings/days?done=imported&added=1&known=0")
    mail = desk.server.send("/sign-in/mail", {"email": "not an address"})
    assert mail.status == 422 and 'value="notanaddress"' in mail.text and 'class="fault"' in mail.text


@test
def what_was_typed_stays_when_the_session_ends(desk):
    cookie = desk.server.session("typing@example.org")
    page = desk.open(cookie)
    desk.go(page, "/settings/days/new")
    page.fill("#f-title", "打到一半的日子")
    desk.server.send("/account/sessions/end-all", {}, cookie=cookie)
    page.click("button:has-text('儲存')")
    assert "請先登入" in text(page) and "打到一半的日子" in page.content()
    page.context.add_cookies([{"name": "folkcal", "value": desk.server.session("typing@example.org"), "url": desk.server.base}])
    assert "名稱" in text(page) and page.locator("form textarea").count() >= 5, "the fields have their names"
    page.click("button >> text=再送一次")
    page.wait_for_url("**/settings/days?done=saved")
    assert "打到一半的日子" in text(page)
