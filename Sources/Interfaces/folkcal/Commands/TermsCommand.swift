import ArgumentParser
import Folklore
import Lunisolar

/// Shows the 24 solar terms of a year.
///
///     folkcal terms 2026
struct TermsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "terms", abstract: "List the 24 solar terms of a solar year with their instants.",
    discussion: """
      Instants are within 0.1 s of JPL's DE440 in Terrestrial Time for 1600-2600. Where the day hangs on the forecast of the Earth's \
      rotation, or the calendar of the time printed another day, a note says so.
      """)

  @Argument(help: "The solar year, -2000 to 9999.")
  var year: Int

  @OptionGroup var calendar: CalendarOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    guard (-2_000...9_999).contains(year) else {
      throw Failure.wrongInput("\(year) is not a year between -2000 and 9999")
    }
    let language = output.language
    let records = try Failure.asWrongInput {
      try TermRecord.records(solarYear: year, variant: calendar.variant, language: language)
    }
    if output.json { return try output.printJSON(records) }
    var table = Table(
      language.say("節氣", "节气", "Term"), language.say("國曆", "国历", "Solar"),
      language.say("時刻", "时刻", "Instant"), language.say("黃經", "黄经", "Longitude"), language.say("附註", "附注", "Notes"))
    for record in records {
      table.add(
        language == .english ? record.english : record.name, record.solar.description,
        record.instant.split(separator: "T").last.map(String.init) ?? "", "\(record.longitude)°",
        record.notes.joined(separator: "; "))
    }
    print(table.text(isColored: output.useColor), terminator: "")
  }
}
