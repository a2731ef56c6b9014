import Addresses
import Crypto
import CryptoExtras
import Foundation

@testable import WebAPI

/// A pair of keys that was made for this run of the tests, and its name.
struct TestKey: Sendable {
  let name: String
  let key: _RSA.Signing.PrivateKey

  static let good = Result { TestKey(name: "good", key: try _RSA.Signing.PrivateKey(keySize: .bits2048)) }
  static let next = Result { TestKey(name: "next", key: try _RSA.Signing.PrivateKey(keySize: .bits2048)) }
  /// Too short for RS256 (RFC 7518, section 3.3).
  static let weak = Result {
    TestKey(name: "good", key: try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1_024)))
  }

  /// The public key as Google publishes its own (RFC 7517).
  ///
  /// - Parameter changing: members in JSON that are put in or replaced; nil takes one out.
  func published(changing changes: [String: String?] = [:]) throws -> String {
    let numbers = try key.publicKey.getKeyPrimitives()
    return JSONText.object(
      [
        "kty": #""RSA""#, "use": #""sig""#, "alg": #""RS256""#, "kid": "\"\(name)\"",
        "n": "\"\(Base64URL.encode(numbers.modulus))\"",
        "e": "\"\(Base64URL.encode(numbers.publicExponent))\"",
      ], changing: changes)
  }

  /// RS256 (RFC 7518, section 3.3).
  func signature(of text: String) throws -> Data {
    try key.signature(for: Data(text.utf8), padding: .insecurePKCS1v1_5).rawRepresentation
  }
}

/// Objects of JSON whose members are given as JSON, good or bad.
enum JSONText {
  static func object(_ members: [String: String], changing changes: [String: String?] = [:]) -> String {
    var members = members
    for (name, value) in changes { members[name] = value }
    return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }
}

/// An ID token as Google makes them, or one that is wrong in some way.
struct TestToken {
  var header = ["alg": #""RS256""#, "kid": #""good""#, "typ": #""JWT""#]
  var claims = [
    "iss": #""https://accounts.google.com""#, "aud": "\"\(KeyServer.clientID)\"", "azp": "\"\(KeyServer.clientID)\"",
    "sub": #""110169484474386276334""#, "email": #""mei@gmail.com""#, "email_verified": "true", "name": #""林美""#,
    "picture": #""https://lh3.googleusercontent.com/a/mei=s96-c""#, "iat": "\(KeyServer.Clock.start - 10)",
    "exp": "\(KeyServer.Clock.start + 3_590)", "nonce": #""abc""#, "at_hash": #""def""#,
  ]

  /// - Parameters:
  ///   - header: members in JSON that are put in or replaced; nil takes one out.
  ///   - claims: likewise.
  init(header changedFields: [String: String?] = [:], claims changedClaims: [String: String?] = [:]) {
    for (name, value) in changedFields { header[name] = value }
    for (name, value) in changedClaims { claims[name] = value }
  }

  var signedText: String { Self.signedText(header: JSONText.object(header), payload: JSONText.object(claims)) }

  static func signedText(header: String, payload: String) -> String {
    Base64URL.encode(header.utf8) + "." + Base64URL.encode(payload.utf8)
  }

  func signed(by key: TestKey) throws -> String {
    Self.token(signedText, try key.signature(of: signedText))
  }

  static func token(_ signedText: String, _ signature: some Sequence<UInt8>) -> String {
    signedText + "." + Base64URL.encode(signature)
  }
}

extension TestToken {
  /// A token of the good key.
  static func good(header: [String: String?] = [:], claims: [String: String?] = [:]) throws -> String {
    try TestToken(header: header, claims: claims).signed(by: TestKey.good.get())
  }

  /// HS256 with some bytes for a secret.
  func signedAsHMAC(secret: some ContiguousBytes) -> String {
    Self.token(
      signedText, HMAC<SHA256>.authenticationCode(for: Data(signedText.utf8), using: SymmetricKey(data: secret)))
  }
}
