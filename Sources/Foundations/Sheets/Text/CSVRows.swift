/// A row of a table.
package struct SheetRow: Hashable, Sendable {
  /// The line on which the row begins in a text, or the number of the row in a workbook; from 1.
  package let line: Int
  package var cells: [String]
  /// A quote in a place where RFC 4180 has none: spreadsheets read it as text.
  package var misplacedQuote: MisplacedQuote?

  package struct MisplacedQuote: Hashable, Sendable {
    /// The column, from 0.
    package let column: Int
    /// True for text behind a closing quote, false for a quote inside a cell that does not begin with one.
    package let isBehindQuotes: Bool
  }

  /// True if every cell is blank: spreadsheets write such rows at the end.
  package var isBlank: Bool { cells.allSatisfy { $0.trimmingBlanks.isEmpty } }
}

/// The rows of a text with separated cells (RFC 4180): quotes doubled inside quotes, line breaks inside quotes, lines that end in LF, CR LF or CR
/// alone.
package struct CSVRows: Sendable {
  private let bytes: [UInt8]
  private let separator: Separator
  private let longestCell: Int
  private var position = 0
  private var line = 1

  /// The text between two cells.
  package enum Separator: String, CaseIterable, Hashable, Sendable {
    case comma = ","
    case semicolon = ";"
    case tab = "\t"
    case fullWidthComma = "，"
    case bar = "|"
  }

  /// - Parameters:
  ///   - text: UTF-8 without a byte order mark.
  ///   - longestCell: the most bytes of a cell; a longer one means an unclosed quote.
  package init(_ text: [UInt8], separator: Separator = .comma, longestCell: Int = 1 << 20) {
    bytes = text
    self.separator = separator
    self.longestCell = longestCell
    first = separator.rawValue.utf8.first ?? 0
    others = Array(separator.rawValue.utf8.dropFirst())
  }

  /// The bytes of the separator.
  private let first: UInt8
  private let others: [UInt8]

  /// The next row; nil at the end. A blank line is a row of one empty cell.
  ///
  /// - Throws: `SheetError.unclosedQuote`, `cellTooLong`.
  package mutating func next() throws(SheetError) -> SheetRow? {
    guard position < bytes.count else { return nil }
    var row = SheetRow(line: line, cells: [])
    while true {
      let cell = try cell(&row)
      row.cells.append(cell)
      guard position < bytes.count else { break }
      if isSeparator(position) {
        position += 1 + others.count
        if position == bytes.count { row.cells.append("") }
        continue
      }
      takeLineEnd()
      break
    }
    return row
  }

  private mutating func takeLineEnd() {
    if bytes[position] == 0x0D, position + 1 < bytes.count, bytes[position + 1] == 0x0A { position += 1 }
    position += 1
    line += 1
  }

  private func isSeparator(_ index: Int) -> Bool {
    bytes[index] == first && (others.isEmpty || bytes[(index + 1)...].starts(with: others))
  }

  private func isEnd(_ index: Int) -> Bool {
    let byte = bytes[index]
    return byte == 0x0A || byte == 0x0D || byte == first && isSeparator(index)
  }

  private mutating func cell(_ row: inout SheetRow) throws(SheetError) -> String {
    let quote = UInt8(ascii: "\"")
    if position < bytes.count, bytes[position] == quote { return try quotedCell(&row) }
    let start = position
    while position < bytes.count, !isEnd(position) {
      if bytes[position] == quote { noteQuote(&row, isBehindQuotes: false) }
      position += 1
    }
    guard position - start <= longestCell else { throw .cellTooLong(line: row.line, limit: longestCell) }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func quotedCell(_ row: inout SheetRow) throws(SheetError) -> String {
    let quote = UInt8(ascii: "\"")
    let start = line
    var cell: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == quote {
        guard position < bytes.count, bytes[position] == quote else {
          // What stands between a closing quote and the separator belongs to the cell, as spreadsheets read it.
          while position < bytes.count, !isEnd(position) {
            noteQuote(&row, isBehindQuotes: true)
            cell.append(bytes[position])
            position += 1
          }
          return String(decoding: cell, as: UTF8.self)
        }
        position += 1
      } else if byte == 0x0A || byte == 0x0D && (position == bytes.count || bytes[position] != 0x0A) {
        line += 1
      }
      cell.append(byte)
      guard cell.count <= longestCell else { throw .cellTooLong(line: start, limit: longestCell) }
    }
    throw .unclosedQuote(line: start)
  }

  private func noteQuote(_ row: inout SheetRow, isBehindQuotes: Bool) {
    guard row.misplacedQuote == nil else { return }
    row.misplacedQuote = .init(column: row.cells.count, isBehindQuotes: isBehindQuotes)
  }
}
