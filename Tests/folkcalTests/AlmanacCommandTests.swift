import Foundation
import TestSupport
import Testing

@Suite("folkcal days, hours, zodiac and day --explain", .timed)
struct AlmanacCommandTests {
  private static let chinese = ["LANG": "zh_TW.UTF-8"]

  @Test("a day shows 宜 and 忌 with the book's name, the directions with their schools, and JSON has them")
  func day() throws {
    let plain = try Program.run("day", "2027-05-14", environment: Self.chinese)
    #expect(plain.status == 0)
    for word in ["宜", "忌", "欽定協紀辨方書", "市售農民曆", "黃黑道", "喜神", "福神", "九星", "吉神", "凶神"] {
      #expect(plain.output.contains(word), "\(word)")
    }
    let almanac = try #require(try Program.run("day", "2027-05-14", "--json").object()["almanac"] as? [String: Any])
    let xieji = try #require(almanac["xieji"] as? [String: Any])
    #expect(xieji["book"] as? String == "欽定協紀辨方書")
    #expect((xieji["good_items"] as? [String])?.isEmpty == false)
    let directions = try #require(almanac["directions"] as? [String: String])
    #expect(directions["fortune_school"]?.contains("A") == true)
    let other = try Program.run(
      "day", "2027-05-14", "--fortune", "b", "--nobles", "libraries", environment: Self.chinese)
    #expect(other.output.contains("B 派") && other.output.contains("通行程式庫"))
  }

  @Test("officials' things are listed with --all only")
  func officials() throws {
    // 2027-05-14 is 癸巳 of the month 巳.
    let few = try Program.run("day", "2027-03-09", environment: Self.chinese)
    let all = try Program.run("day", "2027-03-09", "--all", environment: Self.chinese)
    let officials = ["頒詔", "招賢", "施恩封拜", "出師", "選將訓兵", "臨政親民", "上冊進表章"]
    #expect(!officials.contains { few.output.contains($0) })
    #expect(officials.contains { all.output.contains($0) })
  }

  @Test("why a day is good or bad names gods, rules and leaves of the book")
  func explained() throws {
    let run = try Program.run("day", "2027-02-03", "--explain", "結婚", environment: Self.chinese)
    #expect(run.status == 0 && run.output.contains("嫁娶") && run.output.contains("忌") && run.output.contains("四絕"))
    #expect(run.output.contains("10-68b..72a") && run.output.contains("欽定協紀辨方書"))
    let json = try Program.run("day", "2027-02-03", "--explain", "嫁娶", "--json").object()
    #expect(json["status"] as? String == "bad")
  }

  @Test("the good days of a year leave out the animal, weekdays and cautions as asked")
  func days() throws {
    let range = ["days", "--for", "嫁娶", "--from", "2027-01-01", "--until", "2027-12-31", "--json"]
    func dates(_ more: String...) throws -> [[String: Any]] {
      try #require(try Program.run(range + more).object()["days"] as? [[String: Any]])
    }
    let all = try dates()
    #expect(all.count > 20)
    let avoided = try dates("--avoid-zodiac", "羊")
    #expect(
      avoided.count < all.count && !avoided.contains { ($0["clash"] as? [String: Any])?["zodiac"] as? String == "羊" })
    #expect(all.contains { ($0["clash"] as? [String: Any])?["zodiac"] as? String == "羊" })
    // 1990-05-04 is of the year of the horse: 子 days clash with it.
    #expect(try dates("--birth", "1990-05-04").allSatisfy { ($0["pillar"] as? String)?.hasSuffix("子") == false })
    #expect(try dates("--weekends").allSatisfy { ($0["weekday"] as? Int ?? 0) >= 6 })
    let strict = try dates("--strict")
    #expect(strict.count < all.count)
    #expect(strict.allSatisfy { ($0["cautions"] as? [String])?.allSatisfy { $0 == "戊日" } == true })
  }

  @Test("without a day in the range it says why, and gives the next")
  func none() throws {
    let run = try Program.run(
      "days", "--for", "結婚", "--from", "2027-02-03", "--until", "2027-02-03", environment: Self.chinese)
    #expect(run.status == 0 && run.output.contains("沒有一天宜嫁娶") && run.output.contains("下一個"))
    let moved = try Program.run("days", "--for", "入宅", "--from", "2027-01-01", environment: Self.chinese)
    #expect(moved.output.contains("書裡沒有「入宅」"))
  }

  @Test(
    "what is wrong is named with what is right, and the status is 2",
    arguments: [
      (["days", "--for", "睡覺"], "祭祀"), (["days", "--for", "開光"], "安神位"),
      (["days", "--for", "嫁娶", "--from", "2027-01-01", "--until", "2048-01-01"], "20"),
      (["days", "--for", "嫁娶", "--from", "2027-02-01", "--until", "2027-01-01"], "2027-01-01"),
      (["days", "--for", "嫁娶", "--avoid-zodiac", "貓熊"], "羊"),
      (["days", "--for", "嫁娶", "--birth", "1990-02-30"], "1990-02-28"),
      (["day", "2027-05-14", "--explain", "睡覺"], "祭祀"), (["hours", "2027-02-30"], "2027-02-28"),
      (["days"], "--for"), (["day", "--fortune", "c"], "fortune"),
    ])
  func refused(_ arguments: [String], _ advice: String) throws {
    let run = try Program.run(arguments, environment: Self.chinese)
    #expect(run.status == 2 && run.output.isEmpty, "\(run.output)")
    #expect(run.errors.contains(advice), "\(run.errors)")
  }

  @Test("hours begin at 23:00 of the day before; a year's animals are shown by both customs")
  func hoursAndZodiac() throws {
    let hours = try Program.run("hours", "2026-11-25", environment: Self.chinese)
    #expect(hours.status == 0 && hours.output.contains("23:00–01:00") && hours.output.contains("協紀辨方書"))
    let list = try #require(try Program.run("hours", "2026-11-25", "--json").object()["hours"] as? [[String: Any]])
    #expect(list.count == 12 && list.first?["begins"] as? String == "2026-11-24T23:00")
    let zodiac = try Program.run("zodiac", "2027", environment: Self.chinese)
    #expect(zodiac.status == 0 && zodiac.output.contains("正沖") && zodiac.output.contains("偏沖"))
  }

  @Test("a month lists sun and moon of a place and 宜忌 if asked, and a calendar takes them too")
  func monthAndFeed() throws {
    let month = try Program.run("month", "2027-02", "--at", "高雄", "--almanac", environment: Self.chinese)
    #expect(
      month.status == 0 && month.output.contains("高雄市") && month.output.contains("日出") && month.output.contains("宜 "))
    let json = try Program.run("month", "2027-02", "--at", "高雄", "--json").object()
    #expect((json["sky"] as? [Any])?.count == 28)
    #expect(try Program.run("month", "2027-02", "--json").object()["sky"] == nil)
    let feed = try Program.run(
      "feed", "--eclipses", "--sky", "--almanac", "--at", "臺南市", "--kind", "festival", "--years", "1", "--now",
      "2027-01-01T08:00:00+08:00")
    #expect(
      feed.status == 0 && feed.output.contains("SUMMARY:日出") && feed.output.contains("臺南市")
        && feed.output.contains("SUMMARY:宜 "))
  }
}
