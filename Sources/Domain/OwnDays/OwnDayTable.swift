public import Folklore
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

    /// What else people call the column.
    private var others: [String] {
      switch self {
      case .title: ["姓名", "標題", "稱呼", "名字", "事項", "name", "summary", "subject", "event", "who"]
      case .date:
        ["生日", "忌日", "國曆生日", "農曆生日", "國曆日期", "農曆日期", "出生日期", "出生年月日", "生日日期", "日子", "birthday", "birth date", "day"]
      case .leap, .short, .advanceDays: []
      case .observance: ["類別", "類型", "kind", "type"]
      case .note: ["附註", "說明", "註記", "notes", "description"]
      }
    }

    init?(header: String) {
      let name = header.lowercased()
      let found = Self.allCases.first { $0.rawValue == name || $0.chinese == name || $0.others.contains(name) }
      guard let found else { return nil }
      self = found
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

  /// The days of a table, and what was left out of it: columns that are none of ours.
  ///
  /// - Parameter reader: reads the dates: a date with its year is that of a birthday, and comes every year.
  /// - Throws: `OwnDayFaults`; nothing is read from a table with a fault.
  public static func read(
    _ bytes: some Collection<UInt8>, by reader: DateReader
  ) throws(OwnDayFaults) -> (days: [OwnDay], notes: [CalendarContents.Note]) {
    var table = OwnDayTableReader(reader)
    return try table.read(bytes)
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
