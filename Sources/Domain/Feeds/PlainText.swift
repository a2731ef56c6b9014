extension String {
  /// The text without characters that XML 1.0 forbids (control characters except tab and line feed, and two noncharacters); line ends become
  /// line feeds.
  package var plain: String {
    var scalars = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in unicodeScalars {
      switch scalar {
      case "\r": scalars.append("\n")
      case "\n": if !isAfterReturn { scalars.append("\n") }
      case "\t": scalars.append("\t")
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": break
      default: scalars.append(scalar)
      }
      isAfterReturn = scalar == "\r"
    }
    return String(scalars)
  }

  /// The same on one line.
  package var plainLine: String { String(plain.map { $0 == "\n" || $0 == "\t" ? " " : $0 }) }

  /// The text as a part of a URL: all but the unreserved characters of RFC 3986 percent-encoded.
  package var percentEncoded: String {
    let digits = Array("0123456789ABCDEF")
    var text = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += "%"
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
    }
    return text
  }
}
