import TestSupport
import Testing

@testable import WebAPI

@Suite("kilometres in digits", .timed)
struct KilometersTests {
  @Test("the digits are those in which Swift writes the number")
  func sameAsDescription() {
    let meters = Array(0...25_000) + Array(stride(from: 25_000, through: 20_037_508, by: 997)) + [20_037_508]
    for meters in meters {
      var bytes: [UInt8] = []
      TempleTexts.append(kilometersOf: meters, to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == "\(Double(meters) / 1_000)")
    }
  }
}
