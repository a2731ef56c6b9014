internal import Lunisolar

/// A sheet, written as CSV while it is read.
struct SheetPart {
  private let strings: [String]
  private let dateStyles: Set<Int>
  private let countsFrom1904: Bool
  /// The rows so far, without empty ones at the end.
  private(set) var text = ""
  private var emptyRows = 0
  private var rows = 0
  private var isTooLong = false

  init(strings: [String], dateStyles: Set<Int>, countsFrom1904: Bool) {
    (self.strings, self.dateStyles, self.countsFrom1904) = (strings, dateStyles, countsFrom1904)
  }

  /// The cell that is read.
  private struct Cell {
    var column = 0
    var kind = ""
    var style = 0
    var value = ""
  }

  mutating func read(_ bytes: [UInt8]) throws(SpreadsheetError) {
    let sheet = Reading(self)
    try XMLEvents.read(bytes) { sheet.take($0) }
    self = sheet.part
    guard !isTooLong else { throw .tooManyRows }
  }

  /// Holds what is read while the parser calls.
  private final class Reading {
    var part: SheetPart
    private var cells: [String] = []
    private var cell = Cell()
    private var isValue = false

    init(_ part: SheetPart) {
      self.part = part
    }

    func take(_ event: XMLEvent) -> Bool {
      switch event {
      case .start("row", let attributes):
        cells = []
        // Rows without cells may be left out.
        if let number = attributes["r"].flatMap({ Int($0) }) { part.skip(to: number) }
      case .start("c", let attributes):
        cell = Cell()
        cell.column = attributes["r"].map(SheetPart.column) ?? cells.count
        cell.kind = attributes["t"] ?? "n"
        cell.style = attributes["s"].flatMap { Int($0) } ?? 0
      case .start("v", _), .start("t", _): isValue = true
      case .end("v"), .end("t"): isValue = false
      case .text(let text): if isValue { cell.value += text }
      case .end("c"):
        guard cell.column < Spreadsheet.mostColumns else { break }
        while cells.count < cell.column { cells.append("") }
        if cells.count == cell.column { cells.append(part.text(of: cell)) }
      case .end("row"): part.end(cells)
      default: break
      }
      return !part.isTooLong
    }
  }

  // MARK: Rows

  private mutating func skip(to number: Int) {
    guard number > rows + 1 else { return }
    guard number <= Spreadsheet.mostRows else {
      isTooLong = true
      return
    }
    emptyRows += number - rows - 1
    rows = number - 1
  }

  private mutating func end(_ cells: [String]) {
    rows += 1
    guard rows <= Spreadsheet.mostRows else {
      isTooLong = true
      return
    }
    guard cells.contains(where: { !$0.isEmpty }) else {
      emptyRows += 1
      return
    }
    text += String(repeating: "\n", count: emptyRows)
    emptyRows = 0
    text += cells.map(Self.quoted).joined(separator: ",") + "\n"
  }

  private static func quoted(_ cell: String) -> String {
    let needsQuotes = cell.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D, 0x3B, 0x09].contains($0) }
    return needsQuotes ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
  }

  /// The number of a column, from 0: AB of `AB12` is 27.
  private static func column(_ reference: String) -> Int {
    let letters = reference.utf8.prefix { (0x41...0x5A).contains($0) }.prefix(4)
    return letters.reduce(0) { $0 * 26 + Int($1) - 0x40 } - 1
  }

  // MARK: Cells

  private func text(of cell: Cell) -> String {
    switch cell.kind {
    case "s": return Int(cell.value).flatMap { strings.indices.contains($0) ? strings[$0] : nil } ?? ""
    case "b": return cell.value == "1" ? "TRUE" : "FALSE"
    case "e": return ""
    case "n":
      guard let number = Double(cell.value), number.isFinite else { return cell.value }
      if dateStyles.contains(cell.style), let date = dateText(number) { return date }
      return number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : cell.value
    default: return cell.value
    }
  }

  /// The date and time of a serial number; nil outside the days that spreadsheets have.
  private func dateText(_ number: Double) -> String? {
    guard number >= 0, number < 2_958_466 else { return nil }
    let minutes = Int((number * 1_440).rounded())
    let (days, minute) = (minutes / 1_440, minutes % 1_440)
    func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let time = padded(minute / 60) + ":" + padded(minute % 60)
    guard days > 0 || countsFrom1904 else { return time }
    // Day 60 is a 29 February 1900 that never was; day 1 is 1 January 1900.
    let first = countsFrom1904 ? 2_416_481 : days < 60 ? 2_415_020 : 2_415_019
    let date = SolarDate(julianDayNumber: first + days)
    return minute == 0 ? "\(date)" : "\(date) \(time)"
  }
}
