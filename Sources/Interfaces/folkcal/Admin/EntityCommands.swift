import ArgumentParser
import Folklore
import Foundation
import Imports
import JSON
import Records
import Store

/// Lists a page of records.
///
///     folkcal admin event list --search 媽祖
struct ListCommand<Kind: AdminKind>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: Speech.say("列出\(Kind.entity.chinese)。", "List \(Kind.entity.plural)."))
  }

  @Option(
    help: ArgumentHelp.say(
      "只列出名稱或代號含有這段文字的資料；臺與台、簡體字與拼音都能找到。",
      "Only records with this in a name or the key; 臺 or 台, Simplified forms and pinyin match.", valueName: "text"))
  var search: String?

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp.say(
      "只列出欄位等於某值的資料；可重複指定。", "Only those whose field has a value; may be repeated.", valueName: "field=value"))
  var conditions: [String] = []

  @Option(
    help: .say(
      "排列順序：data（資料順序）、key（代號）、stroke（筆畫）、zhuyin（注音）或 pinyin（拼音）。",
      "The order: data, key, stroke (筆畫), zhuyin (注音) or pinyin."))
  var sort = "data"

  @Option(parsing: .unconditional, help: .say("筆數，1 到 10000。", "How many, 1 to 10000."))
  var limit = 50

  @Option(parsing: .unconditional, help: .say("略過前面幾筆。", "How many to skip."))
  var offset = 0

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let clock = try time.clock()
    let page = try store.open().list(Kind.entity, query())
    if output.json {
      return print("[" + page.records.map { $0.json.json() }.joined(separator: ",\n") + "]")
    }
    let language = output.language
    var table = Table(Kind.columns.map { $0.heading(language) })
    for record in page.records { table.add(Kind.columns.map { $0.cell(record, language, clock) }) }
    print(table.text(isColored: output.useColor), terminator: "")
    let last = offset + page.records.count
    if page.records.isEmpty ? page.total > 0 : last < page.total {
      StandardError.note(
        page.records.isEmpty
          ? Speech.say(
            "第 \(offset + 1) 筆起沒有資料：共 \(page.total) 筆", "none from \(offset + 1): there are \(page.total)")
          : Speech.say(
            "第 \(offset + 1) 到 \(last) 筆，共 \(page.total) 筆；--offset \(last) 顯示後面的資料",
            "\(offset + 1) to \(last) of \(page.total); --offset \(last) shows the next"))
    }
  }

  private func query() throws -> ListQuery {
    guard (1...10_000).contains(limit) else {
      throw Failure.outOfRange("--limit", "\(limit)", "1", "10000")
    }
    guard offset >= 0 else {
      throw Failure.wrongInput("--offset 的 \(offset) 是負數，請寫 0 以上的數", "--offset \(offset) is negative")
    }
    guard let order = ListQuery.Order(sort) else {
      throw Failure.wrongChoice("--sort", sort, ListQuery.Order.names)
    }
    var query = ListQuery()
    query.search = search
    query.order = order
    query.limit = limit
    query.offset = offset
    query.conditions = try conditions.map { condition in
      let parts = condition.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw Failure.wrongInput(
          "--where「\(condition)」的寫法不對，請寫成「欄位=值」，例如 type=deity", "--where \"\(condition)\" is not field=value")
      }
      return ListQuery.Condition(field: String(parts[0]), value: String(parts[1]))
    }
    return query
  }
}

/// Shows one record with all fields.
///
///     folkcal admin event show mazu
struct ShowCommand<Kind: AdminKind>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show", abstract: Speech.say("顯示\(Kind.entity.chineseOne)。", "Show one \(Kind.entity.rawValue)."))
  }

  @Argument(help: Kind.keyHelp(as: "key"))
  var key: String

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let clock = try time.clock()
    let record = try store.open().record(Kind.entity, key: key)
    print(output.json ? record.json.json() : record.sheet(clock), terminator: output.json ? "\n" : "")
    if let bounce = record.mailBounce {
      StandardError.note(
        "寄到 \(bounce.address) 的信被退回，所以不再寄；folkcal admin user bounce \(bounce.address) --clear 會再寄",
        "mails to \(bounce.address) came back, so none is sent; folkcal admin user bounce \(bounce.address) --clear sends them again"
      )
    }
  }
}

extension Record {
  /// Each field with a value on a line; instants in local time.
  func sheet(_ clock: ZonedClock) -> String {
    var table = Table()
    for member in json.members where ![.null, .list([]), .object([])].contains(member.value) {
      let instant = entity.instantFields.contains(member.name) ? clock.iso(member.value) : nil
      let lines = (instant ?? member.value.plain).split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() { table.add(index == 0 ? member.name : "", String(line)) }
    }
    return table.text(isColored: false)
  }
}

/// Adds a record.
///
///     folkcal admin event add --key my-day --title 開基紀念 --rule "lunar 5/5"
struct AddCommand<Kind: AdminKind>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "add", abstract: Speech.say("新增\(Kind.entity.chineseOne)。", "Add one \(Kind.entity.rawValue)."),
      discussion: Speech.say(
        "欄位的值來自選項、--file 的檔案或編輯器；選項優先於檔案。",
        "Fields come from options, from --file, or from an editor; an option wins over the file."))
  }

  @OptionGroup var fields: Kind.Fields
  @OptionGroup var source: RecordSource
  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try author.store.open()
    let change = try author.change(time)
    let reader = try time.reader()
    let template = JSON.object(Kind.entity.fields.map { JSON.Member($0.name, .null) })
    try source.withDrafts(of: Kind.entity, fields.given, editing: template) { drafts in
      for record in try store.add(drafts.map { $0.read(of: Kind.entity, by: reader) }, to: Kind.entity, change) {
        output.told(.added, record)
      }
    }
  }
}

/// Changes fields of a record.
///
///     folkcal admin event edit mazu --note "…"
struct EditCommand<Kind: AdminKind>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "edit", abstract: Speech.say("變更\(Kind.entity.chineseOne)。", "Change one \(Kind.entity.rawValue)."),
      discussion: Speech.say(
        "只變更有寫出的欄位；空白的值（\(Kind.entity.clearableOption) \"\"）會清除該欄位。",
        "Only the given fields change; an empty value (\(Kind.entity.clearableOption) \"\") removes one."))
  }

  @Argument(help: Kind.keyHelp(as: "record"))
  var record: String

  @OptionGroup var fields: Kind.Fields
  @OptionGroup var source: RecordSource
  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try author.store.open()
    let current = try store.record(Kind.entity, key: record)
    let reader = try time.reader()
    try source.withDrafts(of: Kind.entity, fields.given, editing: current.json) { drafts in
      guard drafts.count == 1 else {
        throw Failure.wrongInput(
          "檔案裡有 \(drafts.count) 筆資料，這裡只能有一筆", "the file holds \(drafts.count) records: expected one")
      }
      let (old, new) = try store.edit(
        Kind.entity, key: record, drafts[0].read(of: Kind.entity, by: reader), author.change(time))
      output.told(old == new ? .unchanged : .edited, new)
    }
  }
}

/// Removes a record.
///
///     folkcal admin group remove summer --yes
struct RemoveCommand<Kind: AdminKind>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "remove",
      abstract: Speech.say("移除\(Kind.entity.chineseOne)。", "Remove one \(Kind.entity.rawValue)."),
      discussion: Speech.say(
        "仍有其他資料引用時不會移除（結束代碼 1），並列出那些資料。",
        "A record with references is not removed (status 1); the message names the references."))
  }

  @Argument(help: Kind.keyHelp(as: "record"))
  var record: String

  @OptionGroup var confirmation: Confirmation
  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try author.store.open()
    let current = try store.record(Kind.entity, key: record)
    let name = current.name(in: output.language)
    let isNamed = name != current.key
    try confirmation.ask(
      "是否移除\(Kind.entity.chinese) \(current.key)\(isNamed ? "（\(name)）" : "")？",
      "Remove \(Kind.entity.rawValue) \(current.key)\(isNamed ? " (\(name))" : "")?")
    output.told(.removed, try store.remove(Kind.entity, key: record, author.change(time)))
  }
}

/// The confirmation of a removal.
struct Confirmation: ParsableArguments {
  @Flag(help: .say("不詢問，直接執行。", "Do not ask."))
  var yes = false

  /// Asks on a terminal; elsewhere requires `--yes`.
  func ask(_ chinese: String, _ english: String) throws {
    guard !yes else { return }
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure.wrongInput(
        "\(chinese)這裡不是終端機，無法詢問：請加上 --yes", "\(english) Not asked, because this is no terminal: give --yes")
    }
    StandardError.write(Speech.say(chinese, english) + " [y/N] ")
    guard let answer = readLine()?.lowercased(), ["y", "yes", "是"].contains(answer) else {
      throw Failure.failed("沒有變更任何資料", "nothing was changed")
    }
  }
}

/// The sources of a record's fields, besides the options.
struct RecordSource: ParsableArguments {
  @Option(
    help: ArgumentHelp.say(
      "內含欄位的 JSON 或 CSV 檔案；- 表示標準輸入。", "A JSON or CSV file with the fields; - for standard input.", valueName: "file"))
  var file: String?

  @Flag(help: .say("用環境變數 VISUAL 或 EDITOR 指定的編輯器填寫欄位。", "Write the fields in the editor that VISUAL or EDITOR names."))
  var editor = false

  /// Calls a closure with the drafts from the file or the editor; options have precedence over their fields.
  ///
  /// - Parameter editing: the initial text of the editor; the draft contains changed fields only.
  func withDrafts(
    of entity: Entity, _ given: [Draft.Given], editing: JSON, _ body: ([Draft]) throws -> Void
  ) throws {
    guard file == nil || !editor else {
      throw Failure.wrongInput("--file 與 --editor 不能同時使用", "--file and --editor do not go together")
    }
    if let file {
      return try body(
        InputFile.drafts(RecordInput.read(entity, in: InputFile.readText(file))).map {
          Draft(place: $0.place, fields: $0.fields + given)
        })
    }
    guard editor else {
      guard !given.isEmpty else {
        throw Failure.wrongInput(
          "沒有指定任何內容：請寫出欄位選項，或使用 --file 或 --editor", "nothing is given: name the fields, or --file, or --editor")
      }
      return try body([Draft(fields: given)])
    }
    let path = try EditorFile.edit(editing.indented)
    do {
      try body(
        RecordInput.drafts(of: entity, in: InputFile.readText(path)).map { draft in
          Draft(place: draft.place, fields: draft.fields.filter { $0.value != editing[$0.name] } + given)
        })
      try? FileManager.default.removeItem(atPath: path)
    } catch {
      let failure = Failure(error) ?? .failed("\(error)", "\(error)")
      throw Failure(
        failure.status, "\(failure.message)\n您填寫的內容保存在 \(path)", "\(failure.message)\nwhat you wrote is in \(path)")
    }
  }
}

/// The result of a command that changes a record.
enum RecordChange: String {
  case added, edited, unchanged, removed

  var chinese: String {
    switch self {
    case .added: "已新增"
    case .edited: "已變更"
    case .unchanged: "沒有變更"
    case .removed: "已移除"
    }
  }
}

extension OutputOptions {
  /// Reports a change of a record: a line of text, or the record as JSON.
  func told(_ change: RecordChange, _ record: Record) {
    guard !json else { return print(record.json.json()) }
    let number = record.id.map { "\(record.entity == .user ? "u" : "")\($0)" }
    print(
      Speech.say(
        change.chinese + record.entity.chinese + " \(record.key)" + (number.map { "（編號 \($0)）" } ?? ""),
        "\(change) \(record.entity.rawValue) \(record.key)" + (number.map { " (\($0))" } ?? "")))
  }
}
