internal import Folklore
internal import Lunisolar
internal import Records

/// Reads a table and collects its faults.
struct OwnDayTableReader {
  private typealias Column = OwnDayTable.Column
  private var columns: [Column?] = []
  private var names: [Column: String] = [:]
  private var days: [OwnDay] = []
  private var faults: [OwnDayFault] = []
  private var notes: [CalendarContents.Note] = []
  private let reader: DateReader
  /// The calendar that the heading of the dates names: 農曆生日, 國曆生日.
  private var isLunar: Bool?
  /// True if the heading is that of birthdays.
  private var observance = Event.Observance.custom

  init(_ reader: DateReader) {
    self.reader = reader
  }

  /// So many columns are named in a message.
  private static let mostNames = 5
  /// The names of the columns for messages: `title (名稱)`.
  private static let known = Column.allCases.map { "\($0.rawValue) (\($0.chinese))" }

  mutating func read(
    _ bytes: some Collection<UInt8>
  ) throws(OwnDayFaults) -> (days: [OwnDay], notes: [CalendarContents.Note]) {
    do {
      try readRows(OwnDayBytes.checked(bytes))
    } catch {
      faults.append(error)
    }
    guard faults.isEmpty else { throw OwnDayFaults(faults) }
    return (days, notes)
  }

  /// - Throws: a fault that ends the reading.
  private mutating func readRows(_ bytes: ArraySlice<UInt8>) throws(OwnDayFault) {
    if let line = OwnDayBytes.firstLineThatIsNotUTF8(bytes) { throw OwnDayFault(line: line, .notUTF8) }
    var rows = CSVRows(bytes)
    var count = 0
    while let (line, cells) = try Self.next(&rows) {
      // Spreadsheets write empty rows as commas.
      guard cells.contains(where: { !$0.trimmed.isEmpty }) else { continue }
      if columns.isEmpty {
        try readHeader(cells.map(ColumnName.plain), line: line)
        continue
      }
      count += 1
      guard count <= OwnDayProblem.dayLimit else { throw OwnDayFault(line: line, .tooManyDays) }
      readDay(cells, line: line)
    }
    if columns.isEmpty { throw OwnDayFault(.empty) }
  }

  private static func next(_ rows: inout CSVRows) throws(OwnDayFault) -> (line: Int, cells: [String])? {
    do {
      return try rows.next()
    } catch {
      guard case .unclosedQuote(let line) = error else { throw OwnDayFault(.empty) }
      throw OwnDayFault(line: line, .unclosedQuote)
    }
  }

  /// - Throws: the last fault of the line; without its columns the other lines cannot be read.
  private mutating func readHeader(_ header: [String], line: Int) throws(OwnDayFault) {
    var found: [OwnDayFault] = []
    var ignored: [String] = []
    for name in header {
      guard let column = Column(header: name) else {
        // Spreadsheets add empty columns.
        if !name.isEmpty, ignored.count < Self.mostNames { ignored.append(String(name.quotedStart.prefix(20))) }
        columns.append(nil)
        continue
      }
      if column == .date { readKind(of: name) }
      if names.updateValue(name, forKey: column) != nil {
        found.append(OwnDayFault(line: line, column: name, .columnTwice(column.rawValue)))
      }
      columns.append(column)
    }
    for column in [Column.title, .date] where names[column] == nil {
      let problem = OwnDayProblem.missingColumn(column.rawValue, chinese: column.chinese)
      found.append(OwnDayFault(line: line, column: column.rawValue, problem))
    }
    guard let last = found.popLast() else {
      if !ignored.isEmpty {
        notes.append(.init(title: nil, fault: OwnDayFault(line: line, .columnsIgnored(ignored.joined(separator: "、")))))
      }
      return
    }
    // Without a title or a date, the names that nobody knows tell more.
    if !ignored.isEmpty {
      throw OwnDayFault(line: line, .unknownColumn(ignored.joined(separator: "、"), known: Self.known))
    }
    faults += found
    throw last
  }

  /// What the heading of the dates says of them.
  private mutating func readKind(of name: String) {
    isLunar = name.contains("農曆") ? true : name.contains("國曆") ? false : nil
    if ["生日", "出生", "birth"].contains(where: name.lowercased().contains) { observance = .birthday }
    if name.contains("忌日") { observance = .memorial }
  }

  private mutating func readDay(_ cells: [String], line: Int) {
    let texts = cells.map { FormulaGuard.removed(from: $0).trimmed }
    if let last = texts.lastIndex(where: { !$0.isEmpty }), last >= columns.count {
      faults.append(OwnDayFault(line: line, .tooManyCells(count: last + 1, columns: columns.count)))
      return
    }
    var row: [Column: String] = [:]
    for (column, text) in zip(columns, texts) {
      if let column { row[column] = Self.isBlank(text) && column != .title ? "" : text }
    }
    let title = value(.title, line) { () throws(OwnDayProblem) in
      guard let title = row[.title], !title.isEmpty else { throw .missing }
      return try OwnDay.checkedTitle(title)
    }
    let rule = readRule(row, line)
    let usual = observance
    let observance = value(.observance, line) { () throws(OwnDayProblem) in
      try OwnDayWords.value(of: row[.observance] ?? "", in: OwnDayWords.observance) ?? usual
    }
    let advance = value(.advanceDays, line) { () throws(OwnDayProblem) -> Int? in
      guard let text = row[.advanceDays], !text.isEmpty else { return nil }
      guard let days = Int(text) else { throw .advanceDays(text.quotedStart) }
      return try OwnDay.checkedAdvance(days)
    }
    let note = value(.note, line) { () throws(OwnDayProblem) in try OwnDay.checkedNote(row[.note]) }
    guard let title, let rule, let observance, let advance, let note else { return }
    let day = value(.title, line) { () throws(OwnDayProblem) in
      try OwnDay(title: title, rule: rule, observance: observance, advanceDays: advance, note: note)
    }
    if let day { days.append(day) }
  }

  /// The date with the options of the other two columns, so that each fault is in its own column.
  private mutating func readRule(_ row: [Column: String], _ line: Int) -> DateRule? {
    let text = yearlyText(row[.date] ?? "")
    let reader = reader
    let plain = value(.date, line) { () throws(OwnDayProblem) in
      guard !text.isEmpty else { throw .missing }
      return try DateRule(checking: text, reader)
    }
    let leap = value(.leap, line) { () throws(OwnDayProblem) in
      let policy =
        try OwnDayWords.value(of: row[.leap] ?? "", in: OwnDayWords.leap).map { " leap=" + $0.rawValue } ?? ""
      if plain != nil { _ = try DateRule(checking: text + policy, reader) }
      return policy
    }
    let short = value(.short, line) { () throws(OwnDayProblem) in
      let policy =
        try OwnDayWords.value(of: row[.short] ?? "", in: OwnDayWords.short).map { " short=" + $0.rawValue } ?? ""
      if plain != nil { _ = try DateRule(checking: text + policy, reader) }
      return policy
    }
    guard plain != nil, let leap, let short else { return nil }
    return value(.date, line) { () throws(OwnDayProblem) in
      let rule = try DateRule(checking: text + leap + short, reader)
      guard rule.falls else { throw .neverFalls(rule: rule.description) }
      return rule
    }
  }

  /// What spreadsheets and lists write where there is nothing.
  private static func isBlank(_ text: String) -> Bool {
    ["null", "nan", "n/a", "#n/a", "無", "-", "--", "none"].contains(text.lowercased())
  }

  /// The date as the rule of each year: 1955/3/14 is solar 3/14, 農曆44年3月15日 lunar 3/15, 20162 (the number of a day in a spreadsheet) its day.
  private func yearlyText(_ text: String) -> String {
    guard !text.isEmpty, (try? reader.rule(text))?.isAnnounced ?? true else { return text }
    if let serial = Int(text.hasSuffix(".0") ? String(text.dropLast(2)) : text), Self.serials.contains(serial),
      isLunar != true
    {
      let (_, month, day) = Self.firstSerial.advanced(by: serial).components
      return "solar \(month)/\(day)"
    }
    let read = isLunar == true ? try? reader.read(lunar: text) : try? reader.read(text)
    switch read?.date {
    case .solar(let date):
      let (_, month, day) = date.components
      return "solar \(month)/\(day)"
    case .lunar(_, let month, let isLeap, let day): return "lunar \(month)/\(day)\(isLeap ? " leap=leap" : "")"
    case nil: return text
    }
  }

  /// Day 0 of spreadsheets, from 1 March 1900 on; they count a 29 February 1900 that never was.
  private static let firstSerial = SolarDate(julianDayNumber: 2_415_019)
  /// The serial numbers of the years 1910 to 2099, which no other number in a list of birthdays is.
  private static let serials = 3_654...73_050

  /// The value of a column; nil, with its fault noted, if it cannot be read.
  private mutating func value<Value>(
    _ column: Column, _ line: Int, _ read: () throws(OwnDayProblem) -> Value
  ) -> Value? {
    do {
      return try read()
    } catch {
      faults.append(OwnDayFault(line: line, column: names[column] ?? column.rawValue, error))
      return nil
    }
  }
}
