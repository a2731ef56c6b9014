import ArgumentParser
import Folklore
import Lunisolar

/// Shows the twelve hours of a day.
///
///     folkcal hours 2026-11-25
struct HoursCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hours",
    abstract: Speech.say(
      "列出一天的十二時辰：干支、黃黑道、吉神、凶神、沖煞。", "List the twelve hours of a day: pillar, path, gods, clash and direction."),
    discussion: Speech.say(
      """
      一天的時辰從前一天 23:00 的子時起，每個時辰兩小時，依時鐘。黃黑道與吉神、凶神依《協紀辨方書》卷七、卷三十二；沖與歲數是民間習慣。
      """,
      """
      The hours of a day begin at 23:00 of the day before, two hours each, by the clock. Paths, good and bad gods are those of \
      協紀辨方書; clash and age are custom.
      """))

  @Argument(
    help: .say(
      "日期：2026-11-25、115/11/25、農曆2026年三月廿三、明天；預設為今天。", "The day: 2026-11-25 or 農曆2026年三月廿三; today by default.",
      valueName: "date"))
  var date: String?

  @OptionGroup var calendar: CalendarOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let language = output.language
    let day = try date.map { try time.day($0, calendar.variant) } ?? time.today()
    let record = try Failure.asWrongInput {
      try HoursRecord(on: day, variant: calendar.variant, language: language)
    }
    if output.json { return try output.printJSON(record) }
    print(record.text(language, isColored: output.useColor), terminator: "")
  }
}

extension HoursRecord {
  /// The title, a row for each hour, and the notes; in English with the meaning of the terms.
  fileprivate func text(_ language: Language, isColored: Bool) -> String {
    var table = Table(Self.header(in: language))
    for row in rows { table.add(row) }
    var glosses = Table()
    for line in glossary(in: language) { glosses.add(line.name, line.value) }
    let meaning = glosses.text(isColored: false)
    return title(in: language) + "\n\n" + table.text(isColored: isColored) + "\n"
      + (meaning.isEmpty ? "" : meaning + "\n") + notes.map { $0 + "\n" }.joined()
  }
}
