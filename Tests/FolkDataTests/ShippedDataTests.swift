import FolkData
import Folklore
import Foundation
import Lunisolar
import OracleData
import TestSupport
import Testing

@Suite("The bundled data", .timed)
struct ShippedDataTests {
  private static let shipped = Result { try CatalogueLoader(folder: PackageRoot.path("data")).load() }
  private func catalogue() throws -> Catalogue { try Self.shipped.get() }

  private func days(_ key: String, in year: Int) throws -> [String] {
    let event = try #require(try catalogue().event(key))
    let range = try SolarDate(year: year, month: 1, day: 1)...SolarDate(year: year, month: 12, day: 31)
    return try event.rule.occurrences(in: range, calendar: LunisolarCalendar.chinese).map(\.date.description)
  }

  @Test("The data load completely, and every event falls at least once in ten years")
  func whole() throws {
    let catalogue = try catalogue()
    #expect(catalogue.events.count >= 267)
    #expect(catalogue.groups.count >= 10)
    let decade = try SolarDate(iso: "2026-01-01")...SolarDate(iso: "2035-12-31")
    for event in catalogue.events {
      // Of announced days the next ones may not be known.
      if case .announced = event.rule.pattern { continue }
      let found = try event.rule.occurrences(in: decade, calendar: LunisolarCalendar.chinese)
      #expect(!found.isEmpty || event.rule.isAnnounced, "\(event.key)")
      for other in event.disagreements {
        #expect(try !other.rule.occurrences(in: decade, calendar: LunisolarCalendar.chinese).isEmpty, "\(event.key)")
      }
    }
  }

  @Test("The command `folkcal data check` finds no fault")
  func check() {
    let check = DataCheck(folder: PackageRoot.path("data"))
    #expect(check.faults.map(\.description) == [])
    #expect(check.counts.map(\.name) == ["events", "deities", "groups", "sources", "temples", "gods"])
  }

  @Test("Names exist in three languages, and Traditional texts have no Simplified characters")
  func names() throws {
    let catalogue = try catalogue()
    // Characters that only Simplified Chinese has, among those that such texts use.
    let simplifiedOnly = Set(
      "妈诞圣历节庆宫庙观华关灵龙凤财医药东马岁钱发门战乐习书长义仪团圆师贵产业显颜须顺风飞兴开时间车见这们还说话请让谢过进远运边达选钟银铜锁锅锦错键镇难顶顾"
        + "预领头题额颁饭饮饱饿馆驱驾骑验鱼鲁鲜鸟鸡鸣鸭鹅麦齐龄龟农阳阴职称护寿灾祸帅将军阎罗诸带无报会场归礼认为传统经")
    for event in catalogue.events {
      #expect(event.title.simplifiedChinese != nil && event.title.english != nil, "\(event.key)")
      for text in [event.title.traditionalChinese, event.description, event.worshipNotes, event.note].compactMap({ $0 })
        + event.aliases
      {
        #expect(text.first { simplifiedOnly.contains($0) } == nil, "\(event.key): \(text)")
      }
    }
    for deity in catalogue.deities {
      #expect(deity.name.simplifiedChinese != nil && deity.name.english != nil && deity.role != nil, "\(deity.key)")
      for text in [deity.name.traditionalChinese, deity.role, deity.description, deity.worshipNotes].compactMap({ $0 })
      {
        #expect(text.first { simplifiedOnly.contains($0) } == nil, "\(deity.key): \(text)")
      }
    }
  }

  /// Taiwan's public calendars of 2025 and 2026 (Directorate-General of Personnel Administration), and the temples' announcements.
  @Test(
    "Days of 2025 and 2026 equal those of public calendars",
    arguments: [
      ("chunjie", 2025, "2025-01-29"), ("chunjie", 2026, "2026-02-17"), ("chuxi", 2025, "2025-01-28"),
      ("chuxi", 2026, "2026-02-16"),
      ("xiaonianye", 2026, "2026-02-15"), ("qingming", 2025, "2025-04-04"), ("qingming", 2026, "2026-04-05"),
      ("duanwu", 2025, "2025-05-31"), ("duanwu", 2026, "2026-06-19"), ("zhongqiu", 2025, "2025-10-06"),
      ("zhongqiu", 2026, "2026-09-25"),
      ("mazu", 2025, "2025-04-20"), ("mazu", 2026, "2026-05-09"), ("yuanxiao", 2026, "2026-03-03"),
      ("zhongyuan", 2026, "2026-08-27"),
      ("chongyang", 2026, "2026-10-18"), ("dongzhi", 2026, "2026-12-22"), ("weiya", 2026, "2026-02-03"),
      ("tiangongsheng", 2026, "2026-02-25"), ("guanyin", 2026, "2026-04-06"), ("laba", 2026, "2026-01-26"),
    ])
  func publicDays(key: String, year: Int, day: String) throws {
    #expect(try days(key, in: year) == [day])
  }

  @Test(
    "三伏, 數九, 社日, 梅, 除夕 and 母親節 of 1990-2050 equal 6tail's; 中伏 has 10 or 20 days")
  func specialDays() throws {
    let catalogue = try catalogue()
    let rows = try OracleTable("special_days_6tail_1990_2050.csv").rows
    #expect(rows.count == 10 * 61)
    var days: [String: [Int: String]] = [:]
    for key in Set(rows.map { $0[1] }) {
      let event = try #require(catalogue.event(key), "\(key)")
      let range = try SolarDate(iso: "1990-01-01")...SolarDate(iso: "2050-12-31")
      for occurrence in try event.rule.occurrences(in: range, calendar: LunisolarCalendar.chinese) {
        days[key, default: [:]][occurrence.date.year] = occurrence.date.description
      }
    }
    for row in rows {
      #expect(try days[row[1]]?[row.integer(0)] == row[2], "\(row[1]) of \(row[0])")
    }
    let lengths = try Set(
      (1990...2050).map { year in
        let middle = try SolarDate(iso: #require(days["zhongfu"]?[year]))
        return middle.distance(to: try SolarDate(iso: #require(days["mofu"]?[year])))
      })
    #expect(lengths == [10, 20])
  }

  @Test(
    "Days that depend on the month's length or on the year are right",
    arguments: [
      // 地藏王 on 7/30, or on the 29th of a short month: months of the Hong Kong Observatory.
      ("dizang", 2025, ["2025-09-21"]), ("dizang", 2026, ["2026-09-10"]), ("dizang", 2024, ["2024-09-02"]),
      ("songshen", 2026, ["2026-02-11"]), ("xiaonianye", 2027, ["2027-02-04"]), ("tianchuan", 2026, ["2026-03-08"]),
      ("lichun", 2026, ["2026-02-04"]), ("lichun", 2025, ["2025-02-03"]), ("hanshi", 2026, ["2026-04-04"]),
      ("touya", 2026, ["2026-03-20"]), ("yaoshi", 2026, ["2026-11-08"]),
    ])
  func lengths(key: String, year: Int, expected: [String]) throws {
    #expect(try days(key, in: year) == expected)
  }

  @Test("做牙 is on the 2nd and the 16th of each month from 2/2 to 12/16, leap months too, and on no day of month 1")
  func workerFeasts() throws {
    let catalogue = try catalogue()
    // The lunar year 2025 has a leap month 6: twelve months from 2 to 12.
    let year = try SolarDate(iso: "2025-01-29")...SolarDate(iso: "2026-02-16")
    for (key, day) in [("chuer", 2), ("shiliu", 16)] {
      let event = try #require(catalogue.event(key))
      let found = try event.rule.occurrences(in: year, calendar: LunisolarCalendar.chinese).map(\.lunarDate)
      #expect(found.allSatisfy { $0.day == day })
      #expect(
        found.map { "\($0.month)\($0.isLeap ? "L" : "")" }
          == ["2", "3", "4", "5", "6", "6L", "7", "8", "9", "10", "11", "12"])
    }
    #expect(catalogue.event("touya")?.rule.description == "lunar 2/2")
    #expect(catalogue.event("weiya")?.rule.description == "lunar 12/16")
    let eve = ["tiangongsheng", "yuhuang"].map { catalogue.event($0)?.rule.beginsOnEve }
    #expect(eve == [true, true])
  }

  @Test("The Buddha's birthday is on 4/8 by the law as well, and no other date stands beside it")
  func buddhasBirthday() throws {
    let event = try #require(try catalogue().event("yufo"))
    #expect(event.rule.description == "lunar 4/8")
    #expect(event.disagreements.isEmpty && event.aliases.contains("佛陀誕辰紀念日"))
  }
}
