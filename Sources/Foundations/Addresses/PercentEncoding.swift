/// Percent-encoding of parts of web addresses (RFC 3986, section 2.1) and of forms (URL Living Standard, section 5).
package enum PercentEncoding {
  /// Encodes all but the unreserved characters.
  package static func encode(_ text: String) -> String {
    let hexadecimal = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The query of an address: `search=mazu&sort=key`. Empty values are left out.
  package static func query(_ pairs: [(name: String, value: String)]) -> String {
    pairs.filter { !$0.value.isEmpty }.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }

  /// Decodes; nil if a percent sign has no two hexadecimal digits after it.
  ///
  /// - Parameter plusIsBlank: whether a plus sign is a blank, as in queries and forms.
  package static func decode(_ text: some Sequence<UInt8>, plusIsBlank: Bool) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.underestimatedCount)
    var rest = text.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "+") where plusIsBlank: bytes.append(0x20)
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
