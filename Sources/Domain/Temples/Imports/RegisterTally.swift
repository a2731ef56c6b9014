public import Folklore

/// The counts that an import reports about a register: the quality of the coordinates, and the known deities.
public struct RegisterTally: Sendable {
  public private(set) var temples = 0
  public private(set) var qualities: [CoordinateQuality: Int] = [:]
  /// Temples with a known county, and with a known township.
  public private(set) var withCounty = 0
  public private(set) var withTownship = 0
  /// Temples that name a deity, those with at least one known name, and those with a known main deity.
  public private(set) var withDeity = 0
  public private(set) var matched = 0
  public private(set) var matchedMain = 0
  /// The number of temples without coordinates, and without a deity.
  public private(set) var withoutPlace = 0
  public private(set) var withoutDeity = 0
  /// The names of the first of them, at most `mostNamed` each.
  public private(set) var namesWithoutPlace: [String] = []
  public private(set) var namesWithoutDeity: [String] = []
  public static let mostNamed = 20
  /// The spellings of main deities without any known name, with the number of their temples.
  private var unmatched: [String: Int] = [:]

  public init() {}

  public mutating func add(_ temple: RegisteredTemple) {
    temples += 1
    qualities[temple.coordinates.quality, default: 0] += 1
    if let area = temple.area {
      withCounty += 1
      if area.township != nil { withTownship += 1 }
    }
    if temple.coordinates.position == nil {
      withoutPlace += 1
      if namesWithoutPlace.count < Self.mostNamed { namesWithoutPlace.append(temple.row.name) }
    }
    guard !temple.row.mainDeity.isEmpty else {
      withoutDeity += 1
      if namesWithoutDeity.count < Self.mostNamed { namesWithoutDeity.append(temple.row.name) }
      return
    }
    withDeity += 1
    if temple.deities.keys.isEmpty { unmatched[temple.row.mainDeity, default: 0] += 1 } else { matched += 1 }
    if temple.deities.mainKey != nil { matchedMain += 1 }
  }

  /// What the temples miss, with the names of the first ones: a sentence for places and one for deities.
  public func missing(in language: Language) -> [String] {
    func names(_ names: [String], _ count: Int) -> String {
      let rest = count - names.count
      let joined = names.joined(separator: language.say("、", "、", ", "))
      return joined + (rest > 0 ? language.say("，還有 \(rest) 座", "，还有 \(rest) 座", " and \(rest) more") : "")
    }
    var sentences: [String] = []
    if withoutPlace > 0 {
      let shown = names(namesWithoutPlace, withoutPlace)
      sentences.append(
        language.say(
          "\(withoutPlace) 座沒有座標，找附近的廟時找不到：\(shown)", "\(withoutPlace) 座没有坐标，找附近的庙时找不到：\(shown)",
          "\(withoutPlace) without coordinates, which nobody finds nearby: \(shown)"))
    }
    if withoutDeity > 0 {
      let shown = names(namesWithoutDeity, withoutDeity)
      sentences.append(
        language.say(
          "\(withoutDeity) 座沒有主祀神明：\(shown)", "\(withoutDeity) 座没有主祀神明：\(shown)",
          "\(withoutDeity) without a main deity: \(shown)"))
    }
    return sentences
  }

  /// The share of temples with a known deity among those that name one, 0 to 1; nil if none names one.
  public var matchedShare: Double? { withDeity > 0 ? Double(matched) / Double(withDeity) : nil }

  /// The most frequent spellings without any known name, most frequent first.
  public func mostFrequentUnmatched(_ count: Int) -> [(spelling: String, temples: Int)] {
    unmatched.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(count).map { ($0.key, $0.value) }
  }
}
