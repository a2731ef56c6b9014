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
  func text(isColored: Bool) -> String {
    let all = header.isEmpty ? rows : [header] + rows
    let columnCount = all.map(\.count).max() ?? 0
    let widths = (0..<columnCount).map { column in
      all.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
    }
    var text = ""
    for (index, row) in all.enumerated() {
      var line = ""
      for (cell, width) in zip(row, widths) {
        line += cell + String(repeating: " ", count: width - DisplayWidth.of(cell) + 2)
      }
      while line.last == " " { line.removeLast() }
      let isHeader = index == 0 && !header.isEmpty
      text += (isColored && isHeader ? "\u{1B}[1m\(line)\u{1B}[0m" : line) + "\n"
    }
    return text
  }
}
