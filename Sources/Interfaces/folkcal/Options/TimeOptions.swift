import ArgumentParser
import Folklore
import Foundation
import Lunisolar
import Reminders

/// The time and time zone.
struct TimeOptions: ParsableArguments {
  @Option(
    help: .say(
      "以指定時間取代系統時間。", "Use this time instead of the system time.", valueName: "2025-04-19T08:00:00+08:00"))
  var now: String?

  @Option(
    name: .customLong("time-zone"),
    help: .say(
      "日期與時間的 IANA 時區。（預設：Asia/Taipei）", "The IANA time zone of days and times. (default: Asia/Taipei)",
      valueName: "time-zone"))
  var givenTimeZone: String?

  var timeZone: String { givenTimeZone ?? "Asia/Taipei" }

  /// The present instant for the command, in seconds since 1970.
  func instant() throws -> Int {
    // Reports a wrong zone even if only the instant is needed.
    if givenTimeZone != nil { _ = try clock() }
    guard let now else { return Int(Date().timeIntervalSince1970) }
    let instant = try Failure.asWrongInput { try CivilTime.parse(now).unixTime }
    // The calendar ends before this year.
    guard CivilTime.local(unixTime: instant, offset: 0).date.year < Self.endYear else {
      throw Failure.wrongInput(
        "--now 的 \(now) 太晚：請給西元 \(Self.endYear) 年以前的時間",
        "--now \(now) is too late: expected a time before the year \(Self.endYear)")
    }
    return instant
  }

  private static let endYear = 9_990

  /// The civil clock of the zone.
  func clock() throws -> ZonedClock {
    try Failure.asWrongInput { try ZonedClock(identifier: timeZone) }
  }

  /// The civil day of now.
  func today() throws -> SolarDate {
    try clock().local(at: instant()).date
  }
}
