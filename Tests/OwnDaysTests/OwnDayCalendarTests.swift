import CLibical
import Feeds
import Folklore
import Lunisolar
import OwnDays
import TestSupport
import Testing

private func today() throws -> SolarDate { try SolarDate(iso: "2026-11-24") }

private func text(_ days: [OwnDay], _ calendar: OwnDayCalendar = OwnDayCalendar(name: "我的日子")) throws -> String {
  calendar.text(of: days.enumerated().map { ("own-\($0)", $1) }, from: try today())
}

/// The properties of one event for a rule.
private func written(_ rule: String, _ calendar: OwnDayCalendar = OwnDayCalendar(name: "x")) throws -> [String: String]
{
  let linter = FeedLinter(try text([OwnDay(title: "x", rule: DateRule(rule))], calendar))
  #expect(linter.faults.isEmpty, "\(linter.faults)")
  return try #require(linter.events.first)
}

@Suite("Own days in iCalendar", .timed)
struct OwnDayCalendarTests {
  @Test("A lunar day is a recurrence of RFC 7529 that begins on its next date")
  func lunar() throws {
    let event = try written("lunar 3/23 from=2020")
    #expect(event["UID"] == "own-0@folkcal" && event["DTSTART"] == "20270429" && event["DTEND"] == "20270430")
    #expect(event["RRULE"] == "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=23")
    #expect(event["X-FOLKCAL-RULE"] == "lunar 3/23 from=2020")
  }

  @Test("A rule that ends has UNTIL; a single day has no recurrence, even if it has passed")
  func ends() throws {
    #expect(try written("lunar 3/23 to=2028")["RRULE"]?.hasSuffix(";UNTIL=20280417") == true)
    let last = try written("lunar 3/23 to=2027")
    #expect(last["DTSTART"] == "20270429" && last["RRULE"] == nil)
    let past = try written("solar 3/5 from=2020 to=2020")
    #expect(past["DTSTART"] == "20200305" && past["RRULE"] == nil && past["RDATE"] == nil)
  }

  @Test("What RFC 7529 cannot say has the dates of ten years")
  func dates() throws {
    let event = try written("term 清明")
    #expect(event["DTSTART"] == "20270405" && event["RRULE"] == nil)
    #expect(event["RDATE"]?.split(separator: ",").count == 9)
    #expect(event["RDATE"]?.hasPrefix("20280404,") == true)
    // 鬼月 has 29 days in some years and 30 in others.
    let window = try written("lunar 7/1..7/last")
    #expect(window["DTSTART"] == "20270802" && window["DTEND"] == "20270831")
  }

  @Test("Programs that do not know RFC 7529 get the dates of lunar days")
  func plainDates() throws {
    let calendar = OwnDayCalendar(name: "x", form: .dates)
    let event = try written("lunar 3/23", calendar)
    #expect(event["RRULE"] == nil && event["RDATE"]?.hasPrefix("20280417,") == true)
    #expect(try written("solar 5/1", calendar)["RRULE"] == "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1")
  }

  @Test("What is written is read back exactly, and the linter and libical accept it")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 7_529)
    let texts = ["阿嬤生日", "a,b;c\\d\\n", "👪🏽 " + String(repeating: "很長的名稱", count: 20), "x: \"y\"", "=1"]
    var days: [OwnDay] = []
    for number in 0..<500 {
      days.append(
        try OwnDay(
          title: texts[number % 5], rule: DateRule(RandomRuleText.make(using: &generator)),
          observance: Event.Observance.allCases[number % 14], advanceDays: number % 3 == 0 ? nil : number % 31,
          note: number % 4 == 0 ? nil : texts[(number + 1) % 5] + "\n\t" + texts[(number + 2) % 5]))
    }
    for form in [OwnDayCalendar(name: "我的日子, x"), OwnDayCalendar(name: "x", language: .english, form: .dates)] {
      let text = try text(days, form)
      let linter = FeedLinter(text)
      #expect(linter.faults.isEmpty, "\(linter.faults.prefix(5))")
      var count: Int32 = 0
      #expect(folkcal_parse(text, &count) == 0)
      #expect(count == 500)
      let contents = try CalendarReader.read(Array(text.utf8))
      #expect(contents.skipped.isEmpty)
      for (read, written) in zip(contents.days, days) where read != written {
        Issue.record("\(written) was read as \(read)")
      }
      #expect(contents.days.count == 500)
    }
  }

  @Test("A UID depends on the key alone")
  func identifiers() throws {
    let (first, second) = (
      try OwnDay(title: "a", rule: DateRule("solar 5/1")), try OwnDay(title: "b", rule: DateRule("lunar 3/23"))
    )
    let texts = try [Language.english, .traditionalChinese].map { language in
      OwnDayCalendar(name: "\(language)", language: language)
        .text(of: [("k", language == .english ? first : second)], from: try today())
    }
    #expect(texts.map { FeedLinter($0).events.first?["UID"] } == ["k@folkcal", "k@folkcal"])
  }

  @Test("A file without days is a valid calendar")
  func empty() throws {
    let text = try text([])
    #expect(FeedLinter(text).faults.isEmpty)
    #expect(try CalendarReader.read(Array(text.utf8)) == CalendarReader.read(Array(text.utf8)))
    #expect(try CalendarReader.read(Array(text.utf8)).days.isEmpty)
  }

  @Test("An event that another program has moved is read on its new day, not by the old rule")
  func moved() throws {
    let written = try text([OwnDay(title: "x", rule: DateRule("solar 3/5 from=2027 to=2027"))])
    let moved = written.replacing("DTSTART;VALUE=DATE:20270305", with: "DTSTART;VALUE=DATE:20270306")
    let days = try CalendarReader.read(Array(moved.utf8)).days
    #expect(days.map(\.rule.description) == ["solar 3/6 from=2027 to=2027"])
  }
}
