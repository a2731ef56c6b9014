import Lunisolar

/// The months in which the calendar really issued differs from today's rule.
public struct IssuedExceptions: Sendable {
  struct Row: Sendable {
    let year: Int
    let month: Int
    let isLeap: Bool
    let firstDay: SolarDate
  }

  let rows: [Row]

  /// Years in which the rule repeats another month than the calendar as issued did, or repeats one where that did not.
  let yearsOfOtherLeapMonth: Set<Int> = [1645, 1651, 1661, 1727, 1789]

  /// - Parameter csv: `Tables/issued-exceptions.csv`: year, month, leap (0 or 1), first day as issued, and columns that are not
  ///   read here.
  /// - Throws: `Fault` naming the line that does not parse.
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

/// Why a table cannot be made.
public struct Fault: Error, CustomStringConvertible {
  public let description: String
}
