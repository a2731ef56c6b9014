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
    return try Failure.asWrongInput { try CivilTime.parse(now).unixTime }
  }

  /// The civil clock of the zone.
  func clock() throws -> ZonedClock {
    try Failure.asWrongInput { try ZonedClock(identifier: timeZone) }
  }

  /// The civil day of now.
  func today() throws -> SolarDate {
    try clock().local(at: instant()).date
  }
}
