import ArgumentParser
import Folklore
import Lunisolar

/// Shows the 24 solar terms of a year.
///
///     folkcal terms 2026
struct TermsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "terms",
    abstract: Speech.say("列出一年的 24 節氣與時刻。", "List the 24 solar terms of a solar year with their instants."),
    discussion: Speech.say(
      """
      1600 到 2600 年的時刻與 JPL 的 DE440 相差不到 0.1 秒（地球時）。若日期取決於地球自轉的預測，或當時的曆書印在另一天，附註會說明。
      """,
      """
      Instants are within 0.1 s of JPL's DE440 in Terrestrial Time for 1600-2600. Where the day hangs on the forecast of the Earth's \
      rotation, or the calendar of the time printed another day, a note says so.
      """))

  @Argument(
    help: .say(
      "國曆年：2026、民國115年、今年；-2000 到 9999，預設為今年。", "The solar year, -2000 to 9999; this year by default.",
      valueName: "year"))
  var given: String?

  @OptionGroup var calendar: CalendarOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let year = try given.map(time.year) ?? time.today().year
    guard (-2_000...9_999).contains(year) else {
      throw Failure.wrongInput("\(year) 年不在 -2000 到 9999 年之間", "\(year) is not a year between -2000 and 9999")
    }
    let language = output.language
    let records = try Failure.asWrongInput {
      try TermRecord.records(solarYear: year, variant: calendar.variant, language: language)
    }
    if output.json { return try output.printJSON(records) }
    // A note on the whole year stands once.
    let common = (records.first?.notes ?? []).filter { note in records.allSatisfy { $0.notes.contains(note) } }
    for note in common { print(note) }
    var table = Table(
      language.say("節氣", "节气", "Term"), language.say("國曆", "国历", "Solar"),
      language.say("時刻", "时刻", "Instant"), language.say("黃經", "黄经", "Longitude"), language.say("附註", "附注", "Notes"))
    for record in records {
      table.add(
        language == .english ? record.english : record.name, record.solar.description,
        record.instant.split(separator: "T").last.map(String.init) ?? "", "\(record.longitude)°",
        record.notes.filter { !common.contains($0) }.joined(separator: "; "))
    }
    print(table.text(isColored: output.useColor), terminator: "")
  }
}
