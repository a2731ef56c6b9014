import Addresses
import Foundation
import TestSupport
import Testing

@Suite("Base64url encoding", .timed)
struct Base64URLTests {
  /// RFC 4648, section 10, in the alphabet of section 5 and without padding.
  @Test(
    "The examples of RFC 4648 are encoded and decoded",
    arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("foobar", "Zm9vYmFy")])
  func examples(bytes: String, text: String) {
    #expect(Base64URL.encode(bytes.utf8) == text)
    #expect(Base64URL.decode(Array(text.utf8)) == Array(bytes.utf8))
  }

  @Test("Every byte survives encoding and decoding, as with Foundation")
  func roundTrip() {
    for count in 0..<260 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ count) }
      let text = Base64URL.encode(bytes)
      let standard = Data(bytes).base64EncodedString()
      #expect(text == standard.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""))
      #expect(Base64URL.decode(Array(text.utf8)) == bytes)
    }
  }

  @Test(
    "Any other than the canonical spelling is rejected",
    arguments: [
      "Z", "A", "Zm9vA", "Zm9vY", "Zg==", "Zg=", "Zh", "Zm9", "Zm 8", "Zm8\n", " Zm8", "Zm+v", "Zm/v", "Zm8.", "媽",
      "Zm8\0", "====",
    ])
  func refused(text: String) {
    #expect(Base64URL.decode(Array(text.utf8)) == nil)
  }

  @Test(
    "Keys from pages may have padding and the ordinary alphabet; invalid base64 is rejected",
    arguments: [
      ("Zm9v", "foo"), ("Zg==", "f"), ("Zg", "f"), ("Zh", "f"), ("Zm8=", "fo"), ("Pj4-Pz8_", ">>>???"),
      ("Pj4+Pz8/", ">>>???"), ("", ""), ("====", ""), ("Z", nil), ("Zm9vA", nil), ("Zm 8", nil), ("媽", nil),
    ] as [(String, String?)])
  func anyAlphabet(text: String, bytes: String?) {
    #expect(Base64URL.decodeAnyAlphabet(text) == bytes.map { Array($0.utf8) })
  }
}
