public import Folklore
internal import Lunisolar
internal import Words

/// Reads the days off of Taiwan, `days-off.yaml` of a data folder.
public struct DaysOffLoader: Sendable {
  public static let fileName = "days-off.yaml"

  private let file: OptionalFile

  /// - Parameter folder: the path of the data folder. Without the file, no days off are known.
  public init(folder: String) {
    file = OptionalFile(Self.fileName, folder: folder)
  }

  /// - Parameter read: returns the text of the file; nil if it is missing.
  public init(read: @escaping @Sendable () throws -> String?) {
    file = OptionalFile(Self.fileName, read: read)
  }

  /// - Parameter sources: the sources that entries may name; nil to skip this check.
  /// - Throws: `DataFault` naming line and field of the first fault.
  public func load(sources: [Source]? = nil) throws(DataFault) -> DaysOff {
    let (daysOff, faults) = read(sources: sources)
    if let fault = faults.first { throw fault }
    return daysOff
  }

  /// The readable days off, and all faults.
  func read(sources: [Source]?) -> (daysOff: DaysOff, faults: [DataFault]) {
    var reader = DaysOffReader(sources: sources)
    reader.read(file)
    return (DaysOff(holidays: reader.holidays, announcements: reader.announcements), reader.faults)
  }
}

/// One pass over the file.
private struct DaysOffReader {
  private let sourceKeys: Set<String>?
  private(set) var holidays: [DaysOff.Holiday] = []
  private(set) var announcements: [DaysOff.Announcement] = []
  private(set) var faults: [DataFault] = []

  init(sources: [Source]?) {
    sourceKeys = sources.map { Set($0.map(\.key)) }
  }

  mutating func read(_ file: OptionalFile) {
    do throws(DataFault) {
      guard let root = try file.root() else { return }
      try root.allow(only: ["holidays", "years"])
      let entries = try root.entries("holidays")
      // A holiday may refer to a later entry.
      let keys = entries.compactMap { try? $0.text("key") }
      for entry in entries {
        add { reader throws(DataFault) in reader.holidays.append(try reader.holiday(entry, keys)) }
      }
      for entry in try root.entries("years") {
        add { reader throws(DataFault) in reader.announcements.append(try reader.announcement(entry, keys)) }
      }
    } catch {
      faults.append(error)
    }
  }

  private mutating func add(_ entry: (inout Self) throws(DataFault) -> Void) {
    do throws(DataFault) { try entry(&self) } catch { faults.append(error) }
  }

  private mutating func holiday(_ entry: EntryReader, _ keys: [String]) throws(DataFault) -> DaysOff.Holiday {
    try entry.allow(only: ["key", "names", "rule", "make_up", "gives_way_to", "sources"])
    let key = try entry.slug("key")
    guard !holidays.contains(where: { $0.key == key }) else {
      throw entry.fault(
        "key", "「\(key)」也是另一個假日的代號", "\"\(key)\" is that of another holiday too")
    }
    let other = try entry.optionalText("gives_way_to")
    if let other, other == key || !keys.contains(other) {
      throw entry.fault(
        "gives_way_to", "沒有代號是「\(other)」的其他假日", "no other holiday has the key \"\(other)\"")
    }
    _ = try sources(entry)
    guard let names = try entry.entry("names") else { throw entry.fault("names", "必填", "are missing") }
    try names.allow(only: Language.allCases.map(\.rawValue))
    let traditional = try names.text("zh-Hant")
    let simplified = SimplifiedCharacters.found(in: traditional)
    guard simplified.isEmpty else {
      throw names.fault(
        "zh-Hant", "正體文字裡有簡體字：\(String(simplified))",
        "Simplified characters in Traditional text: \(String(simplified))")
    }
    return DaysOff.Holiday(
      key: key,
      name: LocalizedName(
        traditional, simplifiedChinese: try names.text("zh-Hans"), english: try names.text("en")),
      rule: try rule(entry), makeUp: try entry.word("make_up"), givesWayTo: other)
  }

  private func rule(_ entry: EntryReader) throws(DataFault) -> DateRule {
    let text = try entry.text("rule")
    do {
      return try DateRule(text)
    } catch {
      throw entry.fault("rule", error)
    }
  }

  private func sources(_ entry: EntryReader) throws(DataFault) -> [String] {
    let named = try entry.texts("sources")
    guard !named.isEmpty else {
      throw entry.fault("sources", "必填：至少寫一個", "are missing: name at least one")
    }
    if let unknown = named.first(where: { sourceKeys?.contains($0) == false }) {
      throw entry.fault(
        "sources", "沒有代號是「\(unknown)」的來源", "no source has the key \"\(unknown)\"")
    }
    return named
  }

  // MARK: Years

  private mutating func announcement(
    _ entry: EntryReader, _ keys: [String]
  ) throws(DataFault) -> DaysOff.Announcement {
    try entry.allow(only: ["year", "document", "sources", "swaps"])
    let year = try entry.number("year")
    if let before = announcements.last?.year, year != before + 1 {
      throw entry.fault(
        "year", "\(year) 不是 \(before) 的下一年：不能跳過年份",
        "\(year) does not follow \(before): no year may be left out")
    }
    let bare = DaysOff.Announcement(year: year, sources: [])
    let byRule = DaysOff(holidays: holidays, announcements: [bare]).year(year)
    var swaps: [DaysOff.Swap] = []
    for swap in try entry.entries("swaps") {
      try swap.allow(only: ["off", "work", "for"])
      let off = try day("off", of: swap, in: year)
      let work = try day("work", of: swap, in: year)
      guard byRule?[off].isDayOff == false else {
        throw swap.fault("off", "\(off) 本來就放假", "\(off) is off anyway")
      }
      guard byRule?[work].isDayOff == true else {
        throw swap.fault("work", "\(work) 本來就要上班", "\(work) is a workday anyway")
      }
      let holiday = try swap.text("for")
      guard keys.contains(holiday) else {
        throw swap.fault("for", "沒有代號是「\(holiday)」的假日", "no holiday has the key \"\(holiday)\"")
      }
      swaps.append(DaysOff.Swap(off: off, work: work, holidayKey: holiday))
    }
    return DaysOff.Announcement(
      year: year, document: try entry.optionalText("document"), sources: try sources(entry), swaps: swaps)
  }

  private func day(_ field: String, of entry: EntryReader, in year: Int) throws(DataFault) -> SolarDate {
    let text = try entry.text(field)
    let date: SolarDate
    do {
      date = try SolarDate(iso: text)
    } catch {
      throw entry.fault(field, error)
    }
    guard date.year == year else {
      throw entry.fault(field, "\(date) 不在 \(year) 年", "\(date) is not in \(year)")
    }
    return date
  }
}
