public import Folklore

/// Counts what an import should tell about a register: how good the coordinates are, and how many of the deities are known.
public struct RegisterTally: Sendable {
  public private(set) var temples = 0
  public private(set) var qualities: [CoordinateQuality: Int] = [:]
  /// Temples whose county, and whose township, is known.
  public private(set) var withCounty = 0
  public private(set) var withTownship = 0
  /// Temples that name a deity at all, those whose names are known at least in part, and those whose main deity is.
  public private(set) var withDeity = 0
  public private(set) var matched = 0
  public private(set) var matchedMain = 0
  /// The spellings of main deities in which nobody is known, with the number of their temples.
  private var unmatched: [String: Int] = [:]

  public init() {}

  public mutating func add(_ temple: RegisteredTemple) {
    temples += 1
    qualities[temple.coordinates.quality, default: 0] += 1
    if let area = temple.area {
      withCounty += 1
      if area.township != nil { withTownship += 1 }
    }
    guard !temple.row.mainDeity.isEmpty else { return }
    withDeity += 1
    if temple.deities.keys.isEmpty { unmatched[temple.row.mainDeity, default: 0] += 1 } else { matched += 1 }
    if temple.deities.mainKey != nil { matchedMain += 1 }
  }

  /// The share of the temples that name a deity whose deity is known, 0 to 1; nil where none names one.
  public var matchedShare: Double? { withDeity > 0 ? Double(matched) / Double(withDeity) : nil }

  /// The most frequent spellings in which nobody is known, most frequent first.
  public func mostFrequentUnmatched(_ count: Int) -> [(spelling: String, temples: Int)] {
    unmatched.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(count).map { ($0.key, $0.value) }
  }
}
