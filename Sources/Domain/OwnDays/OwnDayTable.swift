internal import Folklore
internal import Records

/// Own days as a table: CSV (RFC 4180) in UTF-8, with a line of column names.
///
/// ```
/// title,date,leap,short,observance,advance_days,note
/// 阿嬤生日,農曆三月廿三,,,birthday,3,
/// 曾祖忌日,閏六月十五,,,memorial,,家祭
/// ```
///
/// `date` is any date rule, `leap` and `short` are its options of that name; they may stand in `date` too.
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

    init?(header: String) {
      let name = header.lowercased()
      guard let column = Self.allCases.first(where: { $0.rawValue == name || $0.chinese == name }) else { return nil }
      self = column
    }
  }

  /// The days as a table that `read` gives back exactly. A byte order mark tells spreadsheets that it is UTF-8.
  public static func text(of days: [OwnDay]) -> String {
    var text = "\u{FEFF}" + Column.allCases.map(\.rawValue).joined(separator: ",") + "\r\n"
    for day in days {
      let cells = Column.allCases.map { RecordInput.quoted(FormulaGuard.added(to: cell($0, of: day))) }
      text += cells.joined(separator: ",") + "\r\n"
    }
    return text
  }

  /// The days of a table.
  ///
  /// - Throws: `OwnDayFaults`; nothing is read from a table with a fault.
  public static func read(_ bytes: some Collection<UInt8>) throws(OwnDayFaults) -> [OwnDay] {
    var reader = OwnDayTableReader()
    return try reader.read(bytes)
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
