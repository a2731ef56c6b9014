"""Starts the program on a new database, and the servers that it talks to."""

import base64
import hashlib
import http.server
import json
import os
import re
import socket
import socketserver
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

PROGRAM = os.environ.get("FOLKCAL", ".build/debug/folkcal")


class Answer:
    """The answer to a request without a browser."""

    def __init__(self, status, headers, content):
        self.status, self.headers, self.bytes = status, headers, content
        self.text = content.decode(errors="replace")

    def cookie(self):
        found = re.search(r"folkcal=(fcb_[0-9a-f]+)", "\n".join(self.headers.get_all("Set-Cookie") or []))
        return found and found[1]


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments):
        return None


OPENER = urllib.request.build_opener(NoRedirect)


class Server:
    """One `folkcal serve` with its database."""

    def __init__(self, folder, *options, **environment):
        self.folder = Path(folder)
        self.database = self.folder / "folkcal.db"
        self.environment = dict(os.environ, FOLKCAL_DATABASE=f"sqlite:{self.database}", **environment)
        self.log = open(self.folder / "serve.log", "w")
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--rate", "0", *options], stderr=self.log, env=self.environment)
        self.base = self.line(r"listening on (http://\S+)")

    def line(self, pattern, seconds=60):
        """What the program printed; waits for it."""
        end = time.time() + seconds
        while time.time() < end:
            found = re.search(pattern, (self.folder / "serve.log").read_text())
            if found:
                return found[1]
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError("the server did not print " + pattern + ":\n" + (self.folder / "serve.log").read_text()[-800:])

    def run(self, *arguments):
        """Runs a command of the program on the same database."""
        return subprocess.run(
            [PROGRAM, *arguments], env=self.environment, check=True, capture_output=True, text=True).stdout

    def link(self, email, role=None):
        """A link that signs somebody in."""
        return self.run(
            "admin", "user", "link", email, "--public-url", self.base, *(["--role", role] if role else [])).strip()

    def session(self, email, role=None):
        """The cookie of somebody who has signed in."""
        return self.send(self.link(email, role), {}).cookie()

    def send(self, address, form=None, cookie=None, **headers):
        """A request like a browser's on our own page; headers given as None are left out."""
        body = form if form is None or isinstance(form, bytes) else urllib.parse.urlencode(form, doseq=True).encode()
        given = {"Accept": "text/html", "Accept-Language": "zh-TW", "Sec-Fetch-Site": "same-origin"}
        if cookie:
            given["Cookie"] = "folkcal=" + cookie
        given.update({name.replace("_", "-"): value for name, value in headers.items()})
        request = urllib.request.Request(
            address if address.startswith("http") else self.base + address, body,
            {name: value for name, value in given.items() if value is not None})
        try:
            with OPENER.open(request, timeout=30) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as answer:
            return Answer(answer.code, answer.headers, answer.read())

    def send_files(self, path, fields, files, cookie, **headers):
        """A form with files: {control: (name, bytes)}."""
        boundary = b"----pages0123456789"
        parts = [b'Content-Disposition: form-data; name="%s"\r\n\r\n%s' % (name.encode(), value.encode()) for name, value in fields.items()]
        parts += [b'Content-Disposition: form-data; name="%s"; filename="%s"\r\nContent-Type: application/octet-stream\r\n\r\n%s'
                  % (control.encode(), name.encode(), data) for control, (name, data) in files.items()]
        body = b"".join(b"--" + boundary + b"\r\n" + part + b"\r\n" for part in parts) + b"--" + boundary + b"--\r\n"
        return self.send(path, body, cookie, Content_Type="multipart/form-data; boundary=" + boundary.decode(), **headers)

    def send_raw(self, head, body=b"", seconds=15):
        """Bytes as they are; the first bytes of the answer."""
        host, port = self.base.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=seconds) as connection:
            connection.sendall(head.replace("\n", "\r\n").encode() + b"\r\n\r\n" + body)
            try:
                return connection.recv(4096).decode(errors="replace")
            except TimeoutError:
                return ""

    def stop(self):
        self.process.terminate()
        status = self.process.wait(20)
        self.log.close()
        return status


class MailServer(socketserver.ThreadingTCPServer):
    """Takes mail on this machine (SMTP) and keeps it."""

    allow_reuse_address = daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), MailServer.Session)
        self.mails = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    class Session(socketserver.StreamRequestHandler):
        def handle(self):
            self.wfile.write(b"220 here\r\n")
            text = None
            for line in self.rfile:
                if text is not None:
                    if line == b".\r\n":
                        self.server.mails.append(b"".join(text).decode())
                        text = None
                        self.wfile.write(b"250 taken\r\n")
                    else:
                        text.append(line)
                elif line.upper().startswith(b"DATA"):
                    text = []
                    self.wfile.write(b"354 go on\r\n")
                elif line.upper().startswith(b"QUIT"):
                    self.wfile.write(b"221 bye\r\n")
                    return
                else:
                    self.wfile.write(b"250 OK\r\n")

    def wait(self, count, seconds=10):
        end = time.time() + seconds
        while len(self.mails) < count and time.time() < end:
            time.sleep(0.05)
        return self.mails


class Google(http.server.ThreadingHTTPServer):
    """Stands for Google: asks nothing, and issues tokens for `claims`."""

    def __init__(self):
        from cryptography.hazmat.primitives.asymmetric import rsa

        super().__init__(("127.0.0.1", 0), Google.Requests)
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.claims, self.asked, self.faults = {}, {}, []
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def environment(self):
        return {
            "FOLKCAL_GOOGLE_CLIENT_IDS": "pages", "FOLKCAL_GOOGLE_CLIENT_SECRET": "a secret",
            "FOLKCAL_GOOGLE_KEYS_URL": self.url + "/keys", "FOLKCAL_GOOGLE_TOKEN_URL": self.url + "/token",
            "FOLKCAL_GOOGLE_AUTHORIZATION_URL": self.url + "/auth",
        }

    def token(self):
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import padding

        now = int(time.time())
        claims = {
            "iss": "https://accounts.google.com", "aud": "pages", "iat": now, "exp": now + 600,
            "email_verified": True, "nonce": self.asked["nonce"], **self.claims,
        }
        signed = ".".join(encode(json.dumps(part).encode()) for part in ({"alg": "RS256", "kid": "1"}, claims))
        return signed + "." + encode(self.key.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA256()))

    class Requests(http.server.BaseHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

        def do_GET(self):
            path, _, query = self.path.partition("?")
            if path == "/auth":
                self.server.asked = dict(urllib.parse.parse_qsl(query))
                back = self.server.asked["redirect_uri"] + "?" + urllib.parse.urlencode(
                    {"state": self.server.asked["state"], "code": "one"})
                self.send_response(302)
                self.send_header("Location", back)
                self.end_headers()
            else:
                numbers = self.server.key.public_key().public_numbers()
                self.answer({"keys": [{
                    "kty": "RSA", "alg": "RS256", "use": "sig", "kid": "1",
                    "n": encode(numbers.n.to_bytes(256, "big")), "e": encode(numbers.e.to_bytes(3, "big"))}]})

        def do_POST(self):
            form = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
            digest = encode(hashlib.sha256(form["code_verifier"].encode()).digest())
            if digest != self.server.asked["code_challenge"] or form["client_secret"] != "a secret":
                self.server.faults.append("the verifier or the secret is wrong")
            self.answer({"id_token": self.server.token()})

        def answer(self, value):
            text = json.dumps(value).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)


def push_keys():
    """A new key pair for push messages, as variables of the environment."""
    lines = subprocess.run([PROGRAM, "remind", "vapid-keys"], check=True, capture_output=True, text=True).stdout
    return dict(re.findall(r"^(FOLKCAL_VAPID_KEY)=(\S+)", lines, re.M), FOLKCAL_VAPID_CONTACT="mailto:days@example.org")


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Ministry:
    """A server of the ministry's register: 1,000 temples, and whatever `body` says."""

    def __init__(self):
        temples = "".join(
            f"<OpenData_3><編號>{8_000_000 + n}</編號><寺廟名稱>部冊宮{n}</寺廟名稱><主祀神祇>天上聖母</主祀神祇><行政區>雲林縣</行政區>"
            f"<地址>雲林縣斗六市某路{n}號</地址><WGS84X>120.54</WGS84X><WGS84Y>23.71</WGS84Y></OpenData_3>" for n in range(1_000))
        self.body = f'<?xml version="1.0" encoding="utf-8"?><ArrayOfOpenData_3>{temples}</ArrayOfOpenData_3>'
        ministry = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = ministry.body.encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{server.server_port}/temple.xml"
