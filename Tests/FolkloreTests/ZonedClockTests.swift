import Folklore
import Lunisolar
import TestSupport
import Testing

@Suite("Local times and clock changes", .timed)
struct ZonedClockTests {
  private func instant(_ zone: String, _ date: String, _ time: String) throws -> String {
    let timeOfDay = try #require(TimeOfDay(time))
    return CivilTime.iso(unixTime: try ZonedClock(identifier: zone).instant(on: SolarDate(iso: date), at: timeOfDay))
  }

  /// From the zones' published rules (IANA tz database).
  @Test(
    "Ordinary local times are converted to instants",
    arguments: [
      ("Asia/Taipei", "2025-04-19", "08:00", "2025-04-19T00:00:00Z"),
      ("UTC", "2025-04-19", "08:00", "2025-04-19T08:00:00Z"),
      ("America/New_York", "2026-01-15", "08:00", "2026-01-15T13:00:00Z"),
      ("America/New_York", "2026-07-15", "08:00", "2026-07-15T12:00:00Z"),
      ("Australia/Lord_Howe", "2026-01-15", "08:00", "2026-01-14T21:00:00Z"),
      ("Asia/Kolkata", "2026-01-15", "00:00", "2026-01-14T18:30:00Z"),
      ("Pacific/Kiritimati", "2026-01-15", "00:30", "2026-01-14T10:30:00Z"),
    ])
  func ordinary(zone: String, date: String, time: String, expected: String) throws {
    #expect(try instant(zone, date, time) == expected)
  }

  @Test(
    "A local time that a clock change skips means the first instant after it",
    arguments: [
      ("America/New_York", "2026-03-08", "02:30", "2026-03-08T07:00:00Z"),
      ("America/New_York", "2026-03-08", "02:00", "2026-03-08T07:00:00Z"),
      ("America/New_York", "2026-03-08", "03:00", "2026-03-08T07:00:00Z"),
      ("Europe/London", "2026-03-29", "01:59", "2026-03-29T01:00:00Z"),
      ("Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:30:00Z"),
      // Samoa left out 30 December 2011.
      ("Pacific/Apia", "2011-12-30", "08:00", "2011-12-30T10:00:00Z"),
      ("Pacific/Apia", "2011-12-29", "08:00", "2011-12-29T18:00:00Z"),
      ("Pacific/Apia", "2011-12-31", "08:00", "2011-12-30T18:00:00Z"),
    ])
  func skipped(zone: String, date: String, time: String, expected: String) throws {
    #expect(try instant(zone, date, time) == expected)
  }

  @Test(
    "A local time that occurs twice means the first",
    arguments: [
      ("America/New_York", "2026-11-01", "01:30", "2026-11-01T05:30:00Z"),
      ("Europe/London", "2026-10-25", "01:30", "2026-10-25T00:30:00Z"),
      ("Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45:00Z"),
    ])
  func twice(zone: String, date: String, time: String, expected: String) throws {
    #expect(try instant(zone, date, time) == expected)
  }

  @Test(
    "Every hour of four years converts to local time and back where the local time exists",
    arguments: ["America/New_York", "Australia/Lord_Howe", "Asia/Taipei", "Asia/Kathmandu"])
  func roundTrip(zone: String) throws {
    let clock = try ZonedClock(identifier: zone)
    var instant = 1_735_689_600
    while instant < 1_735_689_600 + 4 * 366 * 86_400 {
      let (date, second) = clock.local(at: instant)
      let time = TimeOfDay("\(second / 3_600):\(second / 60 % 60 < 10 ? "0" : "")\(second / 60 % 60)")
      let back = clock.instant(on: date, at: try #require(time))
      // The second of two equal local times leads to the first.
      try #require(back == instant || clock.local(at: back) == (date, second) && back < instant, "\(instant)")
      instant += 3_600
    }
  }

  @Test("Times of day are read as minutes", arguments: [("08:00", 480), ("8:05", 485), ("23:59", 1_439), ("00:00", 0)])
  func timesOfDay(text: String, minutes: Int) {
    #expect(TimeOfDay(text)?.minutes == minutes)
  }

  @Test("Bad times are rejected", arguments: ["24:00", "08:60", "8", "8:5", "08:00:00", "-1:00", "ab:cd", "", "０８:００"])
  func badTimes(text: String) {
    #expect(TimeOfDay(text) == nil)
  }
}
