"""The reference of the API: every operation of the document, with requests that work."""

import html
import json
import re
import shlex
import urllib.error
import urllib.request

from desk import test, text

METHODS = ("get", "put", "post", "delete")


def operations(desk):
    """The operations of the document, by name."""
    document = json.loads(desk.server.send("/api/openapi.json").text)
    return {operation["operationId"]: (method, path, operation)
            for path, all in document["paths"].items() for method, operation in all.items() if method in METHODS}


def part(page, name):
    """The text of an element of a page."""
    found = re.search(f'<code id="{name}">(.*?)</code>', page, re.DOTALL)
    return found and html.unescape(found[1])


def run(line):
    """What a curl line does, with the exit of curl left aside: the status, and the body as text."""
    words, method, headers, body, address = shlex.split(line)[1:], None, {}, None, None
    while words:
        word = words.pop(0)
        if word == "-X":
            method = words.pop(0)
        elif word == "-H":
            name, _, value = words.pop(0).partition(": ")
            headers[name] = value
        elif word == "-d":
            body = words.pop(0).encode()
        else:
            address = word
    request = urllib.request.Request(address, body, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.read().decode()


def without_times(text):
    return re.sub(r"\d{4}-\d\d-\d\dT[0-9:.]+(Z|[+-]\d\d:\d\d)|\d{8}T\d{6}Z", "TIME", text)


@test
def the_reference_has_every_operation_of_the_document(desk):
    index = desk.server.send("/docs").text
    linked = re.findall(r'href="/docs/(\w+)"', index)
    known = operations(desk)
    assert len(known) > 80 and sorted(linked) == sorted(known), set(linked) ^ set(known)
    assert 'href="/api/openapi.json"' in index and "/docs</loc>" in desk.server.send("/sitemap.xml").text
    for name, (method, path, operation) in known.items():
        page = desk.server.send("/docs/" + name)
        assert page.status == 200, name
        words = html.unescape(page.text)
        line = part(page.text, "curl")
        assert method.upper() in words and path in words, name
        english = html.unescape(desk.server.send("/docs/" + name, Accept_Language="en").text)
        assert operation["summary"] in english and operation["summary"] not in words, name
        assert ("Authorization: Bearer $TOKEN" in line) == bool(operation["security"]), line
        for parameter in operation.get("parameters", []):
            assert f"<code>{parameter.get('name', parameter.get('$ref', '').split('/')[-1])}</code>" in words, (name, parameter)
        assert all(f"<code>{status}</code>" in words for status in operation["responses"]), name
        assert ("application/json" in line) == ("requestBody" in operation), line
        if "requestBody" in operation:
            assert json.loads(shlex.split(line)[shlex.split(line).index("-d") + 1]) is not None, line
    for path in ("/docs/nothing", "/docs/listEvents/more", "/docs/"):
        assert desk.server.send(path).status == 404, path
    assert "找不到這一頁" in desk.server.send("/docs/nothing").text
    assert desk.server.send("/docs", {}).status == 405


@test
def what_the_reference_shows_is_what_the_server_answers(desk):
    shown = 0
    for name, (method, _, operation) in operations(desk).items():
        if method != "get" or operation["security"]:
            continue
        page = desk.server.send("/docs/" + name).text
        line, answer = part(page, "curl"), part(page, "answer")
        if "$" in line:  # The address of a calendar is a secret.
            assert name == "getUserFeed" and not answer
            continue
        status, body = run(line)
        assert status == 200, (line, status)
        if body[:1] in "[{":
            body = json.dumps(json.loads(body), indent=2, ensure_ascii=False)
        real = without_times(body).splitlines()
        for given, wanted in zip(without_times(answer).split("\n"), real):
            if given == "…":
                break
            assert given == wanted or (given.endswith("…") and wanted.startswith(given[:-1])), (name, given, wanted)
        assert answer.endswith("\n…") == (len(real) > 30), (name, len(real))
        shown += 1
    assert shown >= 19, shown


@test
def requests_of_the_reference_work_with_a_token(desk):
    token = desk.server.run("admin", "token", "create", "--name", "docs", "--role", "admin").split()
    token = next(word for word in token if word.startswith("fck_"))
    for name in ("convertDates", "listEventsKept", "addSource", "getStatistics", "planReminders"):
        line = part(desk.server.send("/docs/" + name).text, "curl")
        status, body = run(line.replace("$TOKEN", token))
        assert status in (200, 201), (line, status, body)


@test
def the_reference_is_read_and_copied(desk):
    page = desk.open(width=390)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desk.go(page, "/")
    page.click("footer >> text=API")
    page.click("nav >> text=廟宇與活動")
    page.click("a[href='/docs/listTemples']")
    assert page.url.endswith("/docs/listTemples")
    page.click("text=複製")
    page.wait_for_selector("text=已複製到剪貼簿")
    assert page.evaluate("() => navigator.clipboard.readText()") == page.inner_text("#curl")
    english = desk.server.send("/docs/getEvent?lang=en").text
    assert "Mazu" in part(english, "answer") and "lang=en" in part(english, "curl")
    assert not re.search("[\u4e00-\u9fff]", re.sub(r"<(pre|td|footer|head|header class=.top).*?</\1>|正體中文|简体中文", "", english, flags=re.DOTALL))
    still = desk.open(script=False)
    desk.go(still, "/docs/addEvent")
    assert "誰可以用" in text(still) and not still.is_visible("text=複製")
