"""Plays Google for a program that signs people in: the one named on the command line, which finds what it needs in the file
that FOLKCAL_SIGN_IN names, and writes session tokens of its own beside it.

The ID tokens are made, and the session tokens read, by PyJWT; the key of the session tokens is derived by cryptography."""
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import warnings

import jwt
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CLIENT = "folkcal.apps.googleusercontent.com"
UUID = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
NOW = int(time.time())
# Tokens of HS384 and HS512 with our key must be refused, so the warning does not matter.
warnings.filterwarnings("ignore", message="The HMAC key")


def make_key(name):
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return name, key, {**jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key(), as_dict=True),
                       "kid": name, "use": "sig", "alg": "RS256"}


KEYS = [make_key("first"), make_key("second")]
STRANGER = make_key("first")


def id_token(key=KEYS[0], algorithm="RS256", headers=None, **changes):
    claims = {"iss": "https://accounts.google.com", "aud": CLIENT, "azp": CLIENT, "sub": "110169484474386276334",
              "email": "mei@gmail.com", "email_verified": True, "name": "林美", "iat": NOW, "exp": NOW + 3600, **changes}
    return jwt.encode({name: value for name, value in claims.items() if value is not None}, key[1],
                      algorithm=algorithm, headers={"kid": key[0], **(headers or {})})


secret = os.urandom(48)
session_key = HKDF(hashes.SHA256(), 32, salt=b"folkcal", info=b"session token HS256").derive(secret)
session_claims = {"iss": "folkcal", "sub": UUID, "uid": 42, "iat": NOW, "exp": NOW + 900}

order = {
    "keys_path": "/certs", "client_id": CLIENT, "now": NOW, "secret": list(secret), "uuid": UUID,
    "accepted": [id_token(), id_token(KEYS[1]), id_token(aud=[CLIENT]), id_token(email_verified="true"),
                 id_token(nbf=NOW), id_token(iss="accounts.google.com"), id_token(headers={"typ": None})],
    "refused": [id_token(STRANGER), id_token(algorithm="RS384"), id_token(algorithm="RS512"), id_token(algorithm="PS256"),
                id_token(("first", "a shared secret of 32 bytes or more"), algorithm="HS256"),
                id_token(("first", None), algorithm="none"), id_token(headers={"kid": "third"}),
                id_token(aud="another"), id_token(aud=None), id_token(exp=NOW - 61), id_token(nbf=NOW + 61),
                id_token(email_verified=False), id_token(email=None), id_token(iss="https://accounts.example.org")],
    "session": jwt.encode(session_claims, session_key, algorithm="HS256"),
    "bad_sessions": [jwt.encode(session_claims, secret, algorithm="HS256"),
                     jwt.encode(session_claims, session_key, algorithm="HS384"),
                     jwt.encode(session_claims, session_key, algorithm="HS512"),
                     jwt.encode(session_claims, None, algorithm="none"),
                     jwt.encode(session_claims, KEYS[0][1], algorithm="RS256"),
                     jwt.encode({**session_claims, "exp": NOW}, session_key, algorithm="HS256")],
}


class Google(http.server.BaseHTTPRequestHandler):
    asked = 0

    def do_GET(self):
        Google.asked += 1
        body = json.dumps({"keys": [key[2] for key in KEYS]}).encode()
        self.send_response(200 if self.path == order["keys_path"] else 404)
        self.send_header("Cache-Control", "public, max-age=3600")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def check_session(token):
    claims = jwt.decode(token, session_key, algorithms=["HS256"], issuer="folkcal",
                        options={"require": ["iss", "sub", "iat", "exp"]})
    if claims != {"iss": "folkcal", "sub": UUID, "uid": 42, "iat": NOW, "exp": NOW + 900}:
        raise SystemExit(f"check-sign-in: the session token says {claims}")
    if type(claims["iat"]) is not int or type(claims["exp"]) is not int:
        raise SystemExit("check-sign-in: the instants of the session token are not integers")
    try:
        jwt.decode(token, secret, algorithms=["HS256"])
    except jwt.InvalidSignatureError:
        return
    raise SystemExit("check-sign-in: the session token is signed with the secret itself")


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Google)
threading.Thread(target=server.serve_forever, daemon=True).start()
with tempfile.TemporaryDirectory() as folder:
    file = os.path.join(folder, "order.json")
    order["keys_url"] = f"http://127.0.0.1:{server.server_port}{order['keys_path']}"
    order["session_file"] = os.path.join(folder, "session")
    with open(file, "w") as out:
        json.dump(order, out)
    status = subprocess.run(sys.argv[1:], env={**os.environ, "FOLKCAL_SIGN_IN": file}).returncode
    if status or not os.path.exists(order["session_file"]):
        raise SystemExit(f"check-sign-in: the program ended with {status}")
    with open(order["session_file"]) as session:
        check_session(session.read())
server.shutdown()
if Google.asked != 1:
    raise SystemExit(f"check-sign-in: the keys were asked for {Google.asked} times")
print(f"{len(order['accepted'])} ID tokens of PyJWT were accepted and {len(order['refused'])} refused; "
      "PyJWT reads our session token, and we read its own")
