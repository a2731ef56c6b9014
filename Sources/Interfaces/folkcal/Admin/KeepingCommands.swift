public import ArgumentParser
import Folklore
import Foundation
import JSON
import Records
import Store

/// Checks the database file and its contents.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the database: file, references, records, and the days computed from rules.",
    discussion: "The status is 1 when there are faults.")

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let opened = try store.open()
    let faults = try opened.faults(targets: DeliveryEnvironment.targets())
    if output.json {
      try output.printJSON(faults)
    } else {
      for fault in faults { print(fault) }
    }
    StandardError.note("\(opened.place): \(faults.count) fault\(faults.count == 1 ? "" : "s")")
    guard faults.isEmpty else { throw Failure.failed("the database has faults") }
  }
}

/// Copies the database.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the whole database into a file while other programs continue.")

  @Argument(help: "The file to write.") var file: String
  @Flag(help: "Replace an existing file.") var force = false
  @OptionGroup var store: DatabaseOptions

  func run() throws {
    try store.open().backUp(to: file, replaces: force)
    StandardError.note("wrote \(file)")
  }
}

/// Replaces the database with a backup.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Replace the database by a backup; the former one is kept beside it.")

  @Argument(help: "The backup.") var file: String
  @OptionGroup var confirmation: Confirmation
  @OptionGroup var store: DatabaseOptions

  func run() throws {
    guard !Store.isServer(store.url) else {
      throw Failure.wrongInput("restore works on a SQLite file: restore a server's database by pg_restore")
    }
    try confirmation.ask("Replace \(try Store.path(of: store.url)) by \(file)?")
    let former = try Store.restore(file, to: store.url)
    StandardError.note("restored \(file)" + (former.map { "; the former database is \($0)" } ?? ""))
  }
}

/// Shows the audit log.
struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Show the audit log: actor, time, and values before and after; newest first.")

  @Option(help: "Only one kind: event, deity, temple, activity, group, user or source.") var entity: Entity?
  @Option(help: "Only the record of this key.") var key: String?
  @Option(parsing: .unconditional, help: "How many, 1 to 10000.") var limit = 20
  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    guard (1...10_000).contains(limit) else { throw Failure.wrongInput("--limit \(limit) is not between 1 and 10000") }
    let opened = try store.open()
    // An existing user's mail address is accepted too.
    let known = entity == .user ? key.flatMap { try? opened.record(.user, key: $0).key } ?? key : key
    let entries = try opened.audit(entity, key: known, limit: limit)
    guard !output.json else { return print("[" + entries.map { $0.json.json() }.joined(separator: ",\n") + "]") }
    let clock = try time.clock()
    let people = try opened.people(Set(entries.map(\.actor)))
    var table = Table()
    for entry in entries {
      let local = CivilTime.iso(unixTime: entry.at, offset: clock.offset(at: entry.at))
      table.add(
        String(local.prefix(16)).replacing("T", with: " "),
        people[entry.actor].map { "\($0) (\(entry.actor))" } ?? entry.actor, entry.action, entry.entity, entry.key,
        entry.action == "edit"
          ? entry.after.members.map { "\($0.name): \(entry.before[$0.name].json()) → \($0.value.json())" }.joined(
            separator: "; ")
          : "")
    }
    print(table.text(isColored: false), terminator: "")
  }
}

extension Entity: ExpressibleByArgument {}

/// Shows the size of the database.
struct StatisticsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show how much the database holds.")

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let opened = try store.open()
    let statistics = try opened.statistics()
    guard !output.json else { return try output.printJSON(statistics) }
    var table = Table()
    table.add("database", opened.place)
    table.add("schema", String(statistics.schema))
    table.add("bytes", String(statistics.bytes))
    table.add("occurrences", statistics.occurrences.joined(separator: " – "))
    for (name, count) in statistics.rows.sorted(by: { $0.key < $1.key }) { table.add(name, String(count)) }
    for (type, count) in statistics.events.sorted(by: { $0.key < $1.key }) {
      table.add("events \(type)", String(count))
    }
    for (status, count) in statistics.reminders.sorted(by: { $0.key < $1.key }) {
      table.add("reminders \(status)", String(count))
    }
    print(table.text(isColored: false), terminator: "")
  }
}
