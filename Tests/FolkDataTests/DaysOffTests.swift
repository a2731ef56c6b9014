import FolkData
import Folklore
import Lunisolar
import OracleData
import TestSupport
import Testing

@Suite("Days off in Taiwan", .timed)
struct DaysOffTests {
  private func daysOff() throws -> DaysOff { try DaysOffLoader(folder: PackageRoot.path("data")).load() }

  private func days(of year: Int) throws -> [SolarDate] {
    let first = try SolarDate(iso: "\(year)-01-01")
    return try (0..<first.distance(to: SolarDate(iso: "\(year + 1)-01-01"))).map { first.advanced(by: $0) }
  }

  private func day(_ text: String) throws -> OfficeDay {
    let date = try SolarDate(iso: text)
    return try #require(try daysOff().year(date.year))[date]
  }

  /// The meaning of the office calendar's remark.
  private func kind(_ remark: String, in year: Int) -> OfficeDay.Kind {
    switch remark {
    case "補假", "放假": .inLieu
    case "調整放假": .adjusted
    // Before the law of 2025 the day before the eve was a workday that was moved.
    case "小年夜" where year < 2026: .adjusted
    case "調整上班", "補行上班": .madeUpWorkday
    default: .holiday
    }
  }

  @Test("Days off equal the government's calendar, by day and by kind", arguments: 2017...2027)
  func official(year: Int) throws {
    let rows = try OracleTable("taiwan_office_calendar_2017_2027.csv").rows.filter { $0[0].hasPrefix("\(year)") }
    let remarks = Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0) })
    let office = try #require(try daysOff().year(year))
    #expect(office.isAnnounced)
    var found = 0
    for date in try days(of: year) {
      let isWeekend = date.weekday == .saturday || date.weekday == .sunday
      let row = remarks["\(date)"]
      #expect(office[date].isDayOff == (row.map { $0[1] == "1" } ?? isWeekend), "\(date)")
      let plain: OfficeDay.Kind = isWeekend ? .weekend : .workday
      #expect(office[date].kind == row.map { kind($0[2], in: year) } ?? plain, "\(date)")
      if row != nil { found += 1 }
    }
    #expect(found == rows.count)
  }

  @Test(
    "The number of days off equals the announced number",
    arguments: [
      (2017, 116), (2019, 115), (2021, 116), (2022, 115), (2023, 116), (2024, 115), (2025, 118), (2026, 120),
    ])
  func counts(year: Int, count: Int) throws {
    let office = try #require(try daysOff().year(year))
    #expect(try days(of: year).count { office[$0].isDayOff } == count)
  }

  @Test(
    "Days off have names with their reason",
    arguments: [
      ("2026-02-17", "春節", "春节", "Lunar New Year"),
      ("2026-02-27", "和平紀念日補假", "和平纪念日补假", "Peace Memorial Day (day in lieu)"),
      ("2026-02-20", "小年夜補假", "小年夜补假", "Day before Lunar New Year's Eve (day in lieu)"),
      ("2024-04-04", "兒童節、清明節", "儿童节、清明节", "Children's Day / Tomb-Sweeping Day"),
      ("2024-04-05", "兒童節補假", "儿童节补假", "Children's Day (day in lieu)"),
      ("2023-10-09", "國慶日調整放假", "国庆日调整放假", "National Day (adjusted day off)"),
      ("2023-09-23", "補行上班", "补行上班", "make-up workday"),
    ])
  func names(date: String, traditional: String, simplified: String, english: String) throws {
    let day = try day(date)
    #expect(day.name(in: .traditionalChinese) == traditional)
    #expect(day.name(in: .simplifiedChinese) == simplified)
    #expect(day.name(in: .english) == english)
  }

  @Test("Plain days have no name; 1 May 2025 is a workday, as the law came later")
  func plain() throws {
    #expect(try day("2026-11-21").kind == .weekend && day("2026-11-21").name(in: .english) == nil)
    #expect(try day("2026-11-23").kind == .workday && !day("2026-11-23").isDayOff)
    #expect(try day("2025-05-01").kind == .workday && day("2026-05-01").kind == .holiday)
    #expect(try day("2024-09-28").kind == .weekend && day("2024-12-25").kind == .workday)
  }

  @Test("Years without an announcement follow the law; years before the first announcement have no data")
  func otherYears() throws {
    let daysOff = try daysOff()
    #expect(daysOff.year(2016) == nil && daysOff.year(1900) == nil && daysOff.year(2600) == nil)
    let later = try #require(daysOff.year(2028))
    #expect(!later.isAnnounced)
    // 2028-01-01 is a Saturday, made up in 2027; 2028-10-10 is a Tuesday, and nothing is moved beside it.
    #expect(try later[SolarDate(iso: "2028-10-10")].kind == .holiday)
    #expect(try later[SolarDate(iso: "2028-10-09")].kind == .workday)
    // Both on Tuesday 2028-04-04: 兒童節 the day before. Both on Thursday 2052-04-04: the day after.
    #expect(try later[SolarDate(iso: "2028-04-03")].name(in: .traditionalChinese) == "兒童節補假")
    #expect(try day("2052-04-05").name(in: .traditionalChinese) == "兒童節補假")
    #expect(try day("2052-04-03").kind == .workday)
    #expect(daysOff.year(2599) != nil)
  }

  @Test("Every holiday on a weekend has its own day in lieu", arguments: [2028...2127])
  func none(years: ClosedRange<Int>) throws {
    let daysOff = try daysOff()
    for year in years {
      let office = try #require(daysOff.year(year))
      let all = try days(of: year).map { ($0, office[$0]) }
      for (date, day) in all where day.kind == .inLieu {
        #expect(date.weekday != .saturday && date.weekday != .sunday && day.holidays.count == 1, "\(date)")
      }
      // 16 days a year, each once; a day of next 1 January may be made up in this year.
      let named = all.reduce(0) { $0 + ($1.1.kind == .holiday ? $1.1.holidays.count : 0) }
      #expect(named == 16, "\(year)")
    }
  }

  @Test("A moved day in lieu keeps its name, and its old date is an ordinary workday")
  func moved() throws {
    let daysOff = DaysOff(
      holidays: [DaysOff.Holiday(key: "heping", name: LocalizedName("和平紀念日"), rule: try DateRule("solar 2/28"))],
      announcements: [
        DaysOff.Announcement(
          year: 2026, sources: [],
          swaps: [
            DaysOff.Swap(
              off: try SolarDate(iso: "2026-02-20"), work: try SolarDate(iso: "2026-02-27"), holidayKey: "heping")
          ])
      ])
    let office = try #require(daysOff.year(2026))
    #expect(try office[SolarDate(iso: "2026-02-20")].name(in: .traditionalChinese) == "和平紀念日補假")
    #expect(try office[SolarDate(iso: "2026-02-27")].kind == .workday)
  }

  @Test("Months and days report days off; years without data report none")
  func records() throws {
    let daysOff = try daysOff()
    let month = try MonthRecord(year: 2026, month: 2, events: [], daysOff: daysOff, language: .traditionalChinese)
    #expect(month.daysOffAnnounced == true && month.days.count { $0.isDayOff == true } == 14)
    #expect(month.days[26].dayOff == "和平紀念日補假" && month.days[26].dayOffMark == "補假")
    #expect(month.days[27].dayOff == "和平紀念日" && month.days[27].dayOffMark == nil)
    let unknown = try MonthRecord(year: 2016, month: 2, events: [], daysOff: daysOff, language: .english)
    #expect(unknown.daysOffAnnounced == nil && unknown.days.allSatisfy { $0.isDayOff == nil && $0.dayOff == nil })
    let catalogue = try Catalogue(sources: [], deities: [], events: [], groups: [])
    let day = try DayRecord(
      on: SolarDate(iso: "2028-10-10"), catalogue: catalogue, daysOff: daysOff, language: .english)
    #expect(day.isDayOff == true && day.dayOff == "National Day" && day.daysOffAnnounced == false)
  }
}
