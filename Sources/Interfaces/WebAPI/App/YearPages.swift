import Folklore
import Lunisolar
import WebPages

/// A year on one page, to print and for use without a network: `/year/2027`.
enum YearPages {
  static let all = [PublicPage("/year/{year}", year)]

  /// The years that a path can name.
  static let years = 1...9999

  /// The events of a day that a row names.
  private static let shownInRow = 4

  /// The first day of the year in the path.
  static func firstDay(_ visit: Visit) throws -> SolarDate {
    guard visit.id.utf8.count == 4, let number = Int(visit.id), years.contains(number),
      let first = try? SolarDate(year: number, month: 1, day: 1)
    else { throw PageProblem.nothingHere }
    return first
  }

  private static func year(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    let first = try firstDay(visit)
    let number = first.year
    guard let last = try? SolarDate(year: number, month: 12, day: 31),
      let days = try? DayPages.days(
        of: visit.listed(data, maxWeight: visit.maxWeight), from: first, through: last)
    else { throw PageProblem.nothingHere }
    let language = visit.language
    var around = PageBlock(visit.say("前後的年", "前后的年", "Years around"))
    around.isBare = true
    around.links =
      [("‹ \(number - 1)", number - 1), ("\(number + 1) ›", number + 1)].filter { years.contains($0.1) }.map {
        PageLink($0.0, "/year/\(padded($0.1))", .button)
      } + [visit.weightSwitch("/year/\(visit.id)"), SheetPages.link("/year/\(visit.id)", visit)]
    let months = (1...12).map { month in
      var block = PageBlock(
        language == .english ? "\(number)-\(month < 10 ? "0" : "")\(month)" : "\(month) 月")
      block.table = PageTable(
        [visit.say("日期", "日期", "Date"), visit.say("農曆", "农历", "Lunar"), visit.say("日子", "日子", "Days")],
        days.filter { $0.date.month == month && $0.date.year == number }.map { row($0, visit) },
        nothing: visit.say("這個月沒有記載的日子。", "这个月没有记载的日子。", "Nothing is recorded in this month."))
      return block
    }
    var page = AppPage(
      language, title: visit.say("\(number) 年", "\(number) 年", "\(number)"),
      description: visit.say(
        "\(number) 年的民俗節日：國曆、農曆與星期，可以列印。", "\(number) 年的民俗节日：公历、农历与星期，可以打印。",
        "The folk days of \(number) with solar and lunar dates, to print."),
      lead: lead(number, visit), [around] + months)
    page.isSheet = true
    return PublicPage.app(page, part: "month")
  }

  /// The year as a path has it, in four digits.
  private static func padded(_ year: Int) -> String {
    String(repeating: "0", count: max(0, 4 - "\(year)".count)) + "\(year)"
  }

  private static func lead(_ year: Int, _ visit: Visit) -> String? {
    visit.language == .english || year <= 1911 ? nil : visit.say("民國 \(year - 1911) 年", "民国 \(year - 1911) 年", "")
  }

  private static func row(_ day: DayPages.Day, _ visit: Visit) -> PageTable.Row {
    let names = day.events.prefix(shownInRow).map { $0.title.text(in: visit.language) }
    let more = day.events.count - names.count
    let weekday = day.date.weekday.name(in: visit.language)
    let short = visit.language == .english ? String(weekday.prefix(3)) : weekday.replacing("星期", with: "週")
    return PageTable.Row(
      [
        PageTable.Cell(
          "\(day.date.month)/\(day.date.day) \(short)", address: "/day/\(day.date)"),
        PageTable.Cell(visit.lunar(day.date).trimmingPrefix(visit.say("農曆", "农历", "lunar ")).description),
        PageTable.Cell(
          names.joined(separator: visit.say("、", "、", ", "))
            + (more > 0 ? visit.say(" 等 \(day.events.count) 個", " 等 \(day.events.count) 个", " and \(more) more") : "")),
      ], id: "d\(day.date)")
  }
}
