import ArgumentParser
import Folklore
import Lunisolar
import Pictures

/// Shows a month as a grid or a picture.
///
///     folkcal month 2026-11
///     folkcal month 2027-02 --pdf february.pdf
struct MonthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "month",
    abstract: Speech.say(
      "顯示一個月：國曆、農曆、節氣與節日；可列在終端機，或畫成 SVG、PDF 掛曆。",
      "Show a month: solar and lunar days, terms, festivals; as a grid, SVG or PDF."),
    discussion: Speech.say(
      "--svg 與 --pdf 畫的是 A3 比例的掛曆：紅字是放假日。--pdf 需要 rsvg-convert（Debian：librsvg2-bin）。整年一頁用 `folkcal year 2027 --pdf year.pdf`。",
      "--svg and --pdf write a wall calendar of A3's proportions, with red days off; --pdf needs rsvg-convert (Debian: librsvg2-bin). A year on one page: folkcal year 2027 --pdf year.pdf."
    ))

  @Argument(
    help: .say(
      "月份：2027-02、2027/2、民國116年2月、下個月……；預設是這個月。",
      "The month: 2027-02, 2027/2, Feb 2027, 民國116年2月, 下個月; this month by default.", valueName: "year-month"))
  var month: [String] = []

  @Option(
    name: .customLong("week-start"),
    help: .say("每週的第一天：sunday 或 monday。", "The first day of a week: sunday or monday."))
  var weekStart: WeekStart = .sunday

  @Option(help: .say("把掛曆寫成 SVG 檔。", "Write a wall calendar as SVG.", valueName: "file"))
  var svg: String?

  @Option(help: .say("把掛曆寫成 PDF 檔。", "Write a wall calendar as PDF.", valueName: "file"))
  var pdf: String?

  @Flag(
    help: .say("也列出每天的宜忌（《欽定協紀辨方書》）；掛曆上也寫。", "Also 宜 and 忌 of each day by 欽定協紀辨方書, on the wall calendar too."))
  var almanac = false

  @OptionGroup var place: RegionOptions
  @OptionGroup var list: ListOptions
  @OptionGroup var calendar: CalendarOptions
  @OptionGroup var viewpoint: ViewpointOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let today = try time.today()
    let (year, number) = try yearAndMonth(today)
    let temples = try viewpoint.at.map { _ in try data.temples() }
    let catalogue = try temples?.catalogue ?? data.catalogue()
    let viewpoint = try viewpoint.viewpoint(time, temples)
    let book = almanac ? try data.requiredXieji() : nil
    let daysOff = try data.daysOff()
    let record = try Failure.asWrongInput {
      try MonthRecord(
        year: year, month: number,
        events: (place.region ?? .taiwan).events(of: catalogue.events, maxWeight: list.weight.forPrograms),
        daysOff: daysOff, xieji: book, viewpoint: temples == nil ? nil : viewpoint, today: today,
        variant: calendar.variant, language: output.language)
    }
    let listed = record.limited(to: list.maxWeight(json: false))
    let picture = WallCalendar(listed, language: output.language, startsOnMonday: weekStart == .monday)
    if let svg { try PictureFile.write(svg: picture.svg, to: svg) }
    if let pdf { try PictureFile.write(pdfOf: picture.svg, to: pdf) }
    if output.json { return try output.printJSON(record) }
    if svg == nil, pdf == nil {
      print(
        MonthGrid(listed, output.language, startsOnMonday: weekStart == .monday).text(isColored: output.useColor),
        terminator: "")
      printEclipses(of: record, at: viewpoint)
      printSky(of: record)
      printAlmanac(of: record)
    }
  }

  /// The eclipses of the month that the place sees, below the grid.
  private func printEclipses(of month: MonthRecord, at viewpoint: Viewpoint) {
    guard let first = month.days.first, let last = month.days.last else { return }
    let records = EclipseRecord.records(
      on: first.solarDate...last.solarDate, at: viewpoint, language: output.language)
    for record in records where record.isVisible {
      print("\(record.date)  \(record.title(in: output.language))  \(record.summary(in: output.language))")
    }
  }

  /// Sun and moon of each day, if a place was named.
  private func printSky(of month: MonthRecord) {
    guard let sky = month.sky, let first = sky.first else { return }
    let language = output.language
    var table = Table(SkyRecord.header(in: language))
    for day in sky { table.add(day.row(in: language)) }
    print("\n" + first.place.text(in: language) + "\n" + table.text(isColored: output.useColor), terminator: "")
  }

  /// 宜 and 忌 of each day, if they were asked for.
  private func printAlmanac(of month: MonthRecord) {
    guard almanac else { return }
    let language = output.language
    var table = Table()
    for day in month.days {
      guard let short = day.xieji?.short(in: language) else { continue }
      table.add("\(day.solarDate)", "宜", short.good)
      table.add("", "忌", short.bad)
    }
    print("\n" + table.text(isColored: output.useColor) + XiejiRecord.caveat(in: language))
  }

  /// The month that was typed, by default the current one. A month of several words (`Feb 2027`) needs no quotation marks.
  private func yearAndMonth(_ today: SolarDate) throws -> (Int, Int) {
    guard !month.isEmpty else { return (today.year, today.month) }
    let text = month.joined(separator: " ")
    let found = try MonthInput(text, today: today)
    if found.isAmbiguous { StandardError.note(found.understood(text)) }
    return (found.year, found.month)
  }
}

/// The first day of a week.
enum WeekStart: String, ExpressibleByArgument, CaseIterable {
  case sunday, monday
}
