import Folklore
import Words

/// A table with columns aligned by display width; a Chinese character takes two columns of a terminal.
struct Table {
  private var rows: [[String]] = []
  private let header: [String]

  init(_ header: String...) {
    self.init(header)
  }

  init(_ header: [String]) {
    self.header = header
  }

  mutating func add(_ cells: String...) {
    add(cells)
  }

  mutating func add(_ cells: [String]) {
    rows.append(cells)
  }

  /// The lines, with two blanks between columns and no blanks at the end.
  ///
  /// Where a line does not fit, the last column of a table without a header goes on below itself. In a table with one, columns are cut from the
  /// right, the one with the names last and dates and numbers never; if that is not enough, each row stands as lines of its own.
  ///
  /// - Parameter width: the columns of the terminal; nil for lines of any length.
  func text(isColored: Bool, width: Int? = TerminalWidth.columns) -> String {
    let all = header.isEmpty ? rows : [header] + rows
    let columnCount = all.map(\.count).max() ?? 0
    let natural = (0..<columnCount).map { column in
      all.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
    }
    guard let width, Self.sum(natural) > width else { return lines(all, natural, isColored: isColored) }
    if header.isEmpty { return wrapped(natural, width) }
    guard let widths = cut(natural, to: width) else { return cards(width, isColored: isColored) }
    return lines(
      all.map { row in zip(row, widths).map { DisplayWidth.cut($0, to: $1) } }, widths, isColored: isColored)
  }

  private func lines(_ all: [[String]], _ widths: [Int], isColored: Bool) -> String {
    var text = ""
    for (index, row) in all.enumerated() {
      var line = ""
      for (cell, width) in zip(row, widths) {
        line += cell + String(repeating: " ", count: max(width - DisplayWidth.of(cell), 0) + 2)
      }
      while line.last == " " { line.removeLast() }
      let isHeader = index == 0 && !header.isEmpty
      text += (isColored && isHeader ? "\u{1B}[1m\(line)\u{1B}[0m" : line) + "\n"
    }
    return text
  }

  // MARK: Narrow terminals

  /// The columns of a line.
  private static func sum(_ widths: [Int]) -> Int { widths.reduce(0, +) + 2 * max(widths.count - 1, 0) }

  /// So many columns tell what a cut text is.
  private static let narrowest = 8

  /// The last cell of each row goes on below itself.
  private func wrapped(_ natural: [Int], _ width: Int) -> String {
    var text = ""
    for row in rows {
      var line = ""
      for (cell, width) in zip(row.dropLast(), natural) {
        line += cell + String(repeating: " ", count: max(width - DisplayWidth.of(cell), 0) + 2)
      }
      let start = DisplayWidth.of(line)
      let last = row.last ?? ""
      guard start + Self.narrowest <= width else {
        // Labels as wide as the terminal stand above what they label.
        text +=
          LineWrapping.lines(of: (row.filter { !$0.isEmpty }).joined(separator: " "), width: width, hanging: 2)
          .joined(separator: "\n") + "\n"
        continue
      }
      let folded = LineWrapping.lines(of: last, width: width - start)
      for (index, part) in folded.enumerated() {
        var part = (index == 0 ? line : String(repeating: " ", count: start)) + part
        while part.last == " " { part.removeLast() }
        text += part + "\n"
      }
    }
    return text
  }

  /// The widths with which lines fit; nil if they do not even with narrow columns.
  private func cut(_ natural: [Int], to width: Int) -> [Int]? {
    var widths = natural
    let texts = natural.indices.filter(isText)
    guard let name = texts.first else { return nil }
    for column in texts.dropFirst().reversed() + [name] {
      let excess = Self.sum(widths) - width
      guard excess > 0 else { break }
      widths[column] = max(min(Self.narrowest, widths[column]), widths[column] - excess)
    }
    return Self.sum(widths) <= width ? widths : nil
  }

  /// True for a column of texts; dates, numbers and marks are never cut.
  private func isText(_ column: Int) -> Bool {
    let cells = rows.compactMap { column < $0.count ? $0[column] : nil }
    return cells.contains { cell in
      DisplayWidth.of(cell) > Self.narrowest && !cell.contains("\u{1B}")
        && cell.contains { $0.isLetter } && !cell.allSatisfy { $0.isNumber || "年月日時分-:/. T+".contains($0) }
    }
  }

  /// Each row as lines of its own, with the headings before the values.
  private func cards(_ width: Int, isColored: Bool) -> String {
    let name = header.indices.first(where: isText) ?? 0
    return rows.map { row in
      let title = name < row.count ? DisplayWidth.cut(row[name], to: width) : ""
      var lines = [isColored ? "\u{1B}[1m\(title)\u{1B}[0m" : title]
      for (index, (heading, cell)) in zip(header, row).enumerated() where index != name && !cell.isEmpty {
        lines += LineWrapping.lines(of: "  \(heading) \(cell)", width: width, hanging: 2)
      }
      return lines.joined(separator: "\n") + "\n"
    }.joined()
  }
}
