"""Runs a command that sends requests to hypercorn and mail to aiosmtpd, and compares the mail with what was to be said.

The command finds the servers in its environment (FOLKCAL_SERVERS_HTTPS, _STARTTLS, _SMTPS), with who is trusted
(_CERTIFICATE) and how to log in (_USER, _PASSWORD). The mails that it has sent it writes, one JSON object a line, into the
file FOLKCAL_SERVERS_SENT.
"""
import asyncio
import contextlib
import email
import email.policy
import email.utils
import json
import logging
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import warnings

import hypercorn.asyncio
import hypercorn.config
import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

# Some tests use clients that refuse the certificate; this hides the server's long log of it.
logging.getLogger("mail.log").setLevel(logging.CRITICAL)
warnings.simplefilter("ignore")

USER, PASSWORD = "folkcal", "tiān 媽 \"quoted\""


class Keeper:
    def __init__(self):
        self.envelopes = []

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody@"):
            return "550 5.1.1 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if server.transport.get_extra_info("ssl_object") is None:
            return "554 5.7.0 in the open"
        self.envelopes.append(envelope)
        return "250 OK"


def authenticate(server, session, envelope, mechanism, data):
    right = data.login == USER.encode() and data.password == PASSWORD.encode()
    # handled=False: the server sends the response, not this function.
    return AuthResult(success=right, handled=False)


async def echo(scope, receive, send):
    """Answers with the version of HTTP and with the port that the request came from: one for each connection."""
    if scope["type"] != "http":
        return
    while (await receive()).get("more_body"):
        pass
    text = f"{scope['http_version']} {scope['client'][1]}"
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": text.encode()})


def serve_https(port, certificate_file, key_file):
    config = hypercorn.config.Config()
    config.bind = [f"127.0.0.1:{port}"]
    config.certfile, config.keyfile = certificate_file, key_file
    config.loglevel = "CRITICAL"

    async def forever():
        await asyncio.Event().wait()

    asyncio.run(hypercorn.asyncio.serve(echo, config, shutdown_trigger=forever))


def wait_for(port):
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
    sys.exit(f"check-servers: nothing listens on {port}")


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def check(envelope, sent):
    """What is wrong with a mail; nothing where nothing is."""
    mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
    parts = {part.get_content_type(): part for part in mail.iter_parts()}
    _, to_address = email.utils.parseaddr(str(mail["To"]))
    one_line = " ".join(sent["title"].split())
    wrong = {
        "defects": [str(defect) for part in mail.walk() for defect in part.defects]
        + [str(defect) for header in mail.values() for defect in header.defects],
        "subject": " ".join(mail["Subject"].split()) != one_line,
        "to": to_address != "ming@example.org" or mail["To"].addresses[0].display_name != "阿明 \"M\"",
        "from": str(mail["From"].addresses[0]) != "農曆提醒 <days@example.org>",
        "envelope": (envelope.mail_from, envelope.rcpt_tos) != ("days@example.org", ["ming@example.org"]),
        "date": mail["Date"].datetime.timestamp() != sent["scheduled_at"],
        "leave": "https://" not in mail["List-Unsubscribe"]
        or mail["List-Unsubscribe-Post"] != "List-Unsubscribe=One-Click",
        "auto": mail["Auto-Submitted"] != "auto-generated",
        "parts": list(parts) != ["text/plain", "text/html"],
        "plain": "\n\n".join([sent["title"], sent["body"], sent["link"]]).splitlines()
        != parts["text/plain"].get_content().splitlines(),
        "html": "<a href=" not in parts["text/html"].get_content(),
        "long lines": any(len(line) > 998 for line in envelope.content.split(b"\r\n")),
        "bytes": not envelope.content.isascii(),
    }
    return {name: value for name, value in wrong.items() if value}


authority = trustme.CA()
certificate = authority.issue_cert("localhost", "127.0.0.1")
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
certificate.configure_cert(context)
keeper = Keeper()
options = {"authenticator": authenticate, "auth_required": True, "hostname": "127.0.0.1"}
servers = [
    Controller(keeper, port=free_port(), tls_context=context, require_starttls=True, **options),
    Controller(keeper, port=free_port(), ssl_context=context, auth_require_tls=False, **options),
]
with tempfile.TemporaryDirectory() as folder:
    authority_file, sent_file = os.path.join(folder, "authority.pem"), os.path.join(folder, "sent.jsonl")
    authority.cert_pem.write_to_path(authority_file)
    certificate_file, key_file = os.path.join(folder, "server.pem"), os.path.join(folder, "server.key")
    certificate.cert_chain_pems[0].write_to_path(certificate_file)
    certificate.private_key_pem.write_to_path(key_file)
    https = free_port()
    threading.Thread(target=serve_https, args=(https, certificate_file, key_file), daemon=True).start()
    wait_for(https)
    for server in servers:
        server.start()
    environment = dict(
        os.environ,
        FOLKCAL_SERVERS_HTTPS=f"https://127.0.0.1:{https}",
        FOLKCAL_SERVERS_STARTTLS=f"smtp://127.0.0.1:{servers[0].port}",
        FOLKCAL_SERVERS_SMTPS=f"smtps://127.0.0.1:{servers[1].port}",
        FOLKCAL_SERVERS_USER=USER,
        FOLKCAL_SERVERS_PASSWORD=PASSWORD,
        FOLKCAL_SERVERS_CERTIFICATE=authority_file,
        FOLKCAL_SERVERS_SENT=sent_file,
    )
    status = subprocess.run(sys.argv[1:], env=environment).returncode
    for server in servers:
        server.stop()
    if status != 0:
        sys.exit(status)
    with open(sent_file, encoding="utf-8") as lines:
        sent = [json.loads(line) for line in lines]

by_key = {row["key"]: row for row in sent}
keys = []
for envelope in keeper.envelopes:
    mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
    keys.append(mail["Message-ID"].strip("<>").split("@")[0])
    wrong = check(envelope, by_key[keys[-1]])
    if wrong:
        sys.exit(f"check-servers: {keys[-1]}: {wrong}\n{envelope.content.decode()}")
if sorted(keys) != sorted(by_key):
    sys.exit(f"check-servers: sent {len(by_key)} mails, {len(keys)} have come")
print(f"check-servers: {len(keys)} mails over STARTTLS and TLS, read by Python's email package without a fault")
