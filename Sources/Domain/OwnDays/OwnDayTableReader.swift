internal import Folklore
internal import Lunisolar
internal import Records
internal import Sheets

/// Reads a table and collects its faults.
struct OwnDayTableReader {
  private typealias Column = OwnDayTable.Column
  private let reader: DateReader
  private var table: SheetTable<OwnDayHeading>
  private var names: [Column: String] = [:]
  private var contents = OwnDayTable.Contents()
  private var rowsWithoutDate = 0

  /// The names of the columns for messages: `title (名稱)`.
  private static let known = Column.allCases.map { "\($0.rawValue) (\($0.chinese))" }

  /// - Throws: the faults of a file without the columns of a table.
  init(_ bytes: some Collection<UInt8>, by reader: DateReader) throws(OwnDayFaults) {
    self.reader = reader
    do throws(OwnDayFault) {
      let bytes = Array(try OwnDayBytes.limited(bytes))
      let file = try Self.wrapping { () throws(SheetError) in try SheetFile(bytes) }
      table = try Self.wrapping { () throws(SheetError) in try SheetTable(file, OwnDayHeading.all) }
      guard table.headerLine != nil else { throw OwnDayFault(.empty) }
    } catch {
      throw OwnDayFaults([error])
    }
    for column in table.columns {
      if case .column(let known)? = column.field { names[known] = column.name }
    }
    names[.date] = names[.date] ?? table.columns.first { $0.field?.isDate == true }?.name
    let faults = headerFaults
    guard faults.isEmpty else { throw OwnDayFaults(faults) }
    contents.notes = table.notes
  }

  private static func wrapping<Result>(
    _ body: () throws(SheetError) -> Result
  ) throws(OwnDayFault) -> Result {
    do throws(SheetError) {
      return try body()
    } catch {
      throw fault(error)
    }
  }

  private static func fault(_ error: SheetError) -> OwnDayFault {
    switch error {
    case .empty: OwnDayFault(.empty)
    case .unclosedQuote(let line): OwnDayFault(line: line, .unclosedQuote)
    default: OwnDayFault(line: error.line, .sheet(error))
    }
  }

  // MARK: The headings

  private var headerFaults: [OwnDayFault] {
    let line = table.headerLine
    if let (field, _, second) = table.repeated, case .column(let column) = field {
      return [OwnDayFault(line: line, column: second, .columnTwice(column.rawValue))]
    }
    var missing: [Column] = []
    if names[.title] == nil, !hasNameParts { missing.append(.title) }
    if !table.columns.contains(where: { $0.field?.isDate == true }) { missing.append(.date) }
    guard !missing.isEmpty else { return [] }
    // One of the unknown columns may be the missing one.
    let unknown = table.columns.filter { $0.field == nil && !$0.name.isEmpty }.prefix(OwnDayFaults.limit - 2)
    return unknown.map { OwnDayFault(line: line, column: $0.name, .unknownColumn($0.name, known: Self.known)) }
      + missing.map {
        OwnDayFault(line: line, column: $0.rawValue, .missingColumn($0.rawValue, chinese: $0.chinese))
      }
  }

  /// True for contacts that a program exported: most of them have no birthday.
  private var hasNameParts: Bool { table.columns.contains { $0.field == .givenName || $0.field == .familyName } }

  // MARK: The rows

  /// - Throws: the faults of a file that cannot be read to its end.
  mutating func read() throws(OwnDayFaults) -> OwnDayTable.Contents {
    var count = 0
    while let row = try next() {
      count += 1
      guard count <= OwnDayProblem.dayLimit else { throw ended(by: OwnDayFault(line: row.line, .tooManyDays)) }
      readRow(row)
    }
    if rowsWithoutDate > 0 { contents.notes.append(.rowsWithoutDate(rowsWithoutDate)) }
    return contents
  }

  private mutating func next() throws(OwnDayFaults) -> SheetRow? {
    do throws(SheetError) {
      return try table.next()
    } catch {
      throw ended(by: Self.fault(error))
    }
  }

  private func ended(by fault: OwnDayFault) -> OwnDayFaults { OwnDayFaults(contents.faults + [fault]) }

  /// A cell of a column of dates.
  private struct DateCell {
    let text: String
    let name: String
    let isLunar: Bool?
    let observance: Event.Observance?
  }

  private mutating func readRow(_ row: SheetRow) {
    let line = row.line
    let texts = row.cells.map { $0.trimmed }
    if let last = texts.lastIndex(where: { !$0.isEmpty }), last >= table.columns.count {
      contents.faults.append(OwnDayFault(line: line, .tooManyCells(count: last + 1, columns: table.columns.count)))
      return
    }
    var cells: [Column: String] = [:]
    var dates: [DateCell] = []
    var (given, family) = ("", "")
    for (column, text) in zip(table.columns, texts) {
      switch column.field {
      case .column(let known)?:
        let text = known == .title ? text : text.withoutPlaceholder
        cells[known] = FormulaGuard.removed(from: text).trimmed
        if known == .date, !text.isEmpty {
          dates.append(DateCell(text: cells[.date] ?? "", name: column.name, isLunar: nil, observance: nil))
        }
      case .givenName?: given = text
      case .familyName?: family = text
      case .date(let isLunar, let observance)?:
        // Outlook's birthday of a contact without one.
        if text == "0/0/00" { continue }
        let text = FormulaGuard.removed(from: text.withoutPlaceholder).trimmed
        if !text.isEmpty {
          dates.append(DateCell(text: text, name: column.name, isLunar: isLunar, observance: observance))
        }
      case nil:
        guard column.name.isEmpty, !text.isEmpty else { continue }
        contents.faults.append(OwnDayFault(line: line, .unknownColumn("", known: Self.known)))
        return
      }
    }
    if names[.title] == nil { cells[.title] = Self.name(given: given, family: family) }
    let days = Self.days(of: dates)
    if days.isEmpty, hasNameParts {
      rowsWithoutDate += 1
      return
    }
    if days.isEmpty { readDay(cells, nil, line) }
    for (used, unused) in days { readDay(cells, used, line, unused: unused, isOneOfSeveral: days.count > 1) }
  }

  /// A whole name, in Chinese without a blank.
  private static func name(given: String, family: String) -> String {
    let isLatin = (given + family).unicodeScalars.contains { $0.isASCII && $0.properties.isAlphabetic }
    return isLatin ? (given + " " + family).trimmed : family + given
  }

  /// The dates of a row that become days: one for each observance, by the lunar calendar where both are given. A column called date counts alone.
  private static func days(of dates: [DateCell]) -> [(used: DateCell, unused: [DateCell])] {
    if let main = dates.firstIndex(where: { $0.isLunar == nil && $0.observance == nil }) {
      var others = dates
      return [(others.remove(at: main), others)]
    }
    var days: [(used: DateCell, unused: [DateCell])] = []
    for observance in [Event.Observance.birthday, .memorial, nil] {
      var cells = dates.filter { $0.observance == observance }
      guard !cells.isEmpty else { continue }
      let used = cells.remove(at: cells.firstIndex { $0.isLunar == true } ?? 0)
      days.append((used, cells))
    }
    return days
  }

  private mutating func readDay(
    _ cells: [Column: String], _ date: DateCell?, _ line: Int, unused: [DateCell] = [], isOneOfSeveral: Bool = false
  ) {
    let title = value(.title, line) { () throws(OwnDayProblem) in
      guard let title = cells[.title], !title.isEmpty else { throw .missing }
      let suffix = isOneOfSeveral ? date?.observance.flatMap { OwnDayWords.chinese(of: $0) } ?? "" : ""
      return try OwnDay.checkedTitle(title + suffix)
    }
    let observance = value(.observance, line) { () throws(OwnDayProblem) in
      try OwnDayWords.value(of: cells[.observance] ?? "", in: OwnDayWords.observance) ?? date?.observance ?? .custom
    }
    let read = readRule(cells, date, observance ?? .custom, line)
    let advance = value(.advanceDays, line) { () throws(OwnDayProblem) -> Int? in
      guard let text = cells[.advanceDays], !text.isEmpty else { return nil }
      guard let days = Int(text.withoutZeroFraction) else { throw .advanceDays(text.quotedStart) }
      return try OwnDay.checkedAdvance(days)
    }
    let note = value(.note, line) { () throws(OwnDayProblem) in try OwnDay.checkedNote(cells[.note]) }
    guard let title, let (rule, remarks, isRule) = read, let observance, let advance, let note else { return }
    let day = value(.title, line) { () throws(OwnDayProblem) in
      try OwnDay(title: title, rule: rule, observance: observance, advanceDays: advance, note: note)
    }
    guard let day else { return }
    let others = unused.map { OwnDayRemark.unused(column: $0.name, date: $0.text.quotedStart) }
    contents.rows.append(
      OwnDayTable.Row(line: line, given: date?.text ?? "", day: day, remarks: remarks + others, isRule: isRule))
  }

  /// The date with the options of the other two columns, so that each fault is in its own column.
  private mutating func readRule(
    _ cells: [Column: String], _ date: DateCell?, _ observance: Event.Observance, _ line: Int
  ) -> (DateRule, [OwnDayRemark], isRule: Bool)? {
    let (reader, name) = (reader, date?.name)
    let hasLeap = cells[.leap]?.isEmpty == false
    let read = value(.date, line, named: name) { () throws(OwnDayProblem) in
      guard let date else { throw .missing }
      let read = try OwnDayDate(
        date.text, isLunar: date.isLunar, for: observance, hasLeap: hasLeap, reader)
      _ = try DateRule(checking: read.rule, reader)
      return read
    }
    let text = read?.rule ?? ""
    let leap = value(.leap, line) { () throws(OwnDayProblem) in
      let policy =
        try OwnDayWords.value(of: cells[.leap] ?? "", in: OwnDayWords.leap).map { " leap=" + $0.rawValue } ?? ""
      if read != nil { _ = try DateRule(checking: text + policy, reader) }
      return policy
    }
    let short = value(.short, line) { () throws(OwnDayProblem) in
      let policy =
        try OwnDayWords.value(of: cells[.short] ?? "", in: OwnDayWords.short).map { " short=" + $0.rawValue } ?? ""
      if read != nil { _ = try DateRule(checking: text + policy, reader) }
      return policy
    }
    guard let read, let leap, let short else { return nil }
    return value(.date, line, named: name) { () throws(OwnDayProblem) in
      let rule = try DateRule(checking: text + leap + short, reader)
      guard rule.falls else { throw .neverFalls(rule: rule.description) }
      return (rule, read.remarks, read.isRule)
    }
  }

  /// The value of a column; nil, with its fault noted, if it cannot be read.
  ///
  /// - Parameter heading: the heading of the column, if it is not the one that gives the column's name.
  private mutating func value<Value>(
    _ column: Column, _ line: Int, named heading: String? = nil, _ read: () throws(OwnDayProblem) -> Value
  ) -> Value? {
    do {
      return try read()
    } catch {
      let name = heading ?? names[column] ?? column.rawValue
      contents.faults.append(OwnDayFault(line: line, column: name, error))
      return nil
    }
  }
}
