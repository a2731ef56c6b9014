import Folklore
import Foundation
import Lunisolar
import TestSupport
import Testing

@Suite("folkcal convert", .timed)
struct ConvertCommandTests {
  @Test(
    "a result that does not arrive is a failure that says so, however it is written",
    arguments: [
      ["convert", "2026-11-21"], ["convert", "2026-11-21", "--json"], ["terms", "2026"],
      ["upcoming", "--days", "900", "--json"],
      ["feed"], ["convert", "-", "--json"], ["near", "24.1,120.6"],
    ], ["> /dev/full", ">&-"])
  func lostOutput(arguments: [String], redirection: String) throws {
    let run = try Program.run(
      arguments, input: "2026-11-21\n", prefix: ["/bin/sh", "-c", "\"$0\" \"$@\" \(redirection)"])
    #expect(run.status == 1 && run.errors.contains("standard output cannot be written"), "\(run.errors)")
  }

  @Test("input that cannot be read is a failure that says so; a byte order mark is no part of a date")
  func unreadableInput() throws {
    for redirection in ["< /", "<&-"] {
      let run = try Program.run(["convert", "-"], prefix: ["/bin/sh", "-c", "\"$0\" \"$@\" \(redirection)"])
      #expect(run.status == 1 && run.errors.contains("standard input cannot be read"), "\(run.errors)")
    }
    let marked = try Program.run("convert", "-", input: "\u{FEFF}2026-11-21\n")
    #expect(try marked.status == 0 && marked.output == Program.run("convert", "-", input: "2026-11-21\n").output)
  }

  @Test("a solar date as JSON: the design's example, field by field")
  func solar() throws {
    let run = try Program.run("convert", "2025-04-20", "--json")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let object = try run.object()
    #expect(object["solar"] as? String == "2025-04-20")
    #expect(object["weekday"] as? Int == 7)
    let lunar = try #require(object["lunar"] as? [String: Any])
    #expect(lunar["year"] as? Int == 2025)
    #expect(lunar["month"] as? Int == 3)
    #expect(lunar["day"] as? Int == 23)
    #expect(lunar["is_leap"] as? Bool == false)
    #expect(lunar["month_days"] as? Int == 30)
    #expect(lunar["text"] as? String == "農曆三月廿三")
    #expect(object["ganzhi"] as? [String: String] == ["year": "乙巳", "month": "庚辰", "day": "己未"])
    #expect(object["zodiac"] as? String == "蛇")
    #expect(object["solar_term"] as? String == "穀雨")
    #expect(object["notes"] as? [String] == [])
    #expect(try Program.run("convert", "2025-04-21", "--json").object()["solar_term"] is NSNull)
  }

  @Test(
    "lunar dates, in short and in Chinese",
    arguments: [
      (["--lunar", "2033-11L-1"], "2033-12-22"), (["--lunar", "2025-6L-15"], "2025-08-08"),
      (["農曆2025年閏六月十五"], "2025-08-08"),
      (["農曆2025年三月廿三"], "2025-04-20"), (["--lunar", "2025-3-23", "--calendar", "korean"], "2025-04-20"),
      (["--lunar", "1968-1-1", "--calendar", "vietnamese"], "1968-01-29"), (["--lunar", "1968-1-1"], "1968-01-30"),
    ])
  func lunar(arguments: [String], solar: String) throws {
    let run = try Program.run(["convert", "--json"] + arguments)
    #expect(run.status == 0)
    #expect(try run.object()["solar"] as? String == solar)
  }

  @Test("a 30th over years: a row for each, which says where there is none, status 0")
  func years() throws {
    let run = try Program.run("convert", "--lunar", "12-30", "--years", "2024..2030", "--json")
    #expect(run.status == 0)
    let rows = try run.list()
    #expect(rows.map { $0["solar"] as? String } == [nil, nil, nil, nil, nil, "2030-02-02", nil])
    #expect(rows[0]["input"] as? String == "2024-12-30")
    #expect(rows[0]["error"] as? String == "there is no day 30: lunar month 12 of 2024 has 29 days")
    func table(_ day: String, _ years: String, _ language: String) throws -> String {
      try Program.run("convert", "--lunar", day, "--years", years, "--lang", language).output
    }
    #expect(try table("12-30", "2024..2030", "zh-Hant").contains("2030-02-02"))
    #expect(try table("12-30", "2024..2024", "zh-Hant").contains("該月只有 29 日"))
    #expect(try table("12-30", "2024..2024", "en").contains("lunar month 12 of 2024 has 29 days"))
    // 2023 has a leap 2nd month, 2024 none, 2025 a leap 6th.
    let leap = try table("6L-15", "2023..2025", "zh-Hant")
    #expect(leap.contains("該年閏二月") && leap.contains("該年無閏月") && leap.contains("2025-08-08"))
  }

  @Test(
    "wrong input: status 2, nothing on standard output, a sentence that says what would be right",
    arguments: [
      (["2025-02-30"], "solar date 2025-02-30 does not exist: month 2 of 2025 has 28 days"),
      (["abc"], "\"abc\" is not a date (column 1); write 20"),
      (["--lunar", "2025-13-1"], "lunar month 13 of 2025 does not exist: months are 1 to 12"),
      (["--lunar", "2025-4-30"], "lunar month 4 of 2025 has 29 days"),
      (["--lunar", "2026-5L-1"], "2026 has no leap month (the last was leap 6 of 2025, the next is leap 5 of 2028)"),
      (["--lunar", "3-31", "--years", "2025"], "\"3-31\": there is no day 31"),
      (["--lunar", "13-1", "--years", "2025"], "months are 1 to 12"),
      (["--with-line", "2025-01-01"], "convert - --with-line"),
      (["--lunar", "3-1", "--years", "20000"], "lunar year 20000 is not between -2000 and 9999"),
      (["--lunar", "3-1", "--years", "2030..2025"], "2030..2025"), ([], "no date given"),
      (["-", "2025-01-01"], "- stands alone"),
      (["-", "--years", "2025"], "--years does not go with -"),
      (["2025-01-01", "--years", "2026"], "--years goes with a lunar date without a year"),
      (["--lunar", "2025-3-23", "--years", "2026"], "\"2025-3-23\" is none"),
      (["2025-01-01", "--calendar", "maya"], "maya"),
      (["2025-01-01", "--lang", "fr"], "fr"), (["--bogus"], "--bogus"),
      (["2025-04-20", "2025-99-01"], "solar month 99 of 2025"),
    ])
  func wrongInput(arguments: [String], message: String) throws {
    let run = try Program.run(["convert"] + arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test("a lunar date without a year is the next one, which is said; so is what can mean two things")
  func understood() throws {
    let now = ["--now", "2026-11-24T12:00:00+08:00", "--json"]
    let birthday = try Program.run(["convert", "--lunar", "3-23"] + now).object()
    #expect(birthday["solar"] as? String == "2027-04-29")
    #expect((birthday["notes"] as? [String])?.first == "沒有寫年份，讀作接下來的：農曆 2027 年；另一種意思請寫 農曆2026年三月廿三")
    let republic = try Program.run(["convert", "114/4/5", "--lang", "en"] + now).object()
    #expect(republic["solar"] as? String == "2025-04-05")
    #expect((republic["notes"] as? [String])?.first?.hasSuffix("for the other meaning write 0114-04-05") == true)
    let sheet = try Program.run(["convert", "下週三"] + now.dropLast()).output
    #expect(sheet.contains("2026-12-02 星期三（民國 115 年）"))
  }

  @Test("a stream with numbers of lines, blank ones too")
  func lineNumbers() throws {
    let input = "2025-04-20\n\n今天\nabc\n"
    let arguments = ["convert", "-", "--with-line", "--now", "2026-11-24T12:00:00+08:00"]
    let text = try Program.run(arguments, input: input)
    let lines = text.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(4).map { $0.prefix(12) } == ["1\t2025-04-20", "2\t", "3\t2026-11-24", "4\tabc  \"abc\""])
    #expect(text.status == 1 && text.errors.contains("line 4"))
    let objects = try Program.run(arguments + ["--json"], input: input).output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["line"] as? Int } == [1, 2, 3, 4])
    #expect(objects.map { $0["solar"] as? String } == ["2025-04-20", nil, "2026-11-24", nil])
    #expect(objects[3]["code"] as? String == "not_a_date")
    // Without numbers, text keeps the place of blank lines, and JSON has a line for each date.
    let plain = try Program.run("convert", "-", input: "2025-04-20\n\n2025-04-21\n").output
    #expect(plain.split(separator: "\n", omittingEmptySubsequences: false)[1].isEmpty)
  }

  @Test("a stream: an object a line, a bad line answered in its place, status 1")
  func stream() throws {
    let run = try Program.run(
      "convert", "-", "--json", input: "2025-04-20\r\n2025-02-30\n\n農曆2025年閏六月十五\n\"x\n2025-04-21")
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 5)
    let objects = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["solar"] as? String } == ["2025-04-20", nil, "2025-08-08", nil, "2025-04-21"])
    #expect(objects[1]["input"] as? String == "2025-02-30")
    #expect((objects[1]["error"] as? String)?.contains("28 days") == true)
    #expect(objects[3]["input"] as? String == "\"x")
    #expect(run.errors.contains("2 lines could not be converted"))
  }

  @Test("a stream of good lines has status 0, and each line is what the single conversion prints")
  func streamEqualsSingle() throws {
    let days = ["1645-01-28", "1979-01-20", "2025-04-20", "2033-12-22", "2057-09-30", "1500-01-01", "9000-06-01"]
    let run = try Program.run("convert", "-", "--json", input: days.joined(separator: "\n") + "\n")
    #expect(run.status == 0)
    let single = try days.map { try Program.run("convert", $0, "--json").output }.joined()
    #expect(run.output == single)
    let lunar = try Program.run("convert", "--lunar", "-", input: "2025-3-23\n2025-6L-15\n")
    #expect(lunar.status == 0)
    #expect(lunar.output.split(separator: "\n").map { $0.prefix(10) } == ["2025-04-20", "2025-08-08"])
  }

  @Test("outside the table it says that the date is approximate, and why")
  func approximate() throws {
    let old = try Program.run("convert", "1500-01-01", "--lang", "en").output
    #expect(old.contains("approximate: computed by today's rule; before 1645"))
    let far = try Program.run("convert", "2700-01-01", "--json", "--lang", "en").object()["notes"] as? [String]
    #expect(far?.count == 1)
    #expect(far?.first?.hasPrefix("approximate") == true)
    let vietnam = try Program.run("convert", "1900-01-31", "--calendar", "vietnamese", "--lang", "en").output
    #expect(vietnam.contains("before 1968 this calendar follows the Chinese one"))
  }

  @Test("three languages for people; JSON is Traditional Chinese by default")
  func languages() throws {
    func text(_ arguments: String..., locale: String = "C.UTF-8") throws -> String {
      try Program.run(["convert", "2025-08-08"] + arguments, environment: ["LANG": locale]).output
    }
    #expect(try text().contains("閏六月十五"))
    #expect(try text(locale: "zh_CN.UTF-8").contains("闰六月十五"))
    #expect(try text(locale: "en_US.UTF-8").contains("leap 6/15"))
    // The same language as that of help and errors.
    #expect(try text(locale: "ja_JP.UTF-8").contains("leap 6/15"))
    #expect(try text("--lang", "zh-Hans").contains("闰六月十五"))
    #expect(try text("--json", locale: "en_US.UTF-8").contains("農曆閏六月十五"))
    #expect(try text("--json", "--lang", "en").contains("lunar leap 6/15"))
  }

  @Test("help and version go to standard output with status 0")
  func help() throws {
    for arguments in [["--help"], ["help", "convert"], ["convert", "--help"], ["--version"]] {
      let run = try Program.run(arguments)
      #expect(run.status == 0)
      #expect(!run.output.isEmpty)
      #expect(run.errors.isEmpty)
    }
    #expect(try Program.run("frobnicate").status == 2)
  }
}
