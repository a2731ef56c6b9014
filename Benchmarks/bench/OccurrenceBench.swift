import Feeds
import FolkData
import Folklore
import Foundation
import Lunisolar

/// The occurrences of all events in a year, compared with the minimum work of an engine on Foundation's calendar: converting
/// the year's 365 days.
enum OccurrenceBench {
  static func run(_ report: inout Report) throws {
    let folder = try DataFolder.find(given: nil, program: Bundle.main.executablePath, environment: [:])
    let events = try CatalogueLoader(folder: folder).load().events
    let year = try SolarDate(iso: "2026-01-01")...SolarDate(iso: "2026-12-31")
    var found = 0
    let rounds = 100
    let seconds = try shortestSeconds {
      for _ in 0..<rounds {
        for event in events {
          try event.rule.forEachOccurrence(in: year, calendar: LunisolarCalendar.chinese) { _ in found += 1 }
        }
      }
    }
    precondition(found > 0)
    let micros = seconds / Double(rounds) * 1e6 * 250 / Double(events.count)
    let foundation = FoundationCalendar()
    let reference = shortestSeconds(rounds: 2) { year.forEach { foundation.convert($0) } } * 1e6
    report.add(
      "a year's days of 250 events", micros, "us", reference: "Foundation, 365 days", reference, bar: "<= 100",
      isMet: micros <= 100)

    var records = 0
    let upcoming = try shortestSeconds {
      for _ in 0..<rounds {
        records += try UpcomingRecord.records(of: events, in: year, language: .traditionalChinese).count
      }
    }
    precondition(records > 0)
    let upcomingMicros = upcoming / Double(rounds) * 1e6
    report.add(
      "upcoming, a year of all events", upcomingMicros, "us", reference: "Foundation, 365 days", reference,
      bar: "<= 100", isMet: upcomingMicros <= 100)

    let threeYears = try SolarDate(iso: "2026-01-01")...SolarDate(iso: "2028-12-31")
    var bytes = 0
    let feed = try shortestSeconds {
      bytes = try CalendarFeed(name: "folkcal").text(of: events, in: threeYears).utf8.count
    }
    precondition(bytes > 0)
    report.add(
      "a 3-year feed of all days", feed * 1_000, "ms", reference: "Foundation, 1,096 days",
      shortestSeconds(rounds: 2) { threeYears.forEach { foundation.convert($0) } } * 1_000, bar: "<= 20",
      isMet: feed <= 0.020)
  }
}
