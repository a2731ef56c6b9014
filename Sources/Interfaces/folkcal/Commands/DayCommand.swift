import ArgumentParser
import Folklore
import Lunisolar

/// Shows all data of a day.
///
///     folkcal day 2026-11-21
///     folkcal day --at 高雄
struct DayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "day",
    abstract: Speech.say(
      "列出一天的全部資料：日期、節氣、月相、曆書、節日與說明。", "Show a day in full: dates, terms, moon, almanac, events with their notes."),
    discussion: Speech.say(
      """
      曆書各欄依規則由當日推得（協紀辨方書、玉匣記、逸周書）。不列宜忌：各家說法不同，沒有註明依據的清單只是看起來像事實的意見。
      日月出沒與曙暮光依 --at 的地點與 --time-zone 的時區計算；地平線是海平面，不計山與天氣。
      """,
      """
      The almanac's fields follow by rule from the day (協紀辨方書, 玉匣記, 逸周書). 宜忌 are not given: the books differ, and a list without \
      the name of its rule would be an opinion that looks like a fact. Sunrise, moonrise and twilights are for the place of --at in the zone \
      of --time-zone, with the sea's horizon, without hills and weather.
      """))

  @Argument(
    help: .say(
      "日期：2026-11-21、115/11/21、農曆2025年三月廿三、明天；預設為今天。", "The day: 2026-11-21 or 農曆2025年三月廿三; today by default.",
      valueName: "date"))
  var date: String?

  @OptionGroup var place: RegionOptions
  @OptionGroup var list: ListOptions
  @OptionGroup var calendar: CalendarOptions
  @OptionGroup var viewpoint: ViewpointOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let language = output.language
    let day = try day()
    let temples = try viewpoint.at.map { _ in try data.temples() }
    let catalogue = try temples?.catalogue ?? data.catalogue()
    let daysOff = try data.daysOff()
    guard viewpoint.at == nil || SkyRecord.years.contains(day.year) else {
      let (first, last) = (SkyRecord.years.lowerBound, SkyRecord.years.upperBound)
      throw Failure.wrongInput(
        "\(day)：日月出沒只有 \(first) 到 \(last) 年；請不要加 --at",
        "\(day): sun and moon are known for \(first) to \(last): leave out --at")
    }
    let viewpoint = try viewpoint.viewpoint(time, temples)
    let record = try Failure.asWrongInput {
      try DayRecord(
        on: day, catalogue: catalogue, region: place.region ?? .taiwan, maxWeight: list.maxWeight(json: output.json),
        daysOff: daysOff, viewpoint: viewpoint, variant: calendar.variant, language: language)
    }
    if output.json { return try output.printJSON(record) }
    print(record.date.sheet(language, isColored: output.useColor), terminator: "")
    print(record.sheet(language).text(isColored: output.useColor), terminator: "")
    if let sky = record.sky { print("\n" + sky.text(language, isColored: output.useColor), terminator: "") }
    if let eclipse = record.eclipse { print("\n" + eclipse.text(language), terminator: "") }
    for event in record.events { print("\n" + event.text(language), terminator: "") }
  }

  private func day() throws -> SolarDate {
    try date.map { try time.day($0, calendar.variant) } ?? time.today()
  }
}

extension DayRecord {
  /// The reason for a day off or a worked weekend, marked if not announced; nil for an ordinary workday.
  private func dayOffText(_ isDayOff: Bool, _ language: Language) -> String? {
    let weekend = isDayOff ? language.say("週末", "周末", "weekend") : nil
    guard let reason = dayOff ?? weekend else { return nil }
    let isOpen = daysOffAnnounced == false && dayOff != nil
    return reason + (isOpen ? language.say("（依法推算，尚未公布）", "（依法推算，尚未公布）", " (by the law; not yet announced)") : "")
  }

  /// Terms, moon and almanac, one per line.
  fileprivate func sheet(_ language: Language) -> Table {
    var table = Table()
    if let isDayOff, let text = dayOffText(isDayOff, language) {
      table.add(language.say("放假", "放假", "Day off"), text)
    }
    let ago = -term.days
    table.add(
      language.say("節令", "节令", "Season"),
      language.say("\(term.name)第 \(ago + 1) 日", "\(term.name)第 \(ago + 1) 日", "day \(ago + 1) of \(term.name)"))
    if let nextTerm {
      table.add(
        language.say("下一節氣", "下一节气", "Next"),
        language.say(
          "\(nextTerm.name)，\(nextTerm.solar)（\(nextTerm.days) 天後）",
          "\(nextTerm.name)，\(nextTerm.solar)（\(nextTerm.days) 天后）",
          "\(nextTerm.name), \(nextTerm.solar) (in \(nextTerm.days) days)"))
    }
    table.add(
      language.say("月相", "月相", "Moon"), "\(moon.name(in: language)) \(Int((moon.illuminated * 100).rounded()))%")
    // English has no words for the almanac's terms: they stay, with what they are about.
    func heading(_ name: String, _ simplified: String, _ gloss: String) -> String {
      language.say(name, simplified, "\(name) \(gloss)")
    }
    table.add(heading("納音", "纳音", "nayin, sound element"), almanac.naYin)
    table.add(heading("建除", "建除", "jianchu, day officer"), almanac.officer)
    table.add(heading("廿八宿", "廿八宿", "lunar mansion"), almanac.mansion)
    table.add(heading("沖煞", "冲煞", "clash, direction to avoid"), "\(almanac.clash) \(almanac.sha)")
    table.add(heading("彭祖百忌", "彭祖百忌", "taboos of Pengzu"), almanac.pengZu.joined(separator: "，"))
    table.add(heading("胎神", "胎神", "fetal spirit's place"), almanac.fetalSpirit)
    table.add(heading("七十二候", "七十二候", "pentad of the year"), almanac.pentad)
    return table
  }
}

extension SkyRecord {
  /// The place, sun, twilights and moon, one per line, and the notes.
  func text(_ language: Language, isColored: Bool) -> String {
    var table = Table()
    for line in lines(in: language) { table.add(line.name, line.value) }
    return table.text(isColored: isColored) + notes.map { $0 + "\n" }.joined()
  }
}

extension DayEvent {
  /// The title, then one line for each field of the entry.
  fileprivate func text(_ language: Language) -> String {
    let window = lastDate > solarDate ? "（\(solarDate) – \(lastDate)）" : ""
    var lines = ["● \(title)\(window)"]
    if let deity, deity != title { lines.append("  \(deity)") }
    lines += [description, worshipNotes].compactMap { $0 }.map { "  " + $0 }
    lines += worshipGuide.paragraphs(in: language).map { "  " + $0 }
    if let note { lines.append("  " + note) }
    for other in disagreements {
      lines.append("  " + (other.note ?? language.say("另有一說：", "另有一说：", "Another date: ") + other.rule))
    }
    let named = references.forReaders(in: language).map { $0.title + ($0.url.map { " <\($0)>" } ?? "") }
    lines.append(
      "  " + language.say("來源：", "来源：", "Sources: ") + named.joined(separator: language.say("、", "、", ", ")))
    return lines.joined(separator: "\n") + "\n"
  }
}
