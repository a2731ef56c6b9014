import ArgumentParser
import Folklore
import Lunisolar

/// Lists the days that are good for a purpose.
///
///     folkcal days --for 嫁娶 --from 2027-01-01 --until 2027-12-31 --avoid-zodiac 羊
struct DaysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "days",
    abstract: Speech.say(
      "找適合做一件事的日子：宜嫁娶、移徙、開市……依《欽定協紀辨方書》。",
      "Find the days that are good for something, a wedding or moving, by 欽定協紀辨方書."),
    discussion: Speech.say(
      """
      說法用現在的話就可以：結婚、搬家、開幕、剪頭髮。列出每天的沖與歲數、較好的時辰，以及三娘煞、月忌、楊公忌、四離、四絕；--strict 去掉這些日子。
      宜忌依《欽定協紀辨方書》（1741）推算；市售農民曆各有家傳，常與此不同。
      """,
      """
      Today's words do: wedding, 搬家, 開幕. Each day has the animal and age it clashes with, its better hours, and what custom warns of \
      (三娘煞, 月忌, 楊公忌, 四離, 四絕), which --strict leaves out. 宜 and 忌 follow 欽定協紀辨方書 (1741); almanacs that are sold have \
      schools of their own and often differ.
      """))

  @Option(
    name: .customLong("for"),
    help: .say("要做的事：嫁娶、搬家、開幕、wedding……", "What for: 嫁娶, 搬家, wedding.", valueName: "purpose"))
  var purpose: String

  @Option(help: .say("第一天；預設是今天。", "The first day; today by default.", valueName: "date"))
  var from: String?

  @Option(
    help: .say(
      "最後一天，最多 20 年；預設是第一天起 180 天。", "The last day, within 20 years; 180 days from the first by default.",
      valueName: "date")
  )
  var until: String?

  @Option(
    name: .customLong("avoid-zodiac"),
    help: .say("不要沖這個生肖的日子：羊、goat。", "No days that clash with this animal: 羊, goat.", valueName: "zodiac"))
  var avoidedZodiac: String?

  @Option(
    help: .say(
      "不要沖出生年的日子：出生的日期（年以立春起算）。", "No days that clash with the year of this birth, which begins at 立春.",
      valueName: "date"))
  var birth: String?

  @Flag(help: .say("只列出星期六、日。", "Only Saturdays and Sundays."))
  var weekends = false

  @Flag(help: .say("去掉三娘煞、月忌、楊公忌、四離、四絕。", "Leave out 三娘煞, 月忌, 楊公忌, 四離 and 四絕."))
  var strict = false

  @OptionGroup var calendar: CalendarOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataFolderOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let language = output.language
    let book = try data.requiredXieji()
    let wishes = try wishes(book)
    let first = try from.map { try time.day($0, calendar.variant) } ?? time.today()
    let last = try until.map { try time.day($0, calendar.variant) } ?? first.advanced(by: GoodDays.usualDays)
    let record = try Failure.asWrongInput {
      try GoodDaysRecord(
        wishes, in: (first, last), book: book, variant: calendar.variant, language: language)
    }
    if output.json { return try output.printJSON(record) }
    print(record.text(language, isColored: output.useColor), terminator: "")
  }

  private func wishes(_ book: XiejiBook) throws -> GoodDays.Wishes {
    var wishes = GoodDays.Wishes(for: try Failure.asWrongInput { try book.purpose(purpose) })
    wishes.avoidedZodiac = try avoidedZodiac.map { text in
      guard let zodiac = Zodiac(typed: text) else {
        let names = Zodiac.allCases.map { Speech.say($0.name, $0.english) }.joined(separator: Speech.say("、", ", "))
        throw Failure.wrongInput(
          "--avoid-zodiac 沒有「\(text)」這個生肖：有\(names)", "--avoid-zodiac \"\(text)\" is no animal: write one of \(names)")
      }
      return zodiac
    }
    wishes.birth = try birth.map { try time.day($0, calendar.variant) }
    wishes.onlyWeekends = weekends
    wishes.isStrict = strict
    return wishes
  }
}

extension GoodDaysRecord {
  /// The purpose, a row for each day, and the notes.
  fileprivate func text(_ language: Language, isColored: Bool) -> String {
    let name = language.say("宜\(purpose)", "宜\(purpose)", "good for \(purpose)")
    var text = "\(name)  \(from) – \(until)  \(book)\n"
    if !days.isEmpty {
      var table = Table(
        [
          language.say("日期", "日期", "Day"), language.say("農曆", "农历", "Lunar"), language.say("沖", "冲", "Clash"),
          language.say("較好的時辰", "较好的时辰", "Better hours"), language.say("注意", "注意", "Cautions"),
        ])
      for day in days { table.add(day.row(language)) }
      text += "\n" + table.text(isColored: isColored)
      text += language.say("共 \(days.count) 天\n", "共 \(days.count) 天\n", "\(days.count) days\n")
    }
    if let next {
      text += language.say(
        "下一個：\(next.row(language).joined(separator: "  "))\n", "下一个：\(next.row(language).joined(separator: "  "))\n",
        "Next: \(next.row(language).joined(separator: "  "))\n")
    }
    return text + "\n" + notes.map { $0 + "\n" }.joined()
  }
}

extension GoodDaysRecord.Day {
  /// `2027-01-01（五）  十一月廿四  狗 33  03:00 07:00 09:00`
  fileprivate func row(_ language: Language) -> [String] {
    [
      date.dayText(language), lunarText, "\(clash.zodiac) \(clash.ages[0])",
      hours.prefix(3).map(\.begins).joined(separator: " "), cautions.joined(separator: language.say("、", "、", ", ")),
    ]
  }
}
