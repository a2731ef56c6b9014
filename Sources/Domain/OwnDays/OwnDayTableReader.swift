internal import Folklore
internal import Records

/// Reads a table and collects its faults.
struct OwnDayTableReader {
  private typealias Column = OwnDayTable.Column
  private var columns: [Column?] = []
  private var names: [Column: String] = [:]
  private var days: [OwnDay] = []
  private var faults: [OwnDayFault] = []

  /// The names of the columns for messages: `title (名稱)`.
  private static let known = Column.allCases.map { "\($0.rawValue) (\($0.chinese))" }

  mutating func read(_ bytes: some Collection<UInt8>) throws(OwnDayFaults) -> [OwnDay] {
    do {
      try readRows(OwnDayBytes.checked(bytes))
    } catch {
      faults.append(error)
    }
    guard faults.isEmpty else { throw OwnDayFaults(faults) }
    return days
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
        try readHeader(cells.map(\.trimmed), line: line)
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
    if header.count == 1, header[0].contains(where: { $0 == ";" || $0 == "\t" }) {
      throw OwnDayFault(line: line, .separator)
    }
    var found: [OwnDayFault] = []
    for name in header {
      guard let column = Column(header: name) else {
        // Spreadsheets add empty columns.
        if !name.isEmpty, found.count < OwnDayFaults.limit {
          let name = name.quotedStart
          found.append(OwnDayFault(line: line, column: name, .unknownColumn(name, known: Self.known)))
        }
        columns.append(nil)
        continue
      }
      if names.updateValue(name, forKey: column) != nil {
        found.append(OwnDayFault(line: line, column: name, .columnTwice(column.rawValue)))
      }
      columns.append(column)
    }
    for column in [Column.title, .date] where names[column] == nil {
      let problem = OwnDayProblem.missingColumn(column.rawValue, chinese: column.chinese)
      found.append(OwnDayFault(line: line, column: column.rawValue, problem))
    }
    guard let last = found.popLast() else { return }
    faults += found
    throw last
  }

  private mutating func readDay(_ cells: [String], line: Int) {
    let texts = cells.map { FormulaGuard.removed(from: $0).trimmed }
    if let last = texts.lastIndex(where: { !$0.isEmpty }), last >= columns.count {
      faults.append(OwnDayFault(line: line, .tooManyCells(count: last + 1, columns: columns.count)))
      return
    }
    var row: [Column: String] = [:]
    for (column, text) in zip(columns, texts) {
      if let column {
        row[column] = text
      } else if !text.isEmpty {
        faults.append(OwnDayFault(line: line, .unknownColumn("", known: Self.known)))
        return
      }
    }
    let title = value(.title, line) { () throws(OwnDayProblem) in
      guard let title = row[.title], !title.isEmpty else { throw .missing }
      return try OwnDay.checkedTitle(title)
    }
    let rule = readRule(row, line)
    let observance = value(.observance, line) { () throws(OwnDayProblem) in
      try OwnDayWords.value(of: row[.observance] ?? "", in: OwnDayWords.observance) ?? .custom
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
    let text = row[.date] ?? ""
    let plain = value(.date, line) { () throws(OwnDayProblem) in
      guard !text.isEmpty else { throw .missing }
      return try DateRule(checking: text)
    }
    let leap = value(.leap, line) { () throws(OwnDayProblem) in
      let policy =
        try OwnDayWords.value(of: row[.leap] ?? "", in: OwnDayWords.leap).map { " leap=" + $0.rawValue } ?? ""
      if plain != nil { _ = try DateRule(checking: text + policy) }
      return policy
    }
    let short = value(.short, line) { () throws(OwnDayProblem) in
      let policy =
        try OwnDayWords.value(of: row[.short] ?? "", in: OwnDayWords.short).map { " short=" + $0.rawValue } ?? ""
      if plain != nil { _ = try DateRule(checking: text + policy) }
      return policy
    }
    guard plain != nil, let leap, let short else { return nil }
    return value(.date, line) { () throws(OwnDayProblem) in
      let rule = try DateRule(checking: text + leap + short)
      guard rule.falls else { throw .neverFalls(rule: rule.description) }
      return rule
    }
  }

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
