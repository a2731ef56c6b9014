internal import Folklore
internal import Geo
internal import OpeningHours
public import Store
public import Temples

/// Gives temples opening hours, telephones and introductions from an open data set, where name and place agree.
///
///     let (source, places) = try FactsReader(.file("scenic_spot.json")).read()
///     let result = try FactsImport(store).write(places, from: source, change)
public struct FactsImport {
  private let store: Store
  private let temples: [Temple]
  /// The temples in cells of a hundredth of a degree, about a kilometre.
  private let cells: [Cell: [Int]]

  private struct Cell: Hashable {
    let row: Int
    let column: Int

    init(_ place: Coordinate) {
      row = Int((place.latitude * 100).rounded(.down))
      column = Int((place.longitude * 100).rounded(.down))
    }

    init(row: Int, column: Int) { (self.row, self.column) = (row, column) }

    var around: [Cell] { (-1...1).flatMap { r in (-1...1).map { Cell(row: row + r, column: column + $0) } } }
  }

  /// What an import did.
  public struct Result: Sendable {
    public let report: FactsReport
    /// The number of places that are temples here.
    public let matched: Int
    /// Places with the name of several temples nearby.
    public let ambiguous: [PlaceFacts]
    /// Hours that nobody can read: the temple's key and the text.
    public let unreadableHours: [(temple: String, text: String)]
  }

  public init(_ store: Store) throws {
    self.store = store
    let temples = try store.temples()
    self.temples = temples
    var cells: [Cell: [Int]] = [:]
    for (index, temple) in temples.enumerated() {
      if let place = temple.trustedCoordinate { cells[Cell(place), default: []].append(index) }
    }
    self.cells = cells
  }

  /// Farther away it is another temple of the name.
  private static let nearKilometers = 0.8

  public func write(
    _ places: [PlaceFacts], from source: FactsSource, _ change: Change, isRehearsal: Bool = false
  ) throws -> Result {
    var facts: [String: TempleFacts] = [:]
    var (ambiguous, unreadable): ([PlaceFacts], [(temple: String, text: String)]) = ([], [])
    var matched = 0
    for place in places {
      let found = temples(of: place)
      guard found.count < 2 else {
        ambiguous.append(place)
        continue
      }
      guard let temple = found.first.map({ temples[$0] }) else { continue }
      matched += 1
      var one = facts[temple.key] ?? TempleFacts(temple: temple.key)
      if one.hours.isEmpty, !place.hours.isEmpty {
        if place.hours.count <= 200, (try? OpeningHours(place.hours)) != nil {
          one.hours = place.hours
        } else {
          unreadable.append((temple.key, place.hours))
        }
      }
      if one.phone.isEmpty { one.phone = Self.phone(place.phone) }
      if one.introduction.isEmpty { one.introduction = place.introduction }
      facts[temple.key] = one
    }
    let report = try store.mergeFacts(
      facts.values.sorted { $0.temple < $1.temple }, source: (source.rawValue, source.title, source.url), change,
      isRehearsal: isRehearsal)
    return Result(report: report, matched: matched, ambiguous: ambiguous, unreadableHours: unreadable)
  }

  /// The temples near a place with one of its names; of those with the whole name alone, if there are any.
  private func temples(of place: PlaceFacts) -> [Int] {
    let near = Cell(place.coordinate).around.flatMap { cells[$0] ?? [] }.filter { index in
      (temples[index].trustedCoordinate?.distanceKilometers(to: place.coordinate) ?? .infinity) <= Self.nearKilometers
    }
    let same = near.filter { index in place.names.contains { TempleName.isSame($0, temples[index].name) } }
    let exact = same.filter { index in
      place.names.contains { TempleName.core($0) == TempleName.core(temples[index].name) }
    }
    return exact.isEmpty ? same : exact
  }

  /// The first number, with a zero in place of Taiwan's country code: `+886-4-26763522` is `04-26763522`.
  private static func phone(_ text: String) -> String {
    let first = text.split(separator: ";").first.map(String.init) ?? ""
    let plain = first.filter { !$0.isWhitespace || $0 == " " }.trimmed
    guard let code = plain.prefixMatch(of: /\+?886[\- ]?(\(0\))?[\- ]?0?/), plain.count > 8 else {
      return String(plain.prefix(60))
    }
    return "0" + plain[code.range.upperBound...].prefix(60)
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
