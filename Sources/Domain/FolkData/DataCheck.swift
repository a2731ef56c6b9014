internal import Folklore
internal import Geo
internal import JSON
internal import Lunisolar
internal import Temples
internal import Words

/// A report for editors of the data: all faults of the files, and doubtful entries.
public struct DataCheck: Sendable {
  /// All faults, in the order of the files.
  public let faults: [DataFault]
  /// The number of entries read, by kind.
  public let counts: [(name: String, count: Int)]

  /// Checks the files of a data folder.
  public init(folder: String) {
    self.init(
      CatalogueLoader(folder: folder), spellings: DeitySpellingsLoader(folder: folder),
      temples: TempleLoader(folder: folder), templates: TemplatesLoader(folder: folder),
      daysOff: DaysOffLoader(folder: folder), hosts: SourceHosts(folder: folder), xieji: XiejiLoader(folder: folder))
  }

  /// Checks the data of the loaders.
  ///
  /// - Parameter templates: nil to skip the message texts.
  public init(
    _ loader: CatalogueLoader, spellings: DeitySpellingsLoader = DeitySpellingsLoader { nil },
    temples: TempleLoader = TempleLoader { nil }, templates: TemplatesLoader? = nil,
    daysOff: DaysOffLoader = DaysOffLoader { nil }, hosts: SourceHosts = SourceHosts { nil },
    xieji: XiejiLoader = XiejiLoader { _ in nil }
  ) {
    let files = loader.readFiles()
    var faults = files.faults
    var templeCount = 0
    // References are checked only if all files are readable; otherwise unreadable entries would cause further faults.
    if faults.isEmpty {
      do {
        let catalogue = try files.catalogue()
        let (entries, templeFaults) = temples.entries(catalogue)
        faults += templeFaults + entries.flatMap { Self.faults(of: $0.value, $0.reader) }
        templeCount = entries.count
        let mentions = DeityMentions(
          deities: catalogue.deities, spellings: try spellings.load(deities: catalogue.deities))
        faults += Self.deityFaults(entries, mentions) + Self.ownDayFaults(entries, files.events)
        faults += daysOff.read(sources: catalogue.sources).faults
        faults += try hosts.faults(of: files.sources)
      } catch {
        faults.append(error)
      }
    }
    faults += Self.weightFaults(files.events)
    let events = Dictionary(files.events.map { ($1.key, $1) }) { first, _ in first }
    for (reader, event) in files.events {
      faults += Self.faults(of: event, reader)
      faults += [Self.gapFault(of: event, reader), Self.riteFault(of: event, reader)].compactMap(\.self)
      if let (chinese, english) = Self.bundleProblem(of: event, among: events) {
        faults.append(reader.fault("bundle", chinese, english))
      }
    }
    for (reader, deity) in files.deities {
      faults += Self.simplified(
        reader,
        [deity.name.traditionalChinese, deity.role, deity.description, deity.worshipNotes] + deity.aliases
          + deity.worshipGuide.map(\.text))
    }
    faults += Self.needFaults(files.deities)
    for (reader, group) in files.groups {
      faults += Self.simplified(reader, [group.name.traditionalChinese, group.description])
    }
    faults += templates.map(Self.faults) ?? []
    var gods = 0
    do {
      gods = try xieji.load()?.gods.count ?? 0
    } catch {
      faults.append(error)
    }
    self.faults = faults
    counts = [
      ("events", files.events.count), ("deities", files.deities.count), ("groups", files.groups.count),
      ("sources", files.sources.count), ("temples", templeCount), ("gods", gods),
    ]
  }

  /// Reports rules without a date in ten years; such a rule is a mistake, because likely leap months occur within that time.
  private static func faults(of event: Event, _ reader: EntryReader) -> [DataFault] {
    var faults = simplified(
      reader,
      [event.title.traditionalChinese, event.description, event.worshipNotes, event.note] + event.aliases
        + event.worshipGuide.map(\.text))
    let rules = [("rule", event.rule)] + event.disagreements.map { ("disagreements", $0.rule) }
    // Announced rules list single days; the next one may be unknown.
    for (field, rule) in rules where !rule.isAnnounced && !fallsWithinTenYears(rule) {
      faults.append(
        reader.fault(
          field, "「\(rule)」在 2026 到 2035 年之間沒有任何一天", "\"\(rule)\" does not fall once in 2026 to 2035"))
    }
    return faults
  }

  /// The fault in an event's `bundle` reference; nil if it is correct.
  private static func bundleProblem(
    of event: Event, among events: [String: Event]
  ) -> (chinese: String, english: String)? {
    guard let bundle = event.bundle else { return nil }
    guard bundle != event.key else {
      return (
        "寫的是這個節日自己：一組節日的第一個不寫這個欄位",
        "names the event itself: leave the field out in the first event of a bundle"
      )
    }
    guard let first = events[bundle] else { return ("沒有節日「\(bundle)」", "\"\(bundle)\" is no event") }
    if let other = first.bundle {
      return (
        "「\(bundle)」自己和「\(other)」一起提醒：請寫「\(other)」",
        "\"\(bundle)\" is itself told with \"\(other)\": name \"\(other)\""
      )
    }
    guard days(of: first.rule).isDisjoint(with: days(of: event.rule)) else { return nil }
    return (
      "2026 到 2035 年之間，「\(bundle)」沒有一次和它同一天",
      "\"\(bundle)\" does not fall on one day with it in 2026 to 2035"
    )
  }

  /// Checks that a temple's address, county and town agree.
  private static func faults(of temple: Temple, _ reader: EntryReader) -> [DataFault] {
    let texts =
      [temple.name, temple.mainDeity, temple.address, temple.foundedNote] + temple.details.members.map(\.value.text)
      + temple.worshipGuide.map { Optional($0.text) }
    var faults = simplified(reader, texts)
    let area = AdministrativeArea(address: temple.address ?? "")
    if area?.county.name != temple.county {
      faults.append(
        reader.fault(
          "county", "和地址的縣市不同：\(area?.county.name ?? "地址裡沒有認得的縣市")",
          "is not that of the address: \(area?.county.name ?? "none is known")"))
    } else if area?.township?.name != temple.town {
      faults.append(
        reader.fault(
          "town", "和地址的鄉鎮市區不同：\(area?.township?.name ?? "地址裡沒有認得的鄉鎮市區")",
          "is not that of the address: \(area?.township?.name ?? "none is known")"))
    }
    if let area, let place = temple.coordinate, !area.county.extent.contains(place) {
      faults.append(
        reader.fault(
          "county", "座標 \(place) 不在\(area.county.name)裡", "the point \(place) lies outside \(area.county.name)"))
    }
    return faults
  }

  /// Checks the message texts of every language.
  private static func faults(of templates: TemplatesLoader) -> [DataFault] {
    templates.files().flatMap { file in
      guard file.language == .traditionalChinese else { return file.faults }
      return file.faults + file.texts.flatMap { simplified($0.reader, [$0.text], $0.field) }
    }
  }

  /// True for announced rules too, because their next days may be unknown.
  private static func fallsWithinTenYears(_ rule: DateRule) -> Bool {
    if case .announced = rule.pattern { return true }
    return !days(of: rule).isEmpty
  }

  /// The days from 2026 to 2035 on which a rule falls.
  private static func days(of rule: DateRule) -> Set<SolarDate> {
    let decade = SolarDate(uncheckedYear: 2026, month: 1, day: 1)...SolarDate(uncheckedYear: 2035, month: 12, day: 31)
    return Set((try? rule.occurrences(in: decade, calendar: LunisolarCalendar.chinese).map(\.date)) ?? [])
  }

  private static func simplified(
    _ reader: EntryReader, _ texts: [String?], _ field: String = "key"
  ) -> [DataFault] {
    let found = SimplifiedCharacters.found(in: texts.compactMap(\.self).joined())
    guard !found.isEmpty else { return [] }
    let list = found.map(String.init).joined(separator: " ")
    return [
      reader.fault(field, "正體文字裡有簡體字：\(list)", "Simplified characters in Traditional text: \(list)")
    ]
  }
}
