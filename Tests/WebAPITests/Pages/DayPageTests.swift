import Foundation
import TestSupport
import Testing

@testable import WebAPI

/// What the pages of today, of a month and of places near answer.
@Suite("the first pages", .timed)
struct DayPageTests {
  private static let chinese = [("Accept-Language", "zh-TW"), ("Accept", "text/html")]

  /// The text of the block that matters most.
  private func hero(_ text: String) throws -> Substring {
    let start = try #require(text.range(of: "panel hero"))
    let end = try #require(text.range(of: "</section>", range: start.upperBound..<text.endIndex))
    return text[start.lowerBound..<end.lowerBound]
  }

  /// 2027-02-06 is New Year's Day (the Hong Kong Observatory's table), and 2026-11-25 no day of weight 1 or 2.
  @Test("New Year's Day says 春節 and what to offer first, and how long it is until 十五")
  func newYear() async throws {
    let desk = try await APIDesk(now: 1801886400)
    let text = try await desk.get("/", Self.chinese).text
    let hero = try hero(text)
    #expect(hero.contains("春節") && !hero.contains("彌勒"), "\(hero)")
    #expect(hero.contains("丁未") && hero.contains("14 天後"), "\(hero)")
    #expect(text.contains("2月6日 星期六") && text.contains("民國 116 年（2027）") && text.contains("農曆正月初一"))
    #expect(text.contains("欽定協紀辨方書"))
    // The next days are those that families keep.
    #expect(text.contains("元宵節") && !text.contains("初一</strong>"))
  }

  /// At 2027-02-05 11:30 in Taipei it is 17:30 of the day before in Honolulu. 車公誕 is kept in Hong Kong, on the second day of the year (events.yaml).
  @Test("whose days and whose today it is can be chosen, is said, and follows the time zone until then")
  func region() async throws {
    let desk = try await APIDesk(now: 1_801_798_200)
    func page(_ path: String, _ cookie: String? = nil) async throws -> String {
      try await desk.get(path, Self.chinese + (cookie.map { [("Cookie", $0)] } ?? [])).text
    }
    func sent(_ form: String) async throws -> Reply {
      try await desk.ask(
        "POST", "/region",
        [
          ("Accept", "application/json"), ("Sec-Fetch-Site", "same-origin"),
          ("Content-Type", "application/x-www-form-urlencoded"),
        ], body: Array(form.utf8))
    }
    func cookie(of form: String) async throws -> String {
      let header = try #require(await sent(form).header("set-cookie"))
      return String(header.prefix { $0 != ";" })
    }
    let usual = try await page("/")
    #expect(usual.contains("<h1>2月5日 ") && usual.contains("臺灣時間") && usual.contains("data-zone=\"Asia/Taipei\""))
    let away = try await page("/", cookie(of: "zone=Pacific/Honolulu"))
    #expect(away.contains("<h1>2月4日 ") && away.contains("Pacific/Honolulu時間") && !away.contains("data-zone"))
    let hongKong = try await cookie(of: "zone=Asia/Hong_Kong")
    for path in ["/month/2027-02", "/year/2027", "/choose", "/day/2027-02-07"] {
      let (there, here) = (try await page(path, hongKong), try await page(path))
      #expect(there.contains("車公誕") && !here.contains("車公誕"), "\(path)")
    }
    let chosen = try await cookie(of: "region=TW&zone=Asia/Hong_Kong")
    let both = try await page("/month/2027-02", chosen)
    #expect(!both.contains("車公誕") && both.contains("臺灣 · 香港時間"))
    let wrong = try await sent("region=TW&zone=Moon/Base")
    #expect(wrong.status == 422 && wrong.text.contains("Moon/Base") && wrong.header("set-cookie") == nil)
  }

  @Test("a month begins on Sunday as the wall calendar does, or on Monday")
  func week() async throws {
    let desk = try await APIDesk.reading
    // 2027-02-01 is a Monday.
    let sunday = try await desk.get("/month/2027-02", Self.chinese).text
    #expect(sunday.contains("<span>日</span><span>一</span>") && sunday.contains("from-2"))
    let monday = try await desk.get("/month/2027-02?week=monday", Self.chinese).text
    #expect(monday.contains("<span>一</span><span>二</span>") && monday.contains("from-1"))
    #expect(sunday.contains("<p class=\"named\" aria-hidden=\"true\">春節</p>"))
  }

  @Test("a month and a year can be had as a sheet to print", arguments: ["/month/2027-02", "/year/2027"])
  func sheet(path: String) async throws {
    let desk = try await APIDesk.reading
    let page = try await desk.get(path, Self.chinese).text
    #expect(page.contains("\(path)/wall.pdf"))
    let sheet = try await desk.get("\(path)/wall.pdf", Self.chinese)
    #expect(sheet.status == 200 && sheet.header("content-type") == "application/pdf")
    #expect(sheet.body.starts(with: Array("%PDF-".utf8)) && sheet.body.count > 10_000)
    #expect(try await desk.get("\(path)/wall.svg", Self.chinese).text.contains("春節"))
    #expect(try await desk.get("/month/2027-13/wall.pdf", Self.chinese).status == 404)
  }

  @Test("a day that does not exist is told with those that do")
  func noSuchDay() async throws {
    let reply = try await APIDesk.reading.get("/day/2027-02-30", Self.chinese)
    #expect(reply.status == 404 && reply.text.contains("28 天"))
    #expect(try await APIDesk.reading.get("/day/x", Self.chinese).status == 404)
  }

  @Test(
    "a typed place is read as everywhere",
    arguments: [("鹿港", "鹿港天后宮"), ("24.0593,120.4313", "鹿港天后宮"), ("鹿港天后宮", "鹿港天后宮")])
  func near(typed: (place: String, temple: String)) async throws {
    let at = typed.place.addingPercentEncoding
    let text = try await APIDesk.reading.get("/near?at=\(at)", Self.chinese).text
    #expect(text.contains(typed.temple))
    // Whether a temple without hours is open, nobody knows.
    let open = try await APIDesk.reading.get("/near?open=on&at=\(at)", Self.chinese).text
    let known = try #require(open.split(separator: "開放時間不明").first)
    #expect(!known.contains("開放時間請電洽"))
  }

  @Test(
    "a search reads the day that somebody typed",
    arguments: [("2027-02-06", "/day/2027-02-06"), ("民國116年2月6日", "/day/2027-02-06"), ("2027年正月初一", "/day/2027-02-06")])
  func typedDay(asked: (text: String, address: String)) async throws {
    let text = try await APIDesk.reading.get("/search?q=" + asked.text.addingPercentEncoding, Self.chinese).text
    #expect(text.contains("href=\"\(asked.address)\""))
  }

  /// The pages of days have the years 1 to 9999; the calendar has more.
  @Test(
    "a typed day that no page has is said, without a link",
    arguments: ["/search?q=-0500-03-01", "/convert?date=-0500-03-01"])
  func dayWithoutPage(path: String) async throws {
    let text = try await APIDesk.reading.get(path, Self.chinese).text
    #expect(text.contains("3月1日") && !text.contains("/day/-"))
  }

  /// 媽祖聖誕 is on lunar 3/23, which is 2027-04-29 (the Hong Kong Observatory's table).
  @Test("a day that a search finds shows when it comes")
  func foundDay() async throws {
    let desk = try await APIDesk(now: 1801886400)
    let text = try await desk.get("/search?q=" + "媽祖聖誕".addingPercentEncoding, Self.chinese).text
    #expect(text.contains("datetime=\"2027-04-29\""))
  }

  @Test("the first page leads from a need to whom people ask")
  func needs() async throws {
    let desk = try await APIDesk.reading
    let home = try await desk.get("/", Self.chinese).text
    let part = try #require(home.range(of: "拜拜問事"))
    #expect(home[part.upperBound...].contains("/search?q="))
    let found = try await desk.get("/search?q=" + "考試".addingPercentEncoding, Self.chinese).text
    #expect(found.contains("文昌"))
  }

  /// The calendar's table ends with 2599 (architecture.md): a day after it is computed, and said to be.
  @Test("a day outside the table is marked")
  func approximate() async throws {
    let desk = try await APIDesk.reading
    #expect(try await desk.get("/day/2700-03-01", Self.chinese).text.contains("近似值"))
    #expect(!(try await desk.get("/day/2027-03-01", Self.chinese).text.contains("近似值")))
  }

  @Test("an event says its date in words, and its sources are folded")
  func event() async throws {
    let desk = try await APIDesk(now: 1801886400)
    let text = try await desk.get("/event/mazu", Self.chinese).text
    #expect(
      text.contains(
        "<span>2027年4月29日 星期四</span> <span>民國 116 年</span> <span>農曆三月廿三</span>"))
    let sources = try #require(text.range(of: ">資料來源</h2>"))
    #expect(text[sources.upperBound...].prefix(40).contains("<details><summary>"))
  }

  @Test(
    "no page leads beyond the calendar",
    arguments: ["/month/9999-12", "/month/0001-01", "/year/9999", "/year/0001", "/day/9999-12-31", "/day/0001-01-01"])
  func edge(path: String) async throws {
    let desk = try await APIDesk.reading
    let text = try await desk.get(path, Self.chinese).text
    let found = text.matches(of: #/href="(/(?:month|year|day)/[^"]+)"/#).map { String($0.1) }
    #expect(!found.isEmpty)
    for address in Set(found) {
      #expect(try await desk.get(address, Self.chinese).status == 200, "\(address)")
    }
  }

  /// Google Calendar reads no more. The kinds hold every day of the groups and deities that `/feeds` offers.
  @Test(
    "every calendar that /feeds offers stays under 1,000,000 bytes, with alarms too, and has three years",
    arguments: ["", "&kind=deity", "&kind=festival"], ["zh-Hant", "en"])
  func calendarSize(kind: String, language: String) async throws {
    let desk = try await APIDesk(now: 1801886400)
    let reply = try await desk.get("/feeds/events.ics?lang=\(language)\(kind)&alarm=1@20:00,0@08:00", [])
    #expect(reply.status == 200 && reply.text.utf8.count < 1_000_000 && reply.text.contains("-2029@folkcal"))
  }

  @Test("what is no place is told")
  func noPlace() async throws {
    let at = "沒有這個地方".addingPercentEncoding
    let text = try await APIDesk.reading.get("/near?at=\(at)", Self.chinese).text
    #expect(text.contains("沒有這個地方") && text.contains(" warn\""))
  }
}

extension String {
  fileprivate var addingPercentEncoding: String {
    utf8.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }
}
