public import Records

/// What importing a register of temples did.
public struct RegisterReport: Hashable, Sendable {
  public internal(set) var added = 0
  public internal(set) var changed = 0
  public internal(set) var unchanged = 0
  /// Temples of an earlier import that an operator removed; they stay away.
  public internal(set) var removedHere = 0
  /// Fields that an operator and the register have both changed; the operator's stay.
  public internal(set) var kept: [DataLoadReport.Kept] = []
  /// Fields of a place or of its deities that the register has changed without saying the rest, where another source gave that: they stay.
  public internal(set) var incomplete: [DataLoadReport.Kept] = []
  /// What is wrong with temples that were left out, as was asked.
  public internal(set) var leftOut: [RecordFault] = []
  /// How many temples of this register were here before.
  public internal(set) var known = 0
  /// Temples of earlier imports that the register no longer has, in the order of their numbers.
  public internal(set) var vanished: [Vanished] = []

  /// How many temples were removed, because the register no longer has them.
  public var removed: Int { vanished.count { $0.fate == .removed } }

  /// A temple that the register no longer has.
  public struct Vanished: Hashable, Sendable {
    public let key: String
    public let name: String
    public let sourceReference: String
    public internal(set) var fate = Fate.kept
  }

  /// What became of a temple that vanished.
  public enum Fate: Hashable, Sendable {
    /// Removing it was not asked for.
    case kept
    case removed
    /// It is never removed for what a register says.
    case protected(Protection)
    /// It could not be removed, because something still refers to it.
    case referredTo(by: [String])
  }

  /// Why a temple is not the register's to take away.
  public enum Protection: String, Hashable, Sendable {
    /// It is one of the data that ship.
    case ships
    /// An operator has changed it.
    case edited
    /// It was here before the register named it.
    case added
  }
}

/// How much of a register may be removed because the register no longer has it.
public enum PruneLimit: Hashable, Sendable {
  /// Of the temples of the register that are here.
  case share(Double)
  case count(Int)

  /// The share of a register that nobody need be asked about: temples close, but not by the hundred.
  public static let unasked = PruneLimit.share(0.05)

  public func allows(_ removed: Int, of known: Int) -> Bool {
    switch self {
    case .share(let share): Double(removed) <= share * Double(known)
    case .count(let count): removed <= count
    }
  }
}

/// More temples would be removed than was allowed; nothing was done.
public struct PruneRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// How many would be removed.
  public let removed: Int
  /// How many of the register are here.
  public let known: Int

  public var description: String {
    "the register no longer has \(removed) of the \(known) temples that came from it (\(Self.percent(removed, of: known)))"
  }

  /// A share to a tenth of a percent.
  public static func percent(_ part: Int, of whole: Int) -> String {
    let tenths = whole > 0 ? (Double(part) / Double(whole) * 1_000).rounded() / 10 : 0
    return "\(tenths) %"
  }
}
