import Foundation
import TestSupport
import Testing

@Suite("folkcal day, feed, data check and the rest of upcoming", .timed)
struct DayAndFeedCommandTests {
  @Test("a day as JSON: dates, terms, moon, almanac, events with sources and other dates")
  func day() throws {
    let run = try Program.run("day", "2025-04-20", "--json")
    #expect(run.status == 0)
    let day = try run.object()
    #expect((day["date"] as? [String: Any])?["solar_term"] as? String == "穀雨")
    let next = try #require(day["next_term"] as? [String: Any])
    #expect(next["name"] as? String == "立夏" && next["solar"] as? String == "2025-05-05" && next["days"] as? Int == 15)
    let almanac = try #require(day["almanac"] as? [String: Any])
    #expect(
      almanac["na_yin"] as? String == "天上火" && almanac["officer"] as? String == "平"
        && almanac["mansion"] as? String == "昴")
    let events = try #require(day["events"] as? [[String: Any]])
    let mazu = try #require(events.first { $0["key"] as? String == "mazu" })
    #expect(
      (mazu["sources"] as? [String])?.isEmpty == false && mazu["description"] is String
        && mazu["worship_notes"] is String)
  }

  @Test("a day within a window shows the window; the moon's phase is on its day; a lunar date is a day too")
  func windows() throws {
    #expect(try Program.run("day", "2025-09-01").output.contains("鬼月"))
    #expect(try !Program.run("day", "2025-10-01").output.contains("鬼月"))
    #expect(try Program.run("day", "2025-04-13").output.contains("望"))
    #expect(try Program.run("day", "農曆2025年三月廿三").output.contains("2025-04-20"))
    #expect(try Program.run("day", "--now", "2025-04-20T08:00:00+08:00").output.contains("媽祖聖誕"))
    #expect(try Program.run("day", "2025-04-20", "--lang", "en").output.contains("Birthday of Mazu"))
    #expect(try Program.run("day", "1500-01-01").status == 0)
    #expect(try Program.run("day", "2025-02-30").status == 2)
    #expect(try Program.run("day", "soon").errors.contains("\"soon\" is not a date"))
  }

  @Test("a feed: lines end with CRLF, one event for each day; RFC 7529 on request; an alarm on request")
  func feed() throws {
    func feed(_ arguments: String...) throws -> Program.Run {
      try Program.run(["feed", "--deity", "媽祖", "--now", "2026-06-01T00:00:00Z"] + arguments)
    }
    let text = try feed().output
    #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n") && text.hasSuffix("END:VCALENDAR\r\n"))
    // Three years of 媽祖's birthday, ascension and the Beigang procession; two pilgrimages that are announced for 2026.
    #expect(text.components(separatedBy: "BEGIN:VEVENT").count - 1 == 11)
    #expect(text.contains("UID:mazu-2026@folkcal\r\n") && text.contains("DTSTART;VALUE=DATE:20260509\r\n"))
    #expect(
      try feed("--form", "rscale").output.contains("RRULE:RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=23\r\n"))
    #expect(try feed("--alarm-days", "1").output.contains("TRIGGER:-PT16H\r\n"))
    #expect(try feed("--lang", "en").output.contains("SUMMARY:Birthday of Mazu\r\n"))
    #expect(try feed("--years", "0").errors.contains("--years 0 is not between 1 and 20"))
    #expect(try feed("--alarm-days", "31").status == 2)
    #expect(try feed("--alarm-days", "1", "--alarm-time", "8am").status == 2)
    #expect(try feed("--json").status == 2)
    #expect(try Program.run("feed", "--group", "nobody").status == 3)
  }

  @Test("upcoming by deity, until a day, with the other dates; by pinyin, Simplified forms, 台 for 臺")
  func upcoming() throws {
    func rows(_ arguments: String...) throws -> [[String: Any]] {
      try Program.run(["upcoming", "--from", "2025-03-01", "--json"] + arguments).list()
    }
    func keys(_ rows: [[String: Any]]) -> Set<String> { Set(rows.compactMap { $0["key"] as? String }) }
    for name in ["媽祖", "mazu"] {
      #expect(
        try keys(rows("--deity", name, "--days", "365"))
          == ["mazu", "mazu-fly", "dajia-mazu", "baishatun-mazu", "beigang-mazu"])
    }
    #expect(try keys(rows("--deity", "观世音菩萨", "--days", "365")) == ["guanyin", "guanyin-dao", "guanyin-chujia"])
    #expect(try keys(rows("--search", "guanshengdijun", "--days", "365")).contains("guangong"))
    #expect(try keys(rows("--search", "開台聖王", "--days", "365")) == ["kaitai"])
    #expect(
      try rows("--until", "2025-03-05").compactMap { $0["solar_date"] as? String }.allSatisfy { $0 <= "2025-03-05" })
    #expect(try keys(rows("--group", "solar-terms", "--until", "2026-02-28")).count == 24)
    let other = try rows("--deity", "qingshan", "--days", "365", "--with-disagreements")
    let disagreements = try #require(other.first?["disagreements"] as? [[String: Any]])
    #expect(disagreements.first?["rule"] as? String == "lunar 10/22")
    #expect(try rows("--deity", "qingshan", "--days", "365").first?["disagreements"] == nil)
    #expect(try Program.run("upcoming", "--deity", "宙斯").status == 3)
    #expect(try Program.run("upcoming", "--days", "3", "--until", "2030-01-01").status == 2)
    #expect(try Program.run("upcoming", "--from", "2025-03-01", "--until", "2025-02-01").status == 2)
  }

  @Test("data check: whole here, status 1 and the place of each fault elsewhere")
  func dataCheck() throws {
    #expect(try Program.run("data", "check").status == 0)
    let events = """
      events:
        - {key: a, id: 1, type: festival, observance: custom, names: {zh-Hant: 甲}, rule: lunar 13/1, sources: [A], weight: 4}
        - {key: b, id: 2, type: festival, observance: custom, names: {zh-Hant: 妈祖}, rule: lunar 1/1, sources: [A], weight: 4}
        - {key: c, id: 3, type: festival, observance: custom, names: {zh-Hant: 丙}, rule: lunar 1L/1, sources: [A], weight: 4}

      """
    try Program.withDataFolder(events: events) { folder in
      let run = try Program.run("data", "check", folder)
      #expect(run.status == 1)
      let lines = run.output.split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines[0].hasPrefix("events.yaml:2: events[0].rule: date rule \"lunar 13/1\""))
      #expect(lines[1] == "events.yaml:3: events[1].key: Simplified characters in Traditional text: 妈")
      #expect(lines[2].contains("\"lunar 1L/1\" does not fall once in 2026 to 2035"))
      #expect(try Program.run("data", "check", "/nowhere").status == 3)
    }
  }
}
