import CLibical
import Feeds
import FolkData
import Folklore
import Foundation
import Lunisolar
import TestSupport
import Testing

private let shipped = Result { try CatalogueLoader(folder: PackageRoot.path("data")).load().events }
private func shippedEvents() throws -> [Event] { try shipped.get() }

private func threeYears() throws -> ClosedRange<SolarDate> {
  try SolarDate(iso: "2026-01-01")...SolarDate(iso: "2028-12-31")
}

@Suite("Feeds in iCalendar", .timed)
struct CalendarFeedTests {
  @Test(
    "Three years of all folk days pass the linter, in every language and form", arguments: Language.allCases,
    CalendarFeed.Form.allCases)
  func lint(language: Language, form: CalendarFeed.Form) throws {
    let alarm = CalendarFeed.Alarm(daysBefore: 1, at: try #require(TimeOfDay("08:30")))
    let text = try CalendarFeed(name: "民俗, 節日; 日曆", language: language, form: form, alarms: [alarm])
      .text(of: shippedEvents(), in: threeYears())
    let linter = FeedLinter(text)
    #expect(linter.faults.isEmpty, "\(linter.faults.prefix(5))")
    #expect(linter.events.count > 200)
    #expect(text.contains("TRIGGER:-PT15H30M\r\n"))
    var count: Int32 = 0
    #expect(folkcal_parse(text, &count) == 0)
    #expect(Int(count) == linter.events.count)
  }

  @Test("A feed has one event for each occurrence, on the days of the rules")
  func occurrences() throws {
    let events = try shippedEvents()
    let linter = FeedLinter(try CalendarFeed(name: "x").text(of: events, in: threeYears()))
    let expected = try events.flatMap { try $0.rule.occurrences(in: threeYears(), calendar: LunisolarCalendar.chinese) }
    #expect(linter.events.count == expected.count)
    let mazu = linter.events.filter { $0["UID"]?.hasPrefix("mazu-2") == true }
    #expect(mazu.map { $0["DTSTART"] } == ["20260509", "20270429", "20280417"])
    #expect(mazu.map { $0["UID"] } == ["mazu-2026@folkcal", "mazu-2027@folkcal", "mazu-2028@folkcal"])
    #expect(
      mazu.allSatisfy {
        $0["DTEND"].map { $0 > "2" } == true && $0["TRANSP"] == "TRANSPARENT" && $0["CATEGORIES"] == "deity"
      })
    let ghostMonth = linter.events.first { $0["UID"] == "guiyue-2026@folkcal" }
    #expect(ghostMonth?["DTSTART"] == "20260813" && ghostMonth?["DTEND"] == "20260911")
  }

  @Test(
    "A UID does not depend on language, title, alarms or range; monthly days have month and leap flag in it"
  )
  func identifiers() throws {
    let events = try shippedEvents()
    func identifiers(_ feed: CalendarFeed, _ range: ClosedRange<SolarDate>) throws -> Set<String> {
      Set(FeedLinter(try feed.text(of: events, in: range)).events.compactMap { $0["UID"] })
    }
    let year = try SolarDate(iso: "2027-01-01")...SolarDate(iso: "2027-12-31")
    let one = try identifiers(CalendarFeed(name: "a"), year)
    let other = try identifiers(CalendarFeed(name: "b", language: .english), year)
    #expect(one == other)
    #expect(try one.isSubset(of: identifiers(CalendarFeed(name: "a"), threeYears())))
    let leapYear = try SolarDate(iso: "2025-07-01")...SolarDate(iso: "2025-08-31")
    let monthly = try identifiers(CalendarFeed(name: "a"), leapYear)
    #expect(monthly.contains("chuyi-2025-6L-1@folkcal"))
  }

  @Test("A revision changes SEQUENCE and DTSTAMP; equal revisions give equal text")
  func revisions() throws {
    func text(_ revision: Int) throws -> String {
      let event = Event(
        id: 1, key: "a", kind: .festival, observance: .custom, title: LocalizedName("甲"),
        rule: try DateRule("solar 5/1"), revision: revision)
      return try CalendarFeed(name: "x").text(of: [event], in: threeYears())
    }
    #expect(try text(0).contains("SEQUENCE:0\r\n") && text(0).contains("DTSTAMP:20261121T000000Z\r\n"))
    #expect(try text(3).contains("SEQUENCE:3\r\n") && text(3).contains("DTSTAMP:20261121T000003Z\r\n"))
    #expect(try text(1) == text(1))
  }

  @Test("Entries link to the page of their day where there is one, and otherwise into the app")
  func addresses() throws {
    func url(_ kind: Event.Kind, site: String?) throws -> String {
      let event = Event(
        id: 88, key: "a", kind: kind, observance: .custom, title: LocalizedName("甲"), rule: try DateRule("solar 5/1"))
      let text = try CalendarFeed(name: "x", site: site).text(of: [event], in: threeYears())
      return String(text.split(separator: "\r\n").first { $0.hasPrefix("URL:") } ?? "")
    }
    #expect(try url(.festival, site: "https://days.example.org") == "URL:https://days.example.org/event/88")
    #expect(try url(.festival, site: nil) == "URL:folklore://event/88")
    #expect(try url(.custom, site: "https://days.example.org") == "URL:folklore://event/88")
  }

  @Test("Text is escaped and folded without cutting a character or an escape")
  func folding() throws {
    let title = String(repeating: "媽祖,遶境;\\回鑾\n👪é", count: 40)
    let event = Event(
      id: 1, key: "a", kind: .festival, observance: .custom, title: LocalizedName(title),
      rule: try DateRule("solar 5/1"),
      description: "a\u{0}b\r\nc")
    let text = try CalendarFeed(name: "x").text(of: [event], in: threeYears())
    let linter = FeedLinter(text)
    #expect(linter.faults.isEmpty, "\(linter.faults.prefix(5))")
    let expected = title.replacing("\\", with: "\\\\").replacing(",", with: "\\,").replacing(";", with: "\\;")
      .replacing("\n", with: "\\n")
    #expect(linter.events.first?["SUMMARY"] == expected)
    #expect(linter.events.first?["DESCRIPTION"]?.hasSuffix("ab\\nc") == true)
  }

  @Test(
    "An alarm some days before at a time becomes a duration",
    arguments: [(0, "08:00", "PT8H"), (1, "08:00", "-PT16H"), (3, "20:15", "-PT51H45M"), (0, "00:00", "PT0H")])
  func alarms(days: Int, time: String, trigger: String) throws {
    let timeOfDay = try #require(TimeOfDay(time))
    let event = Event(
      id: 1, key: "a", kind: .festival, observance: .custom, title: LocalizedName("甲"), rule: try DateRule("solar 5/1"))
    let text = try CalendarFeed(name: "x", alarms: [.init(daysBefore: days, at: timeOfDay)]).text(
      of: [event], in: threeYears())
    #expect(text.contains("TRIGGER:\(trigger)\r\n"))
  }
}

extension CalendarFeedTests {
  @Test("Several alarms keep their order, and a day can have its own alarms")
  func severalAlarms() throws {
    let morning = try #require(TimeOfDay("08:00"))
    let alarms = [3, 1, 0].map { CalendarFeed.Alarm(daysBefore: $0, at: morning) }
    let events = try shippedEvents()
    let text = try CalendarFeed(name: "x", alarms: alarms).text(of: events, in: threeYears())
    let linter = FeedLinter(text)
    #expect(linter.faults.isEmpty, "\(linter.faults.prefix(5))")
    #expect(linter.alarms.allSatisfy { $0.map { $0["TRIGGER"] } == ["-PT64H", "-PT16H", "PT8H"] })
    var count: Int32 = 0
    #expect(folkcal_parse(text, &count) == 0)
    #expect(Int(count) == linter.events.count)

    let own = FeedLinter(
      try CalendarFeed(name: "x", alarms: alarms).text(of: events, in: threeYears()) { event, _ in
        event.key == "mazu" ? [alarms[2]] : []
      })
    #expect(own.alarms.flatMap { $0 }.count == 3)
    #expect(
      zip(own.events, own.alarms).allSatisfy { event, alarms in
        alarms.isEmpty == (event["UID"]?.hasPrefix("mazu-2") != true)
      })
  }

  /// Computed by hand from the zones' rules: clocks go forward in New York at 02:00 of 8 March 2026, in Cairo at 00:00 of 24 April 2026.
  @Test(
    "An alarm at an instant is a duration; near a clock change it is the instant itself",
    arguments: [
      ("Asia/Taipei", "2026-03-08", "2026-03-08T00:00:00Z", "PT8H"),
      ("Asia/Taipei", "2026-03-08", "2026-03-05T00:30:00Z", "-PT63H30M"),
      ("Asia/Kathmandu", "2026-03-08", "2026-03-08T02:15:00Z", "PT8H"),
      ("America/New_York", "2026-03-07", "2026-03-07T13:00:00Z", "PT8H"),
      ("America/New_York", "2026-03-08", "2026-03-08T12:00:00Z", "20260308T120000Z"),
      ("America/New_York", "2026-03-09", "2026-03-08T12:00:00Z", "-PT16H"),
      ("America/New_York", "2026-03-10", "2026-03-07T13:00:00Z", "20260307T130000Z"),
      ("Africa/Cairo", "2026-04-24", "2026-04-24T05:00:00Z", "20260424T050000Z"),
    ])
  func alarmsAtInstants(zone: String, day: String, instant: String, trigger: String) throws {
    let event = Event(
      id: 1, key: "a", kind: .festival, observance: .custom, title: LocalizedName("甲"),
      rule: try DateRule("solar 3/8"))
    let date = try SolarDate(iso: day)
    let alarm = CalendarFeed.Alarm(
      at: try CivilTime.parse(instant).unixTime, of: date, on: try ZonedClock(identifier: zone))
    let linter = FeedLinter(try CalendarFeed(name: "x", alarms: [alarm]).text(of: [event], in: threeYears()))
    #expect(linter.faults.isEmpty, "\(linter.faults.prefix(5))")
    #expect(linter.alarms.first?.map { $0["TRIGGER"] } == [trigger])
  }

  @Test("An empty calendar holds a time zone, as RFC 5545 requires a component")
  func empty() throws {
    let text = try CalendarFeed(name: "x").text(of: [], in: threeYears())
    let linter = FeedLinter(text)
    #expect(linter.faults.isEmpty && linter.events.isEmpty)
    var count: Int32 = -1
    #expect(folkcal_parse(text, &count) == 0)
    #expect(count == 0)
  }

  @Test("The feed states its refresh interval")
  func refresh() throws {
    let day = FeedLinter(try CalendarFeed(name: "x").text(of: [], in: threeYears()))
    #expect(day.head["REFRESH-INTERVAL"] == "P1D" && day.head["X-PUBLISHED-TTL"] == "P1D")
    let hours = FeedLinter(try CalendarFeed(name: "x", refreshHours: 4).text(of: [], in: threeYears()))
    #expect(hours.head["REFRESH-INTERVAL"] == "PT4H" && hours.head["X-PUBLISHED-TTL"] == "PT4H")
  }

  @Test("An English feed omits shared Chinese descriptions and keeps a user's own words")
  func descriptions() throws {
    func description(_ kind: Event.Kind) throws -> String? {
      let event = Event(
        id: 1, key: "a", kind: kind, observance: .custom, title: LocalizedName("甲"), rule: try DateRule("solar 5/1"),
        description: "說明", worshipNotes: "供品")
      return FeedLinter(try CalendarFeed(name: "x", language: .english).text(of: [event], in: threeYears()))
        .events.first?["DESCRIPTION"]
    }
    #expect(try description(.festival)?.contains("說明") == false)
    #expect(try description(.custom)?.hasSuffix("\\n說明\\n供品") == true)
  }
}

@Suite("Reading RFC 7529 with libical", .timed)
struct LibicalTests {
  /// libical expands a rule on ICU's Chinese calendar, which is right in these years.
  @Test(
    "The library expands our rules to the days that we list",
    arguments: [
      "lunar 3/23", "lunar 12/last", "lunar */1", "lunar */15", "lunar 2..11/2,16", "lunar 12/30",
      "lunar 12/30 short=omit",
      "lunar 7/30 short=forward", "lunar 6L/15", "lunar 11L/1", "lunar 6/15 leap=both", "solar 5/sun#2", "solar 2/29",
      "cycle 甲子",
    ])
  func expands(rule: String) throws {
    let dateRule = try DateRule(rule)
    // 2031 to 2036 hold the leap month 11 of 2033; ICU 72 calls no month of them wrong.
    let range = try SolarDate(iso: "2031-02-01")...SolarDate(iso: "2036-12-31")
    let ours = try dateRule.occurrences(in: range, calendar: LunisolarCalendar.chinese).map(\.date)
    let first = try #require(ours.first)
    var days = [Int32](repeating: 0, count: ours.count)
    let recurrence = try #require(dateRule.recurrenceRule)
    let start = first.description.filter { $0 != "-" }
    let count = folkcal_expand(recurrence, start, &days, Int32(days.count))
    #expect(Int(count) == ours.count)
    #expect(days.map { Int($0) } == ours.map { $0.year * 10_000 + $0.month * 100 + $0.day }, "\(recurrence)")
  }
}
