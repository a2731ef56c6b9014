import Addresses
import Crypto
import Foundation
import TestSupport
import Testing

@testable import WebAPI

@Suite("session tokens", .timed)
struct SessionTokenTests {
  private let now = 1_800_000_000
  private let uuid = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
  private static let secret = Array<UInt8>(0..<32)

  private func tokens(secret: [UInt8] = secret) throws -> SessionTokens { try SessionTokens(secret: secret) }

  /// The key as RFC 5869 derives it.
  private var key: SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: Self.secret), salt: Data("folkcal".utf8),
      info: Data("session token HS256".utf8), outputByteCount: 32)
  }

  /// A token that is signed as ours are, whatever it says.
  private func signed(header: String = #"{"alg":"HS256","typ":"JWT"}"#, claims: String) -> String {
    let text = TestToken.signedText(header: header, payload: claims)
    return TestToken.token(text, HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
  }

  private func claims(changing changes: [String: String?] = [:]) -> String {
    JSONText.object(
      ["iss": #""folkcal""#, "sub": "\"\(uuid)\"", "uid": "42", "iat": "\(now)", "exp": "\(now + 900)"],
      changing: changes)
  }

  // MARK: - Good ones

  @Test("a token brings back the user for fifteen minutes")
  func good() throws {
    let tokens = try tokens()
    let (token, expiresAt) = try tokens.make(userID: 42, uuid: uuid, now: now)
    #expect(expiresAt == now + 900)
    let user = SessionUser(userID: 42, uuid: uuid, expiresAt: now + 900)
    #expect(tokens.user(ofToken: token, now: now) == user)
    #expect(tokens.user(ofToken: token, now: now + 899) == user)
    #expect(tokens.user(ofToken: token, now: now + 900) == nil)
    #expect(tokens.user(ofToken: token, now: .max / 2) == nil)
    // The clock of the machine that made it goes before ours.
    #expect(tokens.user(ofToken: token, now: now - 60) == user)
    #expect(tokens.user(ofToken: token, now: now - 61) == nil)
  }

  @Test("a life of another length")
  func lifetime() throws {
    let tokens = try SessionTokens(secret: Self.secret, lifetimeSeconds: 60)
    let (token, expiresAt) = try tokens.make(userID: 1, uuid: uuid, now: now)
    #expect(expiresAt == now + 60)
    #expect(tokens.user(ofToken: token, now: now + 59) != nil)
    #expect(tokens.user(ofToken: token, now: now + 60) == nil)
  }

  /// Made with Python's `hmac`, by RFC 5869 (sections 2.2 and 2.3) and RFC 7515 (section 5.1).
  @Test("the token of a known secret is a known one")
  func knownAnswer() throws {
    let token =
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJmb2xrY2FsIiwic3ViIjoiNmY5NjE5ZmYtOGI4Ni00ZDAxLWI0MmQtMDBjZjRm"
      + "Yzk2NGZmIiwidWlkIjo0MiwiaWF0IjoxODAwMDAwMDAwLCJleHAiOjE4MDAwMDA5MDB9."
      + "AcYmubk2IRatO_RNi26f1MJF8msNoygz3kUwBuYhuBs"
    #expect(try tokens().make(userID: 42, uuid: uuid, now: now).token == token)
    #expect(try tokens().user(ofToken: token, now: now)?.userID == 42)
  }

  /// Made with PyJWT's `jwt.encode`, of the key as `hmac` derives it.
  @Test("PyJWT writes the same token, and the instants are whole seconds")
  func witness() throws {
    let token = try tokens().make(userID: .max, uuid: uuid.uppercased(), now: now).token
    #expect(
      token
        == "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJmb2xrY2FsIiwic3ViIjoiNmY5NjE5ZmYtOGI4Ni00ZDAxLWI0MmQ"
        + "tMDBjZjRmYzk2NGZmIiwidWlkIjo5MjIzMzcyMDM2ODU0Nzc1ODA3LCJpYXQiOjE4MDAwMDAwMDAsImV4cCI6MTgwMDAwMDkwMH0."
        + "EnDFE_nZKMF4wpohtlEsl0gU-9v0OpHKuKw05C4jXaA")
    let payload = try #require(Base64URL.decode(Array(token.utf8).split(separator: UInt8(ascii: "."))[1]))
    #expect(String(decoding: payload, as: UTF8.self).contains(/"iat":1800000000,"exp":1800000900}/))
  }

  @Test("a token is for a user with a number and a UUID")
  func noUser() throws {
    let tokens = try tokens()
    for (number, uuid) in [(0, uuid), (-1, uuid), (1, ""), (1, "mazu"), (1, uuid + "0"), (1, #"","uid":1,"x":""#)] {
      #expect(throws: SessionTokenError.noUser) { try tokens.make(userID: number, uuid: uuid, now: now) }
    }
  }

  // MARK: - Bad ones

  @Test("a token in which any character is another, or which is cut or longer anywhere, is none")
  func damaged() throws {
    let tokens = try tokens()
    let token = try tokens.make(userID: 42, uuid: uuid, now: now).token
    let bytes = Array(token.utf8)
    for index in bytes.indices {
      for other in Array("A_.= \0".utf8) where other != bytes[index] {
        var changed = bytes
        changed[index] = other
        #expect(tokens.user(ofToken: String(decoding: changed, as: UTF8.self), now: now) == nil)
      }
      #expect(tokens.user(ofToken: String(decoding: bytes[..<index], as: UTF8.self), now: now) == nil)
      #expect(tokens.user(ofToken: String(decoding: bytes[(index + 1)...], as: UTF8.self), now: now) == nil)
    }
    for more in ["A", "=", ".", "\n", ".AAAA", " "] {
      #expect(tokens.user(ofToken: token + more, now: now) == nil)
      #expect(tokens.user(ofToken: more + token, now: now) == nil)
    }
  }

  @Test("the last character has one spelling: bits that are left over are zero")
  func oneSpelling() throws {
    let tokens = try tokens()
    let token = try tokens.make(userID: 42, uuid: uuid, now: now).token
    let good = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".filter {
      tokens.user(ofToken: token.dropLast() + String($0), now: now) != nil
    }
    #expect(good == token.suffix(1))
  }

  @Test(
    "texts that are none",
    arguments: [
      "", ".", "..", "...", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.",
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9..", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.", "媽祖.媽祖.媽祖",
      "fck_0123456789abcdef", String(repeating: "A", count: 1_000_000), String(repeating: ".", count: 1_000),
    ])
  func noTokens(text: String) throws {
    #expect(try tokens().user(ofToken: text, now: now) == nil)
  }

  /// RFC 8725, section 2.1.
  @Test(
    "another header is refused, even with our signature",
    arguments: [
      #"{"alg":"none","typ":"JWT"}"#, #"{"alg":"RS256","typ":"JWT"}"#, #"{"alg":"HS512","typ":"JWT"}"#,
      #"{"typ":"JWT","alg":"HS256"}"#, #"{"alg":"HS256"}"#, #"{"alg":"HS256","typ":"JWT","crit":["exp"]}"#,
      #"{"alg": "HS256","typ":"JWT"}"#, "{}", "",
    ])
  func headers(header: String) throws {
    #expect(try tokens().user(ofToken: signed(header: header, claims: claims()), now: now) == nil)
    let unsigned = TestToken.signedText(header: header, payload: claims()) + "."
    #expect(try tokens().user(ofToken: unsigned, now: now) == nil)
  }

  @Test("claims in another order are as good")
  func order() throws {
    #expect(try tokens().user(ofToken: signed(claims: claims()), now: now)?.userID == 42)
  }

  @Test(
    "claims that are not ours are refused, even with our signature",
    arguments: [
      ["iss": #""https://accounts.google.com""#], ["iss": #""folkcal2""#], ["iss": nil], ["iss": #"["folkcal"]"#],
      ["uid": nil], ["uid": #""42""#], ["uid": "1e300"], ["uid": "4.5"], ["sub": nil], ["sub": "42"], ["iat": nil],
      ["iat": "1800000061"], ["exp": nil], ["exp": #""1800000900""#], ["exp": "1800000000"], ["exp": "0"],
      ["exp": "1e300"], ["exp": "null"], ["exp": "1800000900.5"],
    ] as [[String: String?]])
  func badClaims(changes: [String: String?]) throws {
    #expect(try tokens().user(ofToken: signed(claims: claims(changing: changes)), now: now) == nil)
  }

  // MARK: - Secrets

  @Test("another secret opens nothing, nor does the secret itself")
  func secrets() throws {
    let token = try tokens().make(userID: 42, uuid: uuid, now: now).token
    #expect(try tokens(secret: Array(1...32)).user(ofToken: token, now: now) == nil)
    #expect(try tokens(secret: Self.secret + [0]).user(ofToken: token, now: now) == nil)
    // Whoever signs other things with the same secret makes no tokens of ours.
    let text = TestToken.signedText(header: #"{"alg":"HS256","typ":"JWT"}"#, payload: claims())
    let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: Self.secret))
    #expect(try tokens().user(ofToken: TestToken.token(text, code), now: now) == nil)
  }

  @Test("a secret has 32 bytes at least")
  func shortSecrets() throws {
    for count in [0, 1, 31] {
      #expect(throws: SessionTokenError.shortSecret(bytes: count)) {
        try SessionTokens(secret: Array(repeating: 7, count: count))
      }
    }
    #expect(throws: Never.self) { try SessionTokens(secret: Array(repeating: 7, count: 32)) }
  }

  @Test("what is printed shows no key")
  func printed() throws {
    var text = ""
    dump(try tokens(), to: &text)
    #expect(text.contains("lifetimeSeconds") && !text.contains("key"))
  }

  @Test("a token of Google is no session, and a session is no token of Google")
  func twoKinds() async throws {
    #expect(try tokens().user(ofToken: TestToken.good(), now: now) == nil)
    let session = try tokens().make(userID: 42, uuid: uuid, now: now).token
    #expect(await (try KeyServer().signIn()).refusal(ofToken: session) == .invalidToken(.wrongAlgorithm))
  }
}
