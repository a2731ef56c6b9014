import FolkData
import Folklore
import Lunisolar
import OracleData
import TestSupport
import Testing

@Suite("What stands first on a day", .timed)
struct ShippedOrderTests {
  private static let shipped = Result { try CatalogueLoader(folder: PackageRoot.path("data")).load() }

  /// The days that issue 44 names, by the lunar dates that every almanac of Taiwan has.
  @Test(
    "On a family's great days the day itself comes first, in lists, on the day and in the month",
    arguments: [
      ("2026-02-17", "chunjie"), ("2026-03-03", "yuanxiao"), ("2026-02-25", "tiangongsheng"),
      ("2026-04-05", "qingming"),
      ("2026-06-19", "duanwu"), ("2026-08-27", "zhongyuan"), ("2026-09-25", "zhongqiu"), ("2026-10-18", "chongyang"),
      ("2026-12-22", "dongzhi"), ("2026-02-03", "weiya"), ("2026-02-16", "chuxi"), ("2026-05-09", "mazu"),
    ])
  func first(day: String, key: String) throws {
    let catalogue = try Self.shipped.get()
    let date = try SolarDate(iso: day)
    let events = RegionFilter.taiwan.events(of: catalogue.events)
    let coming = try UpcomingRecord.records(of: events, in: date...date, language: .traditionalChinese)
    #expect(coming.first?.key == key)
    #expect(try DayRecord(on: date, catalogue: catalogue, language: .traditionalChinese).events.first?.key == key)
    let month = try MonthRecord(year: date.year, month: date.month, events: events, language: .traditionalChinese)
    let inMonth = month.days[date.day - 1].events
    #expect(inMonth.first?.key == key)
    #expect(zip(inMonth, inMonth.dropFirst()).allSatisfy { $0.weight <= $1.weight })
  }

  @Test("Hong Kong and Macao keep their own days too, and each region that is offered has days")
  func regions() throws {
    let events = try Self.shipped.get().events
    func keys(_ code: String) throws -> Set<String> {
      Set(try #require(RegionFilter(rawValue: code)).events(of: events).map(\.key))
    }
    #expect(try keys("HK").isSuperset(of: ["chunjie", "mazu", "guanyin-kaiku", "yulan-hk", "yufo", "chongyang"]))
    #expect(try keys("MO").isSuperset(of: ["chunjie", "mazu", "zuilong"]))
    #expect(try keys("MY").isSuperset(of: ["chunjie", "tiangongsheng"]))
    #expect(try keys("TW").isDisjoint(with: ["guanyin-kaiku", "yulan-hk"]))
    for region in Region.allCases { #expect(events.contains { $0.regions.contains(region) }, "\(region)") }
  }

  @Test("Lists hide fasts, taboos and days of the almanac, and show what families keep")
  func hidden() throws {
    let events = RegionFilter.taiwan.events(of: try Self.shipped.get().events, maxWeight: Event.listedWeight)
    #expect(!events.contains { $0.observance == .fast })
    #expect(Set(events.map(\.key)).isSuperset(of: ["chuyi", "shiwu", "touya", "weiya", "tudi", "guanyin", "guangong"]))
  }

  /// Of whom nothing was found that names a day, or who he is.
  private static let withoutDay = ["陳真晟"]

  /// What people ask for, collected from almanacs, temples and offices: `Tests/OracleData/README.md`.
  @Test("Every name that people ask for finds its day, or the deity or temple's day that bears it")
  func asked() throws {
    let catalogue = try Self.shipped.get()
    let search = CatalogueSearch(catalogue)
    let names = try OracleTable("folk_names_asked_for.csv").rows.map { $0[0] }
    #expect(names.count == 413)
    // Most stand as they are in the data; only the others need the search, which folds all names each time.
    let written = Set(
      catalogue.events.flatMap { [$0.title.traditionalChinese] + $0.aliases }
        + catalogue.deities.flatMap { [$0.name.traditionalChinese] + $0.aliases })
    let missing = names.filter { name in
      !written.contains(name) && search.events(catalogue.events, matching: name).isEmpty
        && search.deities(named: name).isEmpty
    }
    #expect(missing == Self.withoutDay)
  }
}
