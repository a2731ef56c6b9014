import Addresses
import Channels
import Crypto
import Foundation
import TestSupport
import Testing

@Suite("Web Push: the application server's key", .timed)
struct WebPushKeyTests {
  // RFC 8291, appendix A: a pair of P-256.
  private static let privateText = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
  private static let publicText =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"

  @Test("A private key in base64url is read, with blanks around it")
  func raw() throws {
    let key = try ApplicationServerKey(parsing: " \(Self.privateText)\n")
    #expect(key.publicText == Self.publicText)
    #expect(key.privateText == Self.privateText)
  }

  @Test("A new key pair survives a round trip in both forms")
  func roundTrip() throws {
    let key = ApplicationServerKey.generate()
    #expect(try ApplicationServerKey(parsing: key.privateText).publicText == key.publicText)
    #expect(try ApplicationServerKey(parsing: key.privatePEM).publicText == key.publicText)
    #expect(Base64URL.decode(key.publicText)?.count == 65)
    #expect(ApplicationServerKey.generate().publicText != key.publicText)
  }

  /// The form of SEC 1, section C.4, with the key of RFC 8291's example, as `openssl ec` writes it.
  @Test("A key in the form of openssl ecparam is read")
  func sec1() throws {
    let bytes = try #require(Base64URL.decode(Self.privateText))
    let point = try #require(Base64URL.decode(Self.publicText))
    let der =
      [0x30, 0x77, 0x02, 0x01, 0x01, 0x04, 0x20] + bytes
      + [0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0xA1, 0x44, 0x03, 0x42, 0x00] + point
    let lines = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    let pem = "-----BEGIN EC PRIVATE KEY-----\n\(lines)\n-----END EC PRIVATE KEY-----\n"
    #expect(try ApplicationServerKey(parsing: pem).publicText == Self.publicText)
  }

  @Test(
    "An invalid private key is rejected without showing it",
    arguments: [
      ("", .keyOfWrongLength(bytes: 0)), ("?", .neitherPEMNorBase64), ("c2VjcmV0", .keyOfWrongLength(bytes: 6)),
      (publicText, .publicKeyGiven), ("-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----", .publicKeyGiven),
      ("-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----", .unreadablePEM),
      (String(repeating: "A", count: 43), .noPrivateKey), (String(repeating: "_", count: 42) + "8", .noPrivateKey),
    ] as [(String, ApplicationServerError)])
  func refused(text: String, problem: ApplicationServerError) {
    #expect(throws: problem) { try ApplicationServerKey(parsing: text) }
    #expect(!problem.description.contains("c2VjcmV0"))
  }

  @Test("Printing a key shows only the public key")
  func description() throws {
    let key = try ApplicationServerKey(parsing: Self.privateText)
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] {
      #expect(text.contains(Self.publicText) && !text.contains(Self.privateText))
    }
  }
}
