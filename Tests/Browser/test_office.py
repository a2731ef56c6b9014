"""The pages of the back office that are made by hand: reminders, users, pictures, the map, imports, the service."""

import http.server
import io
import json
import math
import re
import sqlite3
import tempfile
import threading
import time
import urllib.parse
import zipfile

from PIL import Image

from desk import cookie_of, test, text
from server import Server

OUTAGE = "no connection to mail.example.org: refused"


def admin(desk, email="mei@example.org"):
    return desk.server.session(email, "admin")


def secretary(desk):
    return desk.server.session("secretary@example.org", "editor")


def database(desk):
    return sqlite3.connect(desk.server.database, timeout=10)


def person(desk, email, name):
    """A user whose reminders go by mail."""
    desk.server.run("admin", "user", "add", "--email", email, "--display-name", name)
    desk.server.run("admin", "user", "settings", email, "--channel", "mail")
    desk.server.run("admin", "user", "subscribe", email, "--event", "mazu", "--group", "mazu")
    return database(desk).execute("SELECT uuid FROM users WHERE email = ?", (email,)).fetchone()[0]


def fail(desk, user, count):
    """Makes waiting reminders of a user fail, as an outage does."""
    with database(desk) as connection:
        return connection.execute(
            """UPDATE notification_logs SET status = 'failed', error_message = ?, retry_count = 8, first_attempt_at = created_at
               WHERE id IN (SELECT n.id FROM notification_logs n JOIN users u ON u.id = n.user_id
                            WHERE u.uuid = ? AND n.status = 'queued' LIMIT ?)""", (OUTAGE, user, count)).rowcount


# MARK: Reminders


@test
def an_operator_finds_why_reminders_failed_and_sends_them_again(desk):
    user = person(desk, "ping@example.org", "阿平")
    desk.server.run("remind", "plan", "--days", "400")
    assert fail(desk, user, 51) == 51
    page = desk.open(admin(desk))
    desk.go(page, "/admin")
    assert "51 則提醒失敗" in text(page) and OUTAGE in text(page) and "連不上對方的伺服器" in text(page)
    page.click("text=" + OUTAGE)
    assert page.locator("tbody tr").count() == 50
    page.click("text=下一頁")
    assert page.locator("tbody tr").count() == 1
    # One of them, and what became of it.
    page.locator("tbody th a").first.click()
    assert OUTAGE in text(page) and "媽祖" in text(page) or "初" in text(page) or "十五" in text(page)
    page.click("button:has-text('再送一次')")
    assert "已放回佇列" in text(page) and "放回佇列" in page.locator("table").last.inner_text()
    assert not page.is_visible("button:has-text('再送一次')")
    # All others, after a count and a question.
    desk.go(page, "/admin")
    page.click("text=再送 50 則")
    assert "再送 50 則提醒？" in text(page) and OUTAGE in text(page)
    page.click("button:has-text('再送 50 則')")
    assert "已放回 50 則提醒" in text(page)
    counts = dict(database(desk).execute("SELECT status, COUNT(*) FROM notification_logs GROUP BY status"))
    assert "failed" not in counts, counts
    actors = database(desk).execute("SELECT COUNT(*), COUNT(DISTINCT actor) FROM audit_log WHERE entity = 'reminder'").fetchone()
    assert actors == (51, 1), actors
    # Cancelling asks too.
    desk.go(page, "/admin/reminders?status=queued&user=" + user)
    page.click("text=全部取消")
    page.locator("main button").first.click()
    assert "已取消" in text(page)
    left = database(desk).execute(
        "SELECT COUNT(*) FROM notification_logs n JOIN users u ON u.id = n.user_id WHERE u.uuid = ? AND n.status = 'queued'", (user,)).fetchone()
    assert left == (0,)


@test
def a_channel_is_paused_and_what_was_due_is_held_after_a_restore(desk):
    page = desk.open(admin(desk), width=390)
    desk.go(page, "/admin/service")
    page.click("button:has-text('暫停電子郵件')")
    assert "電子郵件自" in text(page) and page.locator("button:has-text('恢復電子郵件')").count() == 1
    page.click("text=現在以前到期的先不送")
    desk.go(page, "/admin")
    assert "暫停送出" in text(page) and "以前到期的提醒先不送" in text(page)
    assert "電子郵件" in desk.server.run("remind", "stats", "--lang", "zh-Hant") or "paused" in desk.server.run("remind", "stats", "--lang", "en")
    page.click("text=恢復或解除")
    page.click("button:has-text('恢復電子郵件')")
    page.click("button:has-text('解除')")
    assert "電子郵件自" not in text(page)
    desk.go(page, "/admin")
    assert "暫停送出" not in text(page)
    assert "暫停送出：mail" in desk.server.send("/admin/changes", cookie=cookie_of(page)).text
    for form in ({"channel": "pigeon"}, {"channel": "feed"}, {}):
        assert desk.server.send("/admin/service/pause", form, cookie=cookie_of(page)).status == 400, form
    assert desk.server.send("/admin/service/pause", {"channel": "mail"}, cookie=secretary(desk)).status in (403, 404)


@test
def the_log_is_filtered_and_wrong_filters_say_so(desk):
    page = desk.open(admin(desk))
    for query, words in (("user=nobody@example.org", "沒有使用者"), ("from=tomorrow", "不是日期"), ("event=nothing-here", "沒有民俗節日")):
        assert desk.go(page, "/admin/reminders?" + query).status == 200 and words in text(page), query
    desk.go(page, "/admin/reminders?event=" + urllib.parse.quote("媽祖聖誕（mazu）") + "&user=ping@example.org")
    assert page.locator("tbody tr").count() > 0 and set(page.locator("td:nth-child(3)").all_inner_texts()).pop().startswith("媽祖聖誕")
    for path in ("/admin/reminders/0", "/admin/reminders/x", f"/admin/reminders/{2**63 - 1}", "/admin/users/nobody", "/admin/jobs/none"):
        assert desk.server.send(path, cookie=cookie_of(page)).status == 404, path
    for path in ("/admin/reminders/retry?status=queued", "/admin/reminders/retry", "/admin/reminders/cancel?status=sent"):
        assert desk.server.send(path, cookie=cookie_of(page)).status == 400, path
    for form in ({"status": "queued"}, {}):
        assert desk.server.send("/admin/reminders/retry", form, cookie=cookie_of(page)).status == 400, form


@test
def a_test_message_goes_out_and_its_outcome_is_shown(desk):
    page = desk.open(admin(desk))
    before = len(desk.mail.mails)
    desk.go(page, "/admin/test?user=ping@example.org")
    page.fill("#f-message", "今天青山宮暗訪，記得早點出門。")
    page.fill("#f-event", "mazu")
    page.click("text=發送測試推播")
    assert "已送出" in text(page) and "電子郵件" in text(page)
    assert len(desk.mail.wait(before + 1)) == before + 1
    page.fill("#f-user", "nobody@example.org")
    page.fill("#f-message", "")
    page.click("text=發送測試推播")
    assert "請寫 1 到 500 個字" in text(page)
    page.fill("#f-message", "在嗎")
    page.click("text=發送測試推播")
    assert "沒有這位使用者" in text(page) and page.input_value("#f-message") == "在嗎"
    desk.server.run("admin", "user", "add", "--email", "feed@example.org")
    desk.server.run("admin", "user", "settings", "feed@example.org", "--channel", "feed")
    page.fill("#f-user", "feed@example.org")
    page.click("text=發送測試推播")
    assert "沒有送出" in text(page)


# MARK: Users


@test
def a_user_is_shown_with_reasons_and_given_a_role(desk):
    page = desk.open(admin(desk))
    desk.go(page, "/admin/users")
    assert page.is_visible("svg[role=img]") and "每週新增的使用者" in text(page)
    page.fill("#f-search", "ping@example.org")
    page.click("text=篩選")
    page.click("text=阿平")
    shown = text(page)
    assert "群組「媽祖信仰」" in shown or "群組「" in shown
    assert "自己選的、群組「" in shown, "a day that is followed twice has two reasons"
    assert "初一的開關" in shown
    page.select_option("#f-role", "editor")
    page.click("main button:has-text('儲存')")
    assert "已改變權限" in text(page)
    # The person has the right at once, and loses the session with it.
    theirs = desk.server.session("ping@example.org")
    assert desk.server.send("/admin/new/events", cookie=theirs).status == 200
    page.click("text=登出所有裝置")
    assert desk.server.send("/admin", cookie=theirs).status == 401
    export = desk.server.send(page.url.split("?")[0] + "/export", cookie=cookie_of(page))
    data = json.loads(export.text)
    assert data["email"] == "ping@example.org" and data["reminders"] and not {"google_id", "tokens", "feed_token_hash"} & set(data)


@test
def the_last_administrator_stays(desk):
    # Every administrator but one gives up the role.
    cookie = admin(desk)
    rows = database(desk).execute("SELECT uuid, email FROM users WHERE role = 'admin'").fetchall()
    for uuid, email in rows:
        if email != "mei@example.org":
            assert desk.server.send(f"/admin/users/{uuid}/role", {"role": ""}, cookie=cookie).status == 303
    me = next(uuid for uuid, email in rows if email == "mei@example.org")
    assert desk.server.send(f"/admin/users/{me}/role", {"role": "reader"}, cookie=cookie).status == 409
    assert desk.server.send(f"/admin/users/{me}/remove", {}, cookie=cookie).status == 409
    assert "唯一的管理員" in desk.server.send(f"/admin/users/{me}", cookie=cookie).text
    assert desk.server.send(f"/admin/users/{me}/role", {"role": "root"}, cookie=cookie).status == 400


@test
def a_user_is_deleted_after_a_question(desk):
    desk.server.run("admin", "user", "add", "--email", "gone@example.org", "--display-name", "要走的人")
    page = desk.open(admin(desk))
    desk.go(page, "/admin/users?search=gone@example.org")
    page.click("text=要走的人")
    page.click("text=刪除這位使用者")
    assert "不能復原" in text(page)
    page.click("main button:has-text('刪除')")
    assert "已刪除" in text(page)
    assert not database(desk).execute("SELECT 1 FROM users WHERE email = 'gone@example.org'").fetchone()


# MARK: Pictures


def photograph(width=2400, height=1800, kind="JPEG"):
    """A noisy picture with a position, as a telephone takes it."""
    image = Image.effect_noise((width // 8, height // 8), 80).convert("RGB").resize((width, height))
    exif = Image.Exif()
    exif[0x010F] = "SecretCam"
    place = exif.get_ifd(0x8825)
    place.update({1: "N", 2: (25.0, 2.0, 14.0), 3: "E", 4: (121.0, 30.0, 0.0)})
    out = io.BytesIO()
    image.save(out, kind, exif=exif, quality=90)
    return out.getvalue()


@test
def a_secretary_adds_a_procession_with_a_picture_and_its_place_on_a_telephone(desk):
    page = desk.open(secretary(desk), width=390)
    page.context.grant_permissions(["geolocation"])
    page.context.set_geolocation({"latitude": 25.036798, "longitude": 121.499890})
    temple = database(desk).execute("SELECT key, name FROM temples WHERE lat IS NOT NULL LIMIT 1").fetchone()
    desk.go(page, "/admin/calendar?month=2027-01")
    page.click(".head .button:has-text('新增')")
    page.fill("#f-title", "青山王暗訪暨遶境")
    page.fill("#f-temple", f"{temple[1]}（{temple[0]}）")
    page.fill("#f-start_at", "2027-01-16T18:00")
    page.fill("#f-end_at", "2027-01-16T23:00")
    page.fill("#f-place", "艋舺青山宮廟埕")
    page.click("text=用我現在的位置")
    page.wait_for_function("() => document.querySelector('#f-lat').value === '25.036798'")
    assert page.input_value("#f-lng") == "121.499890"
    page.set_input_files("#f-image_url-file", {"name": "遶境.jpg", "mimeType": "image/jpeg", "buffer": photograph()})
    page.wait_for_selector("text=圖片已上傳")
    address = page.input_value("#f-image_url")
    page.wait_for_function("() => document.querySelector('.upload img').naturalWidth > 0")
    page.screenshot(path=".build/screenshots/procession-390-light.png", full_page=True)
    page.click(".save button")
    page.wait_for_url("**done=added")
    kept = desk.server.send(address)
    assert kept.status == 200 and len(kept.bytes) <= 400_000 and kept.headers["Content-Type"] == "image/jpeg"
    picture = Image.open(io.BytesIO(kept.bytes))
    picture.load()
    assert max(picture.size) == 1600 and not picture.getexif() and b"SecretCam" not in kept.bytes
    assert "immutable" in kept.headers["Cache-Control"] and "sandbox" in kept.headers["Content-Security-Policy"]
    assert kept.headers["X-Content-Type-Options"] == "nosniff"
    activity = next(a for a in json.loads(desk.server.send("/api/activities?from=2027-01-01&to=2027-02-01").text) if a["title"] == "青山王暗訪暨遶境")
    assert (activity["lat"], activity["lng"], activity["place"]) == (25.036798, 121.49989, "艋舺青山宮廟埕") and activity["image_url"].endswith(address)
    # It stands in its month, and is copied to the same lunar day of the next year (臘月初九: 2027-01-16, 2028-01-05).
    desk.go(page, "/admin/calendar?month=2027-01")
    assert "18:00 青山王暗訪暨遶境" in text(page)
    page.click("text=青山王暗訪暨遶境")
    page.click("text=複製到明年")
    assert page.input_value("#f-start_at") == "2028-01-05T18:00" and page.input_value("#f-end_at") == "2028-01-05T23:00"
    assert page.input_value("#f-image_url") == address


@test
def pictures_come_without_script_too(desk):
    cookie = secretary(desk)
    page = desk.open(cookie, script=False)
    small = photograph(800, 600)
    desk.go(page, "/admin/deities/mazu")
    page.set_input_files("#f-image_url-file", {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": small})
    page.click(".save button")
    page.wait_for_url("**done=saved")
    assert re.fullmatch(r"/images/[0-9a-f]{32}\.jpg", page.input_value("#f-image_url")) and page.locator(".upload img").count() == 1
    assert b"SecretCam" not in desk.server.send(page.input_value("#f-image_url")).bytes
    # Too large for the database, and nothing else lost.
    page.fill("#f-role", "航海與孩子")
    page.set_input_files("#f-image_url-file", {"name": "b.jpg", "mimeType": "image/jpeg", "buffer": photograph(3000, 2400)})
    page.click(".save button")
    assert "最多保存 400 kB" in text(page) and page.input_value("#f-role") == "航海與孩子"


@test
def files_that_are_no_pictures_are_refused(desk):
    cookie = secretary(desk)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("a.txt", "x" * 100)
    page = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
    bomb = io.BytesIO()
    Image.new("1", (30_000, 30_000)).save(bomb, "PNG")
    before = database(desk).execute("SELECT COUNT(*) FROM images").fetchone()
    for name, data, words in (
        ("a.jpg", archive.getvalue(), "看起來是 ZIP"), ("a.svg", page, "SVG"), ("a.png", bomb.getvalue(), "30000 × 30000"),
        ("a.gif", b"GIF89a" + b"x" * 50, "GIF"), ("a.jpg", photograph(400, 300)[:-5000], "損壞"), ("a.jpg", b"", "不是 JPEG"),
    ):
        answer = desk.server.send("/admin/images", data, cookie, Content_Type="image/jpeg", Accept="application/json")
        assert answer.status == 422 and words in json.loads(answer.text)["error"], (name, answer.text)
        answer = desk.server.send_files("/admin/deities/mazu", {"_tag": "x"}, {"_file.image_url": (name, data)}, cookie)
        assert answer.status in (412, 422), (name, answer.status)
    assert database(desk).execute("SELECT COUNT(*) FROM images").fetchone() == before
    # A picture that is a page too is kept as a picture alone, without what follows its end.
    both = photograph(200, 150) + b"<script>alert(1)</script>" + archive.getvalue()
    answer = desk.server.send("/admin/images", both, cookie, Content_Type="text/html", Accept="application/json")
    assert answer.status in (400, 422)
    answer = desk.server.send("/admin/images", both, cookie, Content_Type="image/jpeg", Accept="application/json")
    kept = desk.server.send(json.loads(answer.text)["address"])
    assert b"<script" not in kept.bytes and b"PK\x03\x04" not in kept.bytes
    for path in ("/images/../etc/passwd", "/images/" + "0" * 32 + ".jpg", "/images/" + "0" * 32 + ".svg", "/images/x", "/images/%2e%2e"):
        assert desk.server.send(path).status == 404, path
    # In the browser: what it cannot read, and what is too large, is said at the field.
    tab = desk.open(cookie)
    desk.go(tab, "/admin/deities/mazu")
    address = tab.input_value("#f-image_url")
    for name, data, words in (("a.jpg", archive.getvalue(), "打不開"), ("b.png", bomb.getvalue(), "打不開"), ("c.jpg", b"x" * (11 << 20), "超過 10 MB")):
        tab.set_input_files("#f-image_url-file", {"name": name, "mimeType": "image/jpeg", "buffer": data})
        tab.wait_for_selector(f".upload [role=status]:has-text('{words}')")
    assert tab.input_value("#f-image_url") == address


@test
def uploads_of_any_size_by_strangers_and_broken_ones_change_nothing(desk):
    cookie = secretary(desk)
    host = desk.server.base.removeprefix("http://")
    head = f"POST %s HTTP/1.1\nHost: {host}\nSec-Fetch-Site: same-origin\nContent-Type: %s\nContent-Length: %d"
    before = database(desk).execute("SELECT (SELECT COUNT(*) FROM images), (SELECT COUNT(*) FROM temples), (SELECT MAX(id) FROM audit_log)").fetchone()
    for path in ("/admin/images", "/admin/imports"):
        answer = desk.server.send_raw(head % (path, "image/jpeg", 2 << 30) + f"\nCookie: folkcal={cookie}", b"\xff\xd8\xff")
        assert " 413 " in answer.split("\n")[0], (path, answer)
        # Nobody in particular may not even send what a person may.
        answer = desk.server.send_raw(head % (path, "image/jpeg", 5 << 20), b"\xff\xd8\xff")
        assert re.match(r"HTTP/1.1 (413|401) ", answer), (path, answer)
        foreign = (head % (path, "image/jpeg", 5 << 20)).replace("same-origin", "cross-site") + f"\nCookie: folkcal={cookie}"
        assert re.match(r"HTTP/1.1 (413|403) ", desk.server.send_raw(foreign, b"\xff\xd8\xff")), path
        # A connection that breaks off in the middle.
        import socket
        with socket.create_connection(tuple(host.split(":"))) as connection:
            connection.sendall((head % (path, "multipart/form-data; boundary=x", 900_000) + f"\nCookie: folkcal={cookie}").replace("\n", "\r\n").encode()
                               + b'\r\n\r\n--x\r\nContent-Disposition: form-data; name="kind"\r\n\r\ntemples\r\n')
    time.sleep(0.5)
    after = database(desk).execute("SELECT (SELECT COUNT(*) FROM images), (SELECT COUNT(*) FROM temples), (SELECT MAX(id) FROM audit_log)").fetchone()
    assert after == before and desk.server.process.poll() is None
    for body, kind in ((b"--y\r\n", "multipart/form-data; boundary=x"), (b"--x--\r\n", "multipart/form-data"), (b"x", "multipart/form-data; boundary=" + "x" * 500)):
        assert desk.server.send("/admin/imports", body, cookie, Content_Type=kind).status == 400, kind


# MARK: The map


@test
def a_place_is_chosen_by_click_by_keys_and_by_typing(desk):
    page = desk.open(secretary(desk))
    desk.go(page, "/admin/new/temples")
    page.fill("#f-county", "臺北市")
    page.fill("#f-lat", "25.036798")
    page.fill("#f-lng", "121.499890")
    page.wait_for_selector("text=這個點可以在臺北市")
    assert page.locator(".near a").count() > 0
    assert page.input_value("#f-coordinate_quality") in ("", "ok")
    view = page.locator(".view")
    view.evaluate("view => view.scrollIntoView({block: 'center'})")
    box = view.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2 + 60, box["y"] + box["height"] / 2)
    assert float(page.input_value("#f-lng")) > 121.4999 and abs(float(page.input_value("#f-lat")) - 25.036798) < 0.0005
    for name in ("lat", "lng"):
        assert re.fullmatch(r"\d+\.\d{6}", page.input_value("#f-" + name)), "six decimals"
    view.focus()
    before = float(page.input_value("#f-lat"))
    page.keyboard.press("ArrowUp")
    step = float(page.input_value("#f-lat")) - before
    page.keyboard.press("Shift+ArrowUp")
    assert 0 < step < 0.001 and float(page.input_value("#f-lat")) - before > 5 * step
    page.keyboard.press("+")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.textContent") == "放大", "the keyboard leaves the map"
    page.fill("#f-county", "屏東縣")
    page.wait_for_selector("text=這個點不在屏東縣")
    # A drag moves the map, not the mark.
    placed = page.input_value("#f-lng")
    page.mouse.move(box["x"] + 100, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + 160, box["y"] + 130, steps=4)
    page.mouse.up()
    assert page.input_value("#f-lng") == placed
    # Without a script the server says so after saving.
    still = desk.open(cookie_of(page), script=False)
    desk.go(still, "/admin/new/temples")
    for name, value in (("name", "試驗宮"), ("county", "屏東縣"), ("lat", "25.036798"), ("lng", "121.499890")):
        still.fill("#f-" + name, value)
    still.click(".save button")
    assert "位置與縣市不合" in text(still) and "可能在" in text(still)


@test
def tiles_come_only_where_they_are_configured(desk):
    assert "openstreetmap" not in desk.server.send("/sign-in").headers["Content-Security-Policy"]
    asked = []

    class Tiles(http.server.BaseHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

        def do_GET(self):
            asked.append((self.path, self.headers["Referer"]))
            out = io.BytesIO()
            Image.new("RGB", (256, 256), "#cde").save(out, "PNG")
            self.send_response(200)
            self.send_header("Content-Type", "image/png")
            self.end_headers()
            self.wfile.write(out.getvalue())

    tiles = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Tiles)
    threading.Thread(target=tiles.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{tiles.server_address[1]}"
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, "--no-plan", "--no-deliver", "--no-backup", "--map-tiles", origin + "/{z}/{x}/{y}.png", "--map-credit", "© 測試圖磚")
        assert origin in server.send("/sign-in").headers["Content-Security-Policy"]
        context = desk.browser.new_context(viewport={"width": 1000, "height": 900}, locale="zh-TW")
        context.add_cookies([{"name": "folkcal", "value": server.session("mei@example.org", "editor"), "url": server.base, "httpOnly": True}])
        page = context.new_page()
        page.goto(server.base + "/admin/new/temples")
        page.fill("#f-lat", "25.036798")
        page.fill("#f-lng", "121.499890")
        # The tile of this place, by the formula of OpenStreetMap's wiki (Slippy map tilenames).
        column = int((121.499890 + 180) / 360 * 2**15)
        row = int((1 - math.asinh(math.tan(math.radians(25.036798))) / math.pi) / 2 * 2**15)
        page.wait_for_selector(f".tiles img[src='{origin}/15/{column}/{row}.png']", state="attached")
        assert "© 測試圖磚" in text(page)
        page.wait_for_function("() => [...document.querySelectorAll('.tiles img')].every(image => image.naturalWidth === 256)")
        page.goto(server.base + "/near?lat=25.036798&lng=121.499890")
        page.wait_for_function("() => [...document.querySelectorAll('figure img')].length && [...document.querySelectorAll('figure img')].every(image => image.naturalWidth === 256)")
        assert "© 測試圖磚" in page.locator("figure svg").inner_html()
        context.close()
        server.stop()
    tiles.shutdown()
    assert asked and all(referer == server.base + "/" for _, referer in asked), asked[:2]


# MARK: Groups


@test
def a_group_is_ordered_by_dragging_and_shows_its_year(desk):
    page = desk.open(secretary(desk))
    desk.go(page, "/admin/groups/mazu")
    assert "未來一年" in page.inner_text(".beside") and "媽祖聖誕" in page.inner_text(".beside")
    names = lambda: [item.input_value() for item in page.locator("[data-list=events] input").all()]
    before = names()
    page.locator("[data-list=events]").scroll_into_view_if_needed()
    first, third = (page.locator("[data-list=events] .grip").nth(place).bounding_box() for place in (0, 2))
    page.mouse.move(first["x"] + 10, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(third["x"] + 10, third["y"] + 35, steps=8)
    page.mouse.up()
    moved = names()
    assert moved != before and moved[2] == before[0] and sorted(moved) == sorted(before), moved
    page.click(".save button:has-text('儲存')")
    page.wait_for_url("**done=saved")
    assert names() == moved


# MARK: Imports, backup, tokens, changes, service


def finished(page):
    page.wait_for_function("() => !document.querySelector('[data-progress]')", timeout=60_000)
    return text(page)


@test
def a_register_is_rehearsed_with_its_faults_and_imported(desk):
    cookie = admin(desk)
    page = desk.open(cookie)
    count = lambda: database(desk).execute("SELECT COUNT(*) FROM temples").fetchone()[0]
    before = count()
    head = "編號,寺廟名稱,主祀神祇,行政區,地址,教別,建別,組織型態,電話,負責人,WGS84X,WGS84Y\n"
    good = head + "990001,試驗宮,天上聖母,彰化縣,彰化縣鹿港鎮中山路1號,道教,募建,管理人制,04-7770000,某人,120.4327,24.0567\n"

    def rehearse(name, data, kind="register", *ticks):
        desk.go(page, "/admin/imports")
        page.select_option("#f-kind", kind)
        page.set_input_files("#f-file", {"name": name, "mimeType": "text/csv", "buffer": data})
        for tick in ticks:
            page.check("#f-" + tick)
        page.click("button:has-text('試匯入')")
        return finished(page)

    shown = rehearse("bad.csv", (good + "990002,,天上聖母,彰化縣,x,道教,募建,管理人制,,,12O.5,24.0\n").encode())
    assert "不能匯入" in shown and "bad.csv:3" in shown and not page.is_visible("main button:has-text('匯入')"), shown
    shown = rehearse("good.csv", good.encode("big5"))
    assert "還沒有寫入任何資料" in shown and count() == before, shown
    page.click("main button:has-text('匯入')")
    assert "全部寫入了" in finished(page) and count() == before + 1
    # The next register no longer has it: that is shown, and done only when asked.
    other = good.replace("990001", "990003").replace("試驗宮", "另一宮")
    shown = rehearse("next.csv", other.encode(), "register", "prune")
    assert "試驗宮" in shown and "會移除" in shown and count() == before + 1, shown
    page.click("main button:has-text('匯入')")
    assert "已移除" in finished(page) and count() == before + 1
    assert page.go_back() and not page.is_visible("text=伺服器發生")
    # Files of another kind, and what is no file of ours.
    for name, data, kind, words in (
        ("a.zip", b"PK\x03\x04xxxx", "register", "沒有寫入任何資料"), ("temples.csv", b"key,name\nx-1,\xe5\xbb\x9f\n", "groups", ""),
        ("activities.csv", "key,title,temple,rule\na-1,遶境,no-such-temple,lunar 3/23\n".encode(), "activities", "no-such-temple"),
        ("broken.json", b'[{"key": "a"', "events", "沒有寫入任何資料"), ("empty.csv", b"\n", "temples", "沒有寫入任何資料"),
    ):
        shown = rehearse(name, data, kind)
        assert words in shown, (name, shown)
    desk.go(page, "/admin/imports")
    page.click("button:has-text('試匯入')")
    assert "請選一個檔案" in text(page)
    assert count() == before + 1
    # The word to import works once, and only for the person who rehearsed.
    rehearse("good.csv", good.encode())
    action = page.locator("main form").first.get_attribute("action")
    assert desk.server.send(action, {}, cookie=secretary(desk)).status == 409
    assert desk.server.send(page.url.removeprefix(desk.server.base), cookie=secretary(desk)).status == 404
    assert desk.server.send(action, {}, cookie=cookie).status == 303 and desk.server.send(action, {}, cookie=cookie).status == 409


@test
def the_ministrys_register_is_fetched_and_rehearsed_by_a_button(desk):
    page = desk.open(secretary(desk), width=390)
    whole = desk.ministry.body
    for body, words in (("<!DOCTYPE html><html>no</html>", "下載到的是網頁"), (whole[:40_000] + "</ArrayOfOpenData_3>", "不能匯入")):
        desk.ministry.body = body
        desk.go(page, "/admin/imports")
        page.click("button:has-text('下載並試匯入')")
        page.wait_for_selector("text=不能匯入")
        assert words in text(page) and page.locator("main form button").count() == 0, text(page)
    desk.ministry.body = whole
    desk.go(page, "/admin/imports")
    page.click("button:has-text('下載並試匯入')")
    page.wait_for_selector("text=還沒有寫入任何資料")
    assert "部冊宮0" in text(page)
    with database(desk) as connection:
        assert connection.execute("SELECT COUNT(*) FROM temples WHERE name LIKE '部冊宮%'").fetchone() == (0,)


@test
def rites_and_hours_are_rehearsed_and_imported_by_the_same_form(desk):
    page = desk.open(secretary(desk), width=390)
    rites = "慶、祭典名稱,宗教團體名稱,宗教別,行政區,日期,電話,說明\n冬祭大典,鹿港天后宮,道教,彰化縣鹿港鎮,農曆 11/10,04-1,\n秋祭,沒有這間廟,道教,彰化縣鹿港鎮,農曆 8/1,04-1,\n"
    spots = "Id,Name,Opentime,Tel,Py,Px\n1,鹿港天后宮,08:00-20:00,04-7779899,24.0593,120.4313\n"
    for kind, name, content, words in (
        ("rites", "rites.csv", rites, ("慶典 2 筆；新增 1", "沒有收 1 筆", "沒有這間廟")), ("hours", "spots.csv", spots, ("1 個地點", "來源：")),
        ("rites", "nothing.csv", "慶、祭典名稱,宗教團體名稱,行政區,日期\n", ("不能匯入",)), ("hours", "no.csv", "a,b\n1,2\n", ("不能匯入",)),
    ):
        desk.go(page, "/admin/imports")
        page.select_option("select[name=kind]", kind)
        page.set_input_files("input[type=file]", {"name": name, "mimeType": "text/csv", "buffer": content.encode()})
        page.click("button:has-text('試匯入')")
        page.wait_for_selector("text=還沒有寫入任何資料" if len(words) > 1 else "text=不能匯入")
        for word in words:
            assert word in text(page), (name, word, text(page))
    desk.go(page, "/admin/imports")
    page.select_option("select[name=kind]", "rites")
    page.set_input_files("input[type=file]", {"name": "rites.csv", "mimeType": "text/csv", "buffer": rites.encode()})
    page.click("button:has-text('試匯入')")
    page.wait_for_selector("text=還沒有寫入任何資料")
    page.click("main button:has-text('匯入')")
    page.wait_for_selector("text=全部寫入了")
    with database(desk) as connection:
        assert connection.execute("SELECT rule FROM activities WHERE title = '冬祭大典'").fetchall() == [("lunar 11/10",)]


@test
def a_file_of_an_editor_does_not_touch_the_own_days_of_users(desk):
    user = person(desk, "own@example.org", "有自己日子的人")
    desk.server.run("admin", "event", "add", "--key", "grandma", "--title", "阿嬤忌日", "--type", "custom", "--owner", user, "--rule", "lunar 6/1", "--observance", "memorial")
    cookie = secretary(desk)
    attacks = (
        [{"key": "grandma", "rule": "lunar 1/1"}], [{"key": "grandma", "title": "x", "owner": None}],
        [{"key": "new-one", "title": "x", "type": "custom", "owner": user, "rule": "lunar 1/1", "observance": "custom"}],
    )
    for rows in attacks:
        answer = desk.server.send_files("/admin/imports", {"kind": "events"}, {"file": ("a.json", json.dumps(rows).encode())}, cookie)
        page = desk.server.send(answer.headers["Location"], cookie=cookie).text
        assert "不能匯入" in page and "是使用者自己的日子" in page, page
    with database(desk) as connection:
        assert connection.execute("SELECT rule, title FROM events WHERE key = 'grandma'").fetchone() == ("lunar 6/1", "阿嬤忌日")
    for path in ("/admin/events/grandma", "/admin/events/grandma/history", "/admin/new/events?copy=grandma"):
        assert "阿嬤忌日" not in desk.server.send(path, cookie=cookie).text, path
    # Nor are its changes shown or undone, not even when it is gone.
    desk.server.run("admin", "event", "edit", "grandma", "--title", "祖母忌日")
    changes = [database(desk).execute("SELECT MAX(id) FROM audit_log").fetchone()[0]]
    desk.server.run("admin", "event", "remove", "grandma", "--yes")
    changes.append(database(desk).execute("SELECT MAX(id) FROM audit_log").fetchone()[0])
    for change in changes:
        assert desk.server.send(f"/admin/undo/{change}", {}, cookie=cookie).status in (404, 409)
    assert desk.server.send("/admin/events/grandma/history", cookie=cookie).status == 404
    assert not database(desk).execute("SELECT 1 FROM events WHERE key = 'grandma'").fetchone()


@test
def a_backup_is_downloaded_whole(desk):
    cookie = admin(desk)
    answer = desk.server.send("/admin/backup", {}, cookie=cookie)
    assert answer.status == 200 and "attachment" in answer.headers["Content-Disposition"]
    path = desk.server.folder / "copy.db"
    path.write_bytes(answer.bytes)
    copy = sqlite3.connect(path)
    assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert copy.execute("SELECT COUNT(*) FROM events").fetchone() == database(desk).execute("SELECT COUNT(*) FROM events").fetchone()
    assert desk.server.send("/admin/backup", cookie=cookie).status == 405
    assert desk.server.send("/admin/backup", {}, cookie=secretary(desk)).status == 403


@test
def tokens_are_made_shown_once_and_revoked(desk):
    page = desk.open(admin(desk))
    desk.go(page, "/admin/tokens")
    page.fill("#f-name", "報時鐘")
    page.click("main button:has-text('新增')")
    token = page.inner_text("pre code").strip()
    assert desk.server.send("/api/admin/stats", Authorization="Bearer " + token, Accept="application/json").status == 200
    desk.go(page, "/admin/tokens")
    assert token not in page.content() and "報時鐘" in text(page)
    page.fill("#f-name", "報時鐘")
    page.click("main button:has-text('新增')")
    assert page.is_visible("[role=alert]") and page.locator("pre").count() == 0
    page.click("text=撤銷⋯")
    page.click("main button:has-text('撤銷')")
    assert "已撤銷" in text(page)
    assert desk.server.send("/api/admin/stats", Authorization="Bearer " + token, Accept="application/json").status == 401
    assert desk.server.send("/admin/tokens", {"name": "x", "role": "user"}, cookie=cookie_of(page)).status == 400


@test
def changes_and_the_service_are_shown_without_secrets(desk):
    page = desk.open(admin(desk))
    desk.go(page, "/admin/changes")
    assert page.locator("section.panel").count() >= 10
    desk.go(page, "/admin/changes?kind=reminder&actor=mei@example.org")
    assert page.locator("td:has-text('已取消')").count() > 0 and "林小美 修改" in text(page)
    desk.go(page, "/admin/changes?actor=nobody@example.org")
    assert "沒有符合的修改" in text(page)
    desk.go(page, "/admin/service")
    shown = page.content()
    assert "days@example.org" in shown and "FOLKCAL_GOOGLE_CLIENT_SECRET" in shown and "已設定，不顯示" in shown
    assert "a secret" not in shown and desk.mail.url not in shown
    desk.go(page, "/admin/check")
    assert "資料檢查" in text(page)
