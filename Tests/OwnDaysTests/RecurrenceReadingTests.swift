import CLibical
import Folklore
import Lunisolar
import OwnDays
import TestSupport
import Testing

/// The rule that an event with a recurrence makes, or the reason why there is none.
private func rule(_ recurrence: String, from start: String) throws -> String {
  let text = """
    BEGIN:VCALENDAR
    BEGIN:VEVENT
    SUMMARY:x
    DTSTART;VALUE=DATE:\(start)
    RRULE:\(recurrence)
    END:VEVENT
    END:VCALENDAR
    """
  let contents = try CalendarReader.read(Array(text.utf8))
  return contents.days.first?.rule.description ?? contents.skipped.first?.fault.description ?? ""
}

@Suite("Recurrence rules read as date rules", .timed)
struct RecurrenceReadingTests {
  @Test(
    "The examples of RFC 7529, section 3, and of the Chinese calendar",
    arguments: [
      // Chinese New Year, with its days in the RFC: 2013-02-10, 2014-01-31, 2015-02-19, 2016-02-08.
      ("RSCALE=CHINESE;FREQ=YEARLY", "20130210", "lunar 1/1"),
      ("RSCALE=CHINESE;FREQ=YEARLY;UNTIL=20180101", "20130210", "lunar 1/1 from=2013 to=2017"),
      ("RSCALE=CHINESE;FREQ=YEARLY;COUNT=4", "20130210", "lunar 1/1 from=2013 to=2016"),
      // A birthday on 29 February.
      ("RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD", "20160229", "solar 2/29 short=forward"),
      ("RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=BACKWARD", "20160229", "solar 2/29"),
      ("FREQ=YEARLY", "20160229", "solar 2/29 short=omit"),
      ("RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=6L;BYMONTHDAY=15", "20250808", "lunar 6L/15"),
      // From the first day alone, in the leap month.
      ("RSCALE=CHINESE;FREQ=YEARLY", "20250808", "lunar 6L/15"),
      ("RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=6L;BYMONTHDAY=15;SKIP=BACKWARD", "20250808", "lunar 6/15 leap=leap"),
      ("RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=6,6L;BYMONTHDAY=15", "20250808", "lunar 6/15 leap=both"),
      ("RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=30", "20250128", "lunar 12/30 short=omit"),
      ("RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=-1", "20250128", "lunar 12/last"),
      ("rscale=chinese;freq=monthly;bymonthday=1,15", "20250129", "lunar */1,15"),
      ("RSCALE=CHINESE;FREQ=YEARLY;BYMONTHDAY=1", "20250129", "lunar */1"),
    ])
  func chinese(recurrence: String, start: String, expected: String) throws {
    #expect(try rule(recurrence, from: start) == expected)
  }

  @Test(
    "Recurrences of the solar calendar",
    arguments: [
      ("FREQ=YEARLY", "19900305", "solar 3/5"), ("FREQ=YEARLY;INTERVAL=1;WKST=SU", "19900305", "solar 3/5"),
      ("FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1", "20200501", "solar 5/1"),
      ("FREQ=YEARLY;BYMONTH=5;BYDAY=2SU", "20250511", "solar 5/sun#2"),
      ("FREQ=YEARLY;BYDAY=-1TH;BYMONTH=11", "20251127", "solar 11/thu#-1"),
      ("FREQ=YEARLY;COUNT=3", "20250501", "solar 5/1 from=2025 to=2027"),
      ("FREQ=YEARLY;UNTIL=20271231T000000Z", "20250501", "solar 5/1 from=2025 to=2027"),
      ("FREQ=DAILY;INTERVAL=60", "20250413", "cycle 壬子"),
    ])
  func solar(recurrence: String, start: String, expected: String) throws {
    #expect(try rule(recurrence, from: start) == expected)
  }

  @Test(
    "What no date rule can say is reported with the part that cannot be said",
    arguments: [
      ("FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY"), ("FREQ=MONTHLY", "FREQ=MONTHLY"), ("FREQ=DAILY", "FREQ=DAILY"),
      ("FREQ=YEARLY;INTERVAL=2", "INTERVAL=2"), ("FREQ=YEARLY;BYDAY=SU;BYMONTH=5", "BYDAY=SU"),
      ("FREQ=YEARLY;BYDAY=20MO", "BYDAY=20MO"), ("FREQ=YEARLY;BYMONTH=1,2", "BYMONTH=1,2"),
      ("FREQ=YEARLY;BYSETPOS=1", "BYSETPOS=1"), ("FREQ=YEARLY;BYMONTHDAY=5", "BYMONTHDAY=5"),
      ("RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=6L;SKIP=FORWARD", "SKIP=FORWARD"),
      ("RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=3,6L;SKIP=BACKWARD", "SKIP=BACKWARD"),
      ("RSCALE=CHINESE;FREQ=MONTHLY;BYMONTHDAY=1,15;COUNT=3", "COUNT=3"),
    ])
  func unsayable(recurrence: String, part: String) throws {
    #expect(
      try rule(recurrence, from: "20250129")
        == "line 5, RRULE: no date rule can say \(part): days that come every year or every lunar month are read")
  }

  @Test(
    "Other calendars, leap months that do not exist and broken rules are reported",
    arguments: [
      (
        "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=8;SKIP=FORWARD",
        "the recurrence is in the calendar HEBREW: only CHINESE and GREGORIAN are read"
      ),
      (
        "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=12L;BYMONTHDAY=1",
        "\"lunar 12L/1\" falls on no day from 1645 to 2599: the leap month or the years do not exist"
      ),
      (
        "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=13L;BYMONTHDAY=1",
        "BYMONTH=13L is no valid part of a recurrence rule (RFC 5545, RFC 7529)"
      ),
      ("FREQ", "FREQ is no valid part of a recurrence rule (RFC 5545, RFC 7529)"),
      ("FREQ=YEARLY;FREQ=YEARLY", "FREQ=YEARLY is no valid part of a recurrence rule (RFC 5545, RFC 7529)"),
      ("FREQ=YEARLY;COUNT=0", "COUNT=0 is no valid part of a recurrence rule (RFC 5545, RFC 7529)"),
      ("INTERVAL=1", "FREQ is no valid part of a recurrence rule (RFC 5545, RFC 7529)"),
      (
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "date rule \"solar 2/30\": month 2 never has a day 30 (column 9)"
      ),
    ])
  func faults(recurrence: String, message: String) throws {
    #expect(try rule(recurrence, from: "20250129") == "line 5, RRULE: " + message)
  }

  @Test("A rule that our feeds export is read as a rule with the same days")
  func inverse() throws {
    var generator = SeededGenerator(seed: 5_545)
    let range = try SolarDate(iso: "1950-01-01")...SolarDate(iso: "2100-12-31")
    var count = 0
    for _ in 0..<2_000 {
      let written = try DateRule(RandomRuleText.make(using: &generator))
      guard let recurrence = written.recurrenceRule else { continue }
      let days = try written.occurrences(in: range, calendar: LunisolarCalendar.chinese).map(\.date)
      guard let first = days.first else { continue }
      let text = try rule(recurrence, from: first.description.filter { $0 != "-" })
      let read = try #require(try? DateRule(text), "\(written): \(recurrence): \(text)")
      #expect(
        try read.occurrences(in: range, calendar: LunisolarCalendar.chinese).map(\.date) == days, "\(written), \(read)")
      count += 1
    }
    #expect(count > 400)
  }

  @Test(
    "libical falls on the days of the rule that we read",
    arguments: [
      "RSCALE=CHINESE;FREQ=YEARLY", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1,6,6L;BYMONTHDAY=1,15",
      "RSCALE=CHINESE;FREQ=MONTHLY;BYMONTHDAY=30;SKIP=BACKWARD", "FREQ=YEARLY;BYMONTH=2;BYDAY=2SU",
      "RSCALE=CHINESE;FREQ=YEARLY;COUNT=4", "FREQ=YEARLY;UNTIL=20200210",
    ])
  func witness(recurrence: String) throws {
    let start = recurrence.contains("BYDAY=") ? "20130210" : recurrence.contains("=30") ? "20130311" : "20130210"
    var expanded = [Int32](repeating: 0, count: 12)
    let count = folkcal_expand(recurrence, start, &expanded, 12)
    let expected = Array(expanded.prefix(Int(count)))
    let read = try DateRule(rule(recurrence, from: start))
    let range = try SolarDate(iso: "2013-02-10")...SolarDate(iso: "2099-12-31")
    let days = try read.occurrences(in: range, calendar: LunisolarCalendar.chinese).prefix(12).map { day in
      Int32(day.date.description.filter { $0 != "-" }) ?? 0
    }
    #expect(days == expected, "\(read)")
  }
}
