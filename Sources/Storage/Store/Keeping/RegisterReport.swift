public import Folklore
public import Records

/// The result of importing a register.
public struct RegisterReport: Hashable, Sendable {
  public internal(set) var added = 0
  public internal(set) var changed = 0
  public internal(set) var unchanged = 0
  /// Temples that an operator removed; they are not added again.
  public internal(set) var removedHere = 0
  /// Fields that both operator and register changed; the operator's values stay.
  public internal(set) var kept: [DataLoadReport.Kept] = []
  /// Fields of a place or deities that stay, because the register changed only a part of what another source gave.
  public internal(set) var incomplete: [DataLoadReport.Kept] = []
  /// The first of the temples that were added or changed, at most `ChangeSummary.mostRows`.
  public internal(set) var rows: [ChangeSummary.Row] = []
  /// The faults of skipped temples.
  public internal(set) var leftOut: [RecordFault] = []
  /// The number of this register's temples before the import.
  public internal(set) var known = 0
  /// Temples of earlier imports that the register no longer has, in the order of their numbers.
  public internal(set) var vanished: [Vanished] = []

  /// The number of temples removed because the register no longer has them.
  public var removed: Int { vanished.count { $0.fate == .removed } }

  mutating func add(_ rows: [ChangeSummary.Row]) {
    self.rows += rows.prefix(max(0, ChangeSummary.mostRows - self.rows.count))
  }

  /// A temple that the register no longer has.
  public struct Vanished: Hashable, Sendable {
    public let key: String
    public let name: String
    public let sourceReference: String
    public internal(set) var fate = Fate.kept
  }

  /// The result for a vanished temple.
  public enum Fate: Hashable, Sendable {
    /// Removal was not asked for.
    case kept
    case removed
    /// A register may not remove it.
    case protected(Protection)
    /// Not removed, because of references.
    case referredTo(by: [String])
  }

  /// The reason why a register may not remove a temple.
  public enum Protection: String, Hashable, Sendable {
    /// It is shipped.
    case ships
    /// An operator has changed it.
    case edited
    /// It was here before the register named it.
    case added
  }
}

/// The limit on removals by an import.
public enum PruneLimit: Hashable, Sendable {
  /// The share of the register's temples in the database.
  case share(Double)
  case count(Int)

  /// The share that may be removed without asking; a few temples close in a year.
  public static let unasked = PruneLimit.share(0.05)

  public func allows(_ removed: Int, of known: Int) -> Bool {
    switch self {
    case .share(let share): Double(removed) <= share * Double(known)
    case .count(let count): removed <= count
    }
  }
}

/// More temples would be removed than allowed; nothing was done.
public struct PruneRefusal: SpokenError, Hashable, Sendable {
  /// The number to be removed.
  public let removed: Int
  /// The number of the register's temples in the database.
  public let known: Int

  public var description: String {
    "the register no longer has \(removed) of the \(known) temples that came from it (\(Self.percent(removed, of: known)))"
  }

  public var chinese: String {
    "從登記資料匯入的 \(known) 間廟宇，有 \(removed) 間不在新的登記資料裡（\(Self.percent(removed, of: known))）"
  }

  public var code: String { "too_many_removed" }

  /// A share to a tenth of a percent.
  public static func percent(_ part: Int, of whole: Int) -> String {
    let tenths = whole > 0 ? (Double(part) / Double(whole) * 1_000).rounded() / 10 : 0
    return "\(tenths) %"
  }
}
