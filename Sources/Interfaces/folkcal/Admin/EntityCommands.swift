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
    CommandConfiguration(commandName: "list", abstract: "List \(Kind.entity.plural).")
  }

  @Option(
    help: ArgumentHelp(
      "Only records with this in a name or the key; 臺 or 台, Simplified forms and pinyin match.", valueName: "text"))
  var search: String?

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp("Only those whose field has a value; may be repeated.", valueName: "field=value"))
  var conditions: [String] = []

  @Option(help: "The order: data, key, stroke (筆畫), zhuyin (注音) or pinyin.")
  var sort = "data"

  @Option(parsing: .unconditional, help: "How many, 1 to 10000.")
  var limit = 50

  @Option(parsing: .unconditional, help: "How many to skip.")
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
          ? "none from \(offset + 1): there are \(page.total)"
          : "\(offset + 1) to \(last) of \(page.total); --offset \(last) shows the next")
    }
  }

  private func query() throws -> ListQuery {
    guard (1...10_000).contains(limit) else { throw Failure.wrongInput("--limit \(limit) is not between 1 and 10000") }
    guard offset >= 0 else { throw Failure.wrongInput("--offset \(offset) is negative") }
    guard let order = ListQuery.Order(sort) else {
      throw Failure.wrongInput("--sort \"\(sort)\" is not one of \(ListQuery.Order.names.joined(separator: ", "))")
    }
    var query = ListQuery()
    query.search = search
    query.order = order
    query.limit = limit
    query.offset = offset
    query.conditions = try conditions.map { condition in
      let parts = condition.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw Failure.wrongInput("--where \"\(condition)\" is not field=value") }
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
    CommandConfiguration(commandName: "show", abstract: "Show one \(Kind.entity.rawValue).")
  }

  @Argument(help: Kind.entity == .user ? "UUID, mail address, or number such as u42." : "The key.")
  var key: String

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let clock = try time.clock()
    let record = try store.open().record(Kind.entity, key: key)
    print(output.json ? record.json.json() : record.sheet(clock), terminator: output.json ? "\n" : "")
  }
}

extension Record {
  /// Each field with a value on a line; instants in local time.
  func sheet(_ clock: ZonedClock) -> String {
    var table = Table()
    for member in json.members where member.value != .null && member.value != .list([]) {
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
      commandName: "add", abstract: "Add one \(Kind.entity.rawValue).",
      discussion: "Fields come from options, from --file, or from an editor; an option wins over the file.")
  }

  @OptionGroup var fields: Kind.Fields
  @OptionGroup var source: RecordSource
  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try author.store.open()
    let change = try author.change(time)
    let clock = try time.clock()
    let template = JSON.object(Kind.entity.fields.map { JSON.Member($0.name, .null) })
    try source.withDrafts(of: Kind.entity, fields.given, editing: template) { drafts in
      for record in try store.add(drafts.map { $0.withInstants(of: Kind.entity, by: clock) }, to: Kind.entity, change) {
        output.told("added", record)
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
      commandName: "edit", abstract: "Change one \(Kind.entity.rawValue).",
      discussion: "Only the given fields change; an empty value (--note \"\") removes one.")
  }

  @Argument(help: Kind.entity == .user ? "UUID, mail address, or number such as u42." : "The key.")
  var record: String

  @OptionGroup var fields: Kind.Fields
  @OptionGroup var source: RecordSource
  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try author.store.open()
    let current = try store.record(Kind.entity, key: record)
    let clock = try time.clock()
    try source.withDrafts(of: Kind.entity, fields.given, editing: current.json) { drafts in
      guard drafts.count == 1 else { throw Failure.wrongInput("the file holds \(drafts.count) records: expected one") }
      let (old, new) = try store.edit(
        Kind.entity, key: record, drafts[0].withInstants(of: Kind.entity, by: clock), author.change(time))
      output.told(old == new ? "unchanged" : "edited", new)
    }
  }
}

/// Removes a record.
///
///     folkcal admin group remove summer --yes
struct RemoveCommand<Kind: AdminKind>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "remove", abstract: "Remove one \(Kind.entity.rawValue).",
      discussion: "A record with references is not removed (status 1); the message names the references.")
  }

  @Argument(help: Kind.entity == .user ? "UUID, mail address, or number such as u42." : "The key.")
  var record: String

  @OptionGroup var confirmation: Confirmation
  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try author.store.open()
    let current = try store.record(Kind.entity, key: record)
    let name = current.name(in: output.language)
    try confirmation.ask("Remove \(Kind.entity.rawValue) \(current.key)\(name == current.key ? "" : " (\(name))")?")
    output.told("removed", try store.remove(Kind.entity, key: record, author.change(time)))
  }
}

/// The confirmation of a removal.
struct Confirmation: ParsableArguments {
  @Flag(help: "Do not ask.")
  var yes = false

  /// Asks on a terminal; elsewhere requires `--yes`.
  func ask(_ question: String) throws {
    guard !yes else { return }
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure.wrongInput("\(question) Not asked, because this is no terminal: give --yes")
    }
    StandardError.write("\(question) [y/N] ")
    guard let answer = readLine()?.lowercased(), ["y", "yes", "是"].contains(answer) else {
      throw Failure.failed("nothing was changed")
    }
  }
}

/// The sources of a record's fields, besides the options.
struct RecordSource: ParsableArguments {
  @Option(help: ArgumentHelp("A JSON or CSV file with the fields; - for standard input.", valueName: "file"))
  var file: String?

  @Flag(help: "Write the fields in the editor that VISUAL or EDITOR names.")
  var editor = false

  /// Calls a closure with the drafts from the file or the editor; options have precedence over their fields.
  ///
  /// - Parameter editing: the initial text of the editor; the draft contains changed fields only.
  func withDrafts(
    of entity: Entity, _ given: [Draft.Given], editing: JSON, _ body: ([Draft]) throws -> Void
  ) throws {
    guard file == nil || !editor else { throw Failure.wrongInput("--file and --editor do not go together") }
    if let file {
      return try body(
        RecordInput.drafts(of: entity, in: InputFile.readText(file)).map {
          Draft(place: $0.place, fields: $0.fields + given)
        })
    }
    guard editor else {
      guard !given.isEmpty else {
        throw Failure.wrongInput("nothing is given: name the fields, or --file, or --editor")
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
      let failure = Failure(error) ?? .failed("\(error)")
      throw Failure(status: failure.status, message: "\(failure.message)\nwhat you wrote is in \(path)")
    }
  }
}

extension OutputOptions {
  /// Reports a change of a record: a line of text, or the record as JSON.
  func told(_ verb: String, _ record: Record) {
    let number = record.id.map { " (\(record.entity == .user ? "u" : "")\($0))" } ?? ""
    print(json ? record.json.json() : "\(verb) \(record.entity.rawValue) \(record.key)\(number)")
  }
}
