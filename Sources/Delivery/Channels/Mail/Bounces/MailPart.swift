internal import Foundation

/// A mail, or a part of one (RFC 5322; RFC 2045 and 2046), as other servers wrote it: nothing in it can be relied on, so what is not understood is
/// left out. Lines may end in LF alone, as in a Maildir.
struct MailPart {
  let headers: MailFields
  private let body: ArraySlice<UInt8>

  /// The most parts of a multipart body; a report has three.
  private static let partLimit = 20

  init(_ bytes: ArraySlice<UInt8>) {
    (headers, body) = MailFields.parse(bytes)
  }

  /// `text/plain` where the header does not tell another type (RFC 2045, section 5.2).
  var type: MailHeaderValue { MailHeaderValue(headers["Content-Type"] ?? "text/plain") }

  /// The parts of a multipart body (RFC 2046, section 5.1.1); the last may be cut. Empty for other types.
  var parts: [MailPart] {
    guard type.value.hasPrefix("multipart/"), let boundary = type.parameters["boundary"], !boundary.isEmpty else {
      return []
    }
    let mark = Array("--\(boundary)".utf8)
    var parts: [MailPart] = []
    var start: Int?
    for line in MailFields.lines(of: body) {
      guard line.starts(with: mark) else { continue }
      let rest = line.dropFirst(mark.count).filter { ![0x20, 0x09, 0x0D].contains($0) }
      let isEnd = rest == Array("--".utf8)
      guard isEnd || rest.isEmpty else { continue }
      // The line end before a boundary belongs to the boundary; a blank line more or less does not matter here.
      if let start { parts.append(MailPart(body[start..<max(start, line.startIndex)])) }
      start = min(line.endIndex + 1, body.endIndex)
      if isEnd || parts.count >= Self.partLimit { return parts }
    }
    if let start { parts.append(MailPart(body[start...])) }
    return parts
  }

  /// The body without its transfer encoding (RFC 2045, section 6).
  var content: [UInt8] {
    switch MailHeaderValue(headers["Content-Transfer-Encoding"] ?? "7bit").value {
    case "base64":
      // What was cut in the middle of a group of four ends before it.
      let digits = body.filter { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x2B || byte == 0x2F
      }
      let whole = digits + Array(repeating: 0x3D, count: (4 - digits.count % 4) % 4)
      return (Data(base64Encoded: Data(whole)) ?? Data(base64Encoded: Data(digits.prefix(digits.count / 4 * 4))))
        .map { [UInt8]($0) } ?? []
    case "quoted-printable": return Self.decodingQuotedPrintable(body)
    default: return Array(body)
    }
  }

  /// RFC 2045, section 6.7. A "=" that begins no code stays as it is.
  private static func decodingQuotedPrintable(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "=") else {
        decoded.append(byte)
        continue
      }
      let blanks = rest.prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      if rest.dropFirst(blanks.count).first == 0x0A {
        rest = rest.dropFirst(blanks.count + 1)
      } else if let code = UInt8(hexadecimal: rest.prefix(2)) {
        decoded.append(code)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }
}

extension UInt8 {
  /// Two digits of base 16; nil for anything else.
  init?(hexadecimal digits: ArraySlice<UInt8>) {
    guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    self.init(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
