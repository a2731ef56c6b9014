public import ArgumentParser
public import Feeds
import Folklore
import Foundation
import Lunisolar

/// Writes folk days as an iCalendar file.
///
///     folkcal feed --kind deity --years 3 > deities.ics
struct FeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: Speech.say(
      "把民俗節日寫成 iCalendar 檔案（RFC 5545），輸出到標準輸出。",
      "Write folk days as an iCalendar file (RFC 5545) on standard output."),
    discussion: Speech.say(
      """
      節日的每一次各寫成一個事件，因為許多行事曆程式會把 RRULE:RSCALE=CHINESE（RFC 7529）算錯日子；--form rscale 則在規則能這樣表示時改用它。同一天的 UID 永遠不變，所以重新讀取檔案時，\
      只會更新該更新的部分。
      """,
      """
      One event for each occurrence, because many readers show wrong days for RRULE:RSCALE=CHINESE (RFC 7529); --form rscale writes that \
      where the rule can be said so. The same day keeps its UID for ever, so that a file read again changes what it should.
      """))

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var weight: WeightOptions

  @Option(
    parsing: .unconditional,
    help: .say("幾年，1 到 20，從今年 1 月 1 日算起。", "How many years, 1 to 20, from 1 January of this one."))
  var years = 3

  @Option(
    help: .say("每年重複的日子怎麼寫：dates（逐一列出）或 rscale（寫成規則）。", "How a recurring day is written: dates or rscale."))
  var form: CalendarFeed.Form = .dates

  @Option(
    name: .customLong("alarm-days"), parsing: .unconditional,
    help: .say("提前幾天響鈴，0 到 30；預設不響。", "An alarm this many days before, 0 to 30; none by default."))
  var alarmDays: Int?

  @Option(name: .customLong("alarm-time"), help: .say("響鈴的時間。", "The time of the alarm.", valueName: "08:00"))
  var alarmTime: String?

  @Flag(
    help: .say("另外加上 --at 的地點看得到的日食與月食，附時刻。", "Also the eclipses that are seen from --at, with their times."))
  var eclipses = false

  @Flag(help: .say("另外加上每天的日出日沒與月出月沒，半年份。", "Also sun and moon of each day over --at, for half a year."))
  var sky = false

  @Flag(
    help: .say("另外加上每天的宜忌（《欽定協紀辨方書》），半年份。", "Also 宜 and 忌 of each day by 欽定協紀辨方書, for half a year."))
  var almanac = false

  @OptionGroup var viewpoint: ViewpointOptions

  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    guard !output.json else {
      throw Failure.wrongInput(
        "--json 不能用於 feed：iCalendar 檔案不是 JSON", "--json does not go with feed: an iCalendar file is no JSON")
    }
    guard (1...20).contains(years) else {
      throw Failure.outOfRange("--years", "\(years)", "1", "20")
    }
    guard viewpoint.at == nil || sky || eclipses else {
      throw Failure.wrongInput(
        "--at 要與 --sky 或 --eclipses 一起用：它是觀看天象的地方", "--at goes with --sky or --eclipses: it is where the sky is seen")
    }
    let temples = try viewpoint.at.map { _ in try data.temples() }
    let catalogue = try temples?.catalogue ?? data.catalogue()
    let today = try time.today()
    let first = today.year
    let alarms = try alarms()
    let text = try Failure.asWrongInput {
      let range = try SolarDate(year: first, month: 1, day: 1)...SolarDate(year: first + years - 1, month: 12, day: 31)
      let added = try AddedDays(
        at: viewpoint.viewpoint(time, temples), eclipses: eclipses, sky: sky,
        almanac: almanac ? data.requiredXieji() : nil)
      let events =
        try selection.events(of: catalogue, maxWeight: weight.forPrograms) + added.events(in: range, today: today)
      return try CalendarFeed(name: name(in: catalogue), language: output.language, form: form, alarms: alarms)
        .text(of: events, bundles: EventBundles(events, of: catalogue.events, in: range), in: range)
    }
    try StandardOutput.write(Array(text.utf8))
  }

  private func name(in catalogue: Catalogue) -> String {
    let language = output.language
    let group = selection.group.flatMap { catalogue.group($0) }?.name.text(in: language)
    return group ?? language.say("民俗節日", "民俗节日", "Folk days")
  }

  private func alarms() throws -> [CalendarFeed.Alarm] {
    guard let alarmDays else {
      guard alarmTime == nil else {
        throw Failure.wrongInput("--alarm-time 要與 --alarm-days 一起用", "--alarm-time goes with --alarm-days")
      }
      return []
    }
    let alarmTime = alarmTime ?? "08:00"
    guard (0...30).contains(alarmDays) else {
      throw Failure.outOfRange("--alarm-days", "\(alarmDays)", "0", "30")
    }
    guard let time = TimeOfDay(alarmTime) else {
      throw Failure.noTime("--alarm-time", alarmTime)
    }
    return [CalendarFeed.Alarm(daysBefore: alarmDays, at: time)]
  }
}

extension CalendarFeed.Form: ExpressibleByArgument {}
