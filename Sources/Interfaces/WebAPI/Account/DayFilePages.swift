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

  private static func take(_ visit: Visit) async throws -> PageAnswer {
    func again(_ faults: [String]) -> PageAnswer {
      .app(page(visit, faults: faults), part: "choice", status: .unprocessableContent)
    }
    guard let sent = visit.form.file("file"), !sent.bytes.isEmpty else {
      return again([visit.say("請選一個檔案。", "请选一个文件。", "Choose a file.")])
    }
    let contents: DayFile.Contents
    let result: (added: Int, known: Int)
    do {
      contents = try DayFile.read(Array(sent.bytes), by: visit.reader(try await visit.service.keeper.current()))
      result = try await OwnDayAdding(visit).add(contents.days, isNumbered: true)
    } catch let faults as OwnDayFaults {
      return again(faults.text(in: visit.language).split(separator: "\n").map(String.init))
    } catch let fault as OwnDayFault {
      return again([fault.text(in: visit.language)])
    } catch let fault as RegisterFault {
      return again([fault.message(in: visit.language)])
    } catch let refusal as OwnDayAdding.Refusal {
      return again(refusal.sentences(visit.language))
    }
    let done = "/settings/days?done=imported&added=\(result.added)&known=\(result.known)"
    let notes = contents.notes(in: visit.language)
    guard !contents.skipped.isEmpty || !notes.isEmpty else { return .redirect(to: done) }
    var block = PageBlock(visit.say("匯入的結果", "导入的结果", "What was imported"))
    block.isWarning = true
    block.lines = [
      visit.say(
        "已匯入 \(result.added) 個日子；\(result.known) 個已經有了。",
        "已导入 \(result.added) 个日子；\(result.known) 个已经有了。",
        "\(result.added) days were imported; \(result.known) were known.")
    ]
    if !contents.skipped.isEmpty {
      block.lines.append(
        visit.say("下面這些不是我們能提醒的日子：", "下面这些不是我们能提醒的日子：", "These are no days that we can tell:"))
      block.lines += contents.skipped.prefix(OwnDayFaults.limit).map { $0.text(in: visit.language) }
    }
    if !notes.isEmpty {
      block.lines.append(visit.say("帶入時有這些改變：", "带入时有这些改变：", "These were kept with a change:"))
      block.lines += notes.prefix(OwnDayFaults.limit)
    }
    block.links = [PageLink(OwnDayPages.title(visit), "/settings/days", .main)]
    return .app(
      AppPage(
        visit.language, title: visit.say("匯入", "导入", "Import"), description: "", above: visit.aboveSettings, [block]),
      part: "choice")
  }

  private static func page(_ visit: Visit, faults: [String] = []) -> AppPage {
    var block = PageBlock(visit.say("匯入自己的日子", "导入自己的日子", "Import days of your own"))
    block.lines = [
      visit.say(
        "試算表（.xlsx 或 CSV，第一列是 名稱,日期,… 或 姓名,生日）、行事曆匯出的 iCalendar（.ics），或手機的聯絡人（.vcf）。CSV 有錯就什麼都不匯入；再匯入一次不會重複。",
        "电子表格（.xlsx 或 CSV，第一行是 名稱,日期,… 或 姓名,生日）、日历导出的 iCalendar（.ics），或手机的联系人（.vcf）。CSV 有错就什么都不导入；再导入一次不会重复。",
        "A spreadsheet (.xlsx or CSV; its first line is title,date,… or name,birthday), iCalendar (.ics) of a calendar program, or contacts of a telephone (.vcf). A CSV with a fault changes nothing; a second import doubles nothing."
      )
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
    var days: [OwnDay]
    var skipped: [CalendarContents.Note] = []
    /// What the days of a calendar or of contacts were kept without.
    var losses: [CalendarContents.Note] = []
    /// What of a table is not read.
    var notes: [SheetNote] = []
    /// How a date was understood that can mean something else, with its title.
    var remarks: [(title: String, remark: OwnDayRemark)] = []

    /// The notes, the remarks and the losses as sentences.
    func notes(in language: Language) -> [String] {
      notes.map { language.say($0.chinese, $0.simplifiedChinese, $0.english) }
        + remarks.map { $0.title + language.say("：", "：", ": ") + $0.remark.text(in: language) }
        + losses.map { $0.text(in: language) }
    }
  }

  /// Reads a table, a calendar or contacts; what the file is, its first line says. Its characters may be UTF-8, UTF-16 or Big5.
  ///
  /// - Throws: `OwnDayFaults` for a table, `OwnDayFault` for a calendar or contacts.
  static func read(_ bytes: [UInt8], by reader: DateReader) throws -> Contents {
    if !SheetFile.beginsAsWorkbook(bytes), let (text, _) = try? TextDecoder.decode(whole: bytes) {
      let found: CalendarContents? =
        try CalendarReader.isCalendar(text)
        ? CalendarReader.read(text) : ContactReader.isContacts(text) ? ContactReader.read(text) : nil
      if let found { return Contents(days: found.days, skipped: found.skipped, losses: found.notes) }
    }
    let found = try OwnDayTable.contents(of: bytes, by: reader)
    let remarks = found.rows.flatMap { row in row.remarks.map { (title: row.day.title, remark: $0) } }
    return Contents(days: try found.wholeTable(), notes: found.notes, remarks: remarks)
  }

    }
  static func csv(_ own: [Event]) -> String { OwnDayTable.text(of: own.compactMap { OwnDay($0) }) }

  /// Dates instead of RFC 7529's rules, which common programs ignore or read wrongly; reading it back gives the rules all the same.
  static func calendar(_ own: [Event], _ language: Language, from today: SolarDate) -> String {
    OwnDayCalendar(
      name: language.say("我的日子", "我的日子", "My days"), language: language, form: .dates
    ).text(of: own.compactMap { event in OwnDay(event).map { (key: event.key, day: $0) } }, from: today)
  }
}
