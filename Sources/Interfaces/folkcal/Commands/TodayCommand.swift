import ArgumentParser
import FolkData
import Folklore
import Lunisolar

/// Shows today and the next days: what `folkcal` alone does.
///
///     folkcal
struct TodayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: Speech.say("今天的農曆與接下來的節日；只輸入 folkcal 也一樣。", "Show today and the next folk days; so does folkcal alone."))

  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  /// Lines for the coming days, so that all fits on ten lines.
  private static let shown = 6

  func run() throws {
    let language = output.language
    let today = try time.today()
    let catalogue = try data.catalogue()
    let events = RegionFilter.taiwan.events(of: catalogue.events, maxWeight: Event.listedWeight)
    let range = today...today.advanced(by: 60)
    let (date, coming) = try Failure.asWrongInput {
      var recorder = DateRecorder(variant: .chinese, language: language)
      let bundles = try EventBundles(events, of: catalogue.events, in: range)
      return (
        try recorder.record(on: today),
        try UpcomingRecord.records(
          of: events, bundles: bundles, in: range, language: language, withDisagreements: false)
      )
    }
    if output.json { return try output.printJSON(Today(date: date, coming: Array(coming.prefix(Self.shown)))) }
    print(head(date, language))
    print(
      "\(date.ganzhiText(language))  \(date.zodiac)" + (date.solarTerm.map { "  \($0)" } ?? ""))
    var table = Table()
    for record in coming.prefix(Self.shown) {
      table.add(
        record.solarDate.dayText(language), UpcomingCommand.countdown(record.countdownDays, language), record.title)
    }
    print(table.text(isColored: output.useColor), terminator: "")
    print(
      language.say(
        "folkcal help 列出所有指令；folkcal day 列出今天的全部資料", "folkcal help 列出所有指令；folkcal day 列出今天的全部资料",
        "folkcal help lists all commands; folkcal day shows all about today"))
  }

  /// `2026-11-24（二） 民國115年 農曆2026年十月十六`.
  private func head(_ date: DateRecord, _ language: Language) -> String {
    let lunar = date.lunar.text
    let year = date.solar.year - 1_911
    let republic = year > 0 ? language.say("民國\(year)年  ", "", "") : ""
    return "\(date.solar.dayText(language))  \(republic)\(lunar)"
  }

  /// The same for programs.
  private struct Today: Encodable {
    let date: DateRecord
    let coming: [UpcomingRecord]
  }
}
