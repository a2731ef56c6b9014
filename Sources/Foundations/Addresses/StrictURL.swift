/// A URL in a strict form that every parser reads alike.
///
/// Where two parsers differ (`http://good@evil/`, `http://good\@evil/`, white space, bare Unicode), the checked host may
/// not be the called host. So this type accepts only printable ASCII, no credentials, and a host of letters, digits,
/// dots and hyphens or an IPv6 address in brackets (RFC 3986, section 3.2).
package struct StrictURL: Hashable, Sendable {
  package enum Scheme: String, Sendable {
    case http, https, smtp, smtps

    /// The default port of the scheme.
    var port: Int {
      switch self {
      case .http: 80
      case .https: 443
      case .smtp: 25
      case .smtps: 465
      }
    }
  }

  package let scheme: Scheme
  /// In lower case; an IPv6 address stands in brackets.
  package let host: String
  package let port: Int?
  /// The path and the query, beginning with a slash or a question mark; empty if absent.
  package let path: String

  /// The reason why a text is not such a URL. It omits the text, because a path may be a secret.
  package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// The reason in Traditional Chinese.
    package let chinese: String
  }

  /// - Throws: `Problem`.
  package init(parsing text: String, as schemes: [Scheme]) throws(Problem) {
    func wrong(_ chinese: String, _ english: String) -> Problem {
      Problem(description: "the URL \(english)", chinese: "網址\(chinese)")
    }
    // Compares bytes, because every web hook message runs this; accepted URLs are ASCII.
    let bytes = text.utf8
    guard bytes.count <= 8_000 else { throw wrong("超過 8000 個位元組", "is longer than 8000 bytes") }
    guard bytes.allSatisfy(Self.stands) else {
      throw wrong(
        "含有不能用的字元：請用百分號編碼，像媽祖.tw 這樣的名稱請改寫成 xn--…",
        "has a character that stands in no URL: percent-encode it, and write a name such as 媽祖.tw as xn--…")
    }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8),
      let scheme = Scheme(rawValue: text[..<colon].lowercased()), schemes.contains(scheme)
    else {
      let beginnings = schemes.map { "\($0.rawValue)://" }
      throw wrong(
        "的開頭不是 " + beginnings.joined(separator: " 或 "),
        "does not begin with " + beginnings.joined(separator: " or "))
    }
    let rest = bytes[colon...].dropFirst(3)
    let authority = rest.prefix { !"/?#".utf8.contains($0) }
    path = String(Substring(rest[authority.endIndex...].prefix { $0 != UInt8(ascii: "#") }))
    guard !authority.contains(UInt8(ascii: "@")) else {
      throw wrong(
        "的主機前面有帳號或密碼：請寫在別處", "has a user or a password before the host: they are given elsewhere")
    }
    let (host, port) = Self.split(authority)
    guard Self.isHost(host) else { throw wrong("沒有正確的主機名稱或位址", "has no host that is a name or an address") }
    if let port {
      guard port.utf8.count <= 5, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port),
        (1...65_535).contains(number)
      else { throw wrong("的連接埠不在 1 到 65535 之間", "has a port that is not between 1 and 65535") }
      self.port = number
    } else {
      self.port = nil
    }
    self.scheme = scheme
    self.host = host.lowercased()
  }

  /// True for bytes allowed in a URL (RFC 3986, section 2, and the brackets of an IPv6 address).
  private static func stands(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D: false  // " < > \ ^ ` { | }
    default: (0x21...0x7E).contains(byte)
    }
  }

  private static func split(_ authority: Substring.UTF8View) -> (host: Substring, port: Substring?) {
    guard let colon = authority.lastIndex(of: UInt8(ascii: ":")), authority.last != UInt8(ascii: "]") else {
      return (Substring(authority), nil)
    }
    return (Substring(authority[..<colon]), Substring(authority[colon...].dropFirst()))
  }

  private static func isHost(_ text: Substring) -> Bool {
    if text.hasPrefix("["), text.hasSuffix("]") {
      guard case .v6? = InternetAddress(parsing: String(text.dropFirst().dropLast())) else { return false }
      return true
    }
    guard (1...253).contains(text.utf8.count) else { return false }
    // Rejects a leading dot and two dots in a row.
    var before = UInt8(ascii: ".")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        break
      case UInt8(ascii: ".") where before != byte: break
      default: return false
      }
      before = byte
    }
    return true
  }
}

extension StrictURL {
  /// The scheme, host and port: `https://ntfy.example.org:8443`. The default port is left out, so each server has one
  /// origin.
  package var origin: String {
    let port = port.flatMap { $0 == scheme.port ? nil : ":\($0)" } ?? ""
    return "\(scheme.rawValue)://\(host)\(port)"
  }
}
