/// Mail addresses in headers and in the fields of reports.
enum MailboxText {
  /// The address of `阿明 <ming@example.org>` or of a bare one, in small letters.
  static func address(_ text: String) -> String {
    let bare =
      text.lastIndex(of: "<").map { text[$0...].dropFirst().prefix { $0 != ">" } }
      ?? MailHeaderValue.withoutComments(text)[...]
    return String(bare.trimmingBlanks).lowercased()
  }

  /// The addresses that a field may mean: `rfc822; kai+2Bnews@example.org` is that address itself where a server has not encoded it, and
  /// kai+news@example.org as RFC 3461 encodes it (section 4, xtext); `utf-8` has codes of its own (RFC 6533, section 3).
  static func addresses(ofField text: String) -> [String] {
    let pieces = text.split(separator: ";", maxSplits: 1)
    let type = MailHeaderValue.withoutComments(pieces.count == 2 ? String(pieces[0]) : "rfc822").lowercased()
    let given = address(String(pieces.last ?? ""))
    guard !given.isEmpty else { return [] }
    let decoded = type == "utf-8" ? decodingCodePoints(given) : decodingXText(given)
    return decoded == given ? [given] : [given, decoded]
  }

  /// `+2B` is a character of ASCII.
  private static func decodingXText(_ text: String) -> String {
    var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+"), let code = UInt8(hexadecimal: rest.prefix(2)), (0x21...0x7E).contains(code) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  /// `\x{9640}` is a code point.
  private static func decodingCodePoints(_ text: String) -> String {
    text.replacing(#/\\x\{([0-9a-f]{2,6})\}/#) { match in
      UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? String(match.0)
    }.lowercased()
  }
}
