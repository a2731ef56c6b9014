public import Folklore
package import Sheets

/// Own days as a table: CSV (RFC 4180) or the first sheet of a workbook (`.xlsx`), with a line of column names.
///
/// ```
/// title,date,leap,short,observance,advance_days,note
/// 阿嬤生日,農曆三月廿三,,,birthday,3,
/// 曾祖忌日,閏六月十五,,,memorial,,家祭
/// ```
///
/// `date` is any date rule, or a date (`OwnDayDate`); `leap` and `short` are a rule's options of that name, which may stand in `date` too. Headings
/// such as 姓名, 農曆生日 and 忌日 are known (`OwnDayHeading`).
public enum OwnDayTable {
  /// The columns, in order.
  enum Column: String, CaseIterable {
    case title, date, leap, short, observance
    case advanceDays = "advance_days"
    case note

    var chinese: String {
      switch self {
      case .title: "名稱"
      case .date: "日期"
      case .leap: "閏月"
      case .short: "三十"
      case .observance: "種類"
      case .advanceDays: "提前"
      case .note: "備註"
      }
    }
  }

  /// The days of a table, and what of it cannot be taken.
  package struct Contents: Sendable {
    package var rows: [Row] = []
    /// In the order of the lines.
    package var faults: [OwnDayFault] = []
    /// The columns that are not read, and how the file was read.
    package var notes: [SheetNote] = []

    /// All days.
    ///
    /// - Throws: `OwnDayFaults` if a row has a fault.
    package func wholeTable() throws(OwnDayFaults) -> [OwnDay] {
      guard faults.isEmpty else { throw OwnDayFaults(faults) }
      return rows.map(\.day)
    }
  }

  /// A day and how it was understood.
  package struct Row: Hashable, Sendable {
    package let line: Int
    /// The date as the table has it.
    package let given: String
    package let day: OwnDay
    package let remarks: [OwnDayRemark]
    /// True if the table has the rule itself, which needs no look.
    package let isRule: Bool
  }

  /// The days as a table that `read` gives back exactly. A byte order mark tells spreadsheets that it is UTF-8.
  public static func text(of days: [OwnDay]) -> String {
    CSVText.table([Column.allCases.map(\.rawValue)] + days.map { day in Column.allCases.map { cell($0, of: day) } })
  }

  /// A table to fill in: Chinese headings and one example, as CSV for spreadsheets. Reading it gives the example.
  public static var template: String {
    CSVText.table([
      Column.allCases.map { $0 == .title || $0 == .date ? $0.chinese + "*" : $0.chinese },
      ["範例：阿嬤生日", "農曆三月廿三", "", "", "生日", "3", "準備壽桃"],
    ])
  }

  /// The days of a table.
  ///
  /// - Parameter reader: a date with a year that is not before its day is a single day, unless it is of a birthday or a memorial.
  /// - Throws: `OwnDayFaults`; nothing is read from a table with a fault.
  public static func read(_ bytes: some Collection<UInt8>, by reader: DateReader) throws(OwnDayFaults) -> [OwnDay] {
    try contents(of: bytes, by: reader).wholeTable()
  }

  /// The days that can be taken, and the faults of the other rows.
  ///
  /// - Throws: `OwnDayFaults` if the file cannot be read as a table, or has too many rows.
  package static func contents(
    of bytes: some Collection<UInt8>, by reader: DateReader
  ) throws(OwnDayFaults) -> Contents {
    var table = try OwnDayTableReader(bytes, by: reader)
    return try table.read()
  }

  private static func cell(_ column: Column, of day: OwnDay) -> String {
    switch column {
    case .title: day.title
    case .date:
      day.rule.description.split(separator: " ").filter { !$0.hasPrefix("leap=") && !$0.hasPrefix("short=") }
        .joined(separator: " ")
    case .leap: day.rule.leap == .regular ? "" : day.rule.leap.rawValue
    case .short: day.rule.short == .backward ? "" : day.rule.short.rawValue
    case .observance: day.observance.rawValue
    case .advanceDays: day.advanceDays.map(String.init) ?? ""
    case .note: day.note ?? ""
    }
  }
}
