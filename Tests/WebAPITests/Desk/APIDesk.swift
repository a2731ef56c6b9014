import Addresses
import Folklore
import Foundation
import JSON
import Logging
import Records
import Sinks
import Store
import Synchronization
import Testing
import Transfer

@testable import WebAPI

/// A server of its own with the shipped data, at a port that the system chose, and a clock that the test sets.
///
///     let desk = try await APIDesk()
///     let reply = try await desk.get("/api/events/mazu")
///
/// It ends with the value. Tests that only read share `APIDesk.reading`.
final class APIDesk: Sendable {
  /// 12:00 of 2025-04-17 in Taipei: three days before 媽祖聖誕, as in the specification's example.
  static let noon = 1_744_862_400
  static let site = "https://days.example.org"

  let folder: String
  let store: Store
  let service: APIService
  let clock: Clock
  let log: LogLines
  let messages: SentMessages
  let client: PlainClient
  private let serving: Task<Void, Never>

  /// - Parameters:
  ///   - now: seconds of UTC since 1970.
  ///   - google: where Google's keys are; nobody can sign in without.
  ///   - hasChannel: whether test messages can be sent.
  ///   - chats: LINE and Telegram.
  ///   - configure: changes of how the server behaves; no limit of rates by default.
  init(
    now: Int = noon, google: KeyServer? = nil, hasChannel: Bool = true, chats: ChatServices = ChatServices(),
    _ configure: (inout APIConfiguration) -> Void = { _ in }
  ) async throws {
    folder = ShippedData.temporaryFolder()
    let path = folder + "/folkcal.db"
    try FileManager.default.copyItem(atPath: try ShippedData.database.get(), toPath: path)
    store = try Store.open(path)
    var configuration = APIConfiguration()
    configuration.port = 0
    configuration.publicURL = Self.site
    configuration.requestsPerSecond = 0
    // A test that puts the clock forward is not to sign everybody in again.
    configuration.accessTokenSeconds = 10 * 365 * 86_400
    // What another program changed is looked for when the test says so.
    configuration.refreshSeconds = 86_400
    // With hundreds of tests at once an answer may wait for minutes for its turn; who tests the limits sets them.
    configuration.headSeconds = 3_600
    configuration.requestSeconds = 3_600
    configuration.idleSeconds = 3_600
    configure(&configuration)
    let (clock, log, messages) = (Clock(now), LogLines(), SentMessages())
    (self.clock, self.log, self.messages) = (clock, log, messages)
    let access = try google.map { google in
      var keys = TransferClient.Configuration.forSigningKeys
      keys.addresses = .any
      return APIService.GoogleAccess(
        clientIDs: [KeyServer.clientID], keysURL: try StrictURL(parsing: google.sink.url + "/certs", as: [.http]),
        client: TransferClient(keys))
    }
    service = try APIService(
      store: store, configuration: configuration, secret: Array(1...32), google: access,
      templates: ShippedData.templates.get(), daysOff: ShippedData.daysOff.get(), xieji: ShippedData.xieji.get(),
      version: "9.8.7",
      logger: Logger(label: "test") { label in JSONLogHandler(label: label, write: log.add) },
      testMessages: hasChannel ? { @Sendable in try messages.send($0, $1, $2) } : nil, chats: chats,
      clock: { clock.now })
    let (ports, told) = AsyncStream<Int>.makeStream()
    serving = Task { [service] in
      do {
        try await APIServer(service).runUntilCancelled { told.yield($0) }
      } catch {
        log.add(Array("the server ended: \(error)".utf8))
      }
      told.finish()
    }
    guard let port = await ports.first(where: { _ in true }) else {
      throw SocketError(what: "the server did not start: \(log.text)")
    }
    client = PlainClient(port: port)
  }

  deinit {
    serving.cancel()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Ends the server, and waits until it has ended. Nobody may connect meanwhile: a connection that comes while Hummingbird is cancelled,
  /// and not told to end as by a signal, stops the process.
  func end() async {
    serving.cancel()
    await serving.value
  }

  /// One for all tests that change nothing.
  static var reading: APIDesk { get async throws { try await shared.value } }
  private static let shared = Task { try await APIDesk() }

  // MARK: Time

  /// A clock that stands still until it is set.
  final class Clock: Sendable {
    private let seconds: Mutex<Double>
    init(_ now: Int) { seconds = Mutex(Double(now)) }
    var now: Double { seconds.withLock { $0 } }
    func advance(seconds amount: Double) { seconds.withLock { $0 += amount } }
    func set(_ time: Int) { seconds.withLock { $0 = Double(time) } }
  }

  static func change(at now: Int) -> Change {
    Change(actor: "test", at: now, today: CivilTime.local(unixTime: now, offset: 28_800).date)
  }

  var change: Change { Self.change(at: Int(clock.now)) }

  // MARK: Asking

  func get(_ target: String, as token: String? = nil, _ headers: [(String, String)] = []) async throws -> Reply {
    try await ask("GET", target, as: token, headers)
  }

  func ask(
    _ method: String, _ target: String, as token: String? = nil, _ headers: [(String, String)] = [],
    body: [UInt8]? = nil
  ) async throws -> Reply {
    let authorization = token.map { [("Authorization", "Bearer " + $0)] } ?? []
    return try await client.ask(method, target, authorization + headers, body: body)
  }

  /// Sends JSON.
  func send(
    _ method: String, _ target: String, _ json: JSON, as token: String? = nil, _ headers: [(String, String)] = []
  ) async throws -> Reply {
    try await ask(method, target, as: token, [("Content-Type", "application/json")] + headers, body: json.bytes)
  }

  /// All pages of a list, by the Link headers.
  func pages(_ target: String, as token: String? = nil) async throws -> [[JSON]] {
    var pages: [[JSON]] = []
    var address: String? = target
    while let asked = address {
      let reply = try await get(asked, as: token)
      reply.expect(200)
      pages.append(try reply.json.list)
      address = reply.next
      guard pages.count < 10_000 else { throw SocketError(what: "pages without end") }
    }
    return pages
  }
}

/// The lines of the log.
final class LogLines: Sendable {
  private let lines = Mutex<[[UInt8]]>([])
  @Sendable func add(_ line: [UInt8]) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 }.map { String(decoding: $0, as: UTF8.self) } }
  var text: String { all.joined() }
}

/// The reason why a test message is not sent.
private struct Unsent: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// What test messages were sent, to whom.
final class SentMessages: Sendable {
  private let sent = Mutex<[String]>([])
  private let failure = Mutex<(outcome: String, reason: String)?>(nil)
  var all: [String] { sent.withLock { $0 } }

  /// How further messages end.
  func fail(_ how: (outcome: String, reason: String)) { failure.withLock { $0 = how } }

  func send(
    _ user: String, _ text: String, _ event: Int?
  ) throws -> (channel: String, outcome: String, reason: String) {
    if user == "nobody@example.org" { throw RecordError.noSuchRecord(.user, key: user, similar: []) }
    if user == "push@example.org" { throw APIService.NoWay(Unsent("set a key"), isForLackOfConfiguration: true) }
    if user == "feed@example.org" { throw APIService.NoWay(Unsent("it rings"), isForLackOfConfiguration: false) }
    sent.withLock { $0.append("\(user): \(text)\(event.map { " (\($0))" } ?? "")") }
    let failure = failure.withLock { $0 }
    return ("ntfy", failure?.outcome ?? "delivered", failure?.reason ?? "")
  }
}
