import Folklore
import Foundation
import Records
import Sheets
import Store
import Temples
import WebPages

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
  /// The number of temples without coordinates and without a deity, and the names of the first ones.
  let withoutPlace: Int
  let withoutDeity: Int
  let namesWithoutPlace: [String]
  let namesWithoutDeity: [String]
  private let missing: [String]
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
    case withoutPlace = "without_place"
    case withoutDeity = "without_deity"
    case namesWithoutPlace = "names_without_place"
    case namesWithoutDeity = "names_without_deity"
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
    withoutPlace = tally.withoutPlace
    withoutDeity = tally.withoutDeity
    namesWithoutPlace = tally.namesWithoutPlace
    namesWithoutDeity = tally.namesWithoutDeity
    missing = tally.missing(in: Speech.language)
    deities = Deities(
      named: tally.withDeity, matched: tally.matched, matchedMain: tally.matchedMain,
      share: tally.matchedShare.map { ($0 * 10_000).rounded() / 10_000 },
      unmatched: tally.mostFrequentUnmatched(30).map { Deities.Spelling(spelling: $0.spelling, temples: $0.temples) })
    self.isRehearsal = isRehearsal
    self.isPruning = isPruning
  }

  /// The result as text in the language of messages.
  var text: String {
    let say = Speech.say
    // A workbook has no encoding of its own.
    let form =
      format == RegisterFormat.workbook.rawValue ? format : format + say("，", ", ") + encoding
    var first = say(
      "\(file)：\(form)，\(temples) 間廟宇",
      "\(file): \(form), \(Self.count(temples, "temple"))")
    if others > 0 {
      first += say("，略過 \(others) 筆其他種類的資料", ", \(Self.count(others, "record")) of other kinds passed over")
    }
    var lines = [first]
    lines.append(
      say(
        "廟宇：新增 \(added) 間，變更 \(changed) 間，未變 \(unchanged) 間" + (isRehearsal ? "（僅試做，未寫入）" : ""),
        "temples: \(added) added, \(changed) changed, \(unchanged) unchanged" + (isRehearsal ? " (rehearsed only)" : "")
      ))
    if !fieldsNotInFile.isEmpty {
      lines.append(
        say(
          "檔案沒有這些欄位，維持原樣：\(fieldsNotInFile.joined(separator: "、"))",
          "not in this file, so left as they are: \(fieldsNotInFile.joined(separator: ", "))"))
    }
    if !coordinateQuality.isEmpty { lines.append(qualitiesLine) }
    lines.append(
      say(
        "地點：知道縣市的有 \(withCounty) 間，知道鄉鎮市區的有 \(withTown) 間",
        "places: county known of \(withCounty), township of \(withTown)"))
    lines += missing + deityLines
    if removedHere > 0 {
      lines.append(
        say("已在這裡移除，不再加入：\(removedHere) 間", "removed here and not added again: \(removedHere)"))
    }
    lines += keptLines + vanishedLines
    return lines.joined(separator: "\n") + "\n"
  }

  private var qualitiesLine: String {
    let qualities = CoordinateQuality.allCases.compactMap { quality -> (words: String, count: Int)? in
      coordinateQuality[quality.rawValue].map { count in
        let words = ChoiceWords.name(of: quality.rawValue, field: "coordinate_quality", .temple, .traditionalChinese)
        return (Speech.say(words, quality.rawValue), count)
      }
    }
    return Speech.say(
      "座標：" + qualities.map { "\($0.words) \($0.count) 間" }.joined(separator: "；"),
      "coordinates: " + qualities.map { "\($0.count) \($0.words)" }.joined(separator: ", "))
  }

  private var deityLines: [String] {
    var lines: [String] = []
    if let share = deities.share {
      lines.append(
        Speech.say(
          "神明：\(deities.named) 間之中有 \(deities.matched) 間對應到神明（\(Self.percent(share))），其中 \(deities.matchedMain) 間依列出的第一位神明",
          "deities: \(deities.matched) of \(deities.named) matched (\(Self.percent(share))), \(deities.matchedMain) by the first one named"
        ))
    }
    if !deities.unmatched.isEmpty {
      let list = deities.unmatched.map { "\($0.spelling) \($0.temples)" }
      lines.append(
        Speech.say(
          "沒有對應的寫法，最常見的在前：\(list.joined(separator: "、"))",
          "not matched, most frequent first: \(list.joined(separator: ", "))"))
    }
    return lines
  }

  private var keptLines: [String] {
    var lines: [String] = []
    func tell(_ list: [Kept], _ head: String) {
      guard !list.isEmpty else { return }
      lines.append(Speech.say("\(head)：\(list.count) 個欄位", "\(head): \(Self.count(list.count, "field"))"))
      lines += Self.shown(list) {
        Speech.say(
          "  \($0.key)：\($0.field)；登記資料現為 \($0.offered)",
          "  \($0.key): \($0.field); the register now says \($0.offered)")
      }
    }
    tell(
      kept,
      Speech.say("已在這裡編輯過，維持原樣，雖然登記資料也有變更", "edited here and kept, though the register has changed too"))
    tell(
      incomplete,
      Speech.say(
        "維持原樣，因為登記資料只有地點或神明的一部分",
        "kept, because the register says only a part of the place or of the deities"))
    return lines
  }

  private var vanishedLines: [String] {
    guard !vanished.isEmpty else { return [] }
    let say = Speech.say
    let free = vanished.count { !$0.isRemoved && $0.protection == nil && $0.referredToBy.isEmpty }
    var counts: [String] = []
    func count(_ number: Int, _ chinese: String, _ english: String) {
      if number > 0 { counts.append(say(chinese, english)) }
    }
    if free > 0 {
      counts.append(say("\(free) 間，可用 --prune 移除", "\(Self.count(free, "temple")); --prune removes them"))
    }
    let share = PruneRefusal.percent(removed, of: known)
    count(
      removed, "移除 \(removed) 間，占登記資料 \(known) 間的 \(share)",
      "\(removed) removed, \(share) of the \(known) from the register")
    let referred = vanished.count { !$0.referredToBy.isEmpty }
    count(referred, "\(referred) 間仍有其他資料使用", "\(referred) still referred to")
    for (protection, chinese, english) in Self.protections {
      let number = vanished.count { $0.protection == protection.rawValue }
      count(number, "\(number) 間\(chinese)", "\(number) \(english)")
    }
    var lines = [
      say(
        "登記資料已不再列出：\(counts.joined(separator: "；"))", "no longer in the register: \(counts.joined(separator: "; "))")
    ]
    if isRehearsal, isPruning, !PruneLimit.unasked.allows(removed, of: known) {
      lines.append(
        say("實際匯入時會先詢問，或需要 --yes", "the import itself will ask about that, or needs --yes"))
    }
    return lines + Self.shown(vanished, Self.line)
  }

  private static func line(_ temple: Vanished) -> String {
    var line = "  \(temple.key) \(temple.name)"
    if let reason = protections.first(where: { $0.0.rawValue == temple.protection }) {
      line += Speech.say("：\(reason.1)", ": \(reason.2)")
    }
    guard !temple.referredToBy.isEmpty else { return line }
    return line
      + Speech.say(
        "：仍有\(temple.referredToBy.map { RecordError.reference($0, .traditionalChinese) }.joined(separator: "、"))使用",
        ": referred to by \(temple.referredToBy.joined(separator: ", "))")
  }

  private static let protections: [(RegisterReport.Protection, String, String)] = [
    (.ships, "保留（隨 folkcal 附上）", "kept (ships with folkcal)"), (.edited, "保留（在這裡編輯過）", "kept (edited here)"),
    (.added, "保留（在這裡新增）", "kept (added here)"),
  ]

  private static func shown<Item>(_ items: [Item], _ line: (Item) -> String) -> [String] {
    let most = 20
    guard items.count > most else { return items.map(line) }
    let rest = items.count - most
    return items.prefix(most).map(line)
      + [Speech.say("  另有 \(rest) 筆（--json 列出全部）", "  and \(rest) more (--json has all)")]
  }

  private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  private static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1_000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
