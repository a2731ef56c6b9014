public import Folklore

/// A position in a register.
public enum RegisterPlace: Hashable, Sendable {
  /// The first line of a record in a CSV or XML file, from 1.
  case line(Int)
  /// The index of a record in a GeoJSON file, from 0.
  case feature(Int)
  /// The whole file.
  case file
}

/// A fault in a register: the file, the record, the field, the reason and the valid form.
///
///     temples.csv:42: WGS84X: "12O.5" is not a number of degrees such as 120.5215
///     temples.geojson: features[40]: 寺廟名稱: is empty: every temple has a name
public struct RegisterFault: SpokenError, Hashable, Sendable {
  public let file: String
  public let place: RegisterPlace
  /// The field by its name in the file; nil for a fault of the record or the file.
  public let field: String?
  public let problem: String
  /// The same in Traditional Chinese.
  private let chineseProblem: String

  /// - Parameters:
  ///   - chinese: the reason in Traditional Chinese.
  ///   - english: the same in English.
  init(file: String, place: RegisterPlace, field: String? = nil, _ chinese: String, _ english: String) {
    self.file = file
    self.place = place
    self.field = field
    problem = english
    chineseProblem = chinese
  }

  public var description: String { parts(problem).joined(separator: ": ") }
  public var chinese: String { parts(chineseProblem).joined(separator: "：") }
  public var code: String { "bad_register" }

  private func parts(_ problem: String) -> [String] {
    let start =
      switch place {
      case .line(let line): "\(file):\(line)"
      case .feature(let index): "\(file): features[\(index)]"
      case .file: file
      }
    return [start, field, problem].compactMap(\.self)
  }
}
