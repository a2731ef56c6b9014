/// Things that a day is good or bad for (用事), as bits in the order of the book's items.
public struct XiejiItems: OptionSet, Hashable, Sendable {
  public let rawValue: UInt128

  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }

  /// The item of an index below 128.
  package init(index: Int) {
    rawValue = 1 << UInt128(index)
  }

  /// The indices, ascending.
  package var indices: [Int] {
    var (rest, found) = (rawValue, [Int]())
    while rest != 0 {
      found.append(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    return found
  }
}

/// Gods of a day (神煞), as bits in the order of the book's list.
package struct XiejiGods: Hashable, Sendable {
  private var low: UInt128 = 0
  private var high: UInt128 = 0

  package init() {}

  package init(_ indices: some Sequence<Int>) {
    for index in indices { insert(index) }
  }

  package mutating func insert(_ index: Int) {
    if index < 128 { low |= 1 << UInt128(index) } else { high |= 1 << UInt128(index - 128) }
  }

  package func contains(_ index: Int) -> Bool {
    (index < 128 ? low >> UInt128(index) : high >> UInt128(index - 128)) & 1 == 1
  }

  package func intersects(_ other: Self) -> Bool { low & other.low != 0 || high & other.high != 0 }

  package func subtracting(_ other: Self) -> Self {
    var rest = self
    rest.low &= ~other.low
    rest.high &= ~other.high
    return rest
  }

  /// The indices, ascending.
  package var indices: [Int] {
    XiejiItems(rawValue: low).indices + XiejiItems(rawValue: high).indices.map { $0 + 128 }
  }

  /// Calls with each index, ascending.
  package func forEach(_ body: (Int) -> Void) {
    for (bits, base) in [(low, 0), (high, 128)] {
      var rest = bits
      while rest != 0 {
        body(base + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }
}

/// Cases of the book: a month, counted from 寅, and a place in the cycle of sixty; 720 in all.
package struct XiejiCases: Sendable {
  /// For each month from 寅 the days, a bit each from 甲子.
  private var days = InlineArray<12, UInt64>(repeating: 0)

  package static let everyDay: UInt64 = (1 << 60) - 1

  package init() {}

  /// - Parameter month: 0 (寅) to 11 (丑).
  package mutating func insert(month: Int, days: UInt64) {
    self.days[month] |= days
  }

  /// The days of a month, a bit each from 甲子.
  package subscript(month: Int) -> UInt64 { days[month] }

  package func contains(month: Int, day: Int) -> Bool { days[month] >> UInt64(day) & 1 == 1 }

  package var isEmpty: Bool { (0..<12).allSatisfy { days[$0] == 0 } }
}
