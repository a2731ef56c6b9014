import Foundation
import TableMaker

/// The generator of the tables; `make tables` runs it.
///
///     tables formula                      the formulas' instants as CSV: kind,index,Julian date in TT
///     tables eclipses                     the formulas' moon around eclipses as CSV
///     tables years EXCEPTIONS.csv         Sources/Foundations/Lunisolar/Years/Generated/PackedYears.swift
@main
struct Tables {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, arguments.count) {
    case ("formula", 1):
      FileHandle.standardOutput.write(Data(FormulaListing.csv.utf8))
    case ("eclipses", 1):
      FileHandle.standardOutput.write(Data(FormulaListing.eclipseCSV.utf8))
    case ("years", 2):
      do {
        let exceptions = try IssuedExceptions(
          csv: String(contentsOfFile: arguments[arguments.endIndex - 1], encoding: .utf8))
        FileHandle.standardOutput.write(Data(try PackedYears(exceptions: exceptions).swiftSource.utf8))
      } catch {
        stop("tables: \(error)", status: 1)
      }
    default:
      stop("usage: tables formula | tables eclipses | tables years EXCEPTIONS.csv", status: 2)
    }
  }

  private static func stop(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(status)
  }
}
