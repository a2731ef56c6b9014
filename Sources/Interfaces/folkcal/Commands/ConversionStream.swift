import ArgumentParser
import Folklore
import JSON
import Lunisolar

/// Converts one date per line, for `convert -`. A line with an error gives an error line, and the conversion continues.
struct ConversionStream {
  let isLunar: Bool
  /// True if each line begins with its number.
  let numbersLines: Bool
  let reader: DateReader
  let variant: CalendarVariant
  let output: OutputOptions

  func run() throws {
    let language = output.language
    var recorder = DateRecorder(variant: variant, language: language)
    var lines = StandardInputLines()
    var standardOutput = OutputLines()
    var badLines: [Int] = []
    var number = 0
    while let line = try lines.next() {
      number += 1
      if line.allSatisfy(\.isWhitespace) {
        // A program that does not ask for lines gets no empty ones.
        if output.json, !numbersLines { continue }
        try standardOutput.write { bytes in
          if output.json { bytes += #"{"input":"","line":\#(number)}"#.utf8 } else { begin(number, &bytes) }
        }
        continue
      }
      let record: DateRecord
      do throws(DateReadingError) {
        record = try self.record(line, &recorder)
      } catch {
        badLines.append(number)
        try write(error, number, &standardOutput)
        continue
      }
      try write(record, number, language, &standardOutput)
    }
    try standardOutput.flush()
    guard badLines.isEmpty else { throw Self.failure(badLines) }
  }

  private func record(_ line: String, _ recorder: inout DateRecorder) throws(DateReadingError) -> DateRecord {
    // Most lines are ISO dates in ASCII digits; they skip the reader of other forms.
    if !isLunar, line.utf8.first.map({ (48...57).contains($0) }) == true, line.utf8.count == 10,
      let date = try? SolarDate(iso: line), let record = try? recorder.record(on: date)
    {
      return record
    }
    return try recorder.record(isLunar ? reader.read(lunar: line) : reader.read(line), reader)
  }

  // MARK: Output

  private func write(
    _ record: DateRecord, _ number: Int, _ language: Language, _ lines: inout OutputLines
  ) throws {
    try lines.write { bytes in
      guard output.json else {
        begin(number, &bytes)
        return bytes += Self.row(record, language).utf8
      }
      record.appendJSON(to: &bytes)
      guard numbersLines else { return }
      bytes.removeLast()
      bytes += ",\"line\":\(number)}".utf8
    }
  }

  private func write(_ error: DateReadingError, _ number: Int, _ lines: inout OutputLines) throws {
    let message = error.message(in: Speech.language)
    let object: JSON = ["code": .text(error.code), "error": .text(message), "input": .text(error.text)]
    try lines.write { bytes in
      guard output.json else {
        begin(number, &bytes)
        return bytes += "\(error.text)  \(message)".utf8
      }
      bytes += object.json().utf8
      guard numbersLines else { return }
      bytes.removeLast()
      bytes += ",\"line\":\(number)}".utf8
    }
  }

  private func begin(_ number: Int, _ bytes: inout [UInt8]) {
    if numbersLines { bytes += "\(number)\t".utf8 }
  }

  private static func row(_ record: DateRecord, _ language: Language) -> String {
    let term = record.solarTerm.map { "  " + $0 } ?? ""
    let notes = record.notes.isEmpty ? "" : "  " + record.notes.joined(separator: "; ")
    return
      "\(record.solar)  \(record.lunar.yearText(language))  \(record.ganzhiText(language))  \(record.zodiac)\(term)\(notes)"
  }

  /// Names the first lines that were not converted.
  private static func failure(_ lines: [Int]) -> Failure {
    let shown = lines.prefix(10).map(String.init)
    let more = lines.count > shown.count
    return .failed(
      "有 \(lines.count) 行無法換算：第 \(shown.joined(separator: "、")) 行\(more ? "等" : "")",
      "\(lines.count) line\(lines.count == 1 ? "" : "s") could not be converted: line\(lines.count == 1 ? "" : "s") \(shown.joined(separator: ", "))\(more ? " and others" : "")"
    )
  }
}
