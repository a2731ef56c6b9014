extension String {
  /// This text as the reason of an outcome: one line of at most 200 characters, without control characters. It may come from another server and
  /// is shown on a terminal, where control characters could do harm.
  package var failureReason: String {
    let isHidden = { (scalar: Unicode.Scalar) in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
    var line = String.UnicodeScalarView()
    for scalar in unicodeScalars.prefix(4_000) { line.append(isHidden(scalar) ? " " : scalar) }
    let words = String(line).split(separator: " ").joined(separator: " ")
    // One character can have thousands of combining marks, so bytes are limited too.
    let short = words.count > 200 ? words.prefix(199) + "…" : words[...]
    return short.utf8.count > 2_000 ? String(String.UnicodeScalarView(short.unicodeScalars.prefix(200))) : String(short)
  }
}
