import Lunisolar
import OracleData
import TestSupport
import Testing

/// A month as a table of ours or of an oracle has it.
private struct Row: Hashable, CustomStringConvertible {
  let year: Int
  let month: Int
  let isLeap: Bool
  let firstDay: String

  var description: String { "\(year)-\(month)\(isLeap ? "L" : "") \(firstDay)" }
}

private func oracleRows(_ name: String) throws -> [Row] {
  try OracleTable(name).rows.map { fields in
    try Row(
      year: fields.integer(0), month: fields.integer(1), isLeap: fields[2] == "1", firstDay: fields[3])
  }
}

private func ourRows(_ calendar: LunisolarCalendar, _ years: ClosedRange<Int>) throws -> [Row] {
  try years.flatMap { number in
    try calendar.lunarYear(number).months.map {
      Row(year: number, month: $0.number, isLeap: $0.isLeap, firstDay: $0.firstDay.description)
    }
  }
}

@Suite("Table of months against independent witnesses", .timed)
struct MonthTableTests {
  @Test("11,812 months of 1645-2599 follow the rule, except 34 months as issued")
  func chinese() throws {
    var expected = Set(try oracleRows("months_rule_utc8_1645_2599.csv"))
    #expect(expected.count == 11_812)
    let exceptions = try issuedExceptions()
    #expect(exceptions.count == 34)
    let otherLeap = [1645, 1651, 1661, 1727, 1789]
    expected = expected.filter { row in !(row.isLeap && otherLeap.contains(row.year)) }
    for exception in exceptions {
      expected = expected.filter {
        ($0.year, $0.month, $0.isLeap) != (exception.year, exception.month, exception.isLeap)
      }
      expected.insert(exception)
    }
    let ours = Set(try ourRows(.chinese, 1645...2599))
    #expect(ours.subtracting(expected).isEmpty)
    #expect(expected.subtracting(ours).isEmpty)
  }

  @Test("7,817 months of 1968-2599 follow the rule at UTC+7")
  func vietnamese() throws {
    let expected = try oracleRows("months_rule_utc7_vietnam_1968_2599.csv")
    #expect(expected.count == 7_817)
    #expect(try ourRows(.vietnamese, 1968...2599) == expected)
  }

  @Test("8,509 months of 1912-2599 follow the rule at UTC+9")
  func korean() throws {
    let expected = try oracleRows("months_rule_utc9_korea_1912_2599.csv")
    #expect(expected.count == 8_509)
    #expect(try ourRows(.korean, 1912...2599) == expected)
  }

  @Test("1,706 months of 1912-2049 equal those of the Korea Astronomy and Space Science Institute")
  func kasi() throws {
    let expected = try oracleRows("months_kasi_1645_2050.csv").filter { (1912...2049).contains($0.year) }
    #expect(expected.count == 1_706)
    #expect(try ourRows(.korean, 1912...2049) == expected)
  }

  @Test("Before its own years a variant equals the Chinese calendar, except Tet 1968, a day earlier")
  func beforeOwnYears() throws {
    #expect(try ourRows(.korean, 1645...1911) == ourRows(.chinese, 1645...1911))
    #expect(try ourRows(.vietnamese, 1645...1967) == ourRows(.chinese, 1645...1967))
    #expect(try LunisolarCalendar.vietnamese.lunarYear(1967).lastDay.description == "1968-01-28")
    #expect(try LunisolarCalendar.chinese.lunarYear(1967).lastDay.description == "1968-01-29")
  }

  /// The exceptions, read from the file that the generator uses: the test checks that each was put in.
  private func issuedExceptions() throws -> [Row] {
    try OracleTable("Tables/issued-exceptions.csv").rows.map { fields in
      try Row(
        year: fields.integer(0), month: fields.integer(1), isLeap: fields[2] == "1",
        firstDay: fields[3])
    }
  }
}
