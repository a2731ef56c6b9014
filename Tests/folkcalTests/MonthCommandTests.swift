import Foundation
import TestSupport
import Testing

@Suite("folkcal month", .timed)
struct MonthCommandTests {
  @Test("a grid: lunar days beside the solar ones, terms and festivals under them, today marked")
  func grid() throws {
    let text = try Program.run("month", "2026-02", "--now", "2026-02-17T08:00:00+08:00").output
    #expect(text.contains("民國 115 年 · 2026 年 2 月　農曆乙巳、丙午年 十二月–正月"))
    #expect(text.contains("[17]正月"))
    #expect(text.contains("春節") && text.contains("立春"))
    #expect(try Program.run("month", "--now", "2026-02-17T08:00:00+08:00").output == text)
    #expect(try Program.run("month", "2025-07", "--lang", "en").output.contains("leap 6"))
    #expect(try Program.run("month", "2025-07", "--lang", "zh-Hans").output.contains("闰六月"))
    let monday = try Program.run("month", "2026-02", "--week-start", "monday").output.split(separator: "\n")[1]
    #expect(monday.contains("一") && monday.split(separator: " ").first == "一")
  }

  @Test("days off: 補假 in the grid and the list, the fields in JSON, red where there is colour")
  func daysOff() throws {
    let text = try Program.run("month", "2026-02").output
    #expect(text.contains("補假") && text.contains("和平紀念日補假"))
    let month = try Program.run("month", "2026-02", "--json").object()
    let days = try #require(month["days"] as? [[String: Any]])
    #expect(month["days_off_announced"] as? Bool == true)
    #expect(days[26]["is_day_off"] as? Bool == true && days[26]["day_off"] as? String == "和平紀念日補假")
    #expect(days[2]["is_day_off"] as? Bool == false && days[2]["day_off"] is NSNull)
    let early = try Program.run("month", "2010-02", "--json").object()
    #expect(early["days_off_announced"] is NSNull)
  }

  @Test("a year's days off: counted, with what each is for; a year that is not announced is marked")
  func year() throws {
    let run = try Program.run("days-off", "2023")
    #expect(run.status == 0 && run.output.contains("2023 年（民國 112 年）：含週末共放假 116 日"))
    #expect(run.output.contains("2023-10-09  （一）  國慶日調整放假") && run.output.contains("2023-09-23  （六）  補行上班"))
    let record = try Program.run("days-off", "--now", "2026-11-23T08:00:00+08:00", "--json").object()
    #expect(record["year"] as? Int == 2026 && record["day_off_count"] as? Int == 120)
    #expect(record["is_announced"] as? Bool == true && (record["days"] as? [Any])?.count == 22)
    #expect(try Program.run("days-off", "2040").output.contains("尚未公布，依法推算"))
    let unknown = try Program.run("days-off", "2016")
    #expect(unknown.status == 3 && unknown.errors.contains("those of 2017 to 2599 are"))
  }

  @Test("as JSON, a day an object")
  func json() throws {
    let month = try Program.run("month", "2025-04", "--json").object()
    let days = try #require(month["days"] as? [[String: Any]])
    #expect(days.count == 30)
    #expect(
      days[3]["solar_term"] as? String == "清明" && days[4]["solar_term"] is NSNull && days[4]["moon"] as? String == "上弦")
    #expect((days[19]["events"] as? [[String: Any]])?.contains { $0["key"] as? String == "mazu" } == true)
  }

  @Test("as pictures: SVG, PDF where rsvg-convert is there, nothing half written where a file cannot be")
  func pictures() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let svg = folder.appendingPathComponent("month.svg").path
    let run = try Program.run("month", "2026-11", "--svg", svg)
    #expect(run.status == 0 && run.output.isEmpty)
    #expect(try String(contentsOfFile: svg, encoding: .utf8).hasPrefix("<svg"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["month.svg"])
    #expect(try Program.run("month", "2026-11", "--svg", "/nowhere/month.svg").status == 1)

    let pdf = folder.appendingPathComponent("month.pdf").path
    if FileManager.default.isExecutableFile(atPath: "/usr/bin/rsvg-convert") {
      #expect(try Program.run("month", "2026-11", "--pdf", pdf).status == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: pdf)).starts(with: Data("%PDF".utf8)))
    }
    let without = try Program.run("month", "2026-11", "--pdf", pdf, environment: ["PATH": "/nowhere"])
    #expect(without.status == 1 && without.errors.contains("librsvg2-bin"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("wrong input is status 2", arguments: ["2026-13", "abc", "2026-1-1", "2026", "2026-00"])
  func wrongInput(month: String) throws {
    let run = try Program.run("month", month)
    #expect(run.status == 2 && run.output.isEmpty && !run.errors.isEmpty)
    #expect(try Program.run("month", "2026-11", "--week-start", "friday").status == 2)
  }

  @Test(
    "a month as people write it",
    arguments: [
      "2027-02", "2027/2", "2027.2", "202702", "2/2027", "2027年2月", "2027年二月", "２０２７／０２", "民國116年2月", "民国116年二月",
      "民國 116/2", "116/2", "11602", "116年2月", "下個月", "下个月", "Feb 2027", "february 2027", "2027 Feb", "next month",
    ])
  func forms(text: String) throws {
    let run = try Program.run("month", text, "--now", "2027-01-15T08:00:00+08:00", "--json")
    let month = try run.object()
    #expect(month["year"] as? Int == 2027 && month["month"] as? Int == 2)
    // A short year could be meant as one of the common era: the program says how it took it.
    #expect(run.errors.contains("2027-02 (ROC year 116)") == ["116/2", "11602", "116年2月"].contains(text))
  }

  @Test("a month without a year is one of this year, and words need no quotation marks")
  func short() throws {
    for text in ["二月", "2月", "Feb"] {
      let run = try Program.run("month", text, "--now", "2027-05-15T08:00:00+08:00", "--json")
      #expect(try run.object()["month"] as? Int == 2 && run.errors.contains("is taken as 2027-02"), "\(text)")
    }
    let words = try Program.run("month", "Feb", "2027", "--json").object()
    #expect(words["year"] as? Int == 2027 && words["month"] as? Int == 2)
    let december = try Program.run("month", "上個月", "--now", "2027-01-15T08:00:00+08:00", "--json").object()
    #expect(december["year"] as? Int == 2026 && december["month"] as? Int == 12)
    #expect(try Program.run("month", "0116-02", "--json").object()["year"] as? Int == 116)
  }

  @Test("the advice for what is no month works")
  func advice() throws {
    #expect(try Program.run("month", "2027-1-15").errors.contains("folkcal month 2027-1"))
    #expect(try Program.run("month", "2027-1").status == 0)
    #expect(try Program.run("month", "2027").errors.contains("folkcal year 2027 --svg"))
    #expect(try Program.run("month", "農曆二月").errors.contains("folkcal year 2027"))
    #expect(try Program.run("month", "abc", "--lang", "zh-Hant").errors.contains("「abc」不是月份"))
  }

  @Test("a year on one page, of the solar year, beside the list of the lunar year")
  func yearPicture() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let svg = folder.appendingPathComponent("year.svg").path
    let run = try Program.run("year", "2027", "--svg", svg)
    #expect(run.status == 0 && run.output.isEmpty)
    #expect(try String(contentsOfFile: svg, encoding: .utf8).contains("<title>民國 116 年 · 2027 年</title>"))
    #expect(try Program.run("year", "2027").output.contains("農曆 2027 年"))
    #expect(try Program.run("year", "--help").output.contains("solar year"))
  }
}
