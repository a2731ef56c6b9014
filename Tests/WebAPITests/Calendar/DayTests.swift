import Addresses
import Folklore
import Foundation
import JSON
import Lunisolar
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("days, months and lists of days", .timed, .timeLimit(.minutes(20)))
struct DayTests {
  private func get(_ target: String) async throws -> JSON {
    let reply = try await APIDesk.reading.get(target)
    reply.expect(200)
    return try reply.json
  }

  private func keys(_ target: String) async throws -> [String] {
    try await get(target).list.compactMap { $0["key"].text }
  }

  @Test("the page of sources names each, and a day's page names lists in one line that leads there")
  func sources() async throws {
    let desk = try await APIDesk.reading
    let page = try await desk.get("/sources").text
    let catalogue = try await desk.service.keeper.current().catalogue
    #expect(catalogue.sources.count > 300)
    for source in catalogue.sources where !source.title.contains(where: { "&<>\"'".contains($0) }) {
      #expect(page.contains(source.title))
    }
    let event = try #require(catalogue.event("chunjie"))
    let day = try await desk.get("/event/\(event.id)").text
    let lists = catalogue.sources(event.sources).count { $0.kind == .list || $0.kind == .scrape }
    #expect(lists > 1 && day.contains("href=\"/sources\"") && day.contains("\(lists) 份節日表"))
    #expect(!day.contains("曆法程式"))
  }

  @Test("a day is what the command line prints of it, with the API's name of a leap month")
  func day() async throws {
    let desk = try await APIDesk.reading
    let catalogue = try await desk.service.keeper.current().catalogue
    for (target, language) in [
      ("/api/day/2025-04-20", Language.traditionalChinese), ("/api/day/2025-04-04?lang=en", .english),
    ] {
      let date = try SolarDate(iso: String(target.dropFirst("/api/day/".count).prefix(10)))
      let record = try DayRecord(
        on: date, catalogue: catalogue, daysOff: desk.service.daysOff, xieji: desk.service.xieji, variant: .chinese,
        language: language)
      let printed = String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
      let answer = printed.replacing("\"is_leap\":", with: "\"isLeap\":")
      #expect(answer != printed)
      #expect(try await get(target) == (try JSON(json: Data(answer.utf8))))
    }
    #expect(try await desk.get("/api/day/2025-04-20").text.contains("媽祖聖誕"))
    #expect(try await desk.get("/api/day/2025-04-04").text.contains("清明"))
  }

  @Test("a month has its days, with what falls on them")
  func month() async throws {
    let json = try await get("/api/month/2025-04")
    #expect(json["days"].list.count == 30)
    #expect(json["days"].list.count { $0["is_today"] == true } == 1)
    #expect(try await get("/api/month/2024-02")["days"].list.count == 29)
    #expect(json.json().contains("媽祖聖誕"))
    #expect(try await get("/api/month/2025-04?lang=en").json().contains("Birthday of Mazu"))
    // The new moon of the first month of 1985 was in two days in China and Vietnam.
    #expect(try await get("/api/month/1985-01") != get("/api/month/1985-01?calendar=vietnamese"))
  }

  /// 2026-02-17 is 農曆正月初一; 十齋日 is a fast of every month.
  @Test("days of a date come by weight, with regions; max_weight leaves out the lesser ones, and nothing else does")
  func weight() async throws {
    for target in [
      "/api/upcoming?from=2026-02-17&days=1", "/api/events?from=2026-02-17&to=2026-02-17",
    ] {
      let all = try await get(target).list
      let weights = all.compactMap { $0["weight"].integer }
      #expect(weights == weights.sorted() && weights.first == 1 && weights.last == 5 && weights.count == all.count)
      #expect(all.first?["key"] == "chunjie" && all.first?["region"] == "TW")
      #expect(all.first?["regions"].texts == ["TW", "HK", "MO", "MY", "SG"])
      let few = try await get(target + "&max_weight=2").list.compactMap { $0["weight"].integer }
      #expect(few == weights.filter { $0 <= 2 } && !few.isEmpty)
    }
    let day = try await get("/api/day/2026-02-17")["events"].list
    #expect(day.first?["key"] == "chunjie" && day.contains { $0["key"] == "shizhai" })
    #expect(try await get("/api/day/2026-02-17?max_weight=4")["events"].list.allSatisfy { $0["observance"] != "fast" })
    let month = try await get("/api/month/2026-02?max_weight=1")["days"].list.flatMap { $0["events"].list }
    #expect(Set(month.map { $0["weight"] }) == [1])
    let hongKong = try await get("/api/upcoming?from=2026-03-14&days=1&region=HK").list
    #expect(hongKong.first?["key"] == "guanyin-kaiku" && hongKong.first?["weight"] == 2)
    #expect(try await get("/api/events/guanyin-kaiku")["weight"] == 5)
    for wrong in ["0", "6", "all"] {
      try await APIDesk.reading.get("/api/upcoming?max_weight=\(wrong)").expect(400)
    }
    let feed = try await APIDesk.reading.get("/feeds/events.ics").text
    #expect(feed.contains("十齋日"))
    #expect(try await !APIDesk.reading.get("/feeds/events.ics?max_weight=4").text.contains("十齋日"))
  }

  @Test("pages of a day, a month and a year show fasts and almanac days by a link")
  func pages() async throws {
    for page in ["/day/2026-02-17", "/month/2026-02", "/year/2026", "/month/2026-02/wall.svg"] {
      let shown = try await APIDesk.reading.get(page + "?lang=zh-Hant").text
      #expect(shown.contains("春節") && !shown.contains("十齋日"), "\(page)")
      if !page.hasSuffix(".svg") { #expect(shown.contains("href=\"\(page)?all=1\""), "\(page)") }
    }
    let day = try await APIDesk.reading.get("/day/2026-02-17?all=1&lang=zh-Hant").text
    #expect(day.contains("十齋日") && day.contains("href=\"/day/2026-02-17\""))
    let order = try ["春節", "初一", "彌勒佛聖誕"].map { try #require(day.range(of: ">\($0)<")).lowerBound }
    #expect(order == order.sorted())
  }

  @Test("days and months tell the days off of Taiwan; in years of which they are not known, null")
  func daysOff() async throws {
    let day = try await get("/api/day/2025-04-03")
    #expect(day["is_day_off"] == true && day["day_off"] == "兒童節補假" && day["days_off_announced"] == true)
    let saturday = try await get("/api/day/2025-02-08?lang=en")
    #expect(saturday["is_day_off"] == false && saturday["day_off"] == "make-up workday")
    let plain = try await get("/api/day/2025-04-06")
    #expect(plain["is_day_off"] == true && plain["day_off"] == .null)
    let unknown = try await get("/api/day/2010-10-10")
    #expect(unknown["is_day_off"] == .null && unknown["days_off_announced"] == .null)
    // By the office calendar of 2025 as amended on 13 June 2025.
    let month = try await get("/api/month/2025-10")
    let off = month["days"].list.filter { $0["is_day_off"] == true }.compactMap { $0["solar_date"].text?.suffix(2) }
    #expect(off == ["04", "05", "06", "10", "11", "12", "18", "19", "24", "25", "26"])
    #expect(month["days"].list[23]["day_off"] == "臺灣光復節補假" && month["days_off_announced"] == true)
    #expect(try await get("/api/month/2040-10")["days_off_announced"] == false)
  }

  @Test("an announced event whose next date is not known says so wherever a next date is told")
  func announced() async throws {
    let desk = try await APIDesk()
    let known = try await desk.add(
      .event,
      [
        "key": "raojing", "type": "festival", "observance": "procession", "title": "遶境",
        "rule": "announced 2024-04-05..2024-04-14 2026-04-17",
      ])
    let awaited = try await desk.add(
      .event,
      [
        "key": "jiao", "type": "festival", "observance": "procession", "title": "建醮",
        "rule": "announced 2024-04-05..2024-04-14",
      ])
    try await desk.add(.group, ["key": "announced", "name": "公布", "events": ["raojing", "jiao"]])
    let one = try await desk.get("/api/events/\(known.id ?? 0)").json
    #expect(one["solar_date"] == "2026-04-17" && one["awaits_announcement"] == false)
    let other = try await desk.get("/api/events/\(awaited.id ?? 0)").json
    #expect(other["solar_date"] == .null && other["awaits_announcement"] == true)
    #expect(other["rule"] == "announced 2024-04-05..2024-04-14" && other["dates"] == .list([]))
    let mazu = try await desk.get("/api/events/88").json
    #expect(mazu["awaits_announcement"] == false)
    let items = try await desk.get("/api/groups/announced/items").json["festivals"].list
    #expect(items.map { $0["awaits_announcement"] } == [false, true])
    let catalogue = try await desk.get("/api/catalogue?limit=1000").json.list
    func flag(_ key: String) -> JSON? { catalogue.first { $0["key"].text == key }?["awaits_announcement"] }
    #expect(flag("raojing") == false && flag("jiao") == true && flag("announced") == false && flag("mazu") == false)
  }

  @Test("without a range the coming sixty days")
  func usual() async throws {
    let dates = try await get("/api/events").list.compactMap { $0["solar_date"].text }
    #expect(dates.first ?? "" >= "2025-04-17" && dates.last ?? "" <= "2025-06-16" && dates.count > 20)
    let later = try await get("/api/events?from=2026-01-01").list.compactMap { $0["solar_date"].text }
    #expect(later.first ?? "" >= "2026-01-01" && later.last ?? "" <= "2026-03-02")
    // Without an end they end with the years.
    for path in ["/api/events?from=9999-12-01", "/api/activities?from=9999-12-31"] {
      #expect(try await get(path).list.allSatisfy { ($0["solar_date"].text ?? "9999") >= "9999" }, "\(path)")
    }
  }

  @Test("by type, group, deity and words; 臺 or 台, Simplified, pinyin and other names do")
  func filters() async throws {
    let april = "/api/events?from=2025-04-01&to=2025-04-30"
    let all = try await get(april).list
    let festivals = try await get(april + "&type=festival").list
    let deities = try await get(april + "&type=deity").list
    #expect(festivals.allSatisfy { $0["type"] == "festival" } && deities.allSatisfy { $0["type"] == "deity" })
    #expect(festivals.count + deities.count == all.count)
    let year = "/api/events?from=2025-01-01&to=2025-12-31"
    let mazu: Set = ["mazu", "mazu-fly", "dajia-mazu", "baishatun-mazu", "beigang-mazu"]
    #expect(
      Set(try await keys(year + "&group=mazu"))
        == mazu.union([
          "qianshun", "bei-mazu-festival", "fanshuliao", "hanxi-mazu", "jinbaoli-mazu", "xingang-yuanxiao",
          "zhonggang-xigang",
        ]))
    for name in ["mazu", "媽祖", "妈祖", "天上聖母"] {
      #expect(Set(try await keys(year + "&deity=" + PercentEncoding.encode(name))) == mazu, "\(name)")
    }
    for name in ["媽祖聖誕", "妈祖圣诞", "mazu", "媽祖生"] {
      #expect(try await keys(year + "&q=" + PercentEncoding.encode(name)).contains("mazu"), "\(name)")
    }
    #expect(try await keys(year + "&q=nosuchthing") == [])
    #expect(try await keys(year + "&group=mazu&type=festival&deity=mazu&q=x") == [])
  }

  @Test("an event by number and key: what is known of it, and its days of some years")
  func event() async throws {
    let json = try await get("/api/events/88")
    #expect(try await get("/api/events/mazu") == json)
    #expect(json["key"] == "mazu" && json["rule"] == "lunar 3/23" && json["deity"] == "mazu")
    #expect(json["solar_date"] == "2025-04-20" && json["countdown_days"] == 3)
    #expect(json["dates"].list.prefix(3).map { $0["solar_date"] } == ["2025-04-20", "2026-05-09", "2027-04-29"])
    #expect(json["sources"].list.count > 3 && json["aliases"].texts.contains("媽祖生"))
    #expect(json["link"] == "folklore://event/88")
    #expect(json["worship_notes"].text?.isEmpty == false)
  }

  @Test("a day that lasts, and that has begun, is still the next one")
  func windows() async throws {
    let desk = try await APIDesk()
    try await desk.add(
      .event,
      ["key": "ghost", "title": "鬼月", "type": "festival", "observance": "festival", "rule": "lunar 3/15..3/25"])
    // 15 to 25 of the third month of 2025 are 12 to 22 April.
    let json = try await desk.get("/api/events/ghost").json
    #expect(json["solar_date"] == "2025-04-12" && json["last_date"] == "2025-04-22" && json["countdown_days"] == -5)
    desk.clock.advance(seconds: 6 * 86_400)
    #expect(try await desk.get("/api/events/ghost").json["solar_date"] == "2026-05-01")
  }

  @Test("a deity by number and key, with its days")
  func deity() async throws {
    let json = try await get("/api/deities/mazu")
    #expect(try await get("/api/deities/\(json["id"].integer ?? 0)") == json)
    #expect(json["name"].text?.isEmpty == false && json["aliases"].texts.contains("媽祖"))
    #expect(json["role"].text?.isEmpty == false)
    let days = json["events"].list
    #expect(
      days.compactMap { $0["key"].text }.sorted()
        == ["baishatun-mazu", "beigang-mazu", "dajia-mazu", "mazu", "mazu-fly"])
    #expect(days.first { $0["key"] == "mazu" }?["solar_date"] == "2025-04-20")
    #expect(try await keys("/api/deities?q=" + PercentEncoding.encode("妈祖")) == ["mazu"])
    #expect(try await keys("/api/deities").count > 100)
  }

  @Test("years that no table holds are computed")
  func far() async throws {
    // 清明 of the year 3000 is near 4 April as well.
    let list = try await get("/api/events?from=3000-04-01&to=3000-04-10&q=" + PercentEncoding.encode("清明節")).list
    #expect(list.map { $0["key"] } == ["qingming"])
    #expect(["3000-04-03", "3000-04-04", "3000-04-05"].contains(list.first?["solar_date"].text ?? ""))
    #expect(try await get("/api/day/3000-04-04").json().contains("3000-04-04"))
  }
}
