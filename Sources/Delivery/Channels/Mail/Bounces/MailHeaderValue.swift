/// A structured value of a header: a token and its parameters, without comments (RFC 2045, section 5.1).
///
///     multipart/report; report-type=delivery-status; boundary="a;b" (of the server)
struct MailHeaderValue {
  /// In small letters.
  let value: String
  /// By names in small letters.
  let parameters: [String: String]

  init(_ text: String) {
    var pieces = Self.pieces(of: text)
    value = pieces.isEmpty ? "" : pieces.removeFirst().lowercased()
    var parameters: [String: String] = [:]
    for piece in pieces {
      guard let equals = piece.firstIndex(of: "=") else { continue }
      let name = piece[..<equals].trimmingBlanks.lowercased()
      if parameters[name] == nil { parameters[name] = String(piece[equals...].dropFirst().trimmingBlanks) }
    }
    self.parameters = parameters
  }

  /// The text between semicolons, without comments and quotation marks.
  private static func pieces(of text: String) -> [String] {
    var pieces: [String] = [""]
    var isQuoted = false
    var isEscaped = false
    var depth = 0
    for character in text.unicodeScalars {
      var isKept = depth == 0
      if isEscaped {
        isEscaped = false
      } else {
        switch character {
        case "\\" where isQuoted || depth > 0: (isEscaped, isKept) = (true, false)
        case "\"" where depth == 0: (isQuoted, isKept) = (!isQuoted, false)
        case "(" where !isQuoted: (depth, isKept) = (depth + 1, false)
        case ")" where depth > 0: (depth, isKept) = (depth - 1, false)
        case ";" where !isQuoted && depth == 0:
          pieces.append("")
          isKept = false
        default: break
        }
      }
      if isKept { pieces[pieces.count - 1].unicodeScalars.append(character) }
    }
    return pieces.map { String($0.trimmingBlanks) }
  }

  /// A text without comments in parentheses (RFC 5322, section 3.2.2).
  static func withoutComments(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    var (depth, isEscaped) = (0, false)
    for character in text.unicodeScalars {
      if isEscaped {
        isEscaped = false
      } else if depth > 0, character == "\\" {
        isEscaped = true
      } else if character == "(" {
        depth += 1
      } else if character == ")", depth > 0 {
        depth -= 1
      } else if depth == 0 {
        kept.append(character)
      }
    }
    return String(String(kept).trimmingBlanks)
  }
}

extension Substring {
  /// Without blanks and tabs at both ends.
  var trimmingBlanks: Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
    return text
  }
}

extension String {
  /// Without blanks and tabs at both ends.
  var trimmingBlanks: Substring { self[...].trimmingBlanks }
}
