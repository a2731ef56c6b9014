internal import Database
import Folklore

extension PlanTables {
  /// A combination of reminder settings.
  struct Profile {
    let id: Int
    let settings: NotificationSettings

    static let columns =
      "p.id, p.time_zone, p.notify_time, p.advance_days, p.early, p.day_of, p.quiet_from, p.quiet_to, p.prepare_days"

    init(_ row: any Row) {
      id = row.integer(0) ?? 0
      var settings = NotificationSettings()
      settings.timeZone = row.text(1) ?? ""
      settings.notifyTime = TimeOfDay(row.text(2) ?? "") ?? settings.notifyTime
      settings.advanceDays = row.integer(3) ?? settings.advanceDays
      settings.early = row.integer(4) == 1
      settings.dayOf = row.integer(5) == 1
      settings.prepareDays = row.integer(8).flatMap { $0 > 0 ? $0 : nil }
      if let from = TimeOfDay(row.text(6) ?? ""), let to = TimeOfDay(row.text(7) ?? "") {
        settings.quietHours = QuietHours(from: from, to: to)
      }
      self.settings = settings
    }

    /// The most days before an occurrence that a reminder can be sent.
    var reach: Int { ReminderTiming.reach(advanceDays: settings.advanceDays, prepareDays: settings.prepareDays) }
  }
}

extension Event {
  /// `isPrepared` of a row `e` of the events: 1 or 0.
  static let isPreparedInSQL =
    "CASE WHEN e.type <> 'custom' AND e.weight <= \(preparedWeight) THEN 1 ELSE 0 END"
}

extension ReminderKind {
  /// The kinds that a plan writes, as a list for IN.
  static let planned = allCases.filter { $0 != .correction }.map { "'\($0.rawValue)'" }.joined(separator: ", ")
}
