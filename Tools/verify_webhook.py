"""Verifies a web hook as the Standard Webhooks specification says, with nothing of folkcal's.

verify_webhook.py SECRET ID TIMESTAMP SIGNATURES < BODY: ends with 0 where a signature is right, with 1 otherwise.
"""
import base64
import hashlib
import hmac
import sys

secret, message_id, timestamp, signatures = sys.argv[1:]
key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
signed = f"{message_id}.{timestamp}.".encode() + sys.stdin.buffer.read()
expected = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
given = [text.removeprefix("v1,") for text in signatures.split(" ") if text.startswith("v1,")]
sys.exit(0 if any(hmac.compare_digest(expected, signature) for signature in given) else 1)
