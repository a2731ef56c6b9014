import ArgumentParser
import Folklore
import Lunisolar

/// Shows how the twelve animals stand to a year.
///
///     folkcal zodiac 2027
struct ZodiacCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zodiac",
    abstract: Speech.say(
      "列出一年的太歲、犯太歲的生肖與十二歲君。", "List the animals that offend a year's Tai Sui, and the twelve gods of the year."),
    discussion: Speech.say(
      """
      犯太歲有兩種說法，並列：通行的值沖刑害破，與臺灣許多廟宇的正沖、偏沖。太歲與歲破的方位依《協紀辨方書》卷三。
      """,
      """
      Two customs are shown side by side: the widespread five relations, and the main and side clashes of many temples in Taiwan. The \
      directions are those of 協紀辨方書.
      """))

  @Argument(
    help: .say(
      "年：2027、民國116年、丁未年、明年；-2000 到 9999，預設為今年（農曆）。", "The year, -2000 to 9999; this lunar year by default.",
      valueName: "year"))
  var given: String?

  @OptionGroup var calendar: CalendarOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let language = output.language
    let year = try given.map(time.year) ?? time.lunarYear()
    let record = try Failure.asWrongInput {
      try ZodiacYearRecord(year, variant: calendar.variant, language: language)
    }
    if output.json { return try output.printJSON(record) }
    print(record.text(language, isColored: output.useColor), terminator: "")
  }
}

extension ZodiacYearRecord {
  /// The year, a row for each animal, its years of birth, and the notes; in English with the meaning of the terms.
  fileprivate func text(_ language: Language, isColored: Bool) -> String {
    var facts = Table()
    for line in lines(in: language) { facts.add(line.name, line.value) }
    var animals = Table(Self.header(in: language))
    for row in rows { animals.add(row) }
    var births = Table(Self.birthHeader(in: language))
    for row in birthRows { births.add([row[0], row.dropFirst().joined(separator: " ")]) }
    var glosses = Table()
    for line in glossary(in: language) { glosses.add(line.name, line.value) }
    let meaning = glosses.text(isColored: false)
    return [
      facts.text(isColored: false), animals.text(isColored: isColored), births.text(isColored: isColored), meaning,
      notes.map { $0 + "\n" }.joined(),
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
