import Ephemeris
import Foundation
import Lunisolar
import OracleData
import TestSupport
import Testing

@Suite("The sky over a place", .timed)
struct SkyOfDayTests {
  /// A row of the reference: the day's span, the sky that we compute for it, and the times that DE440 gives.
  private struct Day {
    let name: String
    let span: Range<Int>
    let sky: SkyOfDay
    let row: OracleTable.Row

    init(_ row: OracleTable.Row) throws {
      self.row = row
      name = "\(row[0]) \(row[4])"
      let zone = try #require(TimeZone(identifier: row[3]))
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      let date = try SolarDate(iso: row[4])
      let start = try #require(
        calendar.date(from: DateComponents(year: date.year, month: date.month, day: date.day)))
      let end = try #require(calendar.date(byAdding: .day, value: 1, to: start))
      span = Int(start.timeIntervalSince1970)..<Int(end.timeIntervalSince1970)
      sky = SkyOfDay(during: span, at: try SkyPlace(latitude: row.double(1), longitude: row.double(2)))
    }

    func expected(_ column: Int) throws -> [Double] {
      let format = Date.ISO8601FormatStyle(timeZoneSeparator: .omitted)
      return try row[column].split(separator: ";").map { try format.parse(String($0)).timeIntervalSince1970 }
    }

    /// Name, our times and the reference's times of each kind of event.
    func events() throws -> [(name: String, ours: [Double], expected: [Double])] {
      let columns: [(String, [Double], Int)] = [
        ("sunrise", sky.sun.rises, 5), ("sunset", sky.sun.sets, 6),
        ("civil dawn", sky.civilTwilight.rises, 10), ("civil dusk", sky.civilTwilight.sets, 11),
        ("nautical dawn", sky.nauticalTwilight.rises, 12), ("nautical dusk", sky.nauticalTwilight.sets, 13),
        ("astronomical dawn", sky.astronomicalTwilight.rises, 14),
        ("astronomical dusk", sky.astronomicalTwilight.sets, 15),
        ("moonrise", sky.moon.rises, 16), ("moonset", sky.moon.sets, 17),
      ]
      return try columns.map { ($0.0, $0.1, try expected($0.2)) }
    }
  }

  @Test("Every rise, set and twilight of 800 place-days is DE440's, and none is missing or added")
  func reference() throws {
    var differences: [Double] = []
    for row in try OracleTable("sun_moon_de440_2024_2044.csv").rows {
      let day = try Day(row)
      for (name, ours, expected) in try day.events() {
        #expect(ours.count == expected.count, "\(day.name): \(name) \(ours) \(expected)")
        for (left, right) in zip(ours, expected) {
          differences.append(abs(left - right))
          #expect(abs(left - right) < 5, "\(day.name): \(name) differs by \(left - right) s")
        }
      }
      #expect(day.sky.sun.allDay?.rawValue ?? "" == row[7], "\(day.name)")
    }
    #expect(differences.count > 7_000)
    differences.sort()
    #expect(differences[differences.count / 2] < 0.5)
    #expect(differences[differences.count * 99 / 100] < 2)
  }

  @Test("The sun stays up at the north pole in June and down in December, and the poles are no error")
  func poles() throws {
    let pole = try SkyPlace(latitude: 90, longitude: 0)
    let june = SkyOfDay(on: try SolarDate(iso: "2026-06-21"), at: pole, utcOffsetHours: 0)
    let december = SkyOfDay(on: try SolarDate(iso: "2026-12-21"), at: pole, utcOffsetHours: 0)
    #expect(june.sun.allDay == .up && june.civilTwilight.allDay == .up && june.sun.rises.isEmpty)
    #expect(december.sun.allDay == .down && december.astronomicalTwilight.allDay == .down)
    _ = SkyOfDay(
      on: try SolarDate(iso: "2026-06-21"), at: try SkyPlace(latitude: -90, longitude: 180), utcOffsetHours: 0)
  }

  @Test("A latitude or longitude that is none is an error that names it and what is right")
  func wrongPlaces() {
    for (latitude, longitude, part) in [(91.0, 0.0, "91.0"), (-90.5, 0, "-90.5"), (0, 181, "181.0"), (.nan, 0, "nan")] {
      let error = #expect(throws: SkyPlaceError.self) { try SkyPlace(latitude: latitude, longitude: longitude) }
      #expect(error?.description.contains(part) == true && error?.description.contains("between") == true)
    }
  }

  /// Times of the almanac of the Central Weather Administration cannot be copied; Meeus's example 28.a has the equation of time of
  /// 1992-10-13: +13 min 42.6 s, so that a sundial at Greenwich is ahead by as much.
  @Test("The equation of time is that of Meeus's example 28.a")
  func equationOfTime() throws {
    let greenwich = try SkyPlace(latitude: 51.48, longitude: 0)
    // 0h TD is 59 s before 0h UT of the day.
    let offset = greenwich.solarOffsetSeconds(atUnixTime: 718_934_400 - 59)
    #expect(abs(offset - 822.6) < 0.5)
    let taipei = try SkyPlace(latitude: 25.033, longitude: 121.5654)
    #expect(abs(taipei.solarOffsetSeconds(atUnixTime: 718_934_400 - 59) - offset - 121.5654 * 240) < 0.01)
  }
}
