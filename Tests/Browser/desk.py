"""What the tests in a browser share: the list of tests, and a browser that notes what must not happen."""

import re
import urllib.parse

tests = []


def test(function):
    tests.append(function)
    return function


class Desk:
    """A browser with the server; notes everything that must not happen."""

    def __init__(self, playwright, server, mail, google):
        self.server, self.mail, self.google = server, mail, google
        self.browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        self.faults, self.pages = [], []

    def open(self, cookie=None, width=1280, script=True, scheme="light", locale="zh-TW", watched=True, zone=None):
        context = self.browser.new_context(
            viewport={"width": width, "height": 844}, locale=locale, java_script_enabled=script, color_scheme=scheme, timezone_id=zone)
        if cookie:
            context.add_cookies([{"name": "folkcal", "value": cookie, "url": self.server.base, "httpOnly": True}])
        page = context.new_page()
        self.pages.append(page)
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: self.faults.append(f"error on {page.url}: {error}"))
        page.on("dialog", lambda dialog: (dialog.type != "beforeunload" and self.faults.append(f"dialog on {page.url}"), dialog.accept()))
        host = self.server.base.removeprefix("http://")
        page.on("request", lambda request: self.check(request.url, host))
        if watched:
            page.on("console", lambda line: line.type == "error" and "status of 4" not in line.text and "status of 5" not in line.text
                    and self.faults.append(f"console on {page.url}: {line.text}"))
        return page

    def check(self, url, host):
        place = urllib.parse.urlsplit(url)
        if place.scheme in ("http", "https") and place.netloc != host and not url.startswith(self.google.url):
            self.faults.append("a request to " + url)

    def go(self, page, path):
        return page.goto(self.server.base + path)


def text(page):
    return page.inner_text("main")


def cookie_of(page):
    return next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "folkcal")


def virtual_authenticator(page):
    """A passkey device that agrees to everything, as Chromium makes one for tests."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True}})
