import ArgumentParser
import Folklore
import Foundation
import Lunisolar
import Pictures
import Words

/// Shows a month as a grid or a picture.
///
///     folkcal month 2026-11
///     folkcal month 2027-02 --pdf february.pdf
struct MonthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "month", abstract: "Show a month: solar and lunar days, terms, festivals; as a grid, SVG or PDF.",
    discussion:
      "--svg and --pdf write a wall calendar of A3's proportions; --pdf needs rsvg-convert (Debian: librsvg2-bin).")

  @Argument(help: ArgumentHelp("The month: 2026-11; this month by default.", valueName: "year-month"))
  var month: String?

  @Option(name: .customLong("week-start"), help: "The first day of a week: sunday or monday.")
  var weekStart: WeekStart = .sunday

  @Option(help: ArgumentHelp("Write a wall calendar as SVG.", valueName: "file"))
  var svg: String?

  @Option(help: ArgumentHelp("Write a wall calendar as PDF.", valueName: "file"))
  var pdf: String?

  @OptionGroup var place: RegionOptions
  @OptionGroup var calendar: CalendarOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let today = try time.today()
    let (year, number) = try yearAndMonth(today)
    let catalogue = try data.catalogue()
    let daysOff = try data.daysOff()
    let record = try Failure.asWrongInput {
      try MonthRecord(
        year: year, month: number, events: catalogue.events.filter((place.region ?? .taiwan).contains),
        daysOff: daysOff, today: today, variant: calendar.variant, language: output.language)
    }
    let picture = WallCalendar(record, language: output.language, startsOnMonday: weekStart == .monday)
    if let svg { try PictureFile.write(svg: picture.svg, to: svg) }
    if let pdf { try PictureFile.write(pdfOf: picture.svg, to: pdf) }
    if output.json { return try output.printJSON(record) }
    if svg == nil, pdf == nil {
      print(
        MonthGrid(record, output.language, startsOnMonday: weekStart == .monday).text(isColored: output.useColor),
        terminator: "")
    }
  }

  /// A month such as `2026-11`, by default the current one.
  private func yearAndMonth(_ today: SolarDate) throws -> (Int, Int) {
    guard let month else { return (today.year, today.month) }
    do {
      let first = try SolarDate(iso: month + "-01")
      return (first.year, first.month)
    } catch {
      if case .notADate = error {
        throw Failure.wrongInput("\"\(month)\" is not a month: expected one such as 2026-11")
      }
      throw Failure.wrongInput(error.description)
    }
  }
}

/// The first day of a week.
enum WeekStart: String, ExpressibleByArgument, CaseIterable {
  case sunday, monday
}
