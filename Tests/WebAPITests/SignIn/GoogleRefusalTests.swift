import Addresses
import Crypto
import CryptoExtras
import Foundation
import TestSupport
import Testing

@testable import WebAPI

@Suite("sign in with Google: tokens that are refused", .timed, .timeLimit(.minutes(20)))
struct GoogleRefusalTests {
  // MARK: - Form

  @Test("what has not the form is refused before Google is asked", arguments: forms)
  func form(refused: RefusedToken) async throws {
    try await refused.expectRefusal(requests: 0)
  }

  static let forms: [RefusedToken] = [
    RefusedToken("nothing", .notCompact) { "" },
    RefusedToken("blanks", .notCompact) { "   " },
    RefusedToken("two dots", .notCompact) { ".." },
    RefusedToken("one part", .notCompact) { "abc" },
    RefusedToken("two parts", .notCompact) { TestToken().signedText },
    RefusedToken("four parts", .notCompact) { try TestToken.good() + ".AAAA" },
    RefusedToken("five parts, as of an encrypted token", .notCompact) { try TestToken.good() + ".AAAA.AAAA" },
    RefusedToken("without claims", .notCompact) {
      Base64URL.encode(#"{"alg":"RS256","kid":"good"}"#.utf8) + "..AAAA"
    },
    RefusedToken("a header of HTTP", .notCompact) { try "Bearer " + TestToken.good() },
    RefusedToken("a line break at the end", .notCompact) { try TestToken.good() + "\n" },
    RefusedToken("padding at the end", .notCompact) { try TestToken.good() + "==" },
    RefusedToken("not ASCII", .notCompact) { "媽祖.媽祖.媽祖" },
    RefusedToken("a NUL inside", .notCompact) { try TestToken.good().replacing(".", with: "\0.") },
    RefusedToken("the ordinary alphabet of base64", .notCompact) { "ey+/.ey+/.AAAA" },
    RefusedToken("longer than 16 KB", .tooLong) {
      try TestToken.good(claims: ["x": "\"" + String(repeating: "a", count: 16_384) + "\""])
    },
    RefusedToken("a megabyte of dots", .tooLong) { String(repeating: ".", count: 1 << 20) },
    RefusedToken("a header that is no JSON", .unreadableHeader) { "AAAA.AAAA.AAAA" },
    RefusedToken("a header that is a list", .unreadableHeader) { header(#"["alg","RS256"]"#) },
    RefusedToken("a header without alg", .unreadableHeader) { try TestToken.good(header: ["alg": nil]) },
    RefusedToken("a header with a number for alg", .unreadableHeader) { try TestToken.good(header: ["alg": "256"]) },
    RefusedToken("a header with a list for alg", .unreadableHeader) {
      try TestToken.good(header: ["alg": #"["RS256"]"#])
    },
    RefusedToken("a header with a number for kid", .unreadableHeader) { try TestToken.good(header: ["kid": "1"]) },
    RefusedToken("a header of a thousand brackets", .unreadableHeader) {
      header(#"{"alg":"RS256","kid":"good","x":"# + String(repeating: "[", count: 4_000))
    },
    RefusedToken("no kid", .noKeyIdentifier) { try TestToken.good(header: ["kid": nil]) },
    RefusedToken("null for kid", .noKeyIdentifier) { try TestToken.good(header: ["kid": "null"]) },
    RefusedToken("an empty kid", .noKeyIdentifier) { try TestToken.good(header: ["kid": #""""#]) },
    // RFC 7515, section 4.1.11, and RFC 7797.
    RefusedToken("crit", .criticalFields) { try TestToken.good(header: ["crit": #"["b64"]"#, "b64": "false"]) },
    RefusedToken("an empty crit", .criticalFields) { try TestToken.good(header: ["crit": "[]"]) },
    RefusedToken("null for crit", .criticalFields) { try TestToken.good(header: ["crit": "null"]) },
  ]

  private static func header(_ json: String) -> String {
    TestToken.token(TestToken.signedText(header: json, payload: "{}"), [1, 2, 3])
  }

  // MARK: - Algorithm

  /// RFC 8725, section 2.1.
  @Test("the algorithm is RS256 and no other, whatever the token wants", arguments: algorithms)
  func algorithm(refused: RefusedToken) async throws {
    try await refused.expectRefusal(requests: 0)
  }

  static let algorithms: [RefusedToken] =
    ["none", "None", "NONE", "", "rs256", "RS256 ", "RS384", "RS512", "PS256", "ES256", "HS256", "EdDSA"].map { name in
      RefusedToken("\"\(name)\", without a signature", .wrongAlgorithm) {
        TestToken(header: ["alg": "\"\(name)\""]).signedText + "."
      }
    } + [
      RefusedToken("none, with the signature of RS256", .wrongAlgorithm) {
        try TestToken.good(header: ["alg": #""none""#])
      },
      RefusedToken("HS256 with the public key in PEM for a secret", .wrongAlgorithm) {
        try hmac { Data($0.pemRepresentation.utf8) }
      },
      RefusedToken("HS256 with the public key in DER for a secret", .wrongAlgorithm) {
        try hmac { $0.derRepresentation }
      },
      RefusedToken("HS256 with the modulus for a secret", .wrongAlgorithm) {
        try hmac { try $0.getKeyPrimitives().modulus }
      },
      RefusedToken("RS512, well signed", .wrongAlgorithm) {
        let token = TestToken(header: ["alg": #""RS512""#])
        let digest = SHA512.hash(data: Data(token.signedText.utf8))
        let key = try TestKey.good.get().key
        return TestToken.token(
          token.signedText, try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
      },
    ]

  private static func hmac(_ secret: (_RSA.Signing.PublicKey) throws -> Data) throws -> String {
    TestToken(header: ["alg": #""HS256""#]).signedAsHMAC(secret: try secret(TestKey.good.get().key.publicKey))
  }

  // MARK: - Signature

  @Test("the signature is that of the key, over this header and these claims", arguments: signatures)
  func signature(refused: RefusedToken) async throws {
    try await refused.expectRefusal(requests: 1)
  }

  static let signatures: [RefusedToken] = [
    RefusedToken("a key that is not published", .unknownKey) {
      try TestToken(header: ["kid": #""evil""#]).signed(by: TestKey.next.get())
    },
    RefusedToken("the name of the key in other letters", .unknownKey) {
      try TestToken.good(header: ["kid": #""GOOD""#])
    },
    RefusedToken("another key under the name of the good one", .badSignature) {
      try TestToken().signed(by: TestKey.next.get())
    },
    RefusedToken("no signature", .badSignature) { TestToken().signedText + "." },
    RefusedToken("a signature of zeros", .badSignature) {
      TestToken.token(TestToken().signedText, Array(repeating: 0, count: 256))
    },
    RefusedToken("a signature of ones", .badSignature) {
      TestToken.token(TestToken().signedText, Array(repeating: 255, count: 256))
    },
    RefusedToken("a signature that was cut", .badSignature) {
      let text = TestToken().signedText
      return TestToken.token(text, try TestKey.good.get().signature(of: text).dropLast())
    },
    RefusedToken("a signature with a byte more", .badSignature) {
      let text = TestToken().signedText
      return TestToken.token(text, try TestKey.good.get().signature(of: text) + [0])
    },
    RefusedToken("HS256 under the name RS256", .badSignature) {
      TestToken().signedAsHMAC(secret: Data(try TestKey.good.get().key.publicKey.pemRepresentation.utf8))
    },
    RefusedToken("PS256 under the name RS256", .badSignature) {
      let text = TestToken().signedText
      return TestToken.token(
        text, try TestKey.good.get().key.signature(for: Data(text.utf8), padding: .PSS).rawRepresentation)
    },
    RefusedToken("other claims under the signature", .badSignature) {
      let text = TestToken().signedText
      let forged = TestToken(claims: ["sub": #""1""#]).signedText
      return TestToken.token(forged, try TestKey.good.get().signature(of: text))
    },
    RefusedToken("another header under the signature", .badSignature) {
      let text = TestToken().signedText
      let forged = TestToken(header: ["typ": #""X""#]).signedText
      return TestToken.token(forged, try TestKey.good.get().signature(of: text))
    },
  ]
}
