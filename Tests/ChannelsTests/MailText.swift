import Foundation

/// Parses a mail or a part of it by RFC 5322 and RFC 2045.
struct MailText {
  let bytes: [UInt8]
  let lines: [String]
  let headers: [(name: String, value: String)]
  private let body: [String]

  init(_ bytes: [UInt8]) {
    self.init(bytes: bytes, lines: String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n"))
  }

  private init(bytes: [UInt8], lines: [String]) {
    self.bytes = bytes
    self.lines = lines
    var headers: [(name: String, value: String)] = []
    let head = lines.prefix { !$0.isEmpty }
    for line in head {
      if line.hasPrefix(" "), !headers.isEmpty {
        headers[headers.count - 1].value += line
      } else {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        headers.append((String(parts[0]), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""))
      }
    }
    self.headers = headers
    body = Array(lines.dropFirst(head.count + 1))
  }

  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  /// The parts of a multipart body.
  var parts: [MailText] {
    let mark = header("Content-Type")?.components(separatedBy: "boundary=\"").last?.dropLast() ?? ""
    var parts: [[String]] = []
    for line in body {
      if line == "--\(mark)--" { break }
      if line == "--\(mark)" {
        parts.append([])
      } else if !parts.isEmpty {
        parts[parts.count - 1].append(line)
      }
    }
    return parts.map { MailText(bytes: [], lines: $0) }
  }

  /// The text of a part in base64.
  var decoded: String {
    String(decoding: Data(base64Encoded: body.joined()) ?? Data("not base64".utf8), as: UTF8.self)
  }

  /// Space between two encoded words is no part of the text (RFC 2047, section 6.2).
  static func decodingWords(_ text: String) -> String {
    var (result, wasWord) = ("", false)
    for piece in text.components(separatedBy: " ") {
      if piece.hasPrefix("=?UTF-8?B?"), piece.hasSuffix("?="),
        let data = Data(base64Encoded: String(piece.dropFirst(10).dropLast(2)))
      {
        if !wasWord, !result.isEmpty { result += " " }
        result += String(decoding: data, as: UTF8.self)
        wasWord = true
      } else {
        result += (result.isEmpty ? "" : " ") + piece
        wasWord = false
      }
    }
    return result
  }

  /// The text as a header holds it: control characters and line ends become spaces.
  static func withoutControls(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl = [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
      scalars.append(isControl ? " " : scalar)
    }
    return String(scalars).trimmingCharacters(in: CharacterSet(charactersIn: " "))
  }
}
