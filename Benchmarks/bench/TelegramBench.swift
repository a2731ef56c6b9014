import Channels
import Database
import Folklore
import Foundation
import Reminders
import Sinks
import Store
import Transfer

/// Reminders to chats on Telegram, compared with the same channel in a loop without queue and database. The limit of messages a second is lifted.
enum TelegramBench {
  private static let site = "https://days.example.org"

  static func run(_ report: inout Report) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("folkcal.db").path
    let store = try ReminderBench.service("sqlite:" + path)
    try store.database.write { connection in
      try connection.executeScript(
        """
        INSERT INTO chats (user_id, service, chat, is_active, is_own, created_at, updated_at)
        SELECT id, 'telegram', CAST(10000000 + id AS TEXT), 1, 0, 0, 0 FROM users;
        """)
    }
    _ = try store.plan(days: 30, ReminderBench.change)
    let rehearsal = folder.appendingPathComponent("rehearsal.db").path
    try store.backUp(to: rehearsal, replaces: false)
    let sink = try BenchProcess(["--telegram-sink"], folder)
    defer { sink.end() }
    var rounds: [(bare: Double, whole: Double)] = []
    // Each day the reminders of another event are due, one for each user.
    for day in 0..<3 {
      let (now, url) = ("\(ReminderBench.noon + day * 86_400)", sink.firstLine)
      func figure(_ words: String...) throws -> Double { try ReminderBench.figures(words, folder)[0] }
      // Runs between two halves of the reference, which sends the same messages.
      let before = try figure("--bare-telegram", rehearsal, now, "\(ReminderBench.users / 2)", url)
      let whole = try figure("--worker-telegram", path, now, url)
      let after = try figure("--bare-telegram", rehearsal, now, "\(ReminderBench.users)", url)
      rounds.append(((before + after) / 2, whole))
    }
    rounds.sort { $0.bare / $0.whole < $1.bare / $1.whole }
    let (bare, whole) = rounds[rounds.count / 2]
    report.add(
      "a reminder to Telegram (local sink)", whole, "us each", reference: "the same channel in a bare loop", bare,
      bar: "rate >= 0.6", isMet: whole * 0.6 <= bare)
  }

  /// Implements `bench --worker-telegram DATABASE NOW URL` and `bench --bare-telegram DATABASE NOW COUNT URL`, as `ReminderBench.send` does for web
  /// hooks.
  static func send(_ words: [String]) async throws {
    guard words.count >= 4, let now = Int(words[2]), let url = words.last else {
      throw ReminderBench.Difference(rows: words.count)
    }
    let store = try Store.open("sqlite:" + words[1])
    var settings = TransferClient.Configuration()
    settings.addresses = .any
    let token = try TelegramToken(parsing: TelegramSink.token)
    let channel = TelegramChannel(TelegramClient(token: token, settings, baseURL: url)) { now }
    if words[0] == "--bare-telegram" {
      let messages = try ReminderBench.messages(of: store, at: now, atMost: Int(words[3]) ?? 0, site: site)
      print(try await ReminderBench.bareLoop(channel, "10000001", messages))
    } else {
      let route = Route.toChats(of: ReminderQueue(store), on: .telegram, channel) { now }
      print(try await ReminderBench.work(store, at: now, ChannelTable(everything: route), site: site))
    }
    fflush(nil)
  }

  /// Implements `bench --telegram-sink`: takes every message until it is killed.
  static func sink() throws -> Never {
    let sink = try TelegramSink(keepsRequests: false)
    print(sink.url)
    fflush(nil)
    while true { sleep(100) }
  }
}
