import Folklore
import Lunisolar
import OwnDays
import TestSupport
import Testing

/// Reads dates on 25 November 2026.
let reader = DateReader(today: SolarDate(julianDayNumber: 2_461_370))

private func read(_ text: String) throws -> [OwnDay] { try OwnDayTable.read(Array(text.utf8), by: reader).days }

/// The faults of a table in English.
private func faults(_ text: String) -> [String] { faults(Array(text.utf8)) }
private func faults(_ bytes: [UInt8]) -> [String] {
  do throws(OwnDayFaults) {
    _ = try OwnDayTable.read(bytes, by: reader)
    return []
  } catch {
    return error.faults.map(\.description)
  }
}

@Suite("Own days in CSV", .timed)
struct OwnDayTableTests {
  @Test("A table written by hand, with dates as people write them")
  func byHand() throws {
    let days = try read(
      """
      \u{FEFF}名稱,日期,閏月,三十,種類,提前,備註
      阿嬤生日,農曆三月廿三,,,生日,3,
      "曾祖 ""阿公"" 忌日",閏六月十五,,略過,忌日,,"三牲, 四果
      家祭"
      ,,,,,,
      姑姑,農曆六月十五,閏月,,,0,
      掃墓,清明,,,自訂,,

      """)
    #expect(days.map(\.title) == ["阿嬤生日", "曾祖 \"阿公\" 忌日", "姑姑", "掃墓"])
    #expect(
      days.map(\.rule.description) == [
        "lunar 3/23", "lunar 6L/15 short=omit", "lunar 6/15 leap=leap", "term 清明",
      ])
    #expect(days.map(\.observance) == [.birthday, .memorial, .custom, .custom])
    #expect(days.map(\.advanceDays) == [3, nil, 0, nil])
    #expect(days.map(\.note) == [nil, "三牲, 四果\n家祭", nil, nil])
  }

  @Test(
    "English and Chinese names of columns mix, in any order and in lines that end in CR LF; missing cells are empty")
  func columns() throws {
    let days = try read(
      "Date,名稱,,advance_days\r\nsolar 5/1,x\r\nlunar */1 leap=regular short=omit,y,,30".replacing(
        " leap=regular", with: ""))
    #expect(days.map(\.rule.description) == ["solar 5/1", "lunar */1 short=omit"])
    #expect(days.map(\.advanceDays) == [nil, 30])
  }

  @Test("What is written is read back exactly: all kinds of rules, quotes, formulas, line ends")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 4_180)
    let texts = [
      "=HYPERLINK(\"x\")", "'=1+1", "''@x", "+886", "-1", "＝１", "'阿公'", "a,b", "\"", "\"\"x", "阿嬤\t生日", "'", "a'b",
    ]
    var days: [OwnDay] = []
    for number in 0..<400 {
      var rule = try DateRule(RandomRuleText.make(using: &generator))
      // A rule that never falls is refused, see below.
      if rule.description.contains("12L") || rule.description.contains("1L") { rule = try DateRule("lunar 6L/15") }
      let title = texts[number % texts.count].replacing("\t", with: " ")
      days.append(
        try OwnDay(
          title: title, rule: rule, observance: Event.Observance.allCases[number % 14],
          advanceDays: number % 3 == 0 ? nil : number % 31,
          note: number % 4 == 0 ? nil : texts[number % 13] + "\n" + texts[(number + 5) % 13]))
    }
    days = days.filter { day in
      (try? OwnDayTable.read(Array(OwnDayTable.text(of: [day]).utf8), by: reader)) != nil
        || !faults(OwnDayTable.text(of: [day])).allSatisfy { $0.contains("falls on no day") }
    }
    #expect(days.count > 370)
    #expect(try read(OwnDayTable.text(of: days)) == days)
  }

  @Test("A formula in a title does not run in a spreadsheet")
  func formulas() throws {
    let day = try OwnDay(title: "=1+1", rule: DateRule("solar 5/1"), note: "@SUM(A1)")
    #expect(OwnDayTable.text(of: [day]).contains("\r\n'=1+1,solar 5/1,,,custom,,'@SUM(A1)\r\n"))
  }

  @Test(
    "Each fault has its line, its column as the file names it, and what would be right",
    arguments: [
      ("", "the file is empty"),
      ("名稱,備註\nx,y", "line 1, date: the first line names no column date (or 日期)"),
      ("title,date,title\n", "line 1, title: two columns give title: keep one"),
      (
        "what,when\n",
        "line 1: no column is read that is called \"what、when\": the columns are title (名稱), date (日期), leap (閏月), short (三十), observance (種類), advance_days (提前), note (備註)"
      ),
      ("title,date\nx,\"solar 5/1", "line 2: the quote that opens here is never closed"),
      ("title,date\n,solar 5/1", "line 2, title: is missing"),
      ("名稱,日期\nx,", "line 2, 日期: is missing"),
      (
        "title,date\n\nx,lunar 13/1",
        "line 3, date: date rule \"lunar 13/1\": month 13 is not between 1 and 12 (column 7)"
      ),
      (
        "title,date\nx,閏十二月初一",
        "line 2, date: \"lunar 12L/1\" falls on no day from 1645 to 2599: the leap month or the years do not exist"
      ),
      (
        "title,date\nx,閏六月十五 from=2026 to=2026",
        "line 2, date: \"lunar 6L/15 from=2026 to=2026\" falls on no day from 1645 to 2599: the leap month or the years do not exist"
      ),
      (
        "title,date,閏月\nx,lunar 3/23,yes",
        "line 2, 閏月: \"yes\" is not one of regular, leap, both, 平月, 閏月, 都過"
      ),
      (
        "title,date,leap\nx,solar 3/23,both",
        "line 2, leap: date rule \"solar 3/23 leap=both\": leap= goes with a rule that names regular lunar months (column 12)"
      ),
      ("title,date,advance_days\nx,solar 5/1,40", "line 2, advance_days: \"40\" is not a number of days from 0 to 30"),
      ("title,date,advance_days\nx,solar 5/1,三", "line 2, advance_days: \"三\" is not a number of days from 0 to 30"),
      (
        "title,date\nx,solar 5/1,a,b",
        "line 2: the line has 4 cells, the first line names 2: put a text with commas in quotes"
      ),
      ("title,date\n\"a\nb\",solar 5/1", "line 2, title: has more than one line"),
    ])
  func fault(table: String, message: String) {
    #expect(faults(table) == [message])
  }

  @Test(
    "Tables as spreadsheets and people write them",
    arguments: [
      "title;date\n甲;lunar 3/15", "title\tdate\n甲\tlunar 3/15", "sep=,\r\ntitle,date\r\n甲,lunar 3/15",
      "sep=;\ntitle;date\n甲;lunar 3/15", "title,date\r甲,lunar 3/15\r", "TITLE,Date\n甲,農曆三月十五", "姓名,農曆生日\n甲,3/15",
      "名稱*,日期（必填）\n甲,農曆 3/15", "姓名,日期,電話\n甲,農曆1955年三月十五,0912000000", "名稱,日期,備註\n甲,農曆44年3月15日,無",
    ])
  func manners(table: String) throws {
    let days = try read(table)
    #expect(days.map(\.title) == ["甲"] && days.map(\.rule.description) == ["lunar 3/15"])
    #expect(days[0].note == nil)
  }

  @Test("A birthday with its year comes every year, also as the number of a day that spreadsheets store")
  func years() throws {
    // 14 March 1955 is day 20162 of Excel.
    let table = "姓名,生日\n甲,1955/3/14\n乙,1955-03-14\n丙,民國44年3月14日\n丁,20162\n戊,20162.0\n己,國曆3/14\n庚,March 14\n"
    let days = try read(table)
    #expect(days.count == 7 && days.allSatisfy { $0.rule.description == "solar 3/14" && $0.observance == .birthday })
  }

  @Test("Columns that nobody reads are named, and the rest is kept")
  func ignored() throws {
    let (days, notes) = try OwnDayTable.read(Array("姓名,生日,電話,住址\n甲,農曆三月十五,0912000000,臺南".utf8), by: reader)
    #expect(days.map(\.rule.description) == ["lunar 3/15"])
    #expect(notes.map { $0.text(in: .traditionalChinese) } == ["第 1 行：沒有帶入這些欄位：電話、住址"])
  }

  @Test("A title that repeats gets a number, and a second import adds nothing")
  func titles() throws {
    let days = try read("title,date\n生日,solar 3/14\n生日,solar 9/14\n忌日,solar 1/1\n生日,solar 3/14\n")
    let (new, known, numbered) = OwnDay.new(days, beside: [:])
    #expect(new.map(\.title) == ["生日", "生日（2）", "忌日"] && known == 1 && numbered == ["生日"])
    let kept = Dictionary(new.map { ($0.title, $0.rule) }) { first, _ in first }
    #expect(OwnDay.new(days, beside: kept).days.isEmpty)
  }

  @Test("All faults are reported, at most twenty, and nothing is read")
  func manyFaults() throws {
    let table = "title,date\nx,solar 5/1\n" + String(repeating: ",solar 5/32\n", count: 15)
    let error = try #require(throws: OwnDayFaults.self) { try read(table) }
    #expect(error.faults.count == 20 && error.count == 30)
    #expect(error.description.hasSuffix("\nand 10 more"))
    #expect(error.text(in: .simplifiedChinese).hasPrefix("第 3 行，title：必填\n"))
    #expect(error.faults[0].text(in: .traditionalChinese) == "第 3 行，title：必填")
  }

  @Test("Hostile tables give an answer at once, with short messages", .timeLimit(.minutes(1)))
  func hostile() {
    let long = String(repeating: "x", count: 900_000)
    let tables = [
      long + ",title", "title,date\nx," + String(repeating: "lunar 12L/1 ", count: 80_000),
      "title,date,leap\nx,solar 5/1,\(long)", "title,date,advance_days\nx,solar 5/1,\(long)",
      String(repeating: "a,", count: 450_000),
      "title,date" + String(repeating: ",", count: 400_000) + "\nx,solar 5/1,,y",
      "title,date\n" + String(repeating: ",", count: 900_000), "title,date\n" + String(repeating: "\n", count: 900_000),
      "title,date\n" + String(repeating: "\"", count: 900_000),
      "title,date\nx,e" + String(repeating: "\u{301}", count: 400_000),
    ]
    for table in tables {
      let faults = faults(table)
      #expect(faults.count <= 20 && faults.allSatisfy { $0.utf8.count < 400 }, "\(faults.first?.prefix(200) ?? "")")
    }
  }

  @Test("A file in Big5, UTF-16 or above the limits is refused with the reason")
  func files() {
    // 名稱 in Big5.
    let big5: [UInt8] = [0xA6, 0x57, 0xBA, 0xD9, 0x2C, 0x0A]
    #expect(faults(Array("title,date\n".utf8) + big5).first?.hasPrefix("line 2: the file is not UTF-8 text") == true)
    #expect(faults([0xFF, 0xFE, 0x0D, 0x54]).first?.hasPrefix("line 1: the file is not UTF-8") == true)
    #expect(
      faults([UInt8](repeating: 0x61, count: 10_000_000)) == [
        "the file has 10000000 bytes: 1000000 (1 MB) at most"
      ])
    let row = "x,solar 5/1\n"
    #expect(faults("title,date\n" + String(repeating: row, count: 1_000)) == [])
    #expect(
      faults("title,date\n" + String(repeating: row, count: 1_001)) == [
        "line 1002: the file has more than 1000 days"
      ])
  }
}
