"""Plays browsers and their push service for a program that sends to them: the one named on the command line, which finds
the subscriptions in the file that FOLKCAL_PUSH_SUBSCRIPTIONS names, one a line.

A message is answered with 201 if http-ece decrypts it and py-vapid finds its token well signed, else with 400."""
import base64
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import time

import http_ece
import py_vapid
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

BROWSERS = 4
DAY = 24 * 3600


def text_of(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data_of(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)

    def subscription(self, endpoint):
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return {"endpoint": endpoint, "expirationTime": None,
                "keys": {"p256dh": text_of(point), "auth": text_of(self.secret)}}

    def read(self, body):
        content = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        return json.loads(content)


def check_token(header, origin):
    # py-vapid accepts only one space; RFC 9110 allows a comma and any blanks between parameters.
    if not py_vapid.Vapid02.verify(header.replace(", ", ",")):
        raise ValueError("the token's signature is not that of its key")
    claims = json.loads(data_of(header.split("t=")[1].split(",")[0].split(".")[1]))
    now = time.time()
    if claims["aud"] != origin:
        raise ValueError(f"the token is for {claims['aud']}, not {origin}")
    if type(claims["exp"]) is not int or not now < claims["exp"] <= now + DAY:
        raise ValueError(f"the token ends at {claims['exp']}")
    if not claims["sub"].startswith(("mailto:", "https:")):
        raise ValueError(f"the contact is {claims['sub']}")


class PushService(http.server.BaseHTTPRequestHandler):
    browsers = [Browser() for _ in range(BROWSERS)]
    read = []
    faults = []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            self.check(body)
        except Exception as fault:
            self.faults.append(f"{self.path}: {type(fault).__name__}: {fault}")
            self.send_response(400)
        else:
            self.send_response(201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def check(self, body):
        if len(body) > 4096:
            raise ValueError(f"{len(body)} bytes")
        if self.headers["Content-Encoding"] != "aes128gcm":
            raise ValueError(f"Content-Encoding {self.headers['Content-Encoding']}")
        if not 0 <= int(self.headers["TTL"]) <= 28 * DAY:
            raise ValueError(f"TTL {self.headers['TTL']}")
        if self.headers["Urgency"] not in ("very-low", "low", "normal", "high"):
            raise ValueError(f"Urgency {self.headers['Urgency']}")
        if len(data_of(self.headers["Topic"])) != 24:
            raise ValueError(f"Topic {self.headers['Topic']}")
        check_token(self.headers["Authorization"], f"http://{self.headers['Host']}")
        message = self.browsers[int(self.path.rsplit("/", 1)[1])].read(body)
        if sorted(message) != ["body", "link", "tag", "title"]:
            raise ValueError(f"the fields {sorted(message)}")
        self.read.append(message)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), PushService)
threading.Thread(target=server.serve_forever, daemon=True).start()
with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
    for number, browser in enumerate(PushService.browsers):
        endpoint = f"http://127.0.0.1:{server.server_port}/push/{number}"
        file.write(json.dumps(browser.subscription(endpoint)) + "\n")
    file.flush()
    status = subprocess.run(sys.argv[1:], env={**os.environ, "FOLKCAL_PUSH_SUBSCRIPTIONS": file.name}).returncode
server.shutdown()
for fault in PushService.faults:
    print(f"read-pushes: {fault}", file=sys.stderr)
if status or PushService.faults or not PushService.read:
    raise SystemExit(f"read-pushes: {len(PushService.read)} messages read, {len(PushService.faults)} not; the program ended with {status}")
print(f"http-ece and py-vapid read all {len(PushService.read)} messages, the longest body of "
      f"{max(len(message['body']) for message in PushService.read)} characters")
