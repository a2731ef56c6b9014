import Folklore
import JSON
import Lunisolar
import Reminders
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("a user's own calendar", .timed)
struct UserFeedTests {
  @Test("holds what the user is reminded of: the planner says the same")
  func sameAsPlanned() throws {
    let desk = try FeedDesk()
    try desk.follow("group", [("spring", true)])
    try desk.follow("event", [("tiangong", true), ("qingming", false)])
    let wishes = try desk.wishes
    // From 30 days back to the end of the next year.
    let range =
      try CivilTime.parse("2026-03-21T00:00:00+08:00").unixTime..<CivilTime.parse("2028-01-01T00:00:00+08:00").unixTime
    let planned = try Planner(catalogue: wishes.catalogue).plan(
      user: wishes.name, following: wishes.following, settings: wishes.settings, in: range)
    let expected = Set(planned.filter { $0.kind == .dayOf }.map { "\($0.event.key) \($0.occurrence.date)" })
    let found = try desk.feed.events.map { event in
      let key = event["UID", default: ""].split(separator: "-")[0]
      let day = event["DTSTART", default: ""]
      return "\(key) \(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))"
    }
    #expect(Set(found) == expected)
    #expect(found.count > 40 && found.count == expected.count)
    #expect(!found.contains { $0.hasPrefix("qingming") })
  }

  @Test("a change of the wishes is seen at once")
  func changes() throws {
    let desk = try FeedDesk()
    let moons = try desk.days
    #expect(moons.contains("grandmother-2026") && moons.contains("first-2026-3-1") && !moons.contains("mazu-2026"))
    try desk.set(("newmoon_enabled", .flag(false)), ("fullmoon_enabled", .flag(false)))
    #expect(try desk.days == ["grandmother-2026", "grandmother-2027"])
    try desk.set(("custom_enabled", .flag(false)))
    #expect(try desk.days.isEmpty)
    try desk.follow("group", [("spring", true)])
    #expect(try desk.days == ["mazu-2026", "mazu-2027", "qingming-2026", "qingming-2027"])
    try desk.follow("event", [("mazu", false)])
    #expect(try desk.days == ["qingming-2026", "qingming-2027"])
    try desk.set(("enable_all", .flag(false)))
    #expect(try desk.days.isEmpty)
    #expect(try desk.text.contains("X-WR-CALNAME:我的民俗日子\r\n"))
  }

  @Test("from 30 days back to the end of the next year, by the user's own clock")
  func range() throws {
    // 清明 of 2026 is 5 April: 30 days before 5 May.
    for (now, isThere) in [
      ("2026-05-05T23:59:59+08:00", true), ("2026-05-06T00:00:00+08:00", false), ("2026-05-06T00:00:00+00:00", false),
    ] {
      let desk = try FeedDesk(now: now)
      try desk.follow("event", [("qingming", true)])
      #expect(try desk.days.contains("qingming-2026") == isThere)
      #expect(try desk.days.contains("qingming-2027") && !desk.days.contains("qingming-2028"))
    }
    let west = try FeedDesk(zone: "America/Los_Angeles", now: "2026-05-06T00:00:00+08:00")
    try west.follow("event", [("qingming", true)])
    #expect(try west.days.contains("qingming-2026"))
  }

  @Test(
    "the name is in the user's language, and who the user is stands nowhere",
    arguments: [
      ("zh-Hant", "我的民俗日子", "阿嬤忌日"), ("zh-Hans", "我的民俗日子", "阿嬷忌日"), ("en", "My folk days", "阿嬤忌日"),
    ])
  func names(locale: String, name: String, title: String) throws {
    let desk = try FeedDesk(locale: locale)
    let text = try desk.text
    #expect(text.contains("NAME:\(name)\r\n"))
    #expect(text.contains("SUMMARY:\(title)\r\n") && text.contains("三牲"))
    for secret in ["林阿土", "atu", FeedDesk.user] { #expect(!text.contains(secret)) }
  }

  @Test("own days of every day with long texts make a file that ends earlier, and not one of hundreds of megabytes")
  func bounded() throws {
    let desk = try FeedDesk()
    let whole = try desk.days
    let text = String(repeating: "記", count: 5_000)
    for number in 0..<20 { try desk.addOwn("each-\(number)", "lunar */1..30", description: text) }
    let bytes = try desk.text.utf8.count
    #expect((2 << 20)...(12 << 20) ~= bytes, "\(bytes)")
    let days = try desk.days
    #expect(days.count { $0.hasPrefix("each-19") } >= 10 && !whole.isEmpty)
  }

  @Test("a calendar that will be removed says so on today's date")
  func removal() throws {
    let desk = try FeedDesk()
    let removal = try SolarDate(iso: "2030-01-02")
    let text = try UserFeed(desk.wishes).text(at: desk.now, removal: removal).replacing("\r\n ", with: "")
    let entries = text.split(separator: "BEGIN:VEVENT")
    let entry = try #require(entries.first { $0.contains("UID:removal") })
    let today = try ZonedClock(identifier: "Asia/Taipei").local(at: desk.now).date
    #expect(entry.contains("DTSTART;VALUE=DATE:" + "\(today)".replacing("-", with: "")))
    #expect(entry.contains("SUMMARY:這個行事曆一年沒有人讀取") && entry.contains("2030-01-02"))
    #expect(try !desk.text.contains("UID:removal"))
  }

  @Test("the same wishes on the same day are the same bytes; the shared days can be handed in")
  func sameBytes() throws {
    let desk = try FeedDesk()
    let text = try desk.text
    #expect(try desk.text == text)
    #expect(try UserFeed(desk.wishes).text(at: desk.now + 3_600) == text)
    let shared = try desk.store.catalogue()
    let wishes = try UserWishes(of: FeedDesk.user, in: desk.store, shared: shared)
    #expect(try UserFeed(wishes).text(at: desk.now) == text)
  }
}
