import Channels
import Database
import Folklore
import Foundation
import Reminders
import Sinks
import Store
import Transfer

/// Reminders to chats, compared with the same channel in a loop without queue and database. The limit of messages a second is lifted.
enum ChatBench {
  private static let site = "https://days.example.org"
  /// A message to a chat takes ten times as long as one to a web hook: fewer tell as much.
  private static let users = 20_000

  static func run(_ service: ChatService, _ report: inout Report) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("folkcal.db").path
    let store = try ReminderBench.service("sqlite:" + path, users: users)
    try store.database.write { connection in
      try connection.executeScript(
        """
        INSERT INTO chats (user_id, service, chat, is_active, is_own, created_at, updated_at)
        SELECT id, '\(service.rawValue)', '\(prefix(service))' || CAST(10000000 + id AS TEXT), 1, 0, 0, 0 FROM users;
        """)
    }
    _ = try store.plan(days: 30, ReminderBench.change)
    let rehearsal = folder.appendingPathComponent("rehearsal.db").path
    try store.backUp(to: rehearsal, replaces: false)
    let sink = try BenchProcess(["--sink-\(service.rawValue)"], folder)
    defer { sink.end() }
    var rounds: [(bare: Double, whole: Double)] = []
    // Each day the reminders of another event are due, one for each user.
    for day in 0..<3 {
      let (now, url) = ("\(ReminderBench.noon + day * 86_400)", sink.firstLine)
      func figure(_ words: String...) throws -> Double { try ReminderBench.figures(words, folder)[0] }
      // Runs between two halves of the reference, which sends the same messages.
      let before = try figure("--bare-\(service.rawValue)", rehearsal, now, "\(users / 2)", url)
      let whole = try figure("--worker-\(service.rawValue)", path, now, url)
      let after = try figure("--bare-\(service.rawValue)", rehearsal, now, "\(users)", url)
      rounds.append(((before + after) / 2, whole))
    }
    rounds.sort { $0.bare / $0.whole < $1.bare / $1.whole }
    let (bare, whole) = rounds[rounds.count / 2]
    report.add(
      "a reminder to \(service.title) (local sink)", whole, "us each", reference: "the same channel in a bare loop",
      bare,
      bar: "rate >= 0.6", isMet: whole * 0.6 <= bare)
  }

  /// The chat of a user is this and eight digits.
  private static func prefix(_ service: ChatService) -> String {
    switch service {
    case .line: "U" + String(repeating: "0", count: 24)
    case .telegram: ""
    }
  }

  /// Implements, as `ReminderBench.send` does for web hooks:
  ///
  ///     bench --worker-line DATABASE NOW URL
  ///     bench --bare-line DATABASE NOW COUNT URL
  ///     bench --sink-line
  ///
  /// - Returns: false for other words.
  static func isPart(_ words: [String]) async throws -> Bool {
    for service in ChatService.allCases {
      switch words.first {
      case "--sink-\(service.rawValue)": try sink(service)
      case "--worker-\(service.rawValue)": try await send(words, service, isBare: false)
      case "--bare-\(service.rawValue)": try await send(words, service, isBare: true)
      default: continue
      }
      return true
    }
    return false
  }

  private static func send(_ words: [String], _ service: ChatService, isBare: Bool) async throws {
    guard words.count >= 4, let now = Int(words[2]), let url = words.last else {
      throw ReminderBench.Difference(rows: words.count)
    }
    let store = try Store.open("sqlite:" + words[1])
    let channel = try channel(service, url, now: now)
    if isBare {
      let messages = try ReminderBench.messages(of: store, at: now, atMost: Int(words[3]) ?? 0, site: site)
      print(try await ReminderBench.bareLoop(channel, prefix(service) + "10000001", messages))
    } else {
      let route = Route.toChats(of: ReminderQueue(store), on: service, channel) { now }
      print(try await ReminderBench.work(store, at: now, ChannelTable(everything: route), site: site, users: users))
    }
    fflush(nil)
  }

  private static func channel(_ service: ChatService, _ url: String, now: Int) throws -> any Channel {
    var settings = TransferClient.Configuration()
    settings.addresses = .any
    switch service {
    case .line:
      return LineChannel(LineClient(token: LineSink.token, client: TransferClient(settings), baseURL: url)) { now }
    case .telegram:
      let token = try TelegramToken(parsing: TelegramSink.token)
      return TelegramChannel(TelegramClient(token: token, settings, baseURL: url)) { now }
    }
  }

  /// Takes every message until it is killed.
  private static func sink(_ service: ChatService) throws -> Never {
    switch service {
    case .line: try serve(LineSink(keepsRequests: false)) { $0.url }
    case .telegram: try serve(TelegramSink(keepsRequests: false)) { $0.url }
    }
  }

  private static func serve<Sink>(_ sink: Sink, _ address: (Sink) -> String) -> Never {
    print(address(sink))
    fflush(nil)
    return withExtendedLifetime(sink) { while true { sleep(100) } }
  }
}
