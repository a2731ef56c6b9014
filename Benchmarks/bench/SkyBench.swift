import Ephemeris
import Lunisolar

/// Sun, twilights and moon over a place, per day.
enum SkyBench {
  private static let days = 2_000
  /// Microseconds for the sky of one day: sun, three twilights and moon.
  private static let bar = 50.0

  static func run(_ report: inout Report) throws {
    let taipei = try SkyPlace(latitude: 25.033, longitude: 121.5654)
    let first = try SolarDate(iso: "2026-01-01")
    var sum = 0.0
    let seconds = shortestSeconds {
      for day in 0..<days {
        let sky = SkyOfDay(on: first.advanced(by: day), at: taipei, utcOffsetHours: 8)
        sum += (sky.sun.rises.first ?? 0) + (sky.moon.rises.first ?? 0)
      }
    }
    precondition(sum != 0)
    let microseconds = seconds / Double(days) * 1e6
    report.add(
      "sunrise, twilights and moonrise of a day", microseconds, "us", reference: "bar", bar, bar: "<= 50",
      isMet: microseconds <= bar)
  }
}
