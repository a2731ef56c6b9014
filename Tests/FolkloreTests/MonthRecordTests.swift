import Folklore
import Lunisolar
import TestSupport
import Testing

@Suite("Days of a month", .timed)
struct MonthRecordTests {
  private func month(_ year: Int, _ month: Int, _ language: Language = .traditionalChinese) throws -> MonthRecord {
    let event = Event(
      id: 1, key: "chunjie", kind: .festival, observance: .festival, title: LocalizedName("春節"),
      rule: try DateRule("lunar 1/1"),
      sources: ["A"])
    return try MonthRecord(
      year: year, month: month, events: [event], today: SolarDate(iso: "2026-02-17"), language: language)
  }

  @Test("New Year 2026 on the 17th of February, marked as today; the months that it spans")
  func newYear() throws {
    let record = try month(2026, 2)
    #expect(record.days.count == 28)
    let day = record.days[16]
    #expect(day.label == "正月" && day.events.map(\.title) == ["春節"] && day.isToday && day.weekday == 2)
    #expect(record.days.filter(\.isToday).count == 1)
    #expect(record.lunarMonths.map(\.month) == [12, 1])
    #expect(record.lunarMonths.map(\.ganzhi) == ["乙巳", "丙午"])
    #expect(record.lunarMonths.map(\.zodiac) == ["蛇", "馬"])
  }

  @Test("The leap month of 2025 begins on 25 July, in three languages")
  func leapMonth() throws {
    #expect(try month(2025, 7).days[24].label == "閏六月")
    #expect(try month(2025, 7, .simplifiedChinese).days[24].label == "闰六月")
    #expect(try month(2025, 7, .english).days[24].label == "leap 6/1")
    #expect(try month(2025, 7).days[23].label == "三十")
    #expect(try month(2025, 7, .english).days[23].label == "30")
  }

  @Test(
    "April 2025 has the observatories' terms and moon phases at UTC+8")
  func skies() throws {
    let days = try month(2025, 4).days
    #expect(days[3].solarTerm == "清明" && days[19].solarTerm == "穀雨" && days[4].solarTerm == nil)
    let moons = days.compactMap { day in day.moon.map { "\(day.solarDate.day) \($0)" } }
    #expect(moons == ["5 上弦", "13 望", "21 下弦", "28 朔"])
  }

  @Test("Events fall on their lunar days also outside the table; a month 13 is an error")
  func edges() throws {
    for year in [-1990, 1500, 1644, 1645, 2600, 2700, 9998] {
      let days = try [month(year, 1), month(year, 2), month(year, 3)].flatMap(\.days)
      let newYears = days.filter { $0.lunar.month == 1 && $0.lunar.day == 1 }
      #expect(newYears.count == 1 && days.filter { !$0.events.isEmpty } == newYears, "\(year)")
    }
    #expect(throws: CalendarError.self) { try month(2026, 13) }
  }

  @Test("Highlights keep the order of the events and omit 初一, 十五 and the event of the solar term")
  func highlights() throws {
    func event(_ id: Int, _ title: String, _ kind: Event.Kind, _ observance: Event.Observance, sources: Int) throws
      -> Event
    {
      Event(
        id: id, key: "k\(id)", kind: kind, observance: observance, title: LocalizedName(title),
        rule: try DateRule("lunar 10/15"),
        deityKey: kind == .deity ? "d" : nil, sources: Array(repeating: "A", count: sources))
    }
    let events = try [
      event(1, "水官大帝聖誕", .deity, .birth, sources: 5), event(2, "十五", .festival, .fullMoon, sources: 9),
      event(3, "下元節", .festival, .festival, sources: 3), event(4, "三官大帝聖誕", .deity, .birth, sources: 8),
    ]
    let record = try MonthRecord(year: 2026, month: 11, events: events, language: .traditionalChinese)
    let day = record.days[22]
    #expect(day.highlights.map(\.title) == ["水官大帝聖誕", "下元節", "三官大帝聖誕"])
    #expect(day.highlights.map(\.shortTitle) == ["水官大帝", "下元節", "三官大帝"])
    #expect(day.events.count == 4)
  }
}
