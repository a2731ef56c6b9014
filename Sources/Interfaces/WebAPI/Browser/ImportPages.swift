import FolkData
import Folklore
import Foundation
import HTTPTypes
import HummingbirdCore
import Imports
import JSON
import NIOCore
import NIOPosix
import Records
import Sheets
import Store
import Synchronization
import Temples
import WebPages

/// Imports of registers and files, and the backup: `/admin/imports…`.
///
/// A file is always rehearsed first. The rehearsal's page says what would happen, and its button does it with the same bytes.
enum ImportPages {
  static let all = [
    BrowserPage.get("/admin/imports", .role(.editor)) { visit in .page(page(visit), section: "imports") },
    BrowserPage.post("/admin/imports", .role(.editor), bodyLimit: longest) { visit in try await rehearse(visit) },
    BrowserPage.post("/admin/imports/ministry", .role(.editor)) { visit in try await rehearseMinistrys(visit) },
    BrowserPage.get("/admin/imports/templates/{kind}", .role(.editor)) { visit in try template(visit) },
    BrowserPage.post("/admin/imports/{id}", .role(.editor)) { visit in try await apply(visit) },
    BrowserPage.post("/admin/backup", .role(.admin)) { visit in try await backup(visit) },
  ]

  /// The largest file: the register of all temples has about 10 MB.
  private static let longest = 48 << 20
  private static let shownFaults = 100

  // MARK: The form

  private static func page(_ visit: Visit, fault: String? = nil, registerFault: String? = nil) -> SectionPage {
    let language = visit.language
    var block = PageBlock(visit.say("匯入檔案", "导入文件", "Import a file"))
    block.lines = [
      visit.say(
        "先試匯入：檢查每一筆，告訴您會新增、改變、移除什麼，什麼都還不寫。看過之後再按「匯入」。",
        "先试导入：检查每一条，告诉您会新增、改变、移除什么，什么都还不写。看过之后再按「导入」。",
        "It is rehearsed first: every record is checked, and you see what would be added, changed and removed. Nothing is written until you say so."
      )
    ]
    block.forms = [
      PageForm(
        "/admin/imports", isMultipart: true,
        [
          PageField(
            "kind", visit.say("內容", "内容", "Content"),
            .choice(
              [
                (
                  ImportFile.register,
                  visit.say("內政部寺廟登記冊", "内政部寺庙登记册", "Register of temples of the Ministry of the Interior")
                ),
                (
                  ImportFile.rites,
                  visit.say("寺廟慶典（data.gov.tw 8209）", "寺庙庆典（data.gov.tw 8209）", "Rites of temples (data.gov.tw 8209)")
                ),
                (
                  ImportFile.hours,
                  visit.say(
                    "開放時間與電話（景點 7777 或 OpenStreetMap）", "开放时间与电话（景点 7777 或 OpenStreetMap）",
                    "Hours and telephones (attractions 7777, or OpenStreetMap)")
                ),
              ]
                + PageSection.all.map { ($0.plural, $0.title(in: language)) }), value: visit.form.first("kind") ?? ""),
          PageField(
            "file", visit.say("檔案", "文件", "File"), .file(accept: ".xml,.csv,.xlsx,.json,.geojson"),
            hint: visit.say(
              "登記冊可以是 XML、CSV、Excel（.xlsx）或 GeoJSON；其他內容是 CSV、Excel 或 JSON。最多 48 MB。",
              "登记册可以是 XML、CSV、Excel（.xlsx）或 GeoJSON；其他内容是 CSV、Excel 或 JSON。最多 48 MB。",
              "A register is XML, CSV, Excel (.xlsx) or GeoJSON; all else CSV, Excel or JSON. Up to 48 MB."),
            fault: fault),
          PageField(
            "register",
            visit.say("名冊的代號（內政部的留空白）", "名册的代号（内政部的留空白）", "Name of the register (blank for the ministry's)"),
            value: visit.form.first("register") ?? "",
            hint: visit.say(
              "別的單位的名冊有自己的編號，請給它一個代號，例如 ntpc。", "别的单位的名册有自己的编号，请给它一个代号，例如 ntpc。",
              "Another office's list has numbers of its own: give it a name such as ntpc."), fault: registerFault),
          PageField(
            "skip", visit.say("略過有錯的紀錄", "略过有错的记录", "Leave faulty records out"), .check,
            value: visit.form.first("skip") ?? ""),
          PageField(
            "same",
            visit.say(
              "編號相同就是同一間廟，即使名稱和地點都不同", "编号相同就是同一间庙，即使名称和地点都不同",
              "A number is the same temple, even if name and place are other ones"),
            .check, value: visit.form.first("same") ?? ""),
          PageField(
            "prune", visit.say("移除登記冊已經沒有的廟宇", "移除登记册已经没有的庙宇", "Remove temples that the register no longer has"),
            .check,
            value: visit.form.first("prune") ?? ""),
        ], buttons: [PageButton(visit.say("試匯入", "试导入", "Rehearse"))])
    ]
    var ministrys = PageBlock(visit.say("內政部的寺廟登記冊", "内政部的寺庙登记册", "The ministry's register of temples"))
    ministrys.lines = [
      visit.say(
        "從內政部的開放資料下載全部一萬二千多間寺廟，先試匯入。據說它的伺服器只接受臺灣的連線。", "从内政部的开放数据下载全部一万二千多间寺庙，先试导入。据说它的服务器只接受台湾的连接。",
        "Fetches all 12,000 temples from the ministry's open data, and rehearses the import first. Its server is reported to answer only in Taiwan."
      )
    ]
    ministrys.forms = [
      PageForm(
        "/admin/imports/ministry",
        buttons: [PageButton(visit.say("下載並試匯入", "下载并试导入", "Fetch and rehearse"), isMain: false)])
    ]
    var blocks = [block, ministrys, templateBlock(visit)]
    if visit.role >= .admin { blocks.append(backupBlock(visit)) }
    return SectionPage(language, title: visit.say("匯入與備份", "导入与备份", "Imports, backup"), blocks)
  }

  /// Tables to fill in, one for each kind.
  private static func templateBlock(_ visit: Visit) -> PageBlock {
    var block = PageBlock(visit.say("空白範本", "空白模板", "Templates"))
    block.lines = [
      visit.say(
        "下載後用 Excel 或其他試算表填寫：第一列是欄位名稱，第二列是範例，打星號的一定要填。",
        "下载后用 Excel 或其他电子表格填写：第一行是字段名称，第二行是示例，打星号的一定要填。",
        "To fill in with Excel or another spreadsheet: the first row has the names of the columns, the second is an example; a star marks what must be given."
      )
    ]
    let register = PageLink(
      visit.say("寺廟登記冊", "寺庙登记册", "Register of temples"), "/admin/imports/templates/" + ImportFile.register, .button)
    block.links =
      [register]
      + PageSection.all.filter { RecordInput.template(of: $0) != nil }.map {
        PageLink($0.title(in: visit.language), "/admin/imports/templates/" + $0.plural, .button)
      }
    return block
  }

  private static func template(_ visit: Visit) throws -> PageAnswer {
    let entity = PageSection.all.first { $0.plural == visit.id }
    let text = visit.id == ImportFile.register ? RegisterReader.template : entity.flatMap(RecordInput.template)
    guard let text else { throw PageProblem.nothingHere }
    var answer = PageAnswer(body: .file(Array(text.utf8), type: "text/csv; charset=utf-8"))
    answer.headers[.contentDisposition] = "attachment; filename=\"folkcal-\(visit.id).csv\""
    return answer
  }

  private static func backupBlock(_ visit: Visit) -> PageBlock {
    var block = PageBlock(visit.say("備份", "备份", "Backup"))
    guard !visit.service.store.isServer else {
      block.lines = [
        visit.say(
          "資料庫在 PostgreSQL：請用 pg_dump 備份。", "数据库在 PostgreSQL：请用 pg_dump 备份。",
          "The database is in PostgreSQL: use pg_dump.")
      ]
      return block
    }
    block.lines = [
      visit.say(
        "整個資料庫的一份複本，包含使用者與金鑰的雜湊：請妥善保管。還原用 folkcal admin restore。",
        "整个数据库的一份副本，包含用户与密钥的散列：请妥善保管。还原用 folkcal admin restore。",
        "A copy of the whole database, with users: keep it safe. folkcal admin restore puts it back.")
    ]
    block.forms = [
      PageForm("/admin/backup", buttons: [PageButton(visit.say("下載備份", "下载备份", "Download a backup"), isMain: false)])
    ]
    return block
  }

  // MARK: Rehearsing and importing

  private static func rehearse(_ visit: Visit) async throws -> PageAnswer {
    guard let sent = visit.form.file("file"), !sent.bytes.isEmpty else {
      return .page(
        page(visit, fault: visit.say("請選一個檔案。", "请选一个文件。", "Choose a file.")), section: "imports",
        status: .unprocessableContent)
    }
    let kind = visit.form.first("kind") ?? ""
    guard ImportFile.others.contains(kind) || PageSection.all.contains(where: { $0.plural == kind }) else {
      throw PageProblem.badForm
    }
    let register = (visit.form.first("register") ?? "").trimmed
    guard register.isEmpty || RegisterName(register) != nil else {
      return .page(
        page(
          visit,
          registerFault: visit.say(
            "代號請用小寫英文字母、數字和連字號，最多 20 個字，例如 ntpc。", "代号请用小写英文字母、数字和连字号，最多 20 个字，例如 ntpc。",
            "Write up to 20 small letters, digits and hyphens, such as ntpc.")), section: "imports",
        status: .unprocessableContent)
    }
    let file = ImportFile(
      name: String(sent.name.prefix(200)), kind: kind, bytes: Array(sent.bytes),
      leavesOutFaulty: visit.form.first("skip") == "on",
      removesVanished: visit.form.first("prune") == "on", register: RegisterName(register),
      trustsNumbers: visit.form.first("same") == "on")
    return try await run(file, isRehearsal: true, limit: nil, visit)
  }

  private static func apply(_ visit: Visit) async throws -> PageAnswer {
    guard let (file, limit) = visit.service.importFiles.take(visit.id, of: try visit.person().userID) else {
      throw PageProblem.importIsOver
    }
    return try await run(file, isRehearsal: false, limit: limit, visit)
  }

  private static func run(
    _ file: ImportFile, isRehearsal: Bool, limit: PruneLimit?, _ visit: Visit
  ) async throws -> PageAnswer {
    let (service, change, owner) = (visit.service, visit.change, try visit.person().userID)
    let language = visit.language
    let reader = visit.reader(try await service.keeper.current())
    let title =
      isRehearsal
      ? visit.say("試匯入 ", "试导入 ", "Rehearsing ") + file.name : visit.say("匯入 ", "导入 ", "Importing ") + file.name
    let answer = try await visit.start(title) { progress in
      let outcome = file.run(
        into: service.store, change, isRehearsal: isRehearsal, limit: limit, folder: service.configuration.dataFolder,
        reader, language, progress)
      let mayApply = isRehearsal && outcome.isGood
      // What was seen may be removed, and not more.
      let id = mayApply ? service.importFiles.keep(file, limit: .count(outcome.removed), owner: owner) : nil
      return { visit in page(of: outcome, file, isRehearsal: isRehearsal, id: id, visit) }
    }
    if !isRehearsal { await visit.refresh() }
    return answer
  }

  /// Fetches the ministry's register and rehearses it, as a job.
  private static func rehearseMinistrys(_ visit: Visit) async throws -> PageAnswer {
    let (service, change, owner) = (visit.service, visit.change, try visit.person().userID)
    let (language, register) = (visit.language, MinistryRegister.ofEnvironment())
    let reader = visit.reader(try await service.keeper.current())
    let title = visit.say("下載內政部的登記冊", "下载内政部的登记册", "Fetching the ministry's register")
    return try await visit.start(title) { progress in
      var file = ImportFile.ministrys([])
      var outcome: ImportFile.Outcome
      do {
        file = .ministrys(try BlockingTask.value { try await register.fetch() })
        outcome = file.run(
          into: service.store, change, isRehearsal: true, limit: nil, folder: service.configuration.dataFolder, reader,
          language, progress)
        let read = outcome.count("read")
        if outcome.isGood, read < MinistryRegister.fewestTemples { throw MinistryRegister.Failure.cut(temples: read) }
      } catch let failure as MinistryRegister.Failure {
        outcome = ImportFile.Outcome(faults: [failure.message(in: language)])
      }
      let id = outcome.isGood ? service.importFiles.keep(file, limit: .count(outcome.removed), owner: owner) : nil
      return { [outcome, file] visit in page(of: outcome, file, isRehearsal: true, id: id, visit) }
    }
  }

  private static func page(
    of outcome: ImportFile.Outcome, _ file: ImportFile, isRehearsal: Bool, id: String?, _ visit: Visit
  ) -> SectionPage {
    let title =
      !outcome.isGood
      ? visit.say("不能匯入 ", "不能导入 ", "Cannot import ") + file.name
      : isRehearsal
        ? visit.say("試匯入 ", "试导入 ", "Rehearsal of ") + file.name : visit.say("已匯入 ", "已导入 ", "Imported ") + file.name
    var block = PageBlock(title)
    block.isWarning = !outcome.isGood
    block.lines = [
      !outcome.isGood
        ? visit.say("沒有寫入任何資料。請改好檔案再試。", "没有写入任何资料。请改好文件再试。", "Nothing was written. Mend the file and try again.")
        : isRehearsal
          ? visit.say("還沒有寫入任何資料。", "还没有写入任何资料。", "Nothing has been written yet.")
          : visit.say("全部寫入了。", "全部写入了。", "Everything was written.")
    ]
    block.lines += outcome.missing + outcome.notes.map { visit.say($0.chinese, $0.simplifiedChinese, $0.english) }
    block.facts = outcome.counts.map { PageFact(word($0.name, visit), "\($0.count)") }
    if let id {
      block.forms = [PageForm("/admin/imports/" + id, buttons: [PageButton(visit.say("匯入", "导入", "Import"))])]
    }
    block.links = [PageLink(visit.say("另選檔案", "另选文件", "Another file"), "/admin/imports", .button)]
    var blocks = [block]
    if !outcome.faults.isEmpty {
      var faults = PageBlock(
        visit.say("\(outcome.faults.count) 個問題", "\(outcome.faults.count) 个问题", "\(outcome.faults.count) faults"))
      faults.isWarning = true
      faults.code = Array(outcome.faults.prefix(shownFaults))
      if outcome.faults.count > shownFaults {
        faults.lines = [visit.say("以下是前 \(shownFaults) 個。", "以下是前 \(shownFaults) 个。", "The first \(shownFaults):")]
      }
      blocks.append(faults)
    }
    blocks += outcome.lists.map { list in
      var block = PageBlock(list.title)
      block.code = Array(list.items.prefix(shownFaults))
      if list.items.count > shownFaults {
        block.lines = [visit.say("以下是前 \(shownFaults) 個。", "以下是前 \(shownFaults) 个。", "The first \(shownFaults):")]
      }
      return block
    }
    if !outcome.rows.isEmpty { blocks.append(changes(outcome, file.entity ?? .temple, visit)) }
    if !outcome.vanished.isEmpty {
      var gone = PageBlock(
        visit.say(
          "登記冊已經沒有的廟宇：\(outcome.vanished.count)", "登记册已经没有的庙宇：\(outcome.vanished.count)",
          "No longer in the register: \(outcome.vanished.count)"))
      gone.table = PageTable(
        [visit.say("廟宇", "庙宇", "Temple"), visit.say("結果", "结果", "Result")],
        outcome.vanished.prefix(shownFaults).map {
          PageTable.Row([
            .init($0.name, note: $0.key), .init(fate($0.fate, isRehearsal: isRehearsal, visit)),
          ])
        }, nothing: "")
      blocks.append(gone)
    }
    return SectionPage(
      visit.language, title: title,
      crumbs: [PageLink(visit.say("匯入與備份", "导入与备份", "Imports, backup"), "/admin/imports")], blocks)
  }

  /// What becomes of each row: the record, and its values before and after.
  private static func changes(_ outcome: ImportFile.Outcome, _ entity: Entity, _ visit: Visit) -> PageBlock {
    var block = PageBlock(visit.say("逐筆的改變", "逐条的改变", "Record by record"))
    let total = outcome.counts.filter { ["added", "changed"].contains($0.name) }.map(\.count).reduce(0, +)
    let rows = outcome.rows.prefix(shownFaults)
    if total > rows.count {
      block.lines = [visit.say("以下是前 \(rows.count) 筆。", "以下是前 \(rows.count) 条。", "The first \(rows.count):")]
    }
    block.table = PageTable(
      [
        visit.say("紀錄", "记录", "Record"), visit.say("檔案裡", "文件里", "In the file"),
        visit.say("寫入後", "写入后", "Afterwards"),
      ],
      rows.map { row in
        let values = row.fields.map { field in
          func shown(_ value: JSON) -> String {
            let text = StoredText.shown(value, field.name, entity, visit.clock, visit.language)
            return text.count > 60 ? text.prefix(59) + "…" : text
          }
          let label = entity.title(of: field.name, in: visit.language) + visit.say("：", "：", ": ")
          return label + (row.isNew ? "" : shown(field.before) + " → ") + shown(field.after)
        }
        return PageTable.Row([
          .init(row.name, note: row.key),
          .init(visit.say(InputPlace.chinese(row.place), InputPlace.simplifiedChinese(row.place), row.place)),
          .init(values.joined(separator: visit.say("；", "；", "; ")), note: row.isNew ? word("added", visit) : nil),
        ])
      }, nothing: "")
    return block
  }

  private static func word(_ name: String, _ visit: Visit) -> String {
    switch name {
    case "read": visit.say("讀到", "读到", "Read")
    case "added": visit.say("新增", "新增", "Added")
    case "changed": visit.say("改變", "改变", "Changed")
    case "unchanged": visit.say("不變", "不变", "Unchanged")
    case "kept": visit.say("保留這裡改過的欄位", "保留这里改过的字段", "Fields edited here and kept")
    case "removedHere": visit.say("這裡刪過，不再加入", "这里删过，不再加入", "Removed here, not added again")
    case "left": visit.say("略過", "略过", "Left out")
    default: visit.say("移除", "移除", "Removed")
    }
  }

  private static func fate(_ fate: RegisterReport.Fate, isRehearsal: Bool, _ visit: Visit) -> String {
    switch fate {
    case .kept: visit.say("保留", "保留", "kept")
    case .removed: isRehearsal ? visit.say("會移除", "会移除", "would be removed") : visit.say("已移除", "已移除", "removed")
    case .protected(.ships): visit.say("保留：隨 folkcal 提供", "保留：随 folkcal 提供", "kept: ships with folkcal")
    case .protected(.edited): visit.say("保留：這裡改過", "保留：这里改过", "kept: edited here")
    case .protected(.added): visit.say("保留：這裡新增的", "保留：这里新增的", "kept: added here")
    case .referredTo(let by):
      visit.say("保留：還有資料使用它（", "保留：还有资料使用它（", "kept: still in use (")
        + by.map { RemovePage.reference($0, visit.language) }.joined(separator: "、") + visit.say("）", "）", ")")
    }
  }

  // MARK: The backup

  private static func backup(_ visit: Visit) async throws -> PageAnswer {
    guard !visit.service.store.isServer else { throw PageProblem.nothingHere }
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-\(UUID().uuidString).db").path
    let handle = try await visit.work { store in
      defer { unlink(path) }
      try store.backUp(to: path, replaces: false)
      // The file has no name any more, and is gone when it is closed.
      guard let handle = FileHandle(forReadingAtPath: path) else { throw CocoaError(.fileReadUnknown) }
      return handle
    }
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: 0)
    let threads = visit.service.threads
    let body = ResponseBody(contentLength: Int(size)) { writer in
      while let piece = try await threads.runIfActive({ try handle.read(upToCount: 1 << 18) }), !piece.isEmpty {
        try await writer.write(ByteBuffer(bytes: piece))
      }
      try? handle.close()
      try await writer.finish(nil)
    }
    var answer = PageAnswer(body: .stream(body, type: "application/vnd.sqlite3"))
    answer.headers[.contentDisposition] = "attachment; filename=\"folkcal-\(visit.moment.today).db\""
    return answer
  }
}

/// A file that somebody sent for an import.
struct ImportFile: Sendable {
  static let register = "register"
  /// The days that temples have registered, and their opening hours and telephones.
  static let rites = "rites"
  static let hours = "hours"
  /// The kinds that are no records of ours.
  static let others = [register, rites, hours]

  let name: String
  /// One of `others`, or the plural of an entity.
  let kind: String
  let bytes: [UInt8]
  let leavesOutFaulty: Bool
  let removesVanished: Bool
  /// The name of a register other than the ministry's.
  let register: RegisterName?
  let trustsNumbers: Bool

  /// The ministry's register, as it was fetched.
  static func ministrys(_ bytes: [UInt8]) -> ImportFile {
    ImportFile(
      name: MinistryRegister.fileName, kind: register, bytes: bytes, leavesOutFaulty: true, removesVanished: false,
      register: nil, trustsNumbers: false)
  }

  /// The kind of records; nil for one of `others`.
  var entity: Entity? { Self.others.contains(kind) ? nil : PageSection.all.first { $0.plural == kind } ?? .temple }

  /// What an import did, or would do.
  struct Outcome: Sendable {
    var counts: [(name: String, count: Int)] = []
    /// A sentence each, with the place in the file.
    var faults: [String] = []
    /// What of a table is not read.
    var notes: [SheetNote] = []
    /// Sentences that go before the counts: temples without a place or a deity, what an import of rites or hours did.
    var missing: [String] = []
    /// What was left as it was, of an import of rites or hours.
    var lists: [ImportSummary.List] = []
    /// The first records that are added or changed.
    var rows: [ChangeSummary.Row] = []
    var vanished: [RegisterReport.Vanished] = []
    var removed = 0
    /// False if nothing can be imported.
    var isGood = true

    init() {}

    /// A count by its name, such as `added`.
    func count(_ name: String) -> Int { counts.first { $0.name == name }?.count ?? 0 }

    fileprivate init(_ summary: ImportSummary) {
      (missing, lists) = ([summary.sentence], summary.lists)
    }

    fileprivate init(faults: [String]) {
      self.faults = faults
      isGood = false
    }
  }

  /// Imports the file, all or nothing, or rehearses it.
  ///
  /// - Parameters:
  ///   - limit: the most temples that may be removed; nil for any number.
  ///   - folder: the folder with the spellings of deities.
  func run(
    into store: Store, _ change: Change, isRehearsal: Bool, limit: PruneLimit?, folder: String?, _ reader: DateReader,
    _ language: Language, _ progress: (Double) -> Void
  ) -> Outcome {
    do {
      if kind == Self.rites {
        return try runRites(into: store, change, isRehearsal: isRehearsal, folder, reader, language)
      }
      if kind == Self.hours { return try runHours(into: store, change, isRehearsal: isRehearsal, language) }
      guard kind == Self.register, !TempleFile.holdsOwnRecords(bytes) else {
        return try runRecords(into: store, change, isRehearsal: isRehearsal, reader, language)
      }
      return try runRegister(
        into: store, change, isRehearsal: isRehearsal, limit: limit, folder: folder, language, progress)
    } catch let faults as RecordFaults {
      return Outcome(faults: faults.faults.map { $0.message(in: language) })
    } catch {
      return Outcome(faults: [(error as? any SpokenError)?.message(in: language) ?? "\(error)"])
    }
  }

  private func runRecords(
    into store: Store, _ change: Change, isRehearsal: Bool, _ reader: DateReader, _ language: Language
  ) throws -> Outcome {
    let entity = entity ?? .temple
    let contained = try RecordInput.read(entity, in: Data(bytes))
    let drafts = contained.drafts.map { $0.read(of: entity, by: reader) }
    if entity == .event { try Self.refuseOwnDays(drafts, store) }
    let summaries = try store.merge(
      [(entity, drafts)], change, isRehearsal: isRehearsal, leavesOutFaulty: leavesOutFaulty)
    var outcome = Outcome()
    outcome.notes = contained.notes
    for (_, summary) in summaries {
      outcome.counts = [
        ("read", drafts.count), ("added", summary.added), ("changed", summary.changed),
        ("unchanged", summary.unchanged), ("left", Set(summary.leftOut.map(\.place)).count),
      ]
      outcome.rows = summary.rows
      outcome.faults = summary.leftOut.map { $0.message(in: language) }
    }
    return outcome
  }

  /// Users' own days are theirs: they are neither added nor changed by a file.
  private static func refuseOwnDays(_ drafts: [Draft], _ store: Store) throws {
    let faults = try drafts.compactMap { draft -> RecordFault? in
      let key = draft.given("key")?.text ?? ""
      var isOwn = draft.given("owner").map { $0 != .null && $0 != "" } ?? false
      do { isOwn = try isOwn || store.record(.event, key: key)["owner"] != .null } catch RecordError.noSuchRecord {}
      guard isOwn else { return nil }
      return RecordFault(
        field: "owner", "\(draft.place) \(key): is a user's own day, and not imported here",
        "\(draft.place) \(key)：是使用者自己的日子，不能在這裡匯入")
    }
    guard faults.isEmpty else { throw RecordFaults(faults) }
  }

  private static func matcher(_ store: Store, _ folder: String?) throws -> DeityMatcher {
    let deities = try store.catalogue().deities
    let spellings = try folder.map {
      try DeitySpellingsLoader(folder: $0).load(deities: deities, leavesOutUnknown: true)
    }
    return try DeityMatcher(deities: deities, spellings: spellings ?? DeitySpellings())
  }

  private func runRites(
    into store: Store, _ change: Change, isRehearsal: Bool, _ folder: String?, _ reader: DateReader,
    _ language: Language
  ) throws -> Outcome {
    let (rites, notes) = try RitesReader(.bytes(bytes, name: name), today: reader).read()
    guard !rites.isEmpty else {
      return Outcome(faults: [language.say("檔案裡沒有任何慶典", "文件里没有任何庆典", "there is no rite in the file")])
    }
    var work = try RitesImport(store, Self.matcher(store, folder))
    let result = try work.write(rites, change, isRehearsal: isRehearsal)
    var outcome = Outcome(result.summary(of: rites.count, in: language))
    outcome.notes = notes
    return outcome
  }

  private func runHours(
    into store: Store, _ change: Change, isRehearsal: Bool, _ language: Language
  ) throws -> Outcome {
    let (source, places) = try FactsReader(.bytes(bytes, name: name)).read()
    guard !places.isEmpty else {
      return Outcome(faults: [
        language.say(
          "檔案裡沒有任何有名稱、位置與開放時間或電話的地點", "文件里没有任何有名称、位置与开放时间或电话的地点",
          "no place in the file has a name, a position, and opening hours or a telephone")
      ])
    }
    let result = try FactsImport(store).write(places, from: source, change, isRehearsal: isRehearsal)
    return Outcome(result.summary(of: places.count, from: source, in: language))
  }

  private func runRegister(
    into store: Store, _ change: Change, isRehearsal: Bool, limit: PruneLimit?, folder: String?, _ language: Language,
    _ progress: (Double) -> Void
  ) throws -> Outcome {
    let total = Double(max(bytes.count, 1))
    var work = try RegisterImport(
      .bytes(bytes, name: name), name: register, matcher: Self.matcher(store, folder)
    ) { progress(Double($0) / total / 2) }
    let faults = work.faults.map { $0.message(in: language) }
    // With faulty records left out, their temples would look as if they were gone.
    guard faults.isEmpty || (leavesOutFaulty && !removesVanished) else { return Outcome(faults: faults) }
    var options = RegisterImport.Options()
    options.removesVanished = removesVanished
    options.leavesOutFaulty = leavesOutFaulty
    options.trustsNumbers = trustsNumbers
    options.isRehearsal = isRehearsal
    options.limit = limit
    let (report, tally) = try work.write(to: store, change, options) { progress(0.5 + Double($0) / total / 2) }
    var outcome = Outcome()
    outcome.faults = faults + report.leftOut.map { "\(name): \($0.message(in: language))" }
    outcome.notes = work.summary?.notes ?? []
    outcome.missing = tally.missing(in: language)
    outcome.rows = report.rows
    outcome.vanished = report.vanished
    outcome.removed = report.removed
    outcome.counts = [
      ("read", tally.temples), ("added", report.added), ("changed", report.changed), ("unchanged", report.unchanged),
      ("kept", report.kept.count), ("removedHere", report.removedHere), ("left", outcome.faults.count),
      ("removed", report.removed),
    ]
    return outcome
  }
}

/// Files that were rehearsed and wait for the word to import them; the last few.
final class ImportFiles: Sendable {
  private static let limit = 3

  private struct Kept {
    let id: String
    let owner: Int
    let file: ImportFile
    let limit: PruneLimit
  }

  private let kept = Mutex<[Kept]>([])

  /// - Returns: the file's name in the address that imports it.
  func keep(_ file: ImportFile, limit: PruneLimit, owner: Int) -> String {
    let id = RequestSource.randomID()
    kept.withLock { kept in
      kept.append(Kept(id: id, owner: owner, file: file, limit: limit))
      if kept.count > Self.limit { kept.removeFirst() }
    }
    return id
  }

  /// The file and the most that it may remove; nil if it was taken before, is another person's, or was forgotten.
  func take(_ id: String, of owner: Int) -> (ImportFile, PruneLimit)? {
    kept.withLock { kept in
      guard let place = kept.firstIndex(where: { $0.id == id && $0.owner == owner }) else { return nil }
      let taken = kept.remove(at: place)
      return (taken.file, taken.limit)
    }
  }
}
