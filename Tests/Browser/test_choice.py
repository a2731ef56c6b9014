"""Being told without an account: choosing, push messages, calendar addresses, the app without a network."""

import json
import re
import struct
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from desk import test, text
from server import encode


class PushService(ThreadingHTTPServer):
    """Stands for a browser maker's push service: takes messages, and decrypts them as the browser would (RFC 8291)."""

    def __init__(self):
        from cryptography.hazmat.primitives.asymmetric import ec

        super().__init__(("127.0.0.1", 0), PushService.Requests)
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
        self.messages, self.status = [], 201
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def subscription(self, name="one"):
        return {"endpoint": f"http://127.0.0.1:{self.server_address[1]}/{name}", "expirationTime": None,
                "keys": {"p256dh": encode(self.point()), "auth": encode(self.secret)}}

    def point(self):
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def decrypted(self, body):
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        salt, (_, length) = body[:16], struct.unpack("!IB", body[16:21])
        sender, rest = body[21:21 + length], body[21 + length:]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        key = HKDF(SHA256(), 32, self.secret, b"WebPush: info\0" + self.point() + sender).derive(shared)
        content = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(key)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(key)
        return AESGCM(content).decrypt(nonce, rest, None).rstrip(b"\0").removesuffix(b"\2")

    class Requests(BaseHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.server.status < 300:
                self.server.messages.append(json.loads(self.server.decrypted(body)))
            self.send_response(self.server.status)
            self.send_header("Content-Length", "0")
            self.end_headers()


def with_push(page, service, name="one"):
    """No browser here reaches a real push service: what it would give is put in its place."""
    page.context.grant_permissions(["notifications"])
    page.add_init_script(
        "const made = {...%s, toJSON() { return {endpoint: this.endpoint, expirationTime: null, keys: this.keys}; }};"
        "PushManager.prototype.subscribe = async function(options) {"
        "  if (new Uint8Array(options.applicationServerKey).length !== 65) throw new Error('not the key of a server'); return made; };"
        "PushManager.prototype.getSubscription = async () => null;" % json.dumps(service.subscription(name)))


def worker(page):
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


@test
def from_home_to_a_reminder_of_mazu_on_this_telephone(desk):
    service = PushService()
    page = desk.open(width=390)
    with_push(page, service)
    desk.go(page, "/")
    page.fill("input[type=search]", "媽祖")
    page.keyboard.press("Enter")
    page.locator("a", has_text="媽祖聖誕").first.click()
    page.click("text=提醒我")
    assert page.is_checked("input[value=mazu]") and page.input_value("#f-before") == "1" and page.input_value("#f-time") == "20:00"
    page.click("text=在這個裝置通知我")
    page.wait_for_url("**/choice?done=new")
    words = text(page)
    # The Hong Kong Observatory's table: 三月廿三 falls on 2027-04-29.
    assert page.locator("time").first.get_attribute("datetime") == "2027-04-29" and "前 1 天 20:00" in words
    # Each chosen thing says when it is told first.
    assert "4月28日 20:00 提醒" in words and "這個裝置會收到通知" in words
    # The first page now begins with what this person is told next, the evening before; it is nobody else's.
    answer = page.request.get(desk.server.base + "/", headers={"Accept": "text/html", "Accept-Language": "zh-TW"})
    own = answer.text().split("您的下一則提醒")[1].split("</section>")[0]
    assert "媽祖聖誕" in own and "2027-04-28T20:00:00" in own, own
    assert "public" not in answer.headers["cache-control"], answer.headers["cache-control"]
    assert "您的下一則提醒" not in desk.server.send("/").text
    page.click("text=送一則測試通知")
    page.wait_for_selector("text=已送出測試通知")
    assert "測試" in service.messages[-1]["body"] + service.messages[-1]["title"], service.messages
    # The message reaches the service worker, which shows it and opens the page.
    worker(page)
    session = page.context.new_cdp_session(page)
    found = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    page.wait_for_timeout(300)
    message = {"title": "明天是媽祖聖誕", "body": "農曆三月廿三", "tag": "t", "url": desk.server.base + "/event/88"}
    session.send("ServiceWorker.deliverPushMessage", {
        "origin": desk.server.base, "registrationId": found[0]["registrationId"], "data": json.dumps(message)})
    for _ in range(40):
        shown = page.evaluate("() => navigator.serviceWorker.ready.then(r => r.getNotifications()).then(all => all.map(n => [n.title, n.body, n.data.url]))")
        if shown:
            break
        page.wait_for_timeout(100)
    assert shown == [["明天是媽祖聖誕", "農曆三月廿三", desk.server.base + "/event/88"]]
    # A dead subscription is said.
    service.status = 410
    page.click("text=送一則測試通知")
    page.wait_for_selector("text=沒有送到")
    desk.go(page, "/choice")
    assert "訂閱已結束" in text(page) and "目前沒有裝置收得到通知" in text(page)
    # The browser replaces its subscription: the service worker tells the server.
    service.status = 201
    old, new = (json.dumps(service.subscription(name), separators=(",", ":")) for name in ("one", "two"))
    renew = lambda old, new: desk.server.send("/push/renew", json.dumps({"old": old, "new": new}).encode(), Content_Type="application/json", Accept="application/json")
    assert renew("nobody's", new).status == 404 and renew(old, "no subscription").status == 400
    assert renew(old, new).status == 200 and renew(old, new).status == 404
    desk.go(page, "/choice")
    assert "會收到通知" in text(page)
    service.shutdown()


@test
def a_temple_is_followed_from_its_page(desk):
    page = desk.open(width=390)
    desk.go(page, "/temple/tianhou-lukang")
    page.locator("a", has_text="提醒我").first.click()
    assert page.is_checked("input[value=temple-tianhou-lukang]")
    page.click("button[value=calendar]")
    page.wait_for_url("**/choice?done=new")
    assert "媽祖聖誕" in text(page), text(page)
    desk.go(page, "/choose")
    assert page.is_checked("input[value=temple-tianhou-lukang]")


@test
def a_calendar_address_has_just_the_choice_and_its_alarms(desk):
    page = desk.open(width=390, script=False)
    desk.go(page, "/choose?event=mazu")
    assert not page.is_visible("text=在這個裝置通知我"), "without a script there is no push"
    assert "Google 日曆會忽略" in text(page)
    page.fill("#f-before", "2")
    page.fill("#f-time", "19:30")
    page.check("input[name=newmoon]")
    page.click("text=家裡的日子（可空白）")
    page.fill("#f-own_name", "曾祖母忌日")
    page.select_option("#f-own_kind", "memorial")
    page.fill("#f-own_date", "農曆閏六月十五")
    page.click("text=看十年的日子")
    # The Hong Kong Observatory's tables: the 15th of month 6 in 2027, and of leap month 6 in 2036.
    days = page.locator(".dates li").all_inner_texts()
    assert len(days) == 10 and days[0].startswith("2027年7月18日") and any(day.startswith("2036年8月6日") and "閏六月" in day for day in days), days
    assert page.is_checked("input[value=mazu]") and page.input_value("#f-own_name") == "曾祖母忌日" and page.input_value("#f-time") == "19:30"
    page.click("text=用行事曆提醒我")
    assert page.url.endswith("/choice?done=new")
    address = re.search(r"http\S+/feeds/user/fcf_[0-9a-f]{64}\.ics", text(page))[0]
    feed = desk.server.send(address).text.replace("\r\n ", "")
    assert "SUMMARY:媽祖聖誕" in feed and "DTSTART;VALUE=DATE:20270429" in feed and "SUMMARY:曾祖母忌日" in feed
    entry = next(part for part in feed.split("BEGIN:VEVENT") if "DTSTART;VALUE=DATE:20270429" in part)
    # 2 days before at 19:30: 28.5 hours of the two days are left.
    assert re.search(r"TRIGGER[^:]*:(-P1DT4H30M|20270427T113000Z|-PT28H30M)", entry), entry
    names = set(re.findall(r"SUMMARY:(\S+)", feed))
    assert names == {"媽祖聖誕", "曾祖母忌日", "初一"} or len(names) == 3, names
    # A file: what is not plain is said once, with the days that were read; the second time it is kept.
    desk.go(page, "/choose")
    page.click("text=家裡的日子（可空白）")
    page.fill("#f-own_name", "外公生日")
    page.fill("#f-own_date", "民國46年3月14日")
    table = "姓名,生日\n王大明,1955/3/14\n林小美,昨天也許\n陳阿水,農曆三月廿三\n".encode()
    page.set_input_files("#f-own_file", {"name": "days.csv", "mimeType": "text/csv", "buffer": table})
    page.click("button >> text=儲存")
    faults = page.locator(".fault").all_inner_texts()
    assert any("昨天也許" in fault and "第 3 行" in fault for fault in faults) and "再按一次" in text(page), faults
    assert "王大明" in text(page) and "陳阿水" in text(page) and page.input_value("#f-own_name") == "外公生日"
    page.click("button >> text=儲存")
    kept = text(page)
    assert page.url.endswith("done=saved") and all(name in kept for name in ("外公生日", "王大明", "陳阿水")) and "林小美" not in kept, kept
    # Going back keeps what was typed.
    desk.go(page, "/choose")
    page.click("text=家裡的日子（可空白）")
    page.fill("#f-own_date", "不是日期")
    page.check("input[value=guanyin]")
    desk.go(page, "/privacy")
    page.go_back()
    assert page.input_value("#f-own_date") == "不是日期" and page.is_checked("input[value=guanyin]")
    page.click("button >> text=儲存")
    assert "農曆三月廿三" in page.locator(".fault >> nth=-1").inner_text() and page.input_value("#f-own_date") == "不是日期"
    desk.go(page, "/choice")
    # Who has the address can read, not change; the address can be renewed and ended.
    page.click("button >> text=換一個新的網址")
    newer = re.search(r"http\S+/feeds/user/fcf_[0-9a-f]{64}\.ics", text(page))[0]
    assert newer != address and desk.server.send(address).status == 404 and desk.server.send(newer).status == 200
    page.click("button >> text=停用網址")
    assert desk.server.send(newer).status == 404
    # The link that changes it works elsewhere, after a tap; renewed, the former is over.
    link = re.search(r"http\S+/choice/fcc_[0-9a-f]{64}", text(page))[0]
    other = desk.open(script=False)
    other.goto(link)
    assert "folkcal-choice" not in str(other.context.cookies())
    other.click("text=是我的，打開")
    assert "媽祖聖誕" in text(other) and "曾祖母忌日" in text(other)
    other.click("button >> text=換新連結")
    assert desk.server.send(link).status == 410 and "這個選擇已經不在了" in desk.server.send(link).text
    desk.go(page, "/choice")
    assert page.url.endswith("/choose"), "the former secret opens nothing"
    ended = desk.server.send("/choose", {"event": ["mazu"], "before": "1", "time": "20:00", "way": "calendar", "kept": "on"})
    assert ended.status == 422 and "再按一次就另外新增一份" in ended.text and 'value="mazu" checked' in ended.text
    other.click("text=刪除我的提醒")
    assert "已刪除" in text(other)
    desk.go(other, "/choice")
    assert other.url.endswith("/choose")
    assert "曾祖母忌日" not in desk.server.run("admin", "audit", "--json")


@test
def a_choice_keeps_its_time_zone_when_it_is_changed_without_a_script(desk):
    form = {"event": ["mazu"], "before": "1", "time": "20:00", "way": "calendar"}
    made = desk.server.send("/choose", {**form, "zone": "America/Los_Angeles"})
    cookie = re.search(r"folkcal-choice=(fcc_[0-9a-f]+)", made.headers["Set-Cookie"])[1]
    zones = lambda: desk.server.run("admin", "user", "list", "--json").count('"America/Los_Angeles"')
    before = zones()
    assert before and desk.server.send("/choose", {**form, "zone": "", "time": "19:00"}, Cookie="folkcal-choice=" + cookie).status == 303
    assert zones() == before
    desk.server.send("/choice/remove", {"x": "1"}, Cookie="folkcal-choice=" + cookie)
    assert zones() == before - 1


@test
def wrong_choices_are_said_and_nothing_chosen_is_lost(desk):
    page = desk.open(width=390, script=False)
    desk.go(page, "/choose?event=nobody&deity=nobody&group=nobody")
    page.click("text=用行事曆提醒我")
    assert "請至少選一個" in text(page)
    page.check("input[name=newmoon]")
    page.fill("#f-before", "31")
    page.fill("#f-time", "")
    answer = desk.server.send("/choose", {"newmoon": "on", "before": "31", "time": "25:00", "event": ["mazu", "nobody"], "way": "calendar"})
    assert answer.status == 422 and "0 到 30 天" in answer.text and "例如 20:00" in answer.text and 'value="31"' in answer.text
    assert re.search(r'name="event" value="mazu" checked', answer.text) and "Set-Cookie" not in answer.headers
    answer = desk.server.send("/choose", {"newmoon": "on", "before": "1", "time": "20:00", "way": "push", "push": '{"endpoint":"javascript:1"}'})
    assert answer.status == 422 and "沒有給推播的位址" in answer.text
    assert desk.server.send("/choose", {"newmoon": "on", "before": "1", "time": "20:00", "way": "calendar"}, Sec_Fetch_Site="cross-site").status == 403
    for path in ("/choice/feed", "/choice/devices", "/choice/test", "/choice/remove", "/choice/secret", "/choice/days/1/remove"):
        assert desk.server.send(path, {}).status == 410, path
    # Permission refused: what was chosen stays, and the page says how to go on.
    refused = desk.open(width=390)
    refused.add_init_script("Notification.requestPermission = async () => 'denied';")
    desk.go(refused, "/choose?event=mazu")
    refused.click("text=在這個裝置通知我")
    refused.wait_for_selector("text=瀏覽器不允許通知")
    assert refused.is_checked("input[value=mazu]") and refused.url.endswith("/choose?event=mazu")


@test
def the_app_works_without_a_network(desk):
    page = desk.open(width=390)
    desk.go(page, "/")
    worker(page)
    desk.go(page, "/temple/1")
    desk.go(page, "/choose?event=mazu")
    page.wait_for_function("() => caches.open('pages').then(c => c.keys()).then(all => all.some(r => r.url.endsWith('/offline')) && all.some(r => r.url.includes('/temple/1')))")
    page.context.set_offline(True)
    # Nothing is written; what was chosen stays on the page.
    page.fill("#f-time", "18:45")
    page.click("text=用行事曆提醒我")
    page.wait_for_selector("text=沒有網路，所以沒有送出")
    assert page.input_value("#f-time") == "18:45" and page.is_checked("input[value=mazu]")
    desk.go(page, "/temple/1")
    assert "主祀神明" in text(page) and "最後更新" in page.inner_text("#kept") and "2026" not in page.inner_text("#kept")[:5]
    today = page.evaluate("() => new Date(Date.now() + 300 * 864e5).toISOString().slice(0, 10)")
    desk.go(page, "/day/" + today)
    assert "/year/" in page.url and f"#d{today}" in page.url and page.locator("tbody tr").count() > 150
    desk.go(page, "/temple/2")
    assert "沒有網路也能看" in text(page)
    page.wait_for_selector("[data-seen] a[href$='/temple/1']")
    desk.go(page, "/convert")
    page.fill("#f-date", "2025-07-25")
    assert page.inner_text("output >> nth=0").startswith("農曆閏六月初一"), page.inner_text("output >> nth=0")
    page.fill("#f-date", "2033-12-22")
    # The Hong Kong Observatory: leap month 11 of 2033 begins on December 22.
    assert page.inner_text("output >> nth=0").startswith("農曆閏十一月初一")
    page.select_option("#f-_month", "6")
    page.select_option("#f-_day", "1")
    page.check("#f-_leap")
    page.fill("#f-_year", "2025")
    assert page.inner_text("output >> nth=1").startswith("2025-07-25 星期五")
    page.context.set_offline(False)
    desk.go(page, "/temple/1")
    assert not page.is_visible("#kept")


@test
def the_app_can_be_installed_and_previewed(desk):
    page = desk.open(width=390)
    desk.go(page, "/")
    worker(page)
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert not manifest["errors"] and json.loads(manifest["data"])["id"] == "/"
    assert [error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"] if error["errorId"] != "in-incognito"] == []
    for path, size in (("/icon-192.png", (192, 192)), ("/icon-512.png", (512, 512)), ("/preview.png", (1200, 630))):
        import io
        from PIL import Image

        picture = Image.open(io.BytesIO(desk.server.send(path).bytes))
        picture.load()
        assert picture.format == "PNG" and picture.size == size and len(set(picture.getdata())) > 3, path
    assert f'<meta property="og:image" content="{desk.server.base}/preview.png"/>' in desk.server.send("/event/mazu").text
    assert "noindex" in desk.server.send("/choose").text and "canonical" not in desk.server.send("/choose").text


@test
def the_converter_agrees_with_the_server(desk):
    page = desk.open()
    desk.go(page, "/convert")
    assert "農曆" in page.inner_text("main .days"), "today is converted at once"
    for date in ("1900-01-31", "1984-02-02", "2006-08-24", "2023-03-22", "2100-12-31"):
        page.fill("#f-date", date)
        shown = page.inner_text("output >> nth=0").split("（")[0]
        assert shown in desk.server.send("/convert?date=" + date).text, (date, shown)


@test
def a_year_is_printed_and_its_days_lead_on(desk):
    page = desk.open()
    desk.go(page, "/year/2027")
    words = text(page)
    assert "民國 116 年" in words and page.locator("h2", has_text="12 月").count() == 1
    # The Hong Kong Observatory's table of 2027: new year on February 6, 冬至 on December 22, 三月廿三 on April 29.
    for row, name in (("d2027-02-06", "正月初一"), ("d2027-12-22", "冬至"), ("d2027-04-29", "媽祖聖誕")):
        assert name in page.inner_text("#" + row), row
    # Days that are kept elsewhere only are not Taiwan's: data/events.yaml, region CN.
    assert "填倉節" not in words and "填倉節" in desk.server.send("/event/tiancang").text
    page.emulate_media(media="print")
    assert not page.is_visible("nav.tabs") and page.is_visible("#d2027-12-22")
    # A year is one sheet of A4, landscape, and so is a month; 2033 has a leap month at its end.
    for path in ("/year/2027", "/year/2033", "/month/2027-05"):
        desk.go(page, path)
        pdf = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1 and re.search(rb"/MediaBox \[0 0 84[12]", pdf), path
    for path in ("/year/0", "/year/20270", "/year/x", "/year/-001", "/year/0000"):
        assert desk.server.send(path).status == 404, path


@test
def the_privacy_page_says_what_is_kept(desk):
    for locale, words in (("zh-TW", ("信仰", "90 天", "一年沒有人讀取")), ("en-US", ("faith", "90 days", "a year unread"))):
        page = desk.open(locale=locale)
        desk.go(page, "/privacy")
        assert all(word in text(page) for word in words), locale
    # Whom one follows is in no log: the audit log and the server's log tell of changes, not of deities.
    made = desk.server.send("/choose", {"event": ["mazu"], "before": "1", "time": "20:00", "way": "calendar"})
    cookie = re.search(r"folkcal-choice=(fcc_[0-9a-f]+)", made.headers["Set-Cookie"])[1]
    assert desk.server.send("/choose", {"event": ["mazu", "guandi"], "before": "1", "time": "20:00"}, Cookie="folkcal-choice=" + cookie).status == 303
    log = desk.server.run("admin", "audit", "--json")
    assert '"choice"' in log and not any("mazu" in line or "guandi" in line for line in log.splitlines() if '"choice"' in line)
    assert cookie not in (desk.server.folder / "serve.log").read_text() and cookie not in log
    # Nobody fills the database: some choices at once from one address, then a pause that the page tells.
    for _ in range(12):
        answer = desk.server.send("/choose", {"event": ["mazu"], "before": "1", "time": "20:00", "way": "calendar"})
    assert answer.status == 429 and "分鐘後再送一次" in answer.text and "Set-Cookie" not in answer.headers
