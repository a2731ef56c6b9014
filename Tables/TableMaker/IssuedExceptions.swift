import Lunisolar

/// The months where the issued calendar differs from today's rule.
public struct IssuedExceptions: Sendable {
  struct Row: Sendable {
    let year: Int
    let month: Int
    let isLeap: Bool
    let firstDay: SolarDate
  }

  let rows: [Row]

  /// Years where the leap month by the rule differs from that of the issued calendar, or exists only by the rule.
  let yearsOfOtherLeapMonth: Set<Int> = [1645, 1651, 1661, 1727, 1789]

  /// - Parameter csv: `Tables/issued-exceptions.csv`: year, month, leap (0 or 1), first day as issued; other columns are ignored.
  /// - Throws: `Fault` with the line that cannot be parsed.
  public init(csv: String) throws {
    var rows: [Row] = []
    for (index, line) in csv.split(separator: "\n").enumerated().dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count >= 4, let year = Int(fields[0]), let month = Int(fields[1]), let leap = Int(fields[2]) else {
        throw Fault(description: "line \(index + 1): expected year,month,leap,first day; found \"\(line)\"")
      }
      rows.append(Row(year: year, month: month, isLeap: leap == 1, firstDay: try SolarDate(iso: fields[3])))
    }
    self.rows = rows
  }
}

/// The reason why a table cannot be made.
public struct Fault: Error, CustomStringConvertible {
  public let description: String
}
