import FolkData
import Folklore
import Lunisolar
import TestSupport
import Testing

@Suite("The eclipses that ship as days", .timed)
struct ShippedEclipseTests {
  /// The days from 2025 to 2050 on which Taipei begins to see the sun, or the moon in the full shadow, eclipsed.
  private static func seen(_ body: EclipseRecord.Body) throws -> [SolarDate] {
    let all = try EclipseRecord.records(in: 2025...2050, at: Viewpoint.taipei(), language: .traditionalChinese)
    return try all.filter { $0.body == body && $0.kind != "penumbral" && $0.isVisible }.compactMap { record in
      let first = record.local?.contacts.first {
        $0.phase != .penumbralBegin && $0.phase != .penumbralEnd && $0.altitude > 0
      }
      return try first.map { try SolarDate(iso: String($0.time.prefix(10))) }
    }
  }

  @Test("日食 and 月食 fall on the days on which Taiwan sees them", arguments: [("rishi", true), ("yueshi", false)])
  func days(key: String, isSun: Bool) throws {
    let catalogue = try CatalogueLoader(folder: PackageRoot.path("data")).load()
    let event = try #require(catalogue.event(key))
    let range = try SolarDate(year: 2025, month: 1, day: 1)...SolarDate(year: 2050, month: 12, day: 31)
    let days = try event.rule.occurrences(in: range, calendar: LunisolarCalendar.chinese).map(\.date)
    #expect(try days == Self.seen(isSun ? .sun : .moon))
    #expect(days.count > 9)
  }
}
