import Foundation
import Testing

@testable import WebAPI

@Suite("base64url")
struct StrictBase64URLTests {
  /// RFC 4648, section 10, in the alphabet of section 5 and without padding.
  @Test(
    "the examples of RFC 4648",
    arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("foobar", "Zm9vYmFy")])
  func examples(bytes: String, text: String) {
    #expect(StrictBase64URL.encode(bytes.utf8) == text)
    #expect(StrictBase64URL.decode(Array(text.utf8)) == Array(bytes.utf8))
  }

  @Test("all bytes come back, as Foundation writes them")
  func roundTrip() {
    for count in 0..<260 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ count) }
      let text = StrictBase64URL.encode(bytes)
      let standard = Data(bytes).base64EncodedString()
      #expect(text == standard.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""))
      #expect(StrictBase64URL.decode(Array(text.utf8)) == bytes)
    }
  }

  @Test(
    "what is not the one spelling is none",
    arguments: [
      "Z", "A", "Zm9vA", "Zm9vY", "Zg==", "Zg=", "Zh", "Zm9", "Zm 8", "Zm8\n", " Zm8", "Zm+v", "Zm/v", "Zm8.", "媽",
      "Zm8\0", "====",
    ])
  func refused(text: String) {
    #expect(StrictBase64URL.decode(Array(text.utf8)) == nil)
  }
}
