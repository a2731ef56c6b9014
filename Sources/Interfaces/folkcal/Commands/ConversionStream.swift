import ArgumentParser
import Folklore
import Foundation
import Lunisolar

/// Converts one date per line, for `convert -`. A line with an error gives an error line, and the conversion continues.
struct ConversionStream {
  let isLunar: Bool
  let variant: CalendarVariant
  let output: OutputOptions

  func run() throws {
    let language = output.language
    var recorder = DateRecorder(variant: variant, language: language)
    var lines = StandardInputLines()
    var standardOutput = OutputLines()
    var badLines = 0
    while let line = try lines.next() {
      if line.allSatisfy(\.isWhitespace) { continue }
      let record: DateRecord
      do throws(CalendarError) {
        record = try recorder.record(isLunar ? DateInput(lunar: line) : Self.input(line))
      } catch {
        badLines += 1
        let bad = output.json ? try Self.json(of: line, error) : "\(line)  \(error)"
        try standardOutput.write { $0 += bad.utf8 }
        continue
      }
      try standardOutput.write { bytes in
        if output.json { record.appendJSON(to: &bytes) } else { bytes += Self.row(record, language).utf8 }
      }
    }
    try standardOutput.flush()
    guard badLines == 0 else {
      throw Failure(status: .failed, message: "\(badLines) line\(badLines == 1 ? "" : "s") could not be converted")
    }
  }

  /// Most lines are ISO dates in ASCII digits; they skip the parser for Chinese.
  private static func input(_ line: String) throws(CalendarError) -> DateInput {
    if line.utf8.first.map({ (48...57).contains($0) }) == true, line.utf8.count == 10,
      let date = try? SolarDate(iso: line)
    {
      return .solar(date)
    }
    return try DateInput(line)
  }

  private static func row(_ record: DateRecord, _ language: Language) -> String {
    let term = record.solarTerm.map { "  " + $0 } ?? ""
    let notes = record.notes.isEmpty ? "" : "  " + record.notes.joined(separator: "; ")
    return
      "\(record.solar)  \(record.lunar.yearText(language))  \(record.ganzhiText(language))  \(record.zodiac)\(term)\(notes)"
  }

  private static func json(of line: String, _ error: CalendarError) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let result = ConversionResult.missing(input: line, error)
    return String(decoding: try encoder.encode(result), as: UTF8.self)
  }
}
