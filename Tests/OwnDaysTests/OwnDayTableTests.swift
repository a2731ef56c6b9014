import Folklore
import Lunisolar
import OwnDays
import Sheets
import TestSupport
import Testing

/// Reads dates on 25 November 2026.
let reader = DateReader(today: SolarDate(julianDayNumber: 2_461_370))

private func read(_ text: String) throws -> [OwnDay] { try OwnDayTable.read(Array(text.utf8), by: reader) }

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

  @Test("Where a column is missing, each unknown one may be it")
  func unknownColumns() {
    #expect(
      faults("title,when\n") == [
        "line 1, when: no column is called \"when\": the columns are title (名稱), date (日期), leap (閏月), short (三十), observance (種類), advance_days (提前), note (備註)",
        "line 1, date: the first line names no column date (or 日期)",
      ])
    #expect(faults("a;b\n").map { $0.prefix(9) } == ["line 1, a", "line 1, b", "line 1, t", "line 1, d"])
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
  func yearly() throws {
    // 14 March 1955 is day 20162 of Excel.
    let table = "姓名,生日\n甲,1955/3/14\n乙,1955-03-14\n丙,民國44年3月14日\n丁,20162\n戊,20162.0\n己,國曆3/14\n庚,March 14\n"
    let days = try read(table)
    #expect(days.count == 7 && days.allSatisfy { $0.rule.description == "solar 3/14" && $0.observance == .birthday })
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

  @Test("Bytes that are no text, and a file above the limits, are refused with the reason")
  func files() {
    #expect(
      faults(Array("title,date\n".utf8) + [0xFF, 0x41, 0x0A]) == [
        "line 2: bytes that are neither UTF-8 nor Big5: save the file as UTF-8"
      ])
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

@Suite("Own days as families and spreadsheets write them", .timed)
struct FamilyTableTests {
  private func rules(_ text: String) throws -> [String] { try read(text).map(\.rule.description) }

  @Test(
    "a date with a year is a day of every year",
    arguments: [
      ("1955/3/14", "solar 3/14"), ("1955-03-14", "solar 3/14"), ("民國44年3月14日", "solar 3/14"),
      ("農曆1955年三月十五", "lunar 3/15"), ("農曆44年3月15日", "lunar 3/15"), ("農曆 3/15", "lunar 3/15"), ("國曆3/14", "solar 3/14"),
      // 1955-03-14 as a spreadsheet counts days, and as it writes the beginning of a day.
      ("20162", "solar 3/14"), ("20162.0", "solar 3/14"), ("1955/3/14 00:00:00", "solar 3/14"),
      ("1955/3/14 0:00", "solar 3/14"),
      ("1955年3月14日", "solar 3/14"), ("19550314", "solar 3/14"),
      // A birthday in a leap month is kept each year.
      ("農曆2025年閏六月初一", "lunar 6/1 leap=leap"),
      // Rules stay as they are.
      ("閏六月初一", "lunar 6L/1"), ("lunar 3/15 from=1990", "lunar 3/15 from=1990"), ("清明", "term 清明"),
      ("農曆三月廿三", "lunar 3/23"), ("solar 5/sun#2", "solar 5/sun#2"),
    ])
  func years(text: String, rule: String) throws {
    #expect(try rules("title,date\n甲,\(text)\n") == [rule])
  }

  @Test(
    "a day that does not exist, and a date that depends on today, are refused",
    arguments: ["1955/2/30", "農曆2024年閏六月初一", "下週三", "今天", "+3", "明年3月1日", "2025/13/1"])
  func refused(text: String) {
    #expect(faults("title,date\n甲,\(text)\n").count == 1)
  }

  @Test("a month and a day without a calendar are solar, and the row says so; under a lunar heading they are lunar")
  func bare() throws {
    func row(_ heading: String, _ text: String) throws -> OwnDayTable.Row? {
      try OwnDayTable.contents(of: Array("姓名,\(heading)\n甲,\(text)\n".utf8), by: reader).rows.first
    }
    let bare = try #require(try row("生日", "3/14"))
    #expect(bare.day.rule.description == "solar 3/14" && bare.remarks == [.readAsSolar(month: 3, day: 14)])
    for heading in ["農曆生日", "陰曆", "農曆日期", "農曆忌日"] {
      for text in ["3/15", "3月15日", "1955/3/15", "1955-03-15"] {
        let row = try #require(try row(heading, text), "\(heading) \(text)")
        #expect(row.day.rule.description == "lunar 3/15" && row.remarks.isEmpty && row.given == text)
      }
    }
    #expect(try row("國曆生日", "3/14")?.day.rule.description == "solar 3/14")
    #expect(try row("國曆生日", "3/14")?.remarks == [])
  }

  @Test("a birthday in a column of lunar dates that names the solar calendar is solar")
  func named() throws {
    #expect(try rules("姓名,農曆生日\n甲,國曆3/14\n乙,國曆1955年3月14日\n") == ["solar 3/14", "solar 3/14"])
  }

  @Test("a date that is still to come is a single day, but for birthdays and memorials")
  func future() throws {
    let today = try SolarDate(year: 2026, month: 11, day: 26)
    let text = "title,date,observance\n甲,2027/4/29,\n乙,2027/4/29,birthday\n丙,2020/4/29,\n丁,農曆2027年三月廿三,custom\n"
    let contents = try OwnDayTable.contents(of: Array(text.utf8), by: DateReader(today: today))
    #expect(
      contents.rows.map(\.day.rule.description) == [
        "solar 4/29 from=2027 to=2027", "solar 4/29", "solar 4/29", "solar 4/29 from=2027 to=2027",
      ])
    #expect(contents.rows.map(\.remarks) == [[.single], [], [], [.single]])
  }

  @Test("headings of families; other columns are ignored and named")
  func headings() throws {
    let contents = try OwnDayTable.contents(of: Array("姓名,生日,電話\n甲,農曆三月十五,0912000000\n".utf8), by: reader)
    #expect(contents.rows.map(\.day.rule.description) == ["lunar 3/15"] && contents.faults.isEmpty)
    #expect(contents.rows[0].day.observance == .birthday && contents.rows[0].day.title == "甲")
    #expect(contents.notes == [.ignoredColumns(["電話"], more: 0)])
    for heading in ["名稱", "標題", "稱呼", "name", "Name*", "姓名（必填）"] {
      #expect(try rules("\(heading),日期\n甲,清明\n") == ["term 清明"])
    }
    #expect(try read("name,忌日,說明\n甲,八月初三,三牲\n")[0].observance == .memorial)
    #expect(try read("name,忌日,說明\n甲,八月初三,三牲\n")[0].note == "三牲")
  }

  @Test(
    "of a solar and a lunar birthday the lunar one counts, and the row says so; a birthday and a memorial are two days")
  func severalDates() throws {
    let text = "姓名,國曆生日,農曆生日,忌日\n甲,1955/4/6,三月十四,\n乙,1955/4/6,,\n丙,,3/14,八月初三\n丁,,,\n"
    let contents = try OwnDayTable.contents(of: Array(text.utf8), by: reader)
    #expect(contents.rows.map(\.day.title) == ["甲", "乙", "丙生日", "丙忌日"])
    #expect(
      contents.rows.map(\.day.rule.description) == ["lunar 3/14", "solar 4/6", "lunar 3/14", "lunar 8/3"])
    #expect(contents.rows[0].remarks == [.unused(column: "國曆生日", date: "1955/4/6")])
    #expect(contents.faults.map(\.description) == ["line 5, 國曆生日: is missing"])
  }

  @Test("contacts that programs export: names in two columns, most of them without a birthday")
  func contacts() throws {
    let google = "First Name,Middle Name,Last Name,Birthday\n小明,,王,1955-03-14\nMei,,Lin,\nMei,,Lin,1960-01-02\n"
    let contents = try OwnDayTable.contents(of: Array(google.utf8), by: reader)
    #expect(contents.rows.map(\.day.title) == ["王小明", "Mei Lin"] && contents.faults.isEmpty)
    #expect(contents.notes == [.ignoredColumns(["Middle Name"], more: 0), .rowsWithoutDate(1)])
    #expect(contents.rows.map(\.day.rule.description) == ["solar 3/14", "solar 1/2"])
    let outlook = "稱謂,名字,姓氏,生日\n先生,小明,王,1955/3/14\n,小美,林,0/0/00\n"
    #expect(try read(outlook.replacing("稱謂", with: "職稱")).map(\.title) == ["王小明"])
  }

  @Test("of several columns with names, the best one counts")
  func bestName() throws {
    #expect(try read("稱謂,姓名,生日\n先生,王小明,1955/3/14\n").map(\.title) == ["王小明"])
  }

  @Test("good rows and faults are told apart")
  func rehearsal() throws {
    let contents = try OwnDayTable.contents(of: Array("title,date\n甲,清明\n,清明\n乙,xyz\n丙,冬至\n".utf8), by: reader)
    #expect(contents.rows.map(\.line) == [2, 5] && contents.rows.map(\.given) == ["清明", "冬至"])
    #expect(contents.faults.map(\.line) == [3, 4])
  }

  @Test("Big5, UTF-16, Excel's first line, semicolons, tabs and workbooks")
  func forms() throws {
    // 甲,農曆三月十五 by Python's codec cp950.
    let big5: [UInt8] = [
      0xA5, 0xD2, 0x2C, 0xB9, 0x41, 0xBE, 0xE4, 0xA4, 0x54, 0xA4, 0xEB, 0xA4, 0x51, 0xA4, 0xAD, 0x0A,
    ]
    let text = "title\tdate\r\n甲\tlunar 3/15\r\n"
    let utf16 = [0xFF, 0xFE] + text.utf16Bytes()
    for bytes in [
      Array("title,date\n".utf8) + big5, utf16, Array(text.utf8), Array("sep=,\r\ntitle,date\r\n甲,lunar 3/15\r\n".utf8),
      Array("title;date\n甲;lunar 3/15\n".utf8), SmallWorkbook.of([["姓名", "農曆生日"], ["甲", "3/15"]]),
    ] {
      #expect(try OwnDayTable.read(bytes, by: reader).map(\.rule.description) == ["lunar 3/15"])
    }
    #expect(faults([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]).first?.contains(".xls") == true)
  }

  @Test("the template is read without a fault")
  func template() throws {
    let days = try read(OwnDayTable.template)
    #expect(
      days.map(\.rule.description) == ["lunar 3/23"] && days[0].observance == .birthday && days[0].advanceDays == 3)
  }

  @Test("what is empty in a spreadsheet is empty")
  func placeholders() throws {
    let days = try read("名稱,日期,種類,提前,備註,閏月\n無,清明,NULL,3.0,#N/A,-\n")
    #expect(days[0].title == "無" && days[0].advanceDays == 3 && days[0].note == nil && days[0].observance == .custom)
  }
}
