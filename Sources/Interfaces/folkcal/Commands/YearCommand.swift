import ArgumentParser
import Folklore
import Lunisolar

/// Shows the months of a lunar year, or draws a solar year.
///
///     folkcal year 2033
///     folkcal year 2027 --pdf year.pdf
struct YearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "year",
    abstract: Speech.say(
      "列出農曆年的各月：初一、日數、閏月、朔；或把國曆年畫成一頁年曆。",
      "Show the months of a lunar year: first day, length, leap month, new moon. Or draw a solar year on one page."),
    discussion: Speech.say(
      "列出的是農曆年（約自國曆 2 月起）；`--svg` 與 `--pdf` 畫的是同一數字的國曆年，1 月到 12 月，A3 比例，印成 A4 也能讀。`--pdf` 需要 rsvg-convert（Debian：librsvg2-bin）。",
      "The list is of the lunar year, which begins in January or February; --svg and --pdf draw the solar year of the same number, January to December, with A3's proportions, legible on A4 too. --pdf needs rsvg-convert (Debian: librsvg2-bin)."
    ))

  @Argument(
    help: .say(
      "農曆年，以正月初一所在的西元年表示：2033、民國122年、癸丑年；-2000 到 9999，預設為今年。",
      "The lunar year, by the solar year in which it begins, -2000 to 9999; this year by default.", valueName: "year"))
  var given: String?

  @OptionGroup var picture: YearPictureOptions
  @OptionGroup var calendar: CalendarOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let year = try given.map(time.year) ?? time.lunarYear()
    if try picture.write(year, variant: calendar.variant, language: output.language), !output.json { return }
    let language = output.language
    let record = try Failure.asWrongInput { try YearRecord(year, variant: calendar.variant, language: language) }
    if output.json { return try output.printJSON(record) }
    let leap = record.leapMonth.map { month in
      language.say(
        "，" + LunarDate.monthName(month, isLeap: true), "，闰" + LunarDate.monthName(month, isLeap: false),
        ", leap month \(month)")
    }
    print(
      language.say(
        "農曆 \(year) 年 \(record.ganzhi) \(record.zodiac)年，\(record.days) 日\(leap ?? "")",
        "农历 \(year) 年 \(record.ganzhi) \(record.zodiac)年，\(record.days) 日\(leap ?? "")",
        "Lunar year \(year), \(record.ganzhi), year of the \(record.zodiac), \(record.days) days\(leap ?? "")"))
    for note in record.notes { print(note) }
    var table = Table(
      language.say("月", "月", "Month"), language.say("初一", "初一", "First day"), language.say("日數", "日数", "Days"),
      language.say("朔", "朔", "New moon"), language.say("附註", "附注", "Notes"))
    for month in record.months {
      let chinese = LunarDate.monthName(month.month, isLeap: month.isLeap)
      let name = language.say(
        chinese, (month.isLeap ? "闰" : "") + LunarDate.monthName(month.month, isLeap: false),
        "\(month.isLeap ? "leap " : "")\(month.month)")
      table.add(
        name, month.first.description, "\(month.days)", month.newMoon.replacing("T", with: " "),
        month.notes.joined(separator: "; "))
    }
    print(table.text(isColored: output.useColor), terminator: "")
  }
}
