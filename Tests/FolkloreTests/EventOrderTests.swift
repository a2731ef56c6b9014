import Folklore
import Lunisolar
import TestSupport
import Testing

@Suite("The order of days in lists", .timed)
struct EventOrderTests {
  private func event(
    _ id: Int, _ key: String, weight: Int = Event.usualWeight, weightIn: [Region: Int] = [:],
    regions: [Region] = [.taiwan], rule: String = "lunar 7/1", kind: Event.Kind = .festival, sources: Int = 1
  ) throws -> Event {
    Event(
      id: id, key: key, kind: kind, observance: .festival, title: LocalizedName(key), rule: try DateRule(rule),
      weight: weight, weightIn: weightIn, regions: regions, sources: Array(repeating: "A", count: sources))
  }

  @Test("By weight, then the order of the data; the number of sources says nothing, and a user's own day comes first")
  func weight() throws {
    let events = try [
      event(1, "fast", weight: 5, sources: 9), event(2, "deity", weight: 3, sources: 5), event(3, "family", weight: 1),
      event(4, "other", weight: 3), event(5, "own", kind: .custom),
    ]
    #expect(RegionFilter.taiwan.events(of: events).map(\.key) == ["own", "family", "deity", "other", "fast"])
    #expect(RegionFilter.taiwan.events(of: events, maxWeight: 3).map(\.key) == ["own", "family", "deity", "other"])
  }

  @Test("Of equal weight, a window comes after the single days of the date on which it begins")
  func window() throws {
    let events = try [
      event(1, "month", weight: 1, rule: "lunar 7/1..7/last"), event(2, "gate", weight: 1),
      event(3, "days", weight: 1, rule: "announced 2026-08-13..2026-08-15"), event(4, "minor", weight: 2),
    ]
    #expect(RegionFilter.all.events(of: events).map(\.key) == ["gate", "month", "days", "minor"])
  }

  @Test("A region has its own days and weights; all regions together have those of each day's first region")
  func regions() throws {
    let events = try [
      event(1, "treasury", weight: 5, weightIn: [.hongKong: 2], regions: [.hongKong]),
      event(2, "newYear", weight: 1, regions: [.taiwan, .hongKong]),
      event(3, "visit", weight: 1, weightIn: [.hongKong: 3], regions: [.taiwan, .hongKong]),
      event(4, "local", weight: 4),
    ]
    func listed(_ code: String, _ maxWeight: Int = 5) throws -> [String] {
      try #require(RegionFilter(rawValue: code)).events(of: events, maxWeight: maxWeight).map {
        "\($0.key) \($0.weight)"
      }
    }
    #expect(try listed("TW") == ["newYear 1", "visit 1", "local 4"])
    #expect(try listed("HK") == ["newYear 1", "treasury 2", "visit 3"])
    #expect(try listed("HK", 2) == ["newYear 1", "treasury 2"])
    #expect(try listed("all") == ["newYear 1", "visit 1", "treasury 2", "local 4"])
    #expect(try listed("MO") == [])
  }

  @Test("A month without events of small weight keeps the others in their order")
  func limited() throws {
    let events = RegionFilter.taiwan.events(
      of: try [event(1, "fast", weight: 5), event(2, "minor", weight: 4), event(3, "great", weight: 1)])
    let month = try MonthRecord(year: 2026, month: 8, events: events, language: .traditionalChinese)
    #expect(month.days.flatMap(\.events).map(\.weight) == [1, 4, 5])
    #expect(month.limited(to: 4).days.flatMap(\.events).map(\.key) == ["great", "minor"])
  }
}
