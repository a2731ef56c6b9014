import ArgumentParser
import Folklore
import Lunisolar
import Store

/// Writes the reminders of the coming days to the log.
///
///     folkcal remind plan --days 30
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Write the reminders of the coming days into the log.",
    discussion: """
      Safe to run again at any time, and by several programs at once: what is planned already is left alone. Changes of settings, \
      subscriptions, groups and events keep the plan right by themselves.
      """)

  @Option(parsing: .unconditional, help: "How many days ahead, 1 to 1000.")
  var days = 30

  @Flag(help: "Replan everything: remove unwanted reminders and add missing ones.")
  var anew = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    guard Store.planDays.contains(days) else {
      throw Failure.wrongInput("--days \(days) is not between 1 and \(Store.planDays.upperBound)")
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
        "this machine does not know the time zone \(zone): nothing is planned for users there; "
          + "folkcal admin user list --where time_zone=\(zone) shows them")
    }
    if report.hasNewZones { StandardError.note("the time zone data has changed: everything was planned anew") }
    print("reminders: \(report.written) written; planned until \(until)")
  }

  /// Plans reminders; reports a time of `--now` outside the calendar as wrong input.
  private func planned(_ store: Store, _ change: Change) throws -> PlanReport {
    do {
      return try store.plan(days: days, anew: anew, change)
    } catch let error as CalendarError {
      throw Failure.wrongInput("\(error)")
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
