"""Joining a chat to an account in the browser, at the widths of a telephone and a computer."""

import hashlib
import secrets
import sqlite3
import time

from desk import test, text


def link(desk, chat, seconds=3600):
    """A code as the conversation makes it; the database keeps only its hash."""
    code = "fcj_" + secrets.token_hex(16)
    with sqlite3.connect(desk.server.database, timeout=20) as database:
        database.execute(
            "INSERT INTO chat_links (link_hash, service, chat, expires_at) VALUES (?, 'line', ?, ?)",
            (hashlib.sha256(code.encode()).hexdigest(), chat, int(time.time()) + seconds))
    return code


def chats(desk):
    with sqlite3.connect(f"file:{desk.server.database}?mode=ro", uri=True) as database:
        return database.execute(
            "SELECT c.chat, u.email FROM chats c JOIN users u ON u.id = c.user_id ORDER BY c.id").fetchall()


@test
def a_link_from_a_chat_joins_it_by_a_button_once(desk):
    code = link(desk, "U-browser")
    # A preview of LINE or Telegram opens it without a session.
    for _ in range(2):
        assert desk.server.send("/chats/join?code=" + code).status == 200
    assert chats(desk) == []
    for width in (390, 1280):
        page = desk.open(desk.server.session(f"chat{width}@example.org"), width=width)
        desk.go(page, "/chats/join?code=" + code)
        assert "LINE" in text(page) and f"chat{width}@example.org" in text(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
        page.screenshot(path=f".build/screenshots/chat-join-{width}.png", full_page=True)
    page.click("text=連結這個聊天")
    page.wait_for_url("**/settings/ways?done=chat-joined")
    assert "已連結聊天" in text(page) and "提醒會送到這裡" in text(page)
    assert chats(desk) == [("U-browser", "chat1280@example.org")]
    page.screenshot(path=".build/screenshots/chat-ways-1280.png", full_page=True)
    desk.go(page, "/chats/join?code=" + code)
    assert "失效" in text(page)
    assert "fcj_" not in (desk.server.folder / "serve.log").read_text(), "a code is in the log"


@test
def another_account_gets_the_chat_only_after_a_warning(desk):
    page = desk.open(desk.server.session("chat390@example.org"), width=390)
    desk.go(page, "/chats/join?code=" + link(desk, "U-browser"))
    page.click("text=連結這個聊天")
    page.wait_for_selector("text=確定連結")
    assert "另一個帳號" in text(page) and chats(desk) == [("U-browser", "chat1280@example.org")]
    page.screenshot(path=".build/screenshots/chat-moves-390.png", full_page=True)
    page.click("text=確定連結")
    page.wait_for_url("**/settings/ways?done=chat-joined")
    assert chats(desk) == [("U-browser", "chat390@example.org")]
    page.screenshot(path=".build/screenshots/chat-ways-390.png", full_page=True)
    assert "line" in desk.server.run("admin", "user", "chats", "chat390@example.org")
    page.click("text=解除連結 LINE")
    page.wait_for_url("**/settings/ways?done=chat-left")
    assert chats(desk) == []


@test
def a_link_that_has_expired_says_what_to_do(desk):
    page = desk.open(desk.server.session("chat390@example.org"), width=390)
    desk.go(page, "/chats/join?code=" + link(desk, "U-late", seconds=-1))
    assert "失效" in text(page) and "連結帳號" in text(page) and not page.is_visible("text=連結這個聊天")


@test
def who_has_not_signed_in_comes_back_to_the_link(desk):
    code = link(desk, "U-later")
    page = desk.open(width=390)
    desk.go(page, "/chats/join?code=" + code)
    page.click("main a:text-is(\"登入\")")
    page.wait_for_url("**/sign-in?to=*")
    assert "%2Fchats%2Fjoin%3Fcode%3D" + code in page.url
