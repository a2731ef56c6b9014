public import ArgumentParser
import Folklore
import Foundation
import JSON
import Records
import Store
import WebPages

/// Checks the database file and its contents.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: Speech.say(
      "檢查資料庫：檔案、參照、各筆資料，以及由日期規則算出的日期。",
      "Check the database: file, references, records, and the days computed from rules."),
    discussion: Speech.say("有問題時結束代碼是 1。", "The status is 1 when there are faults."))

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
    StandardError.note(
      Speech.say(
        "\(opened.place)：\(faults.count) 個問題",
        "\(opened.place): \(faults.count) fault\(faults.count == 1 ? "" : "s")"))
    guard faults.isEmpty else { throw Failure.failed("資料庫有問題，請看以上各項", "the database has faults") }
  }
}

/// Copies the database.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: Speech.say("把整個資料庫備份到檔案，其他程式可繼續執行。", "Copy the whole database into a file while other programs continue.")
  )

  @Argument(help: .say("要寫入的檔案。", "The file to write.")) var file: String
  @Flag(help: .say("取代既有的檔案。", "Replace an existing file.")) var force = false
  @OptionGroup var store: DatabaseOptions
  @OptionGroup var messages: MessageOptions

  func run() throws {
    let opened = try store.open()
    try opened.backUpNoting(to: file, replaces: force, now: Int(Date().timeIntervalSince1970))
    StandardError.note(Speech.say("已寫入 \(file)", "wrote \(file)"))
  }
}

/// Replaces the database with a backup.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: Speech.say(
      "用備份還原資料庫；原來的資料庫保留在同一個資料夾。", "Replace the database by a backup; the former one is kept beside it."))

  @Argument(help: .say("備份檔。", "The backup.")) var file: String
  @OptionGroup var confirmation: Confirmation
  @OptionGroup var store: DatabaseOptions
  @OptionGroup var messages: MessageOptions

  func run() throws {
    guard !Store.isServer(store.url) else {
      throw Failure.wrongInput(
        "restore 只適用於 SQLite 檔案；伺服器上的資料庫請用 pg_restore 還原",
        "restore works on a SQLite file: restore a server's database by pg_restore")
    }
    let path = try Store.path(of: store.url)
    try confirmation.ask("是否用 \(file) 取代 \(path)？", "Replace \(path) by \(file)?")
    let former = try Store.restore(file, to: store.url)
    StandardError.note(
      Speech.say(
        "已還原 \(file)" + (former.map { "；原來的資料庫是 \($0)" } ?? ""),
        "restored \(file)" + (former.map { "; the former database is \($0)" } ?? "")))
  }
}

/// Shows the audit log.
struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: Speech.say(
      "顯示修改紀錄：誰、何時、修改前後的值；最新的在前。", "Show the audit log: actor, time, and values before and after; newest first."))

  @Option(
    help: .say(
      "只列一種：event（節日）、deity（神明）、temple（廟宇）、activity（活動）、group（群組）、user（使用者）或 source（來源）。",
      "Only one kind: event, deity, temple, activity, group, user or source.")) var entity: Entity?
  @Option(help: .say("只列這個代號的資料。", "Only the record of this key.")) var key: String?
  @Option(parsing: .unconditional, help: .say("筆數，1 到 10000。", "How many, 1 to 10000.")) var limit = 20
  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    guard (1...10_000).contains(limit) else {
      throw Failure.outOfRange("--limit", "\(limit)", "1", "10000")
    }
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
        people[entry.actor].map { Speech.say("\($0)（\(entry.actor)）", "\($0) (\(entry.actor))") } ?? entry.actor,
        AuditWords.action(entry.action),
        AuditWords.kind(entry.entity), entry.key,
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
    commandName: "stats", abstract: Speech.say("顯示資料庫的資料量。", "Show how much the database holds."))

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let opened = try store.open()
    let statistics = try opened.statistics()
    guard !output.json else { return try output.printJSON(statistics) }
    var table = Table()
    table.add(Speech.say("資料庫", "database"), opened.place)
    table.add(Speech.say("結構版本", "schema"), String(statistics.schema))
    table.add(Speech.say("位元組", "bytes"), String(statistics.bytes))
    table.add(Speech.say("已算出的日期", "occurrences"), statistics.occurrences.joined(separator: " – "))
    for (name, count) in statistics.rows.sorted(by: { $0.key < $1.key }) {
      table.add(StatisticsWords.table(name), String(count))
    }
    for (type, count) in statistics.events.sorted(by: { $0.key < $1.key }) {
      let words = ChoiceWords.name(of: type, field: "type", .event, .traditionalChinese)
      table.add(Speech.say("節日：\(words)", "events \(type)"), String(count))
    }
    for (status, count) in statistics.reminders.sorted(by: { $0.key < $1.key }) {
      table.add(Speech.say("提醒：\(StatisticsWords.status(status))", "reminders \(status)"), String(count))
    }
    print(table.text(isColored: false), terminator: "")
  }
}
