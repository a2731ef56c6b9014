import Addresses
import Crypto
import Foundation
import TestSupport
import Testing

@testable import Channels

@Suite("Web Push: tokens", .timed)
struct WebPushTokenTests {
  private let key = ApplicationServerKey.generate()

  private func tokens(contact: String = "mailto:push@example.com") throws -> ApplicationServerTokens {
    ApplicationServerTokens(key: key, contact: try ApplicationServerContact(parsing: contact))
  }

  private struct Claims: Decodable, Equatable {
    let aud: String
    let exp: Int
    let sub: String
  }

  /// The claims of a header whose signature its own key verifies, as RFC 8292, section 4.2 has a push service do it.
  private func claims(_ authorization: String) throws -> Claims {
    let match = try #require(try /vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)/.wholeMatch(in: authorization))
    let publicKey = try P256.Signing.PublicKey(x963Representation: #require(Base64URL.decode(match.4)))
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: #require(Base64URL.decode(match.3)))
    try #require(publicKey.isValidSignature(signature, for: Data("\(match.1).\(match.2)".utf8)))
    let header = try #require(Base64URL.decode(match.1))
    #expect(try JSONDecoder().decode([String: String].self, from: Data(header)) == ["typ": "JWT", "alg": "ES256"])
    return try JSONDecoder().decode(Claims.self, from: Data(#require(Base64URL.decode(match.2))))
  }

  /// RFC 8292, section 2.4.
  private static let exampleToken =
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6"
    + "Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9Ok"
    + "SSHzvoD1oA"
  private static let exampleKey =
    "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"

  @Test("The signed text equals the example of RFC 8292, and its signature verifies")
  func example() throws {
    let example = ApplicationServerClaims(
      aud: "https://push.example.net", exp: 1_453_523_768, sub: "mailto:push@example.com")
    #expect(try Self.exampleToken.hasPrefix(example.signingInput() + "."))
    #expect(
      try claims("vapid t=\(Self.exampleToken), k=\(Self.exampleKey)")
        == Claims(aud: example.aud, exp: example.exp, sub: example.sub))
  }

  @Test("A token names the service and the contact and lives 12 hours")
  func claimsOfOurs() async throws {
    let authorization = try await tokens().authorization(origin: "https://push.example.net", now: 1_745_020_800)
    #expect(
      try claims(authorization)
        == Claims(aud: "https://push.example.net", exp: 1_745_064_000, sub: "mailto:push@example.com"))
    #expect(authorization.hasSuffix("k=\(key.publicText)"))
  }

  @Test("A token is reused until an hour before it expires; each service has its own")
  func cache() async throws {
    let tokens = try tokens()
    let start = Message.reminderTime
    let first = try await tokens.authorization(origin: "https://a.example", now: start)
    #expect(try await tokens.authorization(origin: "https://a.example", now: start + 11 * 3_600 - 1) == first)
    #expect(try await tokens.authorization(origin: "https://b.example", now: start) != first)
    let second = try await tokens.authorization(origin: "https://a.example", now: start + 11 * 3_600)
    #expect(try claims(second).exp == start + 23 * 3_600)
    // The clock goes back: the token would exceed the allowed 24 hours.
    let third = try await tokens.authorization(origin: "https://a.example", now: start - 86_400)
    #expect(try claims(third).exp == start - 86_400 + 12 * 3_600)
    // The service rejected the token.
    await tokens.forget(origin: "https://a.example")
    #expect(try await tokens.authorization(origin: "https://a.example", now: start - 86_400) != third)
  }

  @Test("The number of cached tokens is limited")
  func manyOrigins() async throws {
    let tokens = try tokens()
    for number in 0..<200 {
      let authorization = try await tokens.authorization(origin: "https://\(number).example", now: 0)
      #expect(try claims(authorization).aud == "https://\(number).example")
    }
    #expect(await tokens.count <= ApplicationServerTokens.mostOrigins)
  }

  @Test(
    "A contact is a mail address or a page",
    arguments: [
      ("mailto:a@example.org", true), ("https://example.org/help", true), ("mailto:days@folk.gov.tw", true),
      ("mailto:a.b-c+d_e@mail.example.co.uk", true), ("https://EXAMPLE.org:8443/", true),
      ("mailto:a@xn--kprw13d.tw", true), ("mailto:a@example.xn--kprw13d", true), ("", false), ("a@example.org", false),
      ("mailto:", false), ("mailto:nobody", false), ("mailto:@", false), ("https://", false),
      ("http://example.org", false), ("mailto:a@example.org\n", false), ("mailto: a@example.org", false),
      ("mailto:媽祖@example.org", false), ("mailto:a@媽祖.tw", false), ("mailto:<you@example.org>", false),
      ("mailto:\"Days\" <a@example.org>", false), ("mailto:[you@example.org]", false),
      ("<mailto:a@example.org>", false),
      ("mailto:a@example.org?subject=x", false), ("mailto:a%40b@example.org", false),
      ("mailto:a@example.org,b@example.org", false), ("mailto:a@@example.org", false), ("mailto:a@example.org.", false),
      ("mailto:a@-example.org", false), ("mailto:a@[192.0.2.1]", false), ("mailto://a@example.org", false),
      ("https://user@example.org", false), ("https:example.org", false), ("tel:+886212345678", false),
    ])
  func contacts(contact: String, isTaken: Bool) {
    if isTaken {
      #expect(throws: Never.self) { try tokens(contact: contact) }
    } else {
      #expect(throws: ApplicationServerError.badContact(contact)) { try tokens(contact: contact) }
    }
  }

  @Test(
    "A contact whose host nobody outside can reach is none: Apple refuses its tokens",
    arguments: [
      "mailto:you@localhost", "mailto:you@LOCALHOST", "https://localhost", "https://localhost:8443/help",
      "mailto:a@folk.localhost",
      "mailto:relay@herdr.local", "mailto:a@server", "https://server/", "mailto:a@gateway.invalid", "mailto:a@b.test",
      "mailto:a@b.example", "mailto:a@b.internal", "mailto:a@nas.lan", "mailto:a@router.home.arpa",
      "mailto:a@b.localdomain",
      "https://127.0.0.1/", "https://[::1]/", "https://203.0.113.5/", "https://2130706433/", "mailto:a@127.0.0.1",
      "mailto:a@b.c",
    ])
  func privateContacts(contact: String) {
    #expect(throws: ApplicationServerError.contactNotPublic(contact)) { try tokens(contact: contact) }
  }
}
