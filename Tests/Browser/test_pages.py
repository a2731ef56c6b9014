"""Drives the pages in Chromium as people use them, and attacks them as others would.

usage: test_pages.py [--full] [NAME …]     --full: every page, both colour schemes, three languages
Screenshots stay under .build/screenshots for a person to look at.
"""

import json
import re
import sqlite3
import sys
import tempfile
import threading
import time
import traceback
import urllib.parse
from pathlib import Path

import axe_playwright_python
from playwright.sync_api import sync_playwright

from desk import Desk, cookie_of, test, tests, text, virtual_authenticator
from server import Google, MailServer, Ministry, Server, push_keys

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SHOTS = Path(".build/screenshots")
HOSTILE = "\"><script>alert(1)</script><img src=x onerror=alert(1)>'{{title}}&amp;\u202e😀"

# MARK: Signing in


@test
def the_first_link_waits_for_its_button_and_works_once(desk):
    link = desk.server.line(r"(http://localhost\S+/sign-in/link/\S+)")
    for _ in range(2):  # A scanner opens it before the person does.
        assert desk.server.send(link).status == 200
    page = desk.open()
    page.goto(link)
    page.click("main button")
    assert page.is_visible("#name"), "a name is needed"
    page.fill("#name", "林小美")
    page.fill("#email", "mei@example.org")
    page.click("main button")
    page.wait_for_url("**/account")
    assert "管理員" in text(page)
    page.goto(link)
    assert page.url == link and "失效" in text(page) and "folkcal admin user link" in text(page)
    assert "fcl_" not in re.sub(r"(?m)^(?!\{).*$", "", (desk.server.folder / "serve.log").read_text()), "a link is in the request log"


@test
def a_passkey_signs_in_and_its_answer_works_once(desk):
    page = desk.open(desk.server.session("mei@example.org"))
    virtual_authenticator(page)
    desk.go(page, "/account")
    page.fill("#passkey-name", "廟裡的電腦")
    page.click("text=加一把通行密鑰")
    page.wait_for_url("**/account?done=added")
    assert "廟裡的電腦" in text(page)
    page.click("text=登出這台裝置")
    page.wait_for_url("**/sign-in")
    with page.expect_request("**/sign-in/passkey") as sent:
        page.click("text=用通行密鑰登入")
    page.wait_for_url("**/admin")
    again = page.request.post(
        desk.server.base + "/sign-in/passkey", data=sent.value.post_data,
        headers={"Content-Type": "application/json", "Sec-Fetch-Site": "same-origin", "Accept": "application/json"})
    assert again.status == 401, "the same answer of a passkey worked twice"
    body = json.loads(sent.value.post_data)
    for member in ("signature", "authenticatorData", "clientData"):
        changed = dict(body, **{member: "AAAA" + body[member][4:]})
        answer = page.request.post(
            desk.server.base + "/sign-in/passkey", data=json.dumps(changed),
            headers={"Content-Type": "application/json", "Sec-Fetch-Site": "same-origin", "Accept": "application/json"})
        assert answer.status in (400, 401), member


@test
def a_passkey_is_made_by_a_browser_that_gives_only_cbor(desk):
    page = desk.open(desk.server.session("mei@example.org"))
    virtual_authenticator(page)
    page.add_init_script(
        "for (const name of ['getPublicKey', 'getAuthenticatorData', 'getPublicKeyAlgorithm'])"
        " delete AuthenticatorAttestationResponse.prototype[name]")
    desk.go(page, "/account")
    page.fill("#passkey-name", "舊的瀏覽器")
    page.click("text=加一把通行密鑰")
    page.wait_for_url("**/account?done=added")
    page.click("text=登出這台裝置")
    page.wait_for_url("**/sign-in")
    page.click("text=用通行密鑰登入")
    page.wait_for_url("**/admin")


@test
def a_mail_signs_in_and_says_nothing_of_accounts(desk):
    known = desk.server.send("/sign-in/mail", {"email": "mei@example.org"})
    unknown = desk.server.send("/sign-in/mail", {"email": "newcomer@example.org"})
    assert (known.status, known.headers["Location"]) == (unknown.status, unknown.headers["Location"])
    import email
    import email.policy
    mails = desk.mail.wait(2)
    links = {}
    for mail in mails:
        message = email.message_from_string(mail, policy=email.policy.default)
        links[message["To"]] = re.search(r"http://localhost\S+/sign-in/link/\S+", message.get_body(("plain",)).get_content())[0]
    assert sorted(links) == ["mei@example.org", "newcomer@example.org"]
    link = links["mei@example.org"]
    assert desk.server.send(link, {}).cookie()
    assert desk.server.send(link, {}).status == 410
    # Whoever has no account gets one with the first link, by the button and not by opening it.
    users = lambda: desk.server.run("admin", "user", "list", "--json")
    assert "newcomer@example.org" in desk.server.send(links["newcomer@example.org"]).text and "newcomer@example.org" not in users()
    new = desk.server.send(links["newcomer@example.org"], {}).cookie()
    assert "newcomer@example.org" in users() and "提醒設定" in desk.server.send("/settings", cookie=new).text
    # The link must never lead to a host that somebody else names.
    forged = desk.server.send("/sign-in/mail", {"email": "mei@example.org"}, Host="evil.example")
    assert forged.status == 404 and "/sign-in/mail" not in desk.server.send("/sign-in", Host="evil.example").text
    time.sleep(1)
    assert len(desk.mail.mails) == 2, "a mail with a link to another host"
    statuses = [desk.server.send("/sign-in/mail", {"email": "mei@example.org"}).status for _ in range(3)]
    assert statuses[-1] == 429, statuses


@test
def google_signs_in_by_redirect_and_joins_only_verified_addresses(desk):
    desk.google.claims = {"sub": "1", "email": "ming@gmail.com", "name": "阿明"}
    page = desk.open()
    desk.go(page, "/sign-in")
    page.click("text=使用 Google 登入")
    page.wait_for_url("**/settings")
    assert "ming@gmail.com" in text(page) and not desk.google.faults
    # A provider may not take over an account by an address that it does not answer for.
    desk.google.claims = {"sub": "2", "email": "mei@example.org"}
    other = desk.open()
    desk.go(other, "/sign-in/google")
    assert "不能登入" in text(other)
    # What somebody else began is not continued here.
    forged = desk.server.send("/sign-in/google/return?state=x&code=one")
    assert forged.status == 400
    desk.google.claims = {"sub": "1", "email": "ming@gmail.com", "nonce": "another"}
    third = desk.open()
    desk.go(third, "/sign-in/google")
    assert "沒有完成" in text(third)


@test
def links_after_signing_in_stay_here(desk):
    for to in ("//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"):
        cookie = desk.server.session("mei@example.org")
        answer = desk.server.send("/sign-in?to=" + urllib.parse.quote(to), cookie=cookie)
        assert answer.headers["Location"] in ("/admin", "/settings"), to


@test
def sessions_are_listed_and_ended(desk):
    first, second = desk.server.session("mei@example.org"), desk.server.session("mei@example.org")
    page = desk.open(first)
    desk.go(page, "/account")
    page.click("text=登出其他所有裝置")
    page.wait_for_url("**/account?done=ended")
    assert desk.server.send("/admin", cookie=second).status == 401
    assert desk.server.send("/admin", cookie=first).status == 200
    desk.server.send("/sign-out", {}, cookie=first)
    assert desk.server.send("/admin", cookie=first).status == 401


# MARK: Rights and attacks


@test
def every_page_refuses_those_who_lack_its_role(desk):
    cookies = {None: None, "user": desk.server.session("plain@example.org")}
    for role in ("reader", "editor", "admin"):
        cookies[role] = desk.server.session(role + "@example.org", role)
    wanted = {
        "/account": {None: 401}, "/admin": {None: 401, "user": 403}, "/admin/events": {None: 401, "user": 403},
        "/admin/events.csv": {None: 401, "user": 403}, "/admin/events/mazu": {None: 401, "user": 403},
        "/admin/events/mazu/history": {None: 401, "user": 403}, "/admin/rule?rule=x": {None: 401, "user": 403},
        "/admin/choices/deities?search=x": {None: 401, "user": 403},
        "/admin/new/events": {None: 401, "user": 403, "reader": 403},
        "/admin/events/mazu/remove": {None: 401, "user": 403, "reader": 403},
        "/admin/users": {None: 401, "user": 403}, "/admin/calendar": {None: 401, "user": 403}, "/admin/check": {None: 401, "user": 403},
        "/admin/map?lat=25&lng=121": {None: 401, "user": 403}, "/admin/imports": {None: 401, "user": 403, "reader": 403},
        **{path: {None: 401, "user": 403, "reader": 403, "editor": 403} for path in (
            "/admin/reminders", "/admin/test", "/admin/changes", "/admin/tokens", "/admin/service", "/admin/users/u1", "/admin/users/u1/export",
            "/admin/users/u1/remove", "/admin/reminders/retry?status=failed")},
    }
    for path, refusals in wanted.items():
        for role, cookie in cookies.items():
            got = desk.server.send(path, cookie=cookie).status
            assert got == refusals.get(role, 200), (path, role, got)
    for path in ("/admin/events/mazu", "/admin/new/events", "/admin/events/mazu/remove", "/admin/undo/1"):
        for role in (None, "user", "reader"):
            got = desk.server.send(path, {"title": "x"}, cookie=cookies[role]).status
            assert got == (401 if role is None else 403), (path, role, got)
    page = desk.open(cookies["reader"])
    desk.go(page, "/admin/events/mazu")
    assert not page.is_visible(".save") and not page.is_visible("text=刪除")
    # The same person by the API: one role for both.
    assert desk.server.send("/api/admin/users", cookie=cookies["reader"]).status == 403
    assert desk.server.send("/api/admin/users", cookie=cookies["admin"]).status == 200


@test
def forms_of_other_sites_do_nothing(desk):
    cookie = desk.server.session("mei@example.org")
    own = desk.server.base
    form = {"name": "壞人", "language": "en"}
    attacks = [
        {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"}, {"Sec_Fetch_Site": "none"},
        {"Sec_Fetch_Site": None}, {"Sec_Fetch_Site": None, "Origin": "null"},
        {"Sec_Fetch_Site": None, "Origin": "http://evil.example"},
        {"Sec_Fetch_Site": None, "Origin": own + ".evil.example"},
        {"Sec_Fetch_Site": "cross-site", "Origin": own},
    ]
    for headers in attacks:
        assert desk.server.send("/account", form, cookie=cookie, **headers).status == 403, headers
        assert desk.server.send("/sign-out", {}, cookie=cookie, **headers).status == 403, headers
    assert "壞人" not in desk.server.send("/account", cookie=cookie).text
    # An older browser that sends only Origin.
    assert desk.server.send("/account", {"name": "林小美", "language": "zh-Hant"}, cookie=cookie, Sec_Fetch_Site=None, Origin=own).status == 303
    # The API with the cookie: no change from elsewhere, and no answer that other origins could read.
    answer = desk.server.send("/api/me", cookie=cookie, Origin="http://evil.example")
    assert answer.status == 200 and "Access-Control-Allow-Origin" not in answer.headers
    assert json.loads(answer.text)["email"] == "mei@example.org"
    body = desk.server.send("/api/admin/events", {"x": "1"}, cookie=cookie, Sec_Fetch_Site="cross-site", Content_Type="text/plain")
    assert body.status == 403


@test
def numbers_of_any_size_break_nothing(desk):
    cookie = desk.server.session("mei@example.org")
    for number in (2**63 - 1, -(2**63), 2**64, -1):
        assert desk.server.send(f"/admin/undo/{number}", {}, cookie=cookie).status == 409, number
        form = {f"disagreements.{number}.rule": "x", "_do": f"remove:disagreements:{number}"}
        assert desk.server.send("/admin/new/events", form, cookie=cookie).status == 200, number
        for path in (f"/admin/events?from={number}&after={number}", f"/admin/convert?_month={number}&_day={number}&_year={number}"):
            assert desk.server.send(path, cookie=cookie).status in (200, 404), path
    assert desk.server.process.poll() is None


@test
def pages_carry_the_headers_that_protect_them(desk):
    answer = desk.server.send("/sign-in")
    policy = answer.headers["Content-Security-Policy"]
    for part in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'", "require-trusted-types-for 'script'"):
        assert part in policy, part
    assert "unsafe-inline" not in policy
    assert answer.headers["Referrer-Policy"] == "same-origin" and answer.headers["Cache-Control"] == "no-store"
    assert "Access-Control-Allow-Origin" not in answer.headers
    cookie = desk.server.send(desk.server.link("mei@example.org"), {}).headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    # Foreign and doubled cookies open nothing.
    assert desk.server.send("/admin", cookie="fcb_" + "0" * 64).status == 401
    good = desk.server.session("mei@example.org")
    assert desk.server.send("/admin", Cookie=f"folkcal={good}; folkcal={good}").status == 401


@test
def programs_get_problems_and_people_get_pages(desk):
    assert "找不到這一頁" in desk.server.send("/nowhere").text
    answer = desk.server.send("/nowhere", Accept="application/json")
    assert answer.status == 404 and answer.headers["Content-Type"].startswith("application/problem+json")
    assert desk.server.send("/api/nowhere").headers["Content-Type"].startswith("application/problem+json")


@test
def plain_http_from_elsewhere_says_what_is_missing(desk):
    answer = desk.server.send("/sign-in", Host="days.lan:8080")
    assert "reverse_proxy" in answer.text and "data-passkey" not in answer.text
    assert "reverse_proxy" not in desk.server.send("/sign-in").text


# MARK: Lists


@test
def lists_are_searched_filtered_and_paged(desk):
    page = desk.open(desk.server.session("mei@example.org"))
    names = {}
    for search in ("媽祖", "妈祖", "mazu"):
        desk.go(page, "/admin/events?search=" + urllib.parse.quote(search))
        names[search] = page.locator("tbody th").all_inner_texts()
        assert "媽祖聖誕" in names[search], search
    assert names["媽祖"] == names["妈祖"]
    desk.go(page, "/admin/events")
    total = int(re.search(r"共 (\d+) 筆", text(page))[1])
    seen = page.locator("tbody th").all_inner_texts()
    days = [day.split()[0] for day in page.locator("td:nth-child(2)").all_inner_texts()]
    assert days == sorted(days), "by next day"
    while page.is_visible("text=下一頁"):
        page.click("text=下一頁")
        seen += page.locator("tbody th").all_inner_texts()
    assert len(seen) == total
    rows = json.loads(desk.server.send("/admin/events.json", cookie=cookie_of(page)).text)
    assert len(rows) == total
    desk.go(page, "/admin/events")
    page.select_option("select[name=type]", "festival")
    page.click("text=篩選")
    assert set(page.locator("td .tag").all_inner_texts()) <= {"節慶", "否"}
    shown = int(re.search(r"共 (\d+) 筆", text(page))[1])
    csv = desk.server.send("/admin/events.csv?type=festival", cookie=cookie_of(page)).text
    assert 0 < shown < total and csv.startswith("\ufeffid,key,")
    desk.go(page, "/admin/temples?sort=stroke&county=" + urllib.parse.quote("臺南市"))
    assert page.locator("tbody tr").count() > 3
    desk.go(page, "/admin/events?search=nothing-of-this-name")
    assert "沒有符合的資料" in text(page)


# MARK: Forms


@test
def a_secretary_corrects_a_date_sees_what_changes_and_undoes_it(desk):
    page = desk.open(desk.server.session("mei@example.org"))
    desk.go(page, "/admin/events?search=" + urllib.parse.quote("青山王"))
    page.click("text=青山王聖誕")
    before = page.input_value("#f-rule")
    page.fill("#f-rule", "農曆十月廿二")
    page.wait_for_selector("#f-rule-next >> text=農曆十月廿二")
    assert page.locator("#f-rule-next li").count() == 6, "five days, and the rule as it is kept"
    page.click(".save button")
    page.wait_for_url("**done=saved")
    assert page.input_value("#f-rule") == "lunar 10/22"
    page.click("text=全部記錄與復原")
    assert "林小美 修改" in text(page) and "農曆十月廿三" in text(page)
    page.click("text=復原這個修改 >> nth=0")
    page.wait_for_url("**done=undone")
    assert page.input_value("#f-rule") == before


@test
def undoing_never_overwrites_a_later_edit(desk):
    cookie = desk.server.session("mei@example.org")
    for note in ("第一次", "第二次"):
        edit(desk, cookie, "events", "dongzhi", {"note": note})
    history = desk.server.send("/admin/events/dongzhi/history", cookie=cookie).text
    undo = re.findall(r'action="(/admin/undo/\d+)"', history)
    older = desk.server.send(undo[1], {}, cookie=cookie)
    assert older.status == 412 and "後來又改過" in older.text
    assert desk.server.send(undo[0], {}, cookie=cookie).status == 303
    assert ">\n第一次<" in desk.server.send("/admin/events/dongzhi", cookie=cookie).text
    assert desk.server.send("/admin/undo/99999999", {}, cookie=cookie).status == 409


def form_of(desk, cookie, path):
    """The pairs that the form of a page would send."""
    page = desk.open(cookie)
    desk.go(page, path)
    pairs = page.evaluate("() => [...new FormData(document.querySelector('[data-edit]'))].filter(pair => typeof pair[1] === 'string')")
    page.context.close()
    return [tuple(pair) for pair in pairs]


def edit(desk, cookie, kind, key, changes):
    pairs = [pair for pair in form_of(desk, cookie, f"/admin/{kind}/{key}") if pair[0] not in changes]
    return desk.server.send(f"/admin/{kind}/{key}", pairs + list(changes.items()), cookie=cookie)


@test
def faults_stand_at_their_fields_and_nothing_typed_is_lost(desk):
    page = desk.open(desk.server.session("mei@example.org"))
    desk.go(page, "/admin/events/mazu")
    wrong = {"#f-rule": "農曆十三月", "#f-cover_url": "沒有網址", "#f-position": "第一", "#f-title": ""}
    for field, value in wrong.items():
        page.fill(field, value)
    page.click(".save button")
    page.wait_for_selector("#faults")
    for field, value in wrong.items():
        assert page.input_value(field) == value
        assert page.get_attribute(field, "aria-invalid") == "true", field
        described = page.get_attribute(field, "aria-describedby").split()[-1]
        assert page.inner_text("#" + described), field
    assert page.locator("#faults li").count() == 4
    page.screenshot(path=SHOTS / "faults.png")
    page.click("#faults a >> nth=0")


@test
def two_editors_see_both_versions(desk):
    cookie = desk.server.session("mei@example.org")
    desk.server.session("ling@example.org", "editor")
    first, second = desk.open(cookie), desk.open(desk.server.session("ling@example.org"))
    for page in (first, second):
        desk.go(page, "/admin/deities/guanyin")
    first.fill("#f-role", "慈悲救度")
    first.click(".save button")
    first.wait_for_url("**done=saved")
    second.fill("#f-role", "聞聲救苦")
    second.fill("#f-description", "第二位編輯寫的介紹。")
    second.click(".save button")
    second.wait_for_selector("text=有人先改過")
    assert "慈悲救度" in text(second) and "聞聲救苦" in text(second) and "林小美" in text(second)
    second.screenshot(path=SHOTS / "conflict.png")
    second.check("input[name=_theirs][value=role]")
    second.click(".save button")
    second.wait_for_url("**done=saved")
    assert second.input_value("#f-role") == "慈悲救度" and second.input_value("#f-description") == "第二位編輯寫的介紹。"


@test
def a_new_record_gets_a_key_and_twins_are_warned_of(desk):
    page = desk.open(desk.server.session("mei@example.org"))
    desk.go(page, "/admin/new/events")
    page.fill("#f-title", "媽祖聖誕")
    page.select_option("#f-type", "deity")
    page.select_option("#f-observance", "birth")
    page.fill("#f-deity", "媽祖")
    page.fill("#f-rule", "農曆三月廿三")
    page.click(".save button")
    page.wait_for_selector("text=看起來已經有了")
    page.check("input[name=_twice]")
    page.click(".save button")
    page.wait_for_url("**done=added")
    assert page.inner_text(".head code") == "ma-zu-sheng-dan"
    page.click("text=刪除⋯")
    page.click("main button")
    page.wait_for_url("**done=removed")


@test
def what_is_referred_to_stays_and_what_is_deleted_comes_back(desk):
    cookie = desk.server.session("mei@example.org")
    page = desk.open(cookie)
    desk.go(page, "/admin/deities/mazu/remove")
    assert "event" in text(page) or "民俗節日" in text(page)
    assert not page.is_visible("main button")
    assert desk.server.send("/admin/deities/mazu/remove", {}, cookie=cookie).status == 409
    desk.server.send("/admin/new/sources", {"key": "TEST", "title": "一本書", "kind": "book"}, cookie=cookie)
    assert desk.server.send("/admin/sources/TEST/remove", {}, cookie=cookie).status == 303
    assert desk.server.send("/admin/sources/TEST", cookie=cookie).status == 404
    desk.go(page, "/admin/sources/TEST/history")
    page.click("text=復原這個修改 >> nth=0")
    page.wait_for_url("**/sources/TEST?done=undone")
    assert page.input_value("#f-title") == "一本書"


@test
def lists_in_forms_grow_and_move(desk):
    page = desk.open(desk.server.session("mei@example.org"))
    desk.go(page, "/admin/new/groups")
    page.fill("#f-name", "測試群組")
    page.fill("#f-events", "媽祖聖誕（mazu）")
    for name in ("冬至", "中秋節"):
        page.click("text=再加一個")
        page.keyboard.type(name)
    page.click("[data-list=events] li:nth-child(3) [data-move=up]")
    page.click(".save button")
    page.wait_for_url("**done=added")
    values = [value for value in page.eval_on_selector_all("[data-list=events] input", "list => list.map(i => i.value)") if value]
    assert [re.search("（(.*)）", value)[1] for value in values] == ["mazu", "zhongqiu", "dongzhi"], values


@test
def references_are_offered_by_name(desk):
    page = desk.open(desk.server.session("mei@example.org"))
    desk.go(page, "/admin/new/events")
    page.locator("#f-deity").press_sequentially("guan yin")
    page.wait_for_selector("#f-deity ~ datalist option[value*='guanyin']", state="attached")


@test
def the_converter_knows_leap_months(desk):
    page = desk.open(desk.server.session("mei@example.org"))
    desk.go(page, "/admin/new/events")
    page.select_option("[name=_month]", "6")
    page.select_option("[name=_day]", "15")
    page.check("[name=_leap]")
    page.fill("[name=_year]", "2025")
    page.click("text=轉換為國曆")
    page.wait_for_selector("output span >> text=2025-08-08")
    page.click("text=放進日期規則")
    page.wait_for_selector("#f-rule-next li")
    assert page.input_value("#f-rule") == "lunar leap 6/15" or "閏" in page.inner_text("#f-rule-next")


@test
def hostile_texts_stay_texts(desk):
    page = desk.open(desk.server.session("mei@example.org"))
    desk.go(page, "/admin/new/deities")
    plain = HOSTILE.replace("\u202e", "")
    for field in ("name", "name_zh_hans", "name_en", "role", "aliases"):
        page.fill(f"#f-{field}", plain)
    for field in ("description", "worship_notes"):
        page.fill(f"#f-{field}", HOSTILE)
    page.fill("#f-key", "hostile")
    page.click(".save button")
    page.wait_for_url("**done=added")
    assert page.input_value("#f-name") == plain and page.inner_text("h1") == plain
    assert page.input_value("#f-description") == HOSTILE
    for path in ("/admin/deities?search=hostile", "/admin/deities/hostile/history", "/admin/deities/hostile/remove", "/admin/events?search=" + urllib.parse.quote(HOSTILE)):
        desk.go(page, path)
        assert page.locator("main script, main img").count() == 0
    for field in ("rule", "deity", "cover_url"):
        desk.go(page, "/admin/new/events")
        page.fill(f"#f-{field}", HOSTILE)
        page.click(".save button")
        page.wait_for_selector("#faults")
        assert page.input_value(f"#f-{field}") == HOSTILE and page.locator("main script, main img").count() == 0


# MARK: When something comes between


@test
def a_session_that_ended_keeps_what_was_typed(desk):
    cookie = desk.server.session("mei@example.org")
    page = desk.open(cookie)
    desk.go(page, "/admin/deities/guanyin")
    page.fill("#f-role", "打了很久的字")
    desk.server.send("/sign-out", {}, cookie=cookie)
    page.click(".save button")
    page.wait_for_selector("text=請先登入")
    assert page.input_value("[name=role]") == "打了很久的字"
    page.context.add_cookies([{"name": "folkcal", "value": desk.server.session("mei@example.org"), "url": desk.server.base}])
    page.click("button >> text=再送一次")
    page.wait_for_url("**done=saved")
    assert page.input_value("#f-role") == "打了很久的字"


@test
def a_record_deleted_meanwhile_keeps_what_was_typed(desk):
    cookie = desk.server.session("mei@example.org")
    desk.server.send("/admin/new/sources", {"key": "GONE", "title": "舊書", "kind": "book"}, cookie=cookie)
    page = desk.open(cookie)
    desk.go(page, "/admin/sources/GONE")
    page.fill("#f-note", "打了很久的字")
    desk.server.send("/admin/sources/GONE/remove", {}, cookie=cookie)
    page.click(".save button")
    page.wait_for_selector("text=找不到這一頁")
    assert page.input_value("[name=note]") == "打了很久的字"


@test
def a_locked_database_keeps_what_was_typed(desk):
    page = desk.open(desk.server.session("mei@example.org"))
    desk.go(page, "/admin/deities/guanyin")
    page.fill("#f-role", "護國佑民")
    lock = sqlite3.connect(desk.server.database, isolation_level=None, check_same_thread=False)
    lock.execute("BEGIN IMMEDIATE")
    threading.Timer(6, lambda: lock.execute("ROLLBACK")).start()
    page.click(".save button")
    page.wait_for_selector("text=資料庫正在忙")
    assert page.input_value("[name=role]") == "護國佑民"
    time.sleep(2)
    page.click("button >> text=再送一次")
    page.wait_for_url("**done=saved")


@test
def unsaved_changes_are_asked_about(desk):
    page = desk.open(desk.server.session("mei@example.org"))
    asked = []
    page.on("dialog", lambda dialog: asked.append(dialog.type))
    desk.go(page, "/admin/deities/mazu")
    page.click("nav >> text=廟宇")
    page.wait_for_url("**/temples")
    assert not asked
    desk.go(page, "/admin/deities/mazu")
    page.fill("#f-role", "改了一點")
    page.click("nav >> text=廟宇")
    page.wait_for_url("**/temples")
    assert asked == ["beforeunload"]


# MARK: Everybody


@test
def everything_works_without_script(desk):
    page = desk.open(script=False)
    page.goto(desk.server.link("mei@example.org"))
    page.click("main button")
    page.wait_for_url("**/account")
    desk.go(page, "/admin/events?search=mazu")
    page.click("tbody >> text=媽祖聖誕")
    aliases = page.locator("[name=aliases]").count()
    page.click("button[value='add:aliases']")
    assert page.locator("[name=aliases]").count() == aliases + 1
    page.click("button[value='add:disagreements']")
    assert page.is_visible("[name='disagreements.0.rule']")
    page.select_option("[name=_month]", "3")
    page.select_option("[name=_day]", "23")
    page.click("text=轉換為國曆")
    assert "2027-04-29" in page.inner_text("output")
    page.locator("[name=aliases]").last.fill("沒有指令碼也行")
    page.click(".save button")
    page.wait_for_url("**done=saved")
    values = [page.locator("[name=aliases]").nth(place).input_value() for place in range(page.locator("[name=aliases]").count())]
    assert "沒有指令碼也行" in values
    page.click("text=全部記錄與復原")
    page.click("button >> text=復原這個修改 >> nth=0")
    page.wait_for_url("**done=undone")


@test
def the_keyboard_alone_reaches_everything(desk):
    page = desk.open(desk.server.session("mei@example.org"))
    desk.go(page, "/admin/deities?search=mazu")

    def reach(wanted, most=60):
        for _ in range(most):
            page.keyboard.press("Tab")
            if page.evaluate(f"() => document.activeElement?.matches({json.dumps(wanted)})"):
                outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
                assert outline != "none" or "input" in wanted, wanted
                return
        raise AssertionError("Tab does not reach " + wanted)

    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    reach("tbody a[href$='/mazu']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/admin/deities/mazu")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    reach("#f-role")
    page.keyboard.press("End")
    page.keyboard.type("！")
    page.keyboard.press("Enter")  # Enter in a field saves; it must not press a button of a list.
    page.wait_for_url("**done=saved")
    assert page.input_value("#f-role").endswith("！")


@test
def pages_speak_the_language_of_the_reader(desk):
    page = desk.open(locale="en-US")
    desk.go(page, "/sign-in")
    words = re.sub(r"正體中文|简体中文", "", page.inner_text("body"))
    assert page.get_attribute("html", "lang") == "en" and not re.search("[\u4e00-\u9fff]", words), words
    page.click("text=简体中文")
    assert page.get_attribute("html", "lang") == "zh-Hans" and "使用 Google 登录" in text(page)
    cookie = desk.server.session("en@example.org", "editor")
    desk.server.send("/account", {"name": "Ann", "language": "en"}, cookie=cookie)
    office = desk.open(cookie)
    for path in (
        "/admin/new/events", "/admin/new/temples", "/admin/new/activities", "/admin/new/groups", "/admin/new/sources", "/admin/new/deities",
        "/admin", "/admin/users", "/admin/imports", "/admin/calendar",
    ):
        desk.go(office, path)
        labels = " ".join(office.locator("label, legend, h1, h2, button, .must, select, dt, thead").all_inner_texts())
        assert not re.search("[\u4e00-\u9fff]", labels.replace("農曆三月廿三", "")), (path, re.findall("[\u4e00-\u9fff]+", labels))


def pages_of(desk):
    return [
        "/", "/day/2026-11-23", "/month/2026-11", "/event/mazu", "/deity/mazu", "/group/mazu", "/temple/1", "/near", "/near?lat=25.04&lng=121.5", "/near?county=%E8%87%BA%E5%8D%97%E5%B8%82&town=%E4%B8%AD%E8%A5%BF%E5%8D%80",
        "/convert?date=2026-11-23", "/search?q=mazu", "/feeds", "/feeds?groups=mazu&deities=guanyin&before=1&q=mazu", "/embed?groups=mazu", "/embed?size=small", "/choose?event=mazu", "/choice", "/welcome", "/welcome/notify", "/welcome/place", "/settings", "/settings/deities", "/settings/groups", "/settings/reminders", "/settings/days", "/settings/days/new", "/settings/days/ancestor", "/settings/days/import", "/settings/days/print", "/settings/ways", "/settings/follow?event=mazu", "/account/remove", "/year/2027", "/privacy", "/sources", "/offline", "/docs", "/docs/getDay", "/sign-in", "/account", "/admin", "/admin/events", "/admin/events/mazu", "/admin/new/events",
        "/admin/events/mazu/history", "/admin/events/mazu/remove", "/admin/deities", "/admin/deities/mazu",
        "/admin/temples", "/admin/new/temples", "/admin/activities",
        "/admin/new/activities", "/admin/calendar", "/admin/reminders", "/admin/reminders?status=failed", "/admin/test", "/admin/users",
        "/admin/imports", "/admin/changes", "/admin/tokens", "/admin/service", "/admin/check", "/admin/groups/mazu", "/admin/groups", "/admin/new/groups", "/admin/sources", "/admin/new/sources", "/nowhere",
    ]


SIGNED_OUT = ("/choose", "/choice", "/welcome", "/sign-in")


@test
def pages_are_accessible_and_nothing_is_cut(desk, full=False):
    cookie = desk.server.session("mei@example.org")
    paths = pages_of(desk)
    made = desk.server.send("/choose", {
        "event": ["mazu"], "before": "1", "time": "20:00", "way": "calendar", "own_name": "阿嬤忌日", "own_date": "農曆六月十五"})
    secret = re.search(r"folkcal-choice=(fcc_[0-9a-f]+)", made.headers["Set-Cookie"])[1]
    choice = [{"name": "folkcal-choice", "value": secret, "url": desk.server.base}]
    for width in (390, 1280):
        for scheme in ("light", "dark") if full or width == 1280 else ("light",):
            page = desk.open(cookie, width, scheme=scheme)
            # Who has signed in has settings instead of a choice.
            person, nobody = page, desk.open(None, width, scheme=scheme)
            nobody.context.add_cookies(choice)
            if not full:
                paths = pages_of(desk)[:48] if scheme == "light" else ["/account", "/admin/events", "/admin/events/mazu"]
            sessions = {page: page.context.new_cdp_session(page) for page in (person, nobody)}
            for path in paths:
                page = nobody if path.startswith(SIGNED_OUT) else person
                session = sessions[page]
                desk.go(page, path)
                page.wait_for_selector("#f-rule-next li") if path.endswith("/mazu") and "events" in path else None
                # DevTools go around the page's policy; nothing is added to the page.
                session.send("Runtime.evaluate", {"expression": AXE})
                found = page.evaluate("rules => axe.run(document, {runOnly: rules})", RULES)
                assert not found["violations"], (path, width, scheme, [
                    (item["id"], item["nodes"][0]["html"][:150]) for item in found["violations"]])
                assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (path, width)
                if scheme == "light" or full:
                    name = re.sub(r"\W+", "-", path).strip("-") or "start"
                    page.screenshot(path=SHOTS / f"{name}-{width}-{scheme}.png", full_page=True)
            person.context.close()
            nobody.context.close()
    # 320 px are 1280 px at 400 %.
    person, nobody = desk.open(cookie, 320), desk.open(None, 320)
    nobody.context.add_cookies(choice)
    for path in pages_of(desk):
        page = nobody if path.startswith(SIGNED_OUT) else person
        desk.go(page, path)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (path, 320)


@test
def first_visits_are_small_and_still(desk):
    for path in ("/", "/event/mazu", "/choose?event=mazu", "/convert", "/sign-in", "/admin/events", "/admin/events/mazu"):
        page = desk.open(desk.server.session("mei@example.org") if "admin" in path else None)
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        # A slow machine shows the longest table by parts.
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4 if path == "/admin/events" else 1})
        seen = {"requests": 0, "bytes": 0}
        session.on("Network.requestWillBeSent", lambda event: seen.__setitem__("requests", seen["requests"] + (not event["request"]["url"].startswith("data:"))))
        session.on("Network.loadingFinished", lambda event: seen.__setitem__("bytes", seen["bytes"] + int(event["encodedDataLength"])))
        desk.go(page, path)
        page.wait_for_load_state("networkidle")
        shift = page.evaluate("""() => new Promise(done => { let sum = 0;
            new PerformanceObserver(list => list.getEntries().forEach(e => { if (!e.hadRecentInput) sum += e.value; })).observe({type: 'layout-shift', buffered: true});
            setTimeout(() => done(sum), 300); })""")
        assert seen["requests"] <= 8 and seen["bytes"] <= 60_000 and shift <= 0.02, (path, seen, shift)


def main():
    names = [name for name in sys.argv[1:] if not name.startswith("--")]
    full = "--full" in sys.argv
    SHOTS.mkdir(parents=True, exist_ok=True)
    failed = 0
    # It uses up the choices that one address may make.
    tests.sort(key=lambda test: test.__name__ == "the_privacy_page_says_what_is_kept")
    mail, google, ministry = MailServer(), Google(), Ministry()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(
            folder, *SERVE_OPTIONS, **push_keys(), FOLKCAL_ALLOW_PRIVATE_ADDRESSES="1", FOLKCAL_SMTP_URL=mail.url, FOLKCAL_MOI_URL=ministry.url, FOLKCAL_MAIL_FROM="民俗提醒 <days@example.org>", **google.environment())
        desk = Desk(playwright, server, mail, google)
        desk.ministry = ministry
        for test in tests:
            if names and test.__name__ not in names and test is not tests[0]:
                continue
            start = time.time()
            desk.faults.clear()
            desk.pages.clear()
            try:
                test(desk, full=True) if full and test.__code__.co_argcount > 1 else test(desk)
                assert not desk.faults, desk.faults
                print(f"ok      {time.time() - start:5.1f} s  {test.__name__.replace('_', ' ')}", flush=True)
            except Exception:
                failed += 1
                for page in [page for page in desk.pages if not page.is_closed()]:
                    print("on", page.url, page.inner_text("body")[:400].replace("\n", " | "))
                print(f"FAILED  {time.time() - start:5.1f} s  {test.__name__.replace('_', ' ')}", flush=True)
                traceback.print_exc(limit=3, file=sys.stdout)
            for context in desk.browser.contexts:
                context.close()
        desk.browser.close()
        status = server.stop()
        if status != 0:
            failed += 1
            print("FAILED  the server ended with status", status)
    print(f"{len(tests)} tests, {failed} failed")
    sys.exit(failed > 0)


SERVE_OPTIONS = []

import test_app  # noqa: E402, F401  its tests come after those above
import test_choice  # noqa: E402, F401
import test_account  # noqa: E402, F401
import test_chats  # noqa: E402, F401
import test_feeds  # noqa: E402, F401
import test_office  # noqa: E402, F401
import test_docs  # noqa: E402, F401  it adds what its examples say

if __name__ == "__main__":
    main()
