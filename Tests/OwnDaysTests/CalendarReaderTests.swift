import Folklore
import Lunisolar
import OwnDays
import TestSupport
import Testing

private func read(_ text: String) throws(OwnDayFault) -> CalendarContents { try CalendarReader.read(Array(text.utf8)) }

/// A calendar with one event.
private func calendar(_ lines: String...) -> String {
  (["BEGIN:VCALENDAR", "BEGIN:VEVENT"] + lines + ["END:VEVENT", "END:VCALENDAR"]).joined(separator: "\r\n")
}

private func fault(_ text: String) -> String {
  do throws(OwnDayFault) {
    return try read(text).skipped.map(\.fault.description).joined(separator: "|")
  } catch {
    return "file: \(error)"
  }
}

@Suite("iCalendar files of others", .timed)
struct CalendarReaderTests {
  @Test("An export of Google Calendar")
  func google() throws {
    let contents = try read(Fixtures.google)
    #expect(
      contents.days.map { "\($0.title): \($0.rule)" } == [
        "媽媽生日: solar 3/5", "Dinner, with 阿公; at 8: solar 4/20 from=2025 to=2025",
        "早班飛機: solar 4/20 from=2025 to=2025", "母親節: solar 5/sun#2",
      ])
    #expect(contents.days[1].note == "第一行\n第二行, \\ end")
    #expect(contents.days.map(\.advanceDays) == [3, nil, nil, nil])
    #expect(
      contents.skipped.map { "\($0.title ?? "-") \($0.fault)" } == [
        "Standup line 48, RRULE: no date rule can say FREQ=WEEKLY: days that come every year or every lunar month are read",
        "Standup line 53, RECURRENCE-ID: the event changes one day of another event, which no date rule can say",
        "Party line 59, STATUS: the event is cancelled",
      ])
  }

  @Test("An export of Apple Calendar")
  func apple() throws {
    let contents = try read(Fixtures.apple)
    #expect(
      contents.days.map { "\($0.title): \($0.rule)" } == [
        "阿嬤農曆生日，這個名稱很長，所以在中間折行: lunar 3/23", "除夕: lunar 12/last", "小美: solar 2/29 short=omit",
        "週年: solar 5/1",
      ])
    #expect(contents.days.map(\.advanceDays) == [7, nil, nil, nil])
    #expect(contents.days.map(\.observance) == [.birthday, .custom, .custom, .custom])
    #expect(contents.skipped.isEmpty)
    #expect(contents.notes.map(\.title) == ["週年"] && contents.notes[0].fault.column == "EXDATE")
  }

  @Test("A line may be folded inside a character; LF alone ends a line too; a byte order mark is skipped")
  func folding() throws {
    let name = Array("SUMMARY:媽".utf8)
    var bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20250501\n".utf8)
    bytes += name.dropLast() + [0x0D, 0x0A, 0x20] + name.suffix(1) + Array("\n\t祖\n".utf8)
    bytes += Array("END:VEVENT\n\nEND:VCALENDAR".utf8)
    #expect(try CalendarReader.read(bytes).days.map(\.title) == ["媽祖"])
  }

  @Test(
    "A start is a date or a time; UTC is read on the clock of Taiwan",
    arguments: [
      ("DTSTART;VALUE=DATE:20250420", "solar 4/20 from=2025 to=2025"),
      ("DTSTART;TZID=\"Asia:Taipei\":20250420T233000", "solar 4/20 from=2025 to=2025"),
      ("dtstart:20250419T160000Z", "solar 4/20 from=2025 to=2025"),
      ("DTSTART:20250420T155959Z", "solar 4/20 from=2025 to=2025"),
      ("DTSTART:20241231T160000Z", "solar 1/1 from=2025 to=2025"),
    ])
  func starts(line: String, rule: String) throws {
    #expect(try read(calendar("SUMMARY:x", line)).days.map(\.rule.description) == [rule])
  }

  @Test(
    "An event that cannot be taken is reported with line, property and reason",
    arguments: [
      ("DTSTART;VALUE=DATE:20250230", "line 4, DTSTART: \"20250230\" does not exist: month 2 of 2025 has 28 days"),
      ("DTSTART:20251301", "line 4, DTSTART: \"20251301\" is not a date such as 20250420"),
      ("DTSTART:2025-04-20", "line 4, DTSTART: \"2025-04-20\" is not a date such as 20250420"),
      ("DTSTART:20250420T250000", "line 4, DTSTART: \"20250420T250000\" is not a date such as 20250420"),
      ("X-A:1", "line 2, DTSTART: is missing"),
      ("DTSTART", "line 4: the line is no property: it has no colon"),
      (
        "DTSTART:20250420\nX-FOLKCAL-RULE:lunar 3/32",
        "line 5, X-FOLKCAL-RULE: date rule \"lunar 3/32\": day 32 is not between 1 and 30 (column 9)"
      ),
      (
        "DTSTART:20250420\nRRULE:FREQ=YEARLY\nRRULE:FREQ=YEARLY",
        "line 5, RRULE: the event has several recurrence rules"
      ),
      (
        "DTSTART:20250420\nRDATE;VALUE=DATE:20250421",
        "line 5, RDATE: the event adds or leaves out single days (RDATE), which no date rule can say"
      ),
      ("DTSTART:20250420\nSUMMARY:y\nSTATUS:Cancelled", "line 6, STATUS: the event is cancelled"),
    ])
  func skipped(lines: String, message: String) {
    #expect(fault(calendar("SUMMARY:x", lines)) == message)
  }

  @Test("A title is needed, on one line of at most 200 characters")
  func titles() throws {
    #expect(fault(calendar("DTSTART:20250501")) == "line 2, SUMMARY: is missing")
    #expect(fault(calendar("SUMMARY:  ", "DTSTART:20250501")) == "line 3, SUMMARY: is missing")
    let long = calendar("SUMMARY:" + String(repeating: "字", count: 201), "DTSTART:20250501")
    #expect(fault(long) == "line 3, SUMMARY: is 201 characters long: 200 at most")
    #expect(try read(calendar("SUMMARY:a\\nb\u{7}", "DTSTART:20250501")).days.map(\.title) == ["a b"])
  }

  @Test(
    "An alarm becomes the days before on which it rings, by RFC 5545; one that cannot be kept is named",
    arguments: [
      ("-P3D", 3), ("-P1W", 7), ("-P30D", 30), ("-P31D", nil), ("-P5W", nil), ("P3D", nil), ("-PT15H", 1),
      ("-PT24H", 1), ("-PT25H", 2), ("-PT1440M", 1), ("-P3DT0H0M0S", 3), ("PT9H", nil), ("-PT0S", nil),
      ("-PT30M", 1), ("-P1DT9H", 2), ("20250420T000000Z", 11), ("-P99999999999999999999D", nil), ("-PD", nil),
    ])
  func alarms(trigger: String, days: Int?) throws {
    let text = calendar(
      "SUMMARY:x", "DTSTART:20250501", "BEGIN:VALARM", "TRIGGER:\(trigger)", "DESCRIPTION:y", "END:VALARM")
    let day = try #require(try read(text).days.first)
    #expect(day.advanceDays == days && day.note == nil)
    let isLost = ["-P31D", "-P5W", "-P99999999999999999999D", "-PD"].contains(trigger)
    #expect(try read(text).notes.map(\.fault.column) == (isLost ? ["TRIGGER"] : []))
  }

  @Test("An alarm of an event with a time, and one that counts from the end")
  func timedAlarms() throws {
    func days(_ start: String, _ trigger: String, _ end: String = "DTEND:20250501T180000") throws -> Int? {
      try read(calendar("SUMMARY:x", start, end, "BEGIN:VALARM", trigger, "END:VALARM")).days.first?.advanceDays
    }
    #expect(try days("DTSTART:20250501T090000", "TRIGGER:-PT30M") == nil)
    #expect(try days("DTSTART:20250501T090000", "TRIGGER:-PT10H") == 1)
    #expect(try days("DTSTART;VALUE=DATE:20250501", "TRIGGER;RELATED=END:-P2D", "DTEND;VALUE=DATE:20250502") == 1)
    #expect(try days("DTSTART;VALUE=DATE:20250501", "TRIGGER;VALUE=DATE-TIME:20250429T010000Z", "X:y") == 2)
  }

  // MS-OXCICAL, section 2.1.3.1.1.8: X-MICROSOFT-CALSCALE names the calendar of X-MICROSOFT-RRULE.
  @Test("Outlook's lunar days are lunar, whatever the rule beside them says")
  func outlook() throws {
    func rules(_ leap: String, _ scale: String, _ lines: String...) throws -> [String] {
      let microsoft = [
        "X-MICROSOFT-CALSCALE:\(scale)",
        "X-MICROSOFT-RRULE;X-MICROSOFT-ISLEAPMONTH=\(leap):FREQ=YEARLY;BYMONTH=8;BYMONTHDAY=15",
      ]
      let text = (["SUMMARY:x", "DTSTART;VALUE=DATE:20251006"] + lines + microsoft).joined(separator: "\r\n")
      return try read(calendar(text)).days.map(\.rule.description)
    }
    let plain = "RRULE:FREQ=YEARLY;BYMONTH=8;BYMONTHDAY=15"
    #expect(try rules("FALSE", "ChineseLunar", plain) == ["lunar 8/15"])
    #expect(try rules("FALSE", "ChineseLunar") == ["lunar 8/15"])
    #expect(try rules("TRUE", "ChineseLunar", plain) == ["lunar 8/15 leap=leap"])
    #expect(try rules("FALSE", "Gregorian", plain) == ["solar 8/15"])
    #expect(try rules("FALSE", "Hebrew", plain).isEmpty)
  }

  @Test("Events of one a year on one lunar day are one lunar day; other events stay apart")
  func series() throws {
    // 四月十四 of 2025 to 2028, by the tables of the Hong Kong Observatory, and 五月廿八 of 2025 once.
    func text(_ dates: [String]) -> String {
      "BEGIN:VCALENDAR\n" + dates.map { "BEGIN:VEVENT\nSUMMARY:外公生日\nDTSTART;VALUE=DATE:\($0)\nEND:VEVENT\n" }.joined()
        + "END:VCALENDAR\n"
    }
    let lunar = try read(text(["20250511", "20260530", "20270519", "20280508"]))
    #expect(lunar.days.map(\.rule.description) == ["lunar 4/14"] && lunar.notes.count == 1)
    let solar = try read(text(["20250511", "20260511", "20270511"]))
    #expect(solar.days.map(\.rule.description) == ["solar 5/11"])
    #expect(try read(text(["20250511", "20260530"])).days.count == 2)
    #expect(try read(text(["20250511", "20260530", "20270601"])).days.count == 3)
    #expect(try read(text(["20250511", "20250511", "20260530"])).days.count == 3)
  }

  @Test("A span keeps its first day, and says so; lines may end in CR alone")
  func spans() throws {
    let text = calendar("SUMMARY:x", "DTSTART;VALUE=DATE:20270314", "DTEND;VALUE=DATE:20270317", "RRULE:FREQ=YEARLY")
    let found = try read(text.replacing("\r\n", with: "\r"))
    #expect(found.days.map(\.rule.description) == ["solar 3/14"])
    #expect(
      found.notes.map(\.fault.description) == ["line 4, DTSTART: the event lasts 3 days: only its first day is kept"])
    #expect(try read(calendar("SUMMARY:x", "DTSTART:20270314", "DURATION:P1D")).notes.isEmpty)
    #expect(try read(calendar("SUMMARY:x", "DTSTART:20270314", "DURATION:PT26H")).notes.count == 1)
  }

  @Test(
    "A file that is no calendar, or is cut off, is refused",
    arguments: [
      ("", "the file is empty"), (" \r\n", "the file is empty"),
      ("title,date\n", "line 1: the file is no iCalendar file: it does not begin with BEGIN:VCALENDAR"),
      ("BEGIN:VEVENT\n", "line 1: the file is no iCalendar file: it does not begin with BEGIN:VCALENDAR"),
      ("END:VCALENDAR\n", "line 1: the file is no iCalendar file: it does not begin with BEGIN:VCALENDAR"),
      ("BEGIN:VCALENDAR\nBEGIN:VEVENT\n", "the file ends before END:VEVENT: is a part of it missing?"),
      (
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\n",
        "line 3: END:VCALENDAR stands where END:VEVENT is due"
      ),
    ])
  func refused(text: String, message: String) {
    #expect(fault(text) == "file: " + message)
  }

  @Test("A thousand events are read, one more is too many")
  func manyEvents() throws {
    let event = "BEGIN:VEVENT\r\nSUMMARY:x\r\nDTSTART:20250501\r\nEND:VEVENT\r\n"
    func text(_ count: Int) -> String {
      "BEGIN:VCALENDAR\r\n" + String(repeating: event, count: count) + "END:VCALENDAR"
    }
    #expect(try read(text(1_000)).days.count == 1_000)
    #expect(fault(text(1_001)) == "file: line 4002: the file has more than 1000 days")
  }

  @Test("Hostile files give an answer at once", .timeLimit(.minutes(1)))
  func hostile() throws {
    #expect(
      throws: OwnDayFault.self, "10 MB on one line"
    ) { try CalendarReader.read([UInt8](repeating: 0x61, count: 10_000_000)) }
    #expect(
      fault("BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:A\n", count: 100_000))
        == "file: line 9: the components are nested too deep")
    #expect(
      fault(calendar("SUMMARY:" + String(repeating: "\n x", count: 300_000), "DTSTART:20250501")).hasPrefix(
        "line 3, SUMMARY: is 300000"))
    #expect(
      fault(calendar("SUMMARY:x", String(repeating: "\\", count: 900_000)))
        == "line 4: the line is no property: it has no colon")
    #expect(
      fault(calendar("SUMMARY:x", "DTSTART:20250501", "RRULE:" + String(repeating: "A=1;", count: 200_000))).hasSuffix(
        "A=1: days that come every year or every lunar month are read"))
    // Events whose rules take long to search.
    let event =
      "BEGIN:VEVENT\nSUMMARY:x\nDTSTART:16500501\nRRULE:RSCALE=CHINESE;FREQ=MONTHLY;BYMONTHDAY=1,15;COUNT=999\nEND:VEVENT\n"
    let never = "BEGIN:VEVENT\nSUMMARY:x\nDTSTART:20250501\nX-FOLKCAL-RULE:lunar 12L/1\nEND:VEVENT\n"
    let clock = ContinuousClock()
    let text = "BEGIN:VCALENDAR\n" + String(repeating: event + never, count: 500) + "END:VCALENDAR"
    let time = try clock.measure { _ = try read(text) }
    #expect(time < .seconds(30))
  }

  @Test("Bytes that are no UTF-8 are refused with their line; random bytes never crash")
  func bytes() throws {
    let big5 = Array("BEGIN:VCALENDAR\nX-WR-CALNAME:".utf8) + [0xA6, 0x57, 0x0A]
    #expect(throws: OwnDayFault.self) { try CalendarReader.read(big5) }
    do {
      _ = try CalendarReader.read(big5)
    } catch {
      #expect(error.line == 2 && error.problem == .notUTF8)
    }
    var generator = SeededGenerator(seed: 99)
    let source = Array(Fixtures.google.utf8)
    for _ in 0..<500 {
      var bytes = source
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default:
          bytes.insert(
            contentsOf: source[place % source.count..<min(place % source.count + 30, source.count)], at: place)
        }
      }
      _ = try? CalendarReader.read(bytes)
      _ = try? OwnDayTable.read(bytes, by: reader)
    }
  }

  @Test("Reasons are told in the reader's language")
  func languages() throws {
    let skipped = try read(calendar("SUMMARY:x", "DTSTART;VALUE=DATE:20250230")).skipped[0].fault
    #expect(skipped.text(in: .traditionalChinese) == "第 4 行，DTSTART：沒有「20250230」這一天：2025 年 2 月有 28 天")
    #expect(skipped.text(in: .simplifiedChinese) == "第 4 行，DTSTART：没有「20250230」这一天：2025 年 2 月有 28 天")
    #expect(OwnDayProblem.tooManyDays.text(in: .traditionalChinese) == "檔案裡的日子超過 1000 個，請分成幾個檔案")
  }
}
