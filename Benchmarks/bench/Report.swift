import Foundation

/// One of our figures with its reference.
struct Figure: Encodable {
  let name: String
  let value: Double
  let unit: String
  let reference: String
  let referenceValue: Double
  let ratio: Double
  /// The claimed limit as text: `>= 30`, `ratio >= 150`.
  let bar: String
  let isMet: Bool

  enum CodingKeys: String, CodingKey {
    case name, value, unit, reference, ratio, bar
    case referenceValue = "reference_value"
    case isMet = "is_met"
  }
}

/// The figures of a run, each printed and stored as it comes: a part that fails, or a run that is ended, keeps those before it.
struct Report {
  private let file: String?
  private var hasHead = false
  private var isMissed = false
  private var failures: [String] = []

  /// - Parameter file: where each figure becomes a JSON line.
  init(file: String?) {
    self.file = file
  }

  /// 2 if a part failed, 1 if a bar is missed.
  var status: Int32 { failures.isEmpty ? isMissed ? 1 : 0 : 2 }

  mutating func add(
    _ name: String, _ value: Double, _ unit: String, reference: String, _ referenceValue: Double, bar: String = "",
    isMet: Bool = true
  ) {
    let figure = Figure(
      name: name, value: value, unit: unit, reference: reference, referenceValue: referenceValue,
      ratio: value / referenceValue, bar: bar, isMet: isMet)
    if !isMet { isMissed = true }
    if !hasHead { note(Self.row("figure", "ours", "unit", "reference", "theirs", "ratio", "bar")) }
    hasHead = true
    note(
      Self.row(
        name, String(format: "%.3f", value), unit, reference, String(format: "%.4f", referenceValue),
        String(format: "%.2f", figure.ratio), bar + (bar.isEmpty ? "" : isMet ? ": met" : ": MISSED")))
    do { try store(figure) } catch { fail("the file of figures", error) }
  }

  /// A part ended with an error.
  mutating func fail(_ part: String, _ error: any Error) {
    failures.append(part)
    note("FAILED: \(part): \(error)")
  }

  /// A line on standard output, at once, also where that is a file.
  func note(_ line: String) {
    print(line)
    fflush(nil)
  }

  private static func row(
    _ name: String, _ ours: String, _ unit: String, _ reference: String, _ theirs: String, _ ratio: String,
    _ bar: String
  ) -> String {
    func column(_ text: String, _ width: Int, right: Bool = false) -> String {
      let blanks = String(repeating: " ", count: max(0, width - text.count))
      return right ? blanks + text : text + blanks
    }
    return column(name, 34) + column(ours, 12, right: true) + "  " + column(unit, 8) + column(reference, 24)
      + column(theirs, 12, right: true) + column(ratio, 10, right: true) + "  " + bar
  }

  /// Appends a JSON line.
  private func store(_ figure: Figure) throws {
    guard let file else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let line = try encoder.encode(figure) + Data("\n".utf8)
    if !FileManager.default.fileExists(atPath: file) { try Data().write(to: URL(fileURLWithPath: file)) }
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
    try handle.seekToEnd()
    try handle.write(contentsOf: line)
    try handle.close()
  }
}
