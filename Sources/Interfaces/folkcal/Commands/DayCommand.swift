public import ArgumentParser
public import Folklore
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
      曆書各欄依規則由當日推得（協紀辨方書、玉匣記、逸周書）。宜忌依《欽定協紀辨方書》（1741）推算；市售農民曆各有家傳，常與此不同。--explain 嫁娶 說明是哪些神、哪些條例，\
      在書的哪一葉；--all 也列出官府的事。
      日月出沒與曙暮光依 --at 的地點與 --time-zone 的時區計算；地平線是海平面，不計山與天氣。
      """,
      """
      The almanac's fields follow by rule from the day (協紀辨方書, 玉匣記, 逸周書). 宜 and 忌 follow 欽定協紀辨方書 (1741); almanacs that are \
      sold have schools of their own and often differ. --explain 嫁娶 names the gods and rules, and the leaves of the book; --all lists what \
      officials did too. Sunrise, moonrise and twilights are for the place of --at in the zone \
      of --time-zone, with the sea's horizon, without hills and weather.
      """))

  @Argument(
    help: .say(
      "日期：2026-11-21、115/11/21、農曆2025年三月廿三、明天；預設為今天。", "The day: 2026-11-21 or 農曆2025年三月廿三; today by default.",
      valueName: "date"))
  var date: String?

  @Option(
    help: .say("說明這件事為什麼宜或忌：嫁娶、搬家……", "Why the day is good or bad for this: 嫁娶, 搬家, wedding.", valueName: "purpose"))
  var explain: String?

  @Option(
    help: .say(
      "福神的派別：a（甲乙東南，6tail、tyme）或 b（甲己正北，cnlunar）。",
      "The list of 福神: a (甲乙 southeast; 6tail, tyme) or b (甲己 north; cnlunar).", valueName: "school"))
  var fortune: FortuneSchool = .a

  @Option(
    help: .say(
      "貴神的派別：xieji（協紀辨方書）或 libraries（庚辛午寅，通行程式庫）；只有庚日不同。",
      "The list of the nobles: xieji (協紀辨方書) or libraries (庚辛 午寅); they differ on 庚 days only.", valueName: "school"))
  var nobles: NobleSchool = .xieji

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
    if let explain { return try tell(explain, on: day) }
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
        daysOff: daysOff, xieji: data.xieji(), schools: AlmanacSchools(fortune: fortune, nobles: nobles),
        viewpoint: viewpoint, variant: calendar.variant, language: language)
    }
    if output.json { return try output.printJSON(record) }
    print(record.date.sheet(language, isColored: output.useColor), terminator: "")
    print(record.sheet(language).text(isColored: output.useColor), terminator: "")
    if let text = record.almanac.text(language, all: list.all, isColored: output.useColor) {
      print("\n" + text, terminator: "")
    }
    if let sky = record.sky { print("\n" + sky.text(language, isColored: output.useColor), terminator: "") }
    if let eclipse = record.eclipse { print("\n" + eclipse.text(language), terminator: "") }
    for event in record.events { print("\n" + event.text(language), terminator: "") }
  }

  /// Why the day is good or bad for a purpose.
  private func tell(_ purpose: String, on day: SolarDate) throws {
    let book = try data.requiredXieji()
    let record = try Failure.asWrongInput {
      try XiejiReasonsRecord(
        book.purpose(purpose), on: day, in: book, variant: calendar.variant, language: output.language)
    }
    if output.json { return try output.printJSON(record) }
    var table = Table()
    for line in record.lines(in: output.language) { table.add(line.name, line.value) }
    print("\(day)")
    print(table.text(isColored: output.useColor), terminator: "")
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
    table.add(heading("沖煞", "冲煞", "clash, direction to avoid"), almanac.clashText(in: language))
    table.add(heading("黃黑道", "黄黑道", "path of the day"), "\(almanac.path) \(almanac.dayGod)")
    table.add(heading("彭祖百忌", "彭祖百忌", "taboos of Pengzu"), almanac.pengZu.joined(separator: "，"))
    table.add(heading("胎神", "胎神", "fetal spirit's place"), almanac.fetalSpirit)
    table.add(heading("七十二候", "七十二候", "pentad of the year"), almanac.pentad)
    let directions = almanac.directions
    table.add(
      heading("喜神財神", "喜神财神", "directions"),
      language.say(
        "喜神\(directions.joy) 財神\(directions.wealth) 福神\(directions.fortune)［\(directions.fortuneSchool)］",
        "喜神\(directions.joy) 财神\(directions.wealth) 福神\(directions.fortune)［\(directions.fortuneSchool)］",
        "喜神 \(directions.joy), 財神 \(directions.wealth), 福神 \(directions.fortune) [\(directions.fortuneSchool)]"))
    table.add(
      heading("貴神", "贵神", "nobles of day and night"),
      language.say(
        "陽貴\(directions.yangNoble) 陰貴\(directions.yinNoble)［\(directions.nobleSchool)］",
        "阳贵\(directions.yangNoble) 阴贵\(directions.yinNoble)［\(directions.nobleSchool)］",
        "陽貴 \(directions.yangNoble), 陰貴 \(directions.yinNoble) [\(directions.nobleSchool)]"))
    table.add(heading("空亡", "空亡", "void branches"), almanac.voidBranches.joined())
    table.add(heading("六曜", "六曜", "six days of Japan"), almanac.sixDay)
    table.add(
      heading("九星", "九星", "nine stars"),
      language.say(
        "年\(almanac.nineStars.year) 月\(almanac.nineStars.month) 日\(almanac.nineStars.day)",
        "年\(almanac.nineStars.year) 月\(almanac.nineStars.month) 日\(almanac.nineStars.day)",
        "year \(almanac.nineStars.year), month \(almanac.nineStars.month), day \(almanac.nineStars.day)"))
    for caution in almanac.cautions { table.add(caution.name, caution.about) }
    return table
  }
}

extension DayRecord.Almanac {
  /// 宜, 忌 and the gods, with the book's name; nil without the book.
  fileprivate func text(_ language: Language, all: Bool, isColored: Bool) -> String? {
    guard let xieji else { return nil }
    var table = Table()
    table.add(language.say("宜", "宜", "宜 good for"), xieji.goodText(all: all, in: language))
    table.add(language.say("忌", "忌", "忌 bad for"), xieji.badText(all: all, in: language))
    table.add(language.say("輕重", "轻重", "weighed"), xieji.gradeText)
    table.add(language.say("吉神", "吉神", "吉神 good gods"), xieji.goodGods.joined(separator: " "))
    table.add(language.say("凶神", "凶神", "凶神 bad gods"), xieji.badGods.joined(separator: " "))
    return table.text(isColored: isColored) + XiejiRecord.caveat(in: language) + "\n"
  }
}

extension FortuneSchool: ExpressibleByArgument {}
extension NobleSchool: ExpressibleByArgument {}

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
