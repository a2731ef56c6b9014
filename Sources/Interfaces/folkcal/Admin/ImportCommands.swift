import ArgumentParser
import Folklore
import Foundation
import Imports
import JSON
import Records
import Store
import WebPages

/// Imports records from a file.
///
///     folkcal admin event import events.json
struct ImportCommand<Kind: AdminKind>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import",
      abstract: Speech.say(
        "從檔案新增與變更\(Kind.entity.chinese)，全部成功或完全不變。", "Add and change \(Kind.entity.plural) from a file, all or none."),
      discussion: Speech.say(
        """
        檔案可為 JSON（清單、單一物件、一行一個物件，或整份匯出），或有標題列的 CSV 或 Excel 活頁簿（.xlsx，第一張工作表），依內容判斷，\
        編碼為 UTF-8、UTF-16 或 Big5。標題可用欄位名稱或中文；不認得的欄位會列出，不讀取。\
        每一筆都檢查無誤，才開始寫入。代號已存在的資料，只變更檔案裡有的欄位。
        """,
        """
        The file is JSON (a list, an object, one object a line, or a whole export) or CSV or a workbook (.xlsx, its first sheet) with a header, told apart by content, in UTF-8, UTF-16 or Big5. A column that is no field is \
        named and not read. Every row is \
        checked before any is written. A record whose key exists is changed in the fields that the file has.
        """))
  }

  @OptionGroup var merging: MergeOptions

  func run() throws {
    try merging.run { [(Kind.entity, InputFile.drafts(try RecordInput.read(Kind.entity, in: $0)))] }
  }
}

/// Exports records to a file.
///
///     folkcal admin event export > events.json
struct ExportCommand<Kind: AdminKind>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export",
      abstract: Speech.say(
        "把所有\(Kind.entity.chinese)寫成可再匯入的 JSON 或 CSV。",
        "Write all \(Kind.entity.plural) as JSON or CSV that import reads back."),
      discussion: Kind.entity == .event ? Speech.say("使用者的自訂日子隨使用者一起匯出。", "Users' own events go with their users.") : ""
    )
  }

  @Option(help: .say("格式：json 或 csv。", "json or csv."))
  var format: ExportFormat = .json

  @Option(
    help: ArgumentHelp.say("要寫入的檔案；預設為標準輸出。", "The file to write; standard output by default.", valueName: "file"))
  var to: String?

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var messages: MessageOptions

  func run() throws {
    let records = try store.open().export(Kind.entity)
    if format == .csv, Kind.entity == .user {
      StandardError.note(
        Speech.say(
          "CSV 不含使用者的自訂日子、帳號、權杖、裝置與提醒方式的目標；--format json 才有",
          "users' own events, accounts, tokens, devices and the targets of channels are not in the CSV: --format json has them"
        )
      )
    }
    let text =
      format == .csv
      ? RecordInput.csv(records, of: Kind.entity, clock: try ZonedClock(identifier: "Asia/Taipei"))
      : JSON.lines(records) + "\n"
    try OutputFile.write(text, to: to, isPrivate: Kind.entity == .user)
  }
}

/// The format of an export.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
  case json, csv
}

/// Exports the whole database as one document.
struct WholeExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: Speech.say(
      "把全部資料寫成一份 JSON，可用 admin import 匯入。", "Write everything as one JSON document that admin import reads back."))

  @Option(
    help: ArgumentHelp.say("要寫入的檔案；預設為標準輸出。", "The file to write; standard output by default.", valueName: "file"))
  var to: String?

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var messages: MessageOptions

  func run() throws {
    let contents = try store.open().exportAll()
    let lists = contents.map { "\"\($0.entity.plural)\":\(JSON.lines($0.records))" }
    // Private, because it contains users.
    try OutputFile.write(
      "{\"folkcal\":\"\(Folkcal.version)\",\n" + lists.joined(separator: ",\n") + "}\n", to: to, isPrivate: true)
  }
}

/// Imports the document of a whole export.
struct WholeImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: Speech.say("匯入整份匯出檔的新增與變更，全部成功或完全不變。", "Add and change everything that an export holds, all or none."))

  @OptionGroup var merging: MergeOptions

  func run() throws {
    try merging.run { try RecordInput.contents(in: $0).map { ($0.entity, $0.drafts) } }
  }
}

/// The common part of the two imports.
struct MergeOptions: ParsableArguments {
  @Argument(help: .say("檔案；- 表示標準輸入。", "The file; - for standard input."))
  var file: String

  @Flag(name: .customLong("dry-run"), help: .say("只檢查與計數，不變更資料。", "Check and count, and change nothing."))
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  /// Reads the file and merges its records, all or none.
  func run(_ read: (Data) throws -> [(Entity, [Draft])]) throws {
    let reader = try time.reader()
    let contents = try read(InputFile.readText(file)).map { entity, drafts in
      (entity, drafts.map { $0.read(of: entity, by: reader) })
    }
    let summaries = try author.store.open().merge(contents, author.change(time), isRehearsal: dryRun)
    try output.told(summaries, isRehearsal: dryRun, time.clock())
  }
}

extension OutputOptions {
  /// Reports the result of an import.
  func told(_ summaries: [(Entity, ChangeSummary)], isRehearsal: Bool, _ clock: ZonedClock) throws {
    if json {
      return try printJSON(
        Dictionary(
          uniqueKeysWithValues: summaries.map { entity, summary in
            (entity.plural, ["added": summary.added, "changed": summary.changed, "unchanged": summary.unchanged])
          }))
    }
    for (entity, summary) in summaries {
      print(
        Speech.say(
          "\(entity.chinese)：新增 \(summary.added) \(entity.chineseUnit)，變更 \(summary.changed) \(entity.chineseUnit)，未變 \(summary.unchanged) \(entity.chineseUnit)"
            + (isRehearsal ? "（僅試做，未寫入）" : ""),
          "\(entity.plural): \(summary.added) added, \(summary.changed) changed, \(summary.unchanged) unchanged"
            + (isRehearsal ? " (rehearsed only)" : "")))
      if isRehearsal { for line in Self.rows(of: summary, of: entity, clock) { print(line) } }
    }
  }
}

extension OutputOptions {
  private static let shownRows = 50

  /// What would become of each record.
  private static func rows(of summary: ChangeSummary, of entity: Entity, _ clock: ZonedClock) -> [String] {
    func short(_ value: JSON, _ field: String) -> String {
      let isInstant = entity.fields.contains { if case .instant = $0.kind { $0.name == field } else { false } }
      let text = value.text.map { isInstant ? StoredText.local($0, clock) : $0 } ?? value.json()
      return text.count > 60 ? text.prefix(59) + "…" : text
    }
    let lines = summary.rows.prefix(shownRows).map { row in
      let fields = row.fields.map { field in
        field.name + " " + (row.isNew ? "" : short(field.before, field.name) + " → ") + short(field.after, field.name)
      }
      let head = [row.place.isEmpty ? "" : Speech.say(InputPlace.chinese(row.place), row.place), row.key, row.name]
      return "  " + head.filter { !$0.isEmpty }.joined(separator: " ") + Speech.say("：", ": ")
        + fields.joined(separator: Speech.say("；", "; "))
    }
    let rest = summary.added + summary.changed - lines.count
    return lines + (rest > 0 ? [Speech.say("  另有 \(rest) 筆", "  and \(rest) more")] : [])
  }
}

extension JSON {
  /// A list with one entry per line, for comparing two exports by line.
  static func lines(_ records: [JSON]) -> String {
    records.isEmpty ? "[]" : "[\n" + records.map { $0.json() }.joined(separator: ",\n") + "\n]"
  }
}
