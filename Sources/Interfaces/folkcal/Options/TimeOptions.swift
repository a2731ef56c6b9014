import ArgumentParser
import Folklore
import Foundation
import Lunisolar
import Reminders

/// What time it is, and where.
struct TimeOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Believe that it is now this time.", valueName: "2025-04-19T08:00:00+08:00"))
  var now: String?

  @Option(
    name: .customLong("time-zone"),
    help: ArgumentHelp("The IANA time zone of days and times. (default: Asia/Taipei)", valueName: "time-zone"))
  var givenTimeZone: String?

  var timeZone: String { givenTimeZone ?? "Asia/Taipei" }

  /// The instant that the command takes for now, in seconds since 1970.
  func instant() throws -> Int {
    // A zone that is wrong is told also where only the instant is asked for.
    if givenTimeZone != nil { _ = try clock() }
    guard let now else { return Int(Date().timeIntervalSince1970) }
    let instant = try Failure.asWrongInput { try CivilTime.parse(now).unixTime }
    // Behind the last year of the calendar there are no days to come.
    guard CivilTime.local(unixTime: instant, offset: 0).date.year < Self.endYear else {
      throw Failure.wrongInput("--now \(now) is too late: expected a time before the year \(Self.endYear)")
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
