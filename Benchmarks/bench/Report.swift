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

/// The figures of a run.
struct Report {
  private let file: String?
  private var figures: [Figure] = []

  init(file: String?) {
    self.file = file
  }

  var isMet: Bool { figures.allSatisfy(\.isMet) }

  mutating func add(
    _ name: String, _ value: Double, _ unit: String, reference: String, _ referenceValue: Double, bar: String = "",
    isMet: Bool = true
  ) {
    figures.append(
      Figure(
        name: name, value: value, unit: unit, reference: reference, referenceValue: referenceValue,
        ratio: value / referenceValue, bar: bar, isMet: isMet))
  }

  var table: String {
    func column(_ text: String, _ width: Int, right: Bool = false) -> String {
      let blanks = String(repeating: " ", count: max(0, width - text.count))
      return right ? blanks + text : text + blanks
    }
    var lines = [
      column("figure", 34) + column("ours", 12, right: true) + "  " + column("unit", 8) + column("reference", 24)
        + column("theirs", 12, right: true) + column("ratio", 10, right: true) + "  bar"
    ]
    for figure in figures {
      lines.append(
        column(figure.name, 34) + column(String(format: "%.3f", figure.value), 12, right: true) + "  "
          + column(figure.unit, 8)
          + column(figure.reference, 24) + column(String(format: "%.4f", figure.referenceValue), 12, right: true)
          + column(String(format: "%.2f", figure.ratio), 10, right: true)
          + "  \(figure.bar)\(figure.bar.isEmpty ? "" : figure.isMet ? ": met" : ": MISSED")")
    }
    return lines.joined(separator: "\n")
  }

  /// Appends a JSON line for each figure.
  func append() throws {
    guard let file else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var lines = Data()
    for figure in figures { lines += try encoder.encode(figure) + Data("\n".utf8) }
    if !FileManager.default.fileExists(atPath: file) { try Data().write(to: URL(fileURLWithPath: file)) }
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
    try handle.seekToEnd()
    try handle.write(contentsOf: lines)
    try handle.close()
  }
}
