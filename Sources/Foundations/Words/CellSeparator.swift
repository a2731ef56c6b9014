/// The sign between the cells of a table that a spreadsheet or a person wrote.
package enum CellSeparator {
  /// Looks for the sign in the first line: a comma, a semicolon or a tab, whichever it has most often outside quotes; a comma if it has none.
  ///
  /// - Parameter text: the beginning of the table, at least its first line.
  /// - Returns: the sign, and the bytes of the line `sep=;` by which Excel names it; 0 without that line.
  package static func found(in text: some Collection<UInt8>) -> (sign: UInt8, hintBytes: Int) {
    let line = Array(text.prefix { $0 != 0x0A && $0 != 0x0D })
    if line.count == 5, String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep=" {
      let ends = text.dropFirst(5).prefix(2)
      let isPair = ends.count == 2 && ends.first == 0x0D && ends.dropFirst().first == 0x0A
      return (line[4], min(5 + (isPair ? 2 : 1), text.count))
    }
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in line {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    let signs = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let sign = signs.reduce(signs[0]) { (counts[$1] ?? 0) > (counts[$0] ?? 0) ? $1 : $0 }
    return (sign, 0)
  }
}
