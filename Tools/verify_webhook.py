"""Verifies a web hook as the Standard Webhooks specification says, with nothing of folkcal's.

verify_webhook.py KEY ID TIMESTAMP SIGNATURES < BODY: ends with 0 where a signature is right, with 1 otherwise. KEY is the secret that is
shared (whsec_, for signatures v1), or the public key of a pair (whpk_, for signatures v1a).
"""
import base64
import hashlib
import hmac
import sys

# Ed25519 as defined in RFC 8032, section 5.1: slow, and only safe for public data.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def point(data):
    """Section 5.1.3: the x whose lowest bit is the highest one of y, on -x^2 + y^2 = 1 + d x^2 y^2."""
    number = int.from_bytes(data, "little")
    y, odd = number & (1 << 255) - 1, number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and odd):
        raise ValueError("no point of the curve")
    return (P - x if x % 2 != odd else x), y


def add(a, b):
    product = D * a[0] * b[0] * a[1] * b[1] % P
    x = (a[0] * b[1] + b[0] * a[1]) * pow(1 + product, -1, P)
    y = (a[1] * b[1] + a[0] * b[0]) * pow(1 - product, -1, P)
    return x % P, y % P


def times(number, a):
    result = (0, 1)
    while number:
        if number & 1:
            result = add(result, a)
        a, number = add(a, a), number >> 1
    return result


def is_signed(public, signature, text):
    """Section 5.1.7: S B = R + k A."""
    try:
        key, r, s = point(public), point(signature[:32]), int.from_bytes(signature[32:], "little")
    except ValueError:
        return False
    base = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    k = int.from_bytes(hashlib.sha512(signature[:32] + public + text).digest(), "little")
    return len(signature) == 64 and s < ORDER and times(s, base) == add(r, times(k % ORDER, key))


key, message_id, timestamp, signatures = sys.argv[1:]
signed = f"{message_id}.{timestamp}.".encode() + sys.stdin.buffer.read()
prefix, key = key.split("_", 1)
key = base64.b64decode(key, validate=True)
given = [text.split(",", 1) for text in signatures.split(" ")]
if prefix == "whsec":
    expected = hmac.digest(key, signed, hashlib.sha256)
    right = (hmac.compare_digest(expected, base64.b64decode(text)) for version, text in given if version == "v1")
else:
    right = (is_signed(key, base64.b64decode(text), signed) for version, text in given if version == "v1a")
sys.exit(0 if any(right) else 1)
