import Foundation
import TestSupport
import Testing

@Suite("folkcal day --at, pillars and eclipses", .timed)
struct SkyCommandTests {
  @Test("a day shows the sky of Taipei, and of the place that is named; as JSON to the second")
  func day() throws {
    let plain = try Program.run("day", "2026-05-11", environment: ["LANG": "zh_TW.UTF-8"])
    #expect(plain.status == 0 && plain.output.contains("臺北（Asia/Taipei）") && plain.output.contains("05:12 – 18:29"))
    let sky = try #require(try Program.run("day", "2026-05-11", "--json").object()["sky"] as? [String: Any])
    let sun = try #require(sky["sun"] as? [String: Any])
    #expect((sun["rise"] as? [String])?.first?.hasPrefix("2026-05-11T05:11:4") == true)
    let moon = try #require(sky["moon"] as? [String: Any])
    #expect((moon["set"] as? [String])?.first?.hasPrefix("2026-05-11T12:50:4") == true)
    #expect(try Program.run("day", "2026-05-11", "--at", "高雄").output.contains("高雄市"))
    let sydney = try Program.run(
      "day", "2026-05-11", "--at", "-33.8688,151.2093", "--time-zone", "Australia/Sydney", "--lang", "en")
    #expect(sydney.status == 0 && sydney.output.contains("Australia/Sydney"))
    let pole = try Program.run("day", "2026-06-21", "--at", "90,0", "--time-zone", "UTC", "--lang", "en")
    #expect(pole.status == 0 && pole.output.contains("up all day"))
  }

  @Test(
    "what is no place, no time and no year of the table is refused with what is right, and the status is 2",
    arguments: [
      (["day", "--at", "91,121"], "91"), (["day", "--at", "亞特蘭提斯"], "亞特蘭提斯"),
      (["day", "1500-01-01", "--at", "臺北"], "1600"),
      (["pillars", "1979-07-01T00:30"], "1979-07-01T01:00"), (["pillars", "1979-09-30T23:30"], "+09:00"),
      (["pillars", "1990-05-04"], "1990-05-04T23:30"), (["pillars", "1990-02-30T10:00"], "1990-02-28"),
      (["pillars", "1990-05-04T23:30", "--at", "91,121"], "91"),
      (["eclipses", "--from", "1899", "--until", "1900"], "1900"),
      (["eclipses", "--from", "2099", "--until", "2101"], "2100"),
      (["eclipses", "--from", "2030", "--until", "2026"], "2026"),
    ])
  func refused(_ arguments: [String], _ advice: String) throws {
    let run = try Program.run(arguments)
    #expect(run.status == 2 && run.output.isEmpty, "\(run.output)")
    #expect(run.errors.contains(advice), "\(run.errors)")
  }

  @Test("the pillars of a birth by both conventions, by the sun's time, and as JSON")
  func pillars() throws {
    let run = try Program.run("pillars", "1990-05-04T23:30", "--at", "臺北", environment: ["LANG": "zh_TW.UTF-8"])
    #expect(run.status == 0 && run.output.contains("23:00 換日") && run.output.contains("午夜換日"))
    let json = try Program.run("pillars", "1990-05-04T23:30", "--json").object()
    #expect((json["day_from_23"] as? [String: String])?["day"] == "庚午")
    #expect((json["day_from_midnight"] as? [String: String])?["day"] == "己巳")
    let solar = try Program.run("pillars", "2025-11-03T00:55", "--solar-time", "--json").object()
    #expect(solar["counted_by"] as? String == "solar")
    #expect((solar["counted"] as? String)?.hasPrefix("2025-11-03T01:17") == true)
  }

  @Test("the eclipses of some years from Taipei, with the line about eyes; only the visible ones if asked")
  func eclipses() throws {
    let run = try Program.run(
      "eclipses", "--from", "2026", "--until", "2040", "--at", "臺北", environment: ["LANG": "zh_TW.UTF-8"])
    #expect(run.status == 0 && run.output.contains("2026-03-03  月全食") && run.output.contains("2027-08-02  日全食"))
    #expect(run.output.contains("濾鏡"))
    let all = try Program.run("eclipses", "--from", "2026", "--until", "2040", "--json").list()
    let seen = try Program.run("eclipses", "--from", "2026", "--until", "2040", "--visible", "--json").list()
    #expect(all.count > seen.count && seen.allSatisfy { $0["is_visible"] as? Bool == true } && !seen.isEmpty)
    #expect(all.allSatisfy { ($0["body"] as? String == "sun") == ($0["warning"] is String) })
  }

  @Test("feed --eclipses adds those that Taipei sees, with their times; a month and a day name theirs")
  func choices() throws {
    let plain = try Program.run("feed", "--group", "mazu", "--now", "2026-01-01T00:00:00Z")
    let feed = try Program.run("feed", "--group", "mazu", "--eclipses", "--now", "2026-01-01T00:00:00Z")
    #expect(feed.status == 0 && !plain.output.contains("月全食"))
    #expect(feed.output.contains("SUMMARY:月全食（臺北食甚 19:34）\r\n"))
    #expect(feed.output.contains("UID:eclipse-moon-2026-03-03-2026@folkcal\r\n"))
    #expect(!feed.output.contains("event/0") && FeedLinter(feed.output).faults.isEmpty)
    #expect(try Program.run("month", "2026-03").output.contains("2026-03-03  月全食  看得到，食甚 19:34"))
    #expect(try !Program.run("month", "2026-04").output.contains("食甚"))
    #expect(try Program.run("day", "2026-03-03", "--lang", "en").output.contains("total eclipse of the moon"))
  }
}
