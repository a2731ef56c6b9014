import ArgumentParser
import Folklore
import Lunisolar
import Pictures

/// The options of `folkcal year` that draw the solar year with that number on one page.
struct YearPictureOptions: ParsableArguments {
  @Option(help: .say("把國曆年的年曆寫成 SVG 檔。", "Write the solar year on one page as SVG.", valueName: "file"))
  var svg: String?

  @Option(help: .say("把國曆年的年曆寫成 PDF 檔。", "Write the solar year on one page as PDF.", valueName: "file"))
  var pdf: String?

  @Option(
    name: .customLong("week-start"),
    help: .say("年曆每週的第一天：sunday 或 monday。", "The first day of a week in the picture: sunday or monday."))
  var weekStart: WeekStart = .sunday

  @OptionGroup var place: RegionOptions
  @OptionGroup var list: ListOptions
  @OptionGroup var data: DataOptions

  /// Writes the pictures that are asked for.
  ///
  /// - Returns: false if none is.
  func write(_ year: Int, variant: CalendarVariant, language: Language) throws -> Bool {
    guard svg != nil || pdf != nil else { return false }
    let events = try (place.region ?? .taiwan).events(
      of: data.catalogue().events, maxWeight: list.maxWeight(json: false))
    let daysOff = try data.daysOff()
    let months = try Failure.asWrongInput {
      try (1...12).map { month in
        try MonthRecord(
          year: year, month: month, events: events, daysOff: daysOff, variant: variant, language: language)
      }
    }
    let picture = YearCalendar(months, language: language, startsOnMonday: weekStart == .monday).svg
    if let svg { try PictureFile.write(svg: picture, to: svg) }
    if let pdf { try PictureFile.write(pdfOf: picture, to: pdf) }
    return true
  }
}
