import Feeds
import Folklore
import HTTPTypes
import HummingbirdCore
import JSON
import Lunisolar
import OwnDays
import Records
import Sheets
import Store
import WebPages

/// Own days as files: `/settings/days/import`, `/settings/days/export.csv`, `/settings/days/export.ics`.
enum DayFilePages {
  static let all = [
    BrowserPage.get("/settings/days/import", .person) { visit in .app(page(visit), part: "choice") },
    // Larger than what is read, so that a file that is too large gets a sentence at its field.
    BrowserPage.post("/settings/days/import", .person, bodyLimit: 12 << 20, take),
    BrowserPage.get("/settings/days/template.csv", .person) { _ in
      file(OwnDayTable.template, "folkcal.csv", "text/csv; charset=utf-8")
    },
    BrowserPage.get("/settings/days/export.csv", .person) { visit in
      file(DayFile.csv(try await Account(visit).own), "folkcal.csv", "text/csv; charset=utf-8")
    },
    BrowserPage.get("/settings/days/export.ics", .person) { visit in
      file(
        DayFile.calendar(try await Account(visit).own, visit.language, from: visit.moment.today), "folkcal.ics",
        "text/calendar; charset=utf-8")
    },
  ]

  private static func file(_ text: String, _ name: String, _ type: String) -> PageAnswer {
    var answer = PageAnswer(body: .file(Array(text.utf8), type: type))
    answer.headers[.contentDisposition] = "attachment; filename=\"\(name)\""
    return answer
  }

  /// Reads a file, or takes the days of one that was looked at.
  private static func take(_ visit: Visit) async throws -> PageAnswer {
    // Browsers send line ends of hidden fields as CR LF.
    if let days = visit.form.first("days") {
      return try await add(Array(days.replacing("\r\n", with: "\n").utf8), visit)
    }
    guard let sent = visit.form.file("file"), !sent.bytes.isEmpty else {
      return again([visit.say("請選一個檔案。", "请选一个文件。", "Choose a file.")], visit)
    }
    return try await refusing(visit) {
      let contents = try DayFile.read(Array(sent.bytes), by: visit.reader(try await visit.service.keeper.current()))
      guard contents.days.isEmpty || !contents.isPlain else { return try await added(contents.days.map(\.day), visit) }
      guard !contents.days.isEmpty else { return again(contents.troubles(in: visit.language), visit) }
      let kept = try await OwnDayAdding(visit).kept()
      return .app(DayFileRehearsal(visit, contents, file: String(sent.name.prefix(200)), kept).page, part: "choice")
    }
  }

  private static func add(_ table: [UInt8], _ visit: Visit) async throws -> PageAnswer {
    try await refusing(visit) {
      try await added(OwnDayTable.read(table, by: visit.reader(try await visit.service.keeper.current())), visit)
    }
  }

  private static func added(_ days: [OwnDay], _ visit: Visit) async throws -> PageAnswer {
    let result = try await OwnDayAdding(visit).add(days, isNumbered: true)
    return .redirect(to: "/settings/days?done=imported&added=\(result.added)&known=\(result.known)")
  }

  /// Says at the field what is wrong with a file.
  private static func refusing(_ visit: Visit, _ body: () async throws -> PageAnswer) async throws -> PageAnswer {
    do {
      return try await body()
    } catch let faults as OwnDayFaults {
      return again(faults.text(in: visit.language).split(separator: "\n").map(String.init), visit)
    } catch let fault as OwnDayFault {
      return again([fault.text(in: visit.language)], visit)
    } catch let refusal as OwnDayAdding.Refusal {
      return again(refusal.sentences(visit.language), visit)
    }
  }

  private static func again(_ faults: [String], _ visit: Visit) -> PageAnswer {
    .app(page(visit, faults: faults), part: "choice", status: .unprocessableContent)
  }

  private static func page(_ visit: Visit, faults: [String] = []) -> AppPage {
    var block = PageBlock(visit.say("匯入自己的日子", "导入自己的日子", "Import days of your own"))
    block.lines = [
      visit.say(
        "試算表（.xlsx 或 CSV，第一列是 名稱,日期,… 或 姓名,生日）、行事曆匯出的 iCalendar（.ics），或手機的聯絡人（.vcf）。先給您看每一列會成為什麼，您說好才匯入；再匯入一次不會重複。",
        "电子表格（.xlsx 或 CSV，第一行是 名稱,日期,… 或 姓名,生日）、日历导出的 iCalendar（.ics），或手机的联系人（.vcf）。先给您看每一行会成为什么，您说好才导入；再导入一次不会重复。",
        "A spreadsheet (.xlsx or CSV; its first line is title,date,… or name,birthday), iCalendar (.ics) of a calendar program, or contacts of a telephone (.vcf). You see first what becomes of each row; a second import doubles nothing."
      )
    ]
    block.links = [
      PageLink(visit.say("下載空白範本", "下载空白模板", "Download a template"), "/settings/days/template.csv", .button)
    ]
    block.code = ["名稱,日期,閏月,三十,種類,提前,備註\n阿嬤生日,農曆三月廿三,,,birthday,3,\n曾祖忌日,農曆六月十五,leap,,memorial,,家祭"]
    block.forms = [
      PageForm(
        "/settings/days/import", isMultipart: true,
        [
          PageField(
            "file", visit.say("檔案（最大 1 MB）", "文件（最大 1 MB）", "File (at most 1 MB)"),
            .file(accept: ".csv,.txt,.xlsx,.ics,.vcf"),
            fault: faults.isEmpty ? nil : faults.joined(separator: "\n"))
        ], buttons: [PageButton(visit.say("匯入", "导入", "Import"))])
    ]
    return AppPage(
      visit.language, title: visit.say("匯入", "导入", "Import"), description: "",
      above: visit.aboveSettings + [PageLink(OwnDayPages.title(visit), "/settings/days")], [block])
  }
}

/// Own days as text, in and out.
enum DayFile {
  struct Contents {
    var days: [Day] = []
    /// The faults of rows that are left out.
    var faults: [OwnDayFault] = []
    /// Events and contacts that are left out.
    var skipped: [CalendarContents.Note] = []
    /// What the days of a calendar or of contacts were kept without.
    var losses: [CalendarContents.Note] = []
    /// What of a table is not read.
    var notes: [SheetNote] = []

    /// A day and how it was understood.
    struct Day {
      let day: OwnDay
      /// The line of a table, and the date that stands there.
      var line: Int?
      var given = ""
      var remarks: [OwnDayRemark] = []
      var isRule = true
    }

    /// True if nothing was lost, and every date is a rule: such a file need not be looked at.
    var isPlain: Bool {
      faults.isEmpty && skipped.isEmpty && losses.isEmpty && notes.isEmpty
        && days.allSatisfy { $0.isRule && $0.remarks.isEmpty }
    }

    /// What is left out, a sentence each, and the number of further ones.
    func troubles(in language: Language) -> [String] {
      let all = faults.map { $0.text(in: language) } + skipped.map { $0.text(in: language) }
      guard all.count > OwnDayFaults.limit else {
        return all.isEmpty ? [language.say("檔案裡沒有日子。", "文件里没有日子。", "The file has no days.")] : all
      }
      let rest = all.count - OwnDayFaults.limit
      return all.prefix(OwnDayFaults.limit) + [language.say("另外還有 \(rest) 個。", "另外还有 \(rest) 个。", "And \(rest) more.")]
    }

    /// What was not read, and what days are kept without.
    func lost(in language: Language) -> [String] {
      notes.map { language.say($0.chinese, $0.simplifiedChinese, $0.english) } + losses.map { $0.text(in: language) }
    }

    /// All that somebody who sent the file should know.
    func notes(in language: Language) -> [String] {
      lost(in: language)
        + days.flatMap { day in
          day.remarks.map { day.day.title + language.say("：", "：", ": ") + $0.text(in: language) }
        }
    }
  }

  /// Reads a table, a calendar or contacts; what the file is, its first line says. Its characters may be UTF-8, UTF-16 or Big5.
  ///
  /// - Throws: `OwnDayFaults` for a table that cannot be read, `OwnDayFault` for a calendar or contacts.
  static func read(_ bytes: [UInt8], by reader: DateReader) throws -> Contents {
    if !SheetFile.beginsAsWorkbook(bytes), let (text, _) = try? TextDecoder.decode(whole: bytes) {
      // Which contacts have birthdays is worth a look; a calendar has days only.
      let isContacts = ContactReader.isContacts(text)
      let found: CalendarContents? =
        try isContacts ? ContactReader.read(text) : CalendarReader.isCalendar(text) ? CalendarReader.read(text) : nil
      if let found {
        return Contents(
          days: found.days.map { .init(day: $0, isRule: !isContacts) }, skipped: found.skipped, losses: found.notes)
      }
    }
    let found = try OwnDayTable.contents(of: bytes, by: reader)
    let days = found.rows.map { row in
      Contents.Day(day: row.day, line: row.line, given: row.given, remarks: row.remarks, isRule: row.isRule)
    }
    return Contents(days: days, faults: found.faults, notes: found.notes)
  }

  static func csv(_ own: [Event]) -> String { OwnDayTable.text(of: own.compactMap { OwnDay($0) }) }

  /// Dates instead of RFC 7529's rules, which common programs ignore or read wrongly; reading it back gives the rules all the same.
  static func calendar(_ own: [Event], _ language: Language, from today: SolarDate) -> String {
    OwnDayCalendar(
      name: language.say("我的日子", "我的日子", "My days"), language: language, form: .dates
    ).text(of: own.compactMap { event in OwnDay(event).map { (key: event.key, day: $0) } }, from: today)
  }
}
