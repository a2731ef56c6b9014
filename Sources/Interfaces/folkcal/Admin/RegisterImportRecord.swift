import Folklore
import Foundation
import Store
import Temples

/// The result of importing a register, as text and as JSON.
struct RegisterImportRecord: Encodable {
  let file: String
  let format: String
  let encoding: String
  let temples: Int
  /// The number of records that are not temples.
  let others: Int
  let added: Int
  let changed: Int
  let unchanged: Int
  let removedHere: Int
  let kept: [Kept]
  let incomplete: [Kept]
  /// The number of this register's temples before the import, and of those removed because the register no longer has them.
  let known: Int
  let removed: Int
  let vanished: [Vanished]
  /// The ministry's names of fields that the file lacks; these fields remain unchanged.
  let fieldsNotInFile: [String]
  let faults: [String]
  let coordinateQuality: [String: Int]
  let withCounty: Int
  let withTown: Int
  let deities: Deities
  let isRehearsal: Bool
  private let isPruning: Bool

  struct Kept: Encodable {
    let key: String
    let field: String
    let offered: String
  }

  struct Vanished: Encodable {
    let key: String
    let name: String
    let sourceReference: String
    let isRemoved: Bool
    let referredToBy: [String]
    /// The reason to keep it although the register lacks it: shipped, edited or added.
    let protection: String?

    enum CodingKeys: String, CodingKey {
      case key, name, protection
      case sourceReference = "source_ref"
      case isRemoved = "is_removed"
      case referredToBy = "referred_to_by"
    }
  }

  struct Deities: Encodable {
    let named: Int
    let matched: Int
    let matchedMain: Int
    /// 0 to 1, with four digits.
    let share: Double?
    let unmatched: [Spelling]

    struct Spelling: Encodable {
      let spelling: String
      let temples: Int
    }

    enum CodingKeys: String, CodingKey {
      case named, matched, share, unmatched
      case matchedMain = "matched_main"
    }
  }

  enum CodingKeys: String, CodingKey {
    case file, format, encoding, temples, others, added, changed, unchanged, kept, incomplete, known, removed, vanished,
      faults
    case deities
    case fieldsNotInFile = "fields_not_in_file"
    case removedHere = "removed_here"
    case coordinateQuality = "coordinate_quality"
    case withCounty = "with_county"
    case withTown = "with_town"
    case isRehearsal = "is_rehearsal"
  }

  init(
    _ file: String, _ summary: RegisterSummary?, _ report: RegisterReport, _ tally: RegisterTally,
    faults: [String], isRehearsal: Bool, isPruning: Bool
  ) {
    self.file = file
    format = summary?.format.rawValue ?? ""
    encoding = summary?.encoding.rawValue ?? ""
    temples = tally.temples
    others = summary?.others ?? 0
    added = report.added
    changed = report.changed
    unchanged = report.unchanged
    removedHere = report.removedHere
    func list(_ kept: [DataLoadReport.Kept]) -> [Kept] {
      kept.map { Kept(key: $0.key, field: $0.field, offered: $0.offered.plain) }
    }
    kept = list(report.kept)
    incomplete = list(report.incomplete)
    known = report.known
    removed = report.removed
    fieldsNotInFile = TempleField.allCases.filter { $0 != .kind && summary?.fields.contains($0) == false }
      .map(\.ministrysName)
    vanished = report.vanished.map { temple in
      var referrers: [String] = []
      if case .referredTo(let by) = temple.fate { referrers = by }
      var protection: String?
      if case .protected(let reason) = temple.fate { protection = reason.rawValue }
      return Vanished(
        key: temple.key, name: temple.name, sourceReference: temple.sourceReference,
        isRemoved: temple.fate == .removed, referredToBy: referrers, protection: protection)
    }
    self.faults = faults
    coordinateQuality = Dictionary(uniqueKeysWithValues: tally.qualities.map { ($0.key.rawValue, $0.value) })
    withCounty = tally.withCounty
    withTown = tally.withTownship
    deities = Deities(
      named: tally.withDeity, matched: tally.matched, matchedMain: tally.matchedMain,
      share: tally.matchedShare.map { ($0 * 10_000).rounded() / 10_000 },
      unmatched: tally.mostFrequentUnmatched(30).map { Deities.Spelling(spelling: $0.spelling, temples: $0.temples) })
    self.isRehearsal = isRehearsal
    self.isPruning = isPruning
  }

  /// The result as text.
  var text: String {
    var lines = ["\(file): \(format), \(encoding), \(Self.count(temples, "temple"))"]
    if others > 0 { lines[0] += ", \(Self.count(others, "record")) of other kinds passed over" }
    lines.append(
      "temples: \(added) added, \(changed) changed, \(unchanged) unchanged" + (isRehearsal ? " (rehearsed only)" : ""))
    let qualities = CoordinateQuality.allCases.compactMap { quality in
      coordinateQuality[quality.rawValue].map { "\($0) \(quality.rawValue)" }
    }
    if !fieldsNotInFile.isEmpty {
      lines.append("not in this file, so left as they are: \(fieldsNotInFile.joined(separator: ", "))")
    }
    lines.append("coordinates: \(qualities.joined(separator: ", "))")
    lines.append("places: county known of \(withCounty), township of \(withTown)")
    if let share = deities.share {
      lines.append(
        "deities: \(deities.matched) of \(deities.named) matched (\(Self.percent(share))), \(deities.matchedMain) by the first one named"
      )
    }
    if !deities.unmatched.isEmpty {
      let list = deities.unmatched.map { "\($0.spelling) \($0.temples)" }.joined(separator: ", ")
      lines.append("not matched, most frequent first: \(list)")
    }
    if removedHere > 0 { lines.append("removed here and not added again: \(removedHere)") }
    lines += keptLines + vanishedLines
    return lines.joined(separator: "\n") + "\n"
  }

  private var keptLines: [String] {
    var lines: [String] = []
    func tell(_ list: [Kept], _ head: String) {
      guard !list.isEmpty else { return }
      lines.append("\(head): \(Self.count(list.count, "field"))")
      lines += Self.shown(list) { "  \($0.key): \($0.field); the register now says \($0.offered)" }
    }
    tell(kept, "edited here and kept, though the register has changed too")
    tell(incomplete, "kept, because the register says only a part of the place or of the deities")
    return lines
  }

  private var vanishedLines: [String] {
    guard !vanished.isEmpty else { return [] }
    let free = vanished.count { !$0.isRemoved && $0.protection == nil && $0.referredToBy.isEmpty }
    var counts: [String] = []
    func count(_ number: Int, _ what: String) {
      if number > 0 { counts.append("\(number) \(what)") }
    }
    count(removed, "removed, \(PruneRefusal.percent(removed, of: known)) of the \(known) from the register")
    count(vanished.count { !$0.referredToBy.isEmpty }, "still referred to")
    for (protection, words) in Self.protections {
      count(vanished.count { $0.protection == protection.rawValue }, words)
    }
    if free > 0 { counts.insert("\(Self.count(free, "temple")); --prune removes them", at: 0) }
    var lines = ["no longer in the register: \(counts.joined(separator: "; "))"]
    if isRehearsal, isPruning, !PruneLimit.unasked.allows(removed, of: known) {
      lines.append("the import itself will ask about that, or needs --yes")
    }
    return lines
      + Self.shown(vanished) { temple in
        let reason = Self.protections.first { $0.0.rawValue == temple.protection }?.1
        return "  \(temple.key) \(temple.name)" + (reason.map { ": \($0)" } ?? "")
          + (temple.referredToBy.isEmpty ? "" : ": referred to by \(temple.referredToBy.joined(separator: ", "))")
      }
  }

  private static let protections: [(RegisterReport.Protection, String)] = [
    (.ships, "kept (ships with folkcal)"), (.edited, "kept (edited here)"),
    (.added, "kept (added here)"),
  ]

  private static func shown<Item>(_ items: [Item], _ line: (Item) -> String) -> [String] {
    let most = 20
    return items.prefix(most).map(line)
      + (items.count > most ? ["  and \(items.count - most) more (--json has all)"] : [])
  }

  private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  private static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1_000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
