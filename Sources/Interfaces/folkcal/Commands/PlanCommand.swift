import ArgumentParser
import Folklore
import Lunisolar
import Store

/// Writes the reminders of the coming days to the log.
///
///     folkcal remind plan --days 30
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: Speech.say("把接下來幾天的提醒排入佇列。", "Write the reminders of the coming days into the log."),
    discussion: Speech.say(
      """
      隨時可以重新執行，也可以由幾個程式同時執行：已經排好的不會再動。設定、訂閱、群組與節日一有變更，排程會自動跟著更新。
      """,
      """
      Safe to run again at any time, and by several programs at once: what is planned already is left alone. Changes of settings, \
      subscriptions, groups and events keep the plan right by themselves.
      """))

  @Option(parsing: .unconditional, help: .say("往後幾天，1 到 1000。", "How many days ahead, 1 to 1000."))
  var days = 30

  @Flag(
    help: .say(
      "全部重新排程：刪除不需要的提醒，補上缺少的。",
      "Replan everything: remove unwanted reminders and add missing ones."))
  var anew = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    guard Store.planDays.contains(days) else {
      throw Failure.outOfRange("--days", "\(days)", "1", "\(Store.planDays.upperBound)")
    }
    let (store, change) = (try author.store.open(), try author.change(time))
    let report = try planned(store, change)
    let until = CivilTime.iso(unixTime: report.until)
    if output.json {
      return try output.printJSON(
        PlanRecord(
          written: report.written, plannedUntil: until, hasNewZones: report.hasNewZones,
          unknownZones: report.unknownZones))
    }
    for zone in report.unknownZones {
      StandardError.note(
        "這台機器不認得時區 \(zone)：該時區的使用者沒有排程；folkcal admin user list --where time_zone=\(zone) 會列出他們",
        "this machine does not know the time zone \(zone): nothing is planned for users there; "
          + "folkcal admin user list --where time_zone=\(zone) shows them")
    }
    if report.hasNewZones {
      StandardError.note("時區資料有變更：已全部重新排程", "the time zone data has changed: everything was planned anew")
    }
    let local = try time.clock().text(report.until, in: output.language)
    print(
      output.language.say(
        "新增 \(report.written) 則提醒；已排到 \(local)", "新增 \(report.written) 则提醒；已排到 \(local)",
        "reminders: \(report.written) written; planned until \(local)"))
  }

  /// Plans reminders; reports a time of `--now` outside the calendar as wrong input.
  private func planned(_ store: Store, _ change: Change) throws -> PlanReport {
    do {
      return try store.plan(days: days, anew: anew, change)
    } catch let error as CalendarError {
      return try Failure.asWrongInput { throw error }
    }
  }

  private struct PlanRecord: Encodable {
    let written: Int
    let plannedUntil: String
    let hasNewZones: Bool
    let unknownZones: [String]

    enum CodingKeys: String, CodingKey {
      case written
      case plannedUntil = "planned_until"
      case hasNewZones = "has_new_zones"
      case unknownZones = "unknown_zones"
    }
  }
}
