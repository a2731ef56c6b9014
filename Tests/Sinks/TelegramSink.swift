internal import Foundation
internal import Synchronization

/// A server that answers as the Bot API's documents say Telegram does: messages, updates, the webhook, and every fault that they name. It is written
/// from the reference, and its descriptions from the source of Telegram's own server; it was not compared with the real service.
///
///     let telegram = try TelegramSink { number in number == 0 ? .blocked : nil }
///     …send to telegram.url with TelegramSink.token…
///     telegram.accepted[0].text
public final class TelegramSink: Sendable {
  /// The only token that it takes.
  public static let token = "123456789:AAHsink_Token-0123456789abcdefghijkl"

  /// What goes wrong with a call.
  public enum Fault: Sendable {
    /// 400
    case chatNotFound, cannotParse
    /// 400, and the number of the new chat.
    case migrated
    /// 401: the token was revoked.
    case revoked
    /// 403
    case blocked, deactivated
    /// 404, as for a token that is not whole.
    case notFound
    /// 409: another program asks for updates.
    case conflict
    /// 429
    case tooMany(retryAfter: Int?)
    /// 500 in Telegram's form.
    case failing
    /// A status with a page of HTML, as a proxy answers it.
    case proxy(Int)
    /// Nothing is accepted, and the connection is reset.
    case reset
    /// The message is accepted, and the connection is reset before the answer.
    case acceptedThenReset
    /// Nothing is answered.
    case silence
    /// The message is accepted, and nothing is answered.
    case acceptedThenSilence
    /// A refusal that repeats the request, with the token in its path.
    case echo
  }

  /// A message that was accepted.
  public struct Accepted: Sendable {
    public let chat: Int64
    /// The text after entities parsing.
    public let text: String
    /// `b:明天是媽祖聖誕`
    public let entities: [String]
    /// `reply_markup` as JSON with sorted members; empty if there is none.
    public let buttons: String
  }

  public let url: String
  private let server: SinkServer
  private let state: TelegramState

  /// - Parameters:
  ///   - keepsRequests: false for benchmarks: accepted messages are only counted, and not checked.
  ///   - holdSeconds: how long a question for updates is held at most if there are none.
  ///   - fault: what goes wrong with the message of a number, from 0; nil for nothing.
  ///   - updateFault: the same for questions for updates.
  public init(
    keepsRequests: Bool = true, holdSeconds: Double = 0.2,
    fault: @escaping @Sendable (Int) -> Fault? = { _ in nil },
    updateFault: @escaping @Sendable (Int) -> Fault? = { _ in nil }
  ) throws {
    let state = TelegramState(checks: keepsRequests, holdSeconds: holdSeconds, fault: fault, updateFault: updateFault)
    self.state = state
    server = try SinkServer(keepsRequests: keepsRequests) { state.answer($0) }
    url = server.url
  }

  public var accepted: [Accepted] { state.values.withLock { $0.accepted } }
  /// The faults that the check found.
  public var complaints: [String] { state.values.withLock { $0.complaints } }
  /// The offsets of the questions for updates; nil for one without.
  public var offsets: [Int?] { state.values.withLock { $0.offsets } }
  /// The address and the secret of the webhook.
  public var webhook: (url: String, secret: String)? { state.values.withLock { $0.webhook } }
  /// The commands of the menu by language, which is empty for all others: `["today", …]`.
  public var menu: [String: [String]] { state.values.withLock { $0.menu } }
  public var requests: [SinkRequest] { server.requests }
  public var requestCount: Int { server.requestCount }

  /// Has an update wait for who asks.
  ///
  /// - Parameter json: the members beside `update_id`: `"message":{…}`.
  public func add(update number: Int, _ json: String) {
    state.values.withLock { $0.updates.append((number, "{\"update_id\":\(number),\(json)}")) }
  }

  /// The updates that nobody has confirmed.
  public var unconfirmed: [Int] { state.values.withLock { $0.updates.map(\.number) } }

  public func stop() { server.stop() }
}

// MARK: - Answers

private final class TelegramState: Sendable {
  struct Values: Sendable {
    var accepted: [TelegramSink.Accepted] = []
    var complaints: [String] = []
    var messages = 0
    var questions = 0
    var updates: [(number: Int, json: String)] = []
    var offsets: [Int?] = []
    var webhook: (url: String, secret: String)?
    var menu: [String: [String]] = [:]
  }

  let values = Mutex(Values())
  private let checks: Bool
  private let holdSeconds: Double
  private let fault: @Sendable (Int) -> TelegramSink.Fault?
  private let updateFault: @Sendable (Int) -> TelegramSink.Fault?

  init(
    checks: Bool, holdSeconds: Double, fault: @escaping @Sendable (Int) -> TelegramSink.Fault?,
    updateFault: @escaping @Sendable (Int) -> TelegramSink.Fault?
  ) {
    (self.checks, self.holdSeconds, self.fault, self.updateFault) = (checks, holdSeconds, fault, updateFault)
  }

  func answer(_ request: SinkRequest) -> SinkAnswer {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0].isEmpty, parts[1].hasPrefix("bot"),
      parts[1].wholeMatch(of: /bot[0-9]+:[A-Za-z0-9_-]{35,}/) != nil
    else { return Self.refusal(404, "Not Found") }
    guard parts[1] == "bot" + TelegramSink.token else { return Self.refusal(401, "Unauthorized") }
    switch parts[2] {
    case "sendMessage": return sendMessage(request)
    case "getUpdates": return getUpdates(request)
    case "getMe":
      return Self.success(#"{"id":123456789,"is_bot":true,"first_name":"folkcal","username":"folkcal_bot"}"#)
    case "setWebhook": return setWebhook(request)
    case "deleteWebhook":
      values.withLock { $0.webhook = nil }
      return Self.success("true")
    case "getWebhookInfo":
      return values.withLock { values in
        let url = values.webhook?.url ?? ""
        return Self.success(
          #"{"url":"\#(url)","has_custom_certificate":false,"pending_update_count":\#(values.updates.count)}"#)
      }
    case "setMyCommands": return setMyCommands(request)
    default: return Self.refusal(404, "Not Found: method not found")
    }
  }

  private func sendMessage(_ request: SinkRequest) -> SinkAnswer {
    let number = values.withLock { values in
      values.messages += 1
      return values.messages - 1
    }
    switch fault(number) {
    case nil: return accept(request)
    case .acceptedThenReset:
      _ = accept(request)
      return .reset
    case .acceptedThenSilence:
      _ = accept(request)
      return .silence
    case .some(let fault): return Self.answer(fault, request)
    }
  }

  private func accept(_ request: SinkRequest) -> SinkAnswer {
    guard checks else {
      return Self.success(#"{"message_id":1,"date":0,"chat":{"id":1,"type":"private"},"text":""}"#)
    }
    let read = TelegramRequest(request.body)
    var faults = read.faults
    if request.header("content-type") != "application/json" {
      faults.append("Content-Type is \(request.header("content-type") ?? "missing")")
    }
    guard faults.isEmpty, let chat = read.chat else {
      values.withLock { $0.complaints += faults }
      return Self.refusal(400, faults.first ?? "Bad Request")
    }
    values.withLock {
      $0.accepted.append(
        TelegramSink.Accepted(chat: chat, text: read.text, entities: read.entities, buttons: read.buttons))
    }
    return Self.success(#"{"message_id":1,"date":0,"chat":{"id":\#(chat),"type":"private"}}"#)
  }

  // MARK: Updates

  private func getUpdates(_ request: SinkRequest) -> SinkAnswer {
    let object = Self.object(request)
    let offset = object["offset"] as? Int
    let number = values.withLock { values in
      values.questions += 1
      values.offsets.append(offset)
      return values.questions - 1
    }
    if let fault = updateFault(number) { return Self.answer(fault, request) }
    if values.withLock({ $0.webhook != nil }) {
      return Self.refusal(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first")
    }
    if let offset { values.withLock { $0.updates.removeAll { $0.number < offset } } }
    let limit = object["limit"] as? Int ?? 100
    let end = Date().addingTimeInterval(min(Double(object["timeout"] as? Int ?? 0), holdSeconds))
    while true {
      let list = values.withLock { $0.updates.prefix(limit).map(\.json) }
      if !list.isEmpty || Date() >= end { return Self.success("[" + list.joined(separator: ",") + "]") }
      Thread.sleep(forTimeInterval: 0.005)
    }
  }

  private func setWebhook(_ request: SinkRequest) -> SinkAnswer {
    let object = Self.object(request)
    guard let url = object["url"] as? String, url.hasPrefix("https://") else {
      return Self.refusal(400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook")
    }
    let secret = object["secret_token"] as? String ?? ""
    guard secret.wholeMatch(of: /[A-Za-z0-9_-]{0,256}/) != nil else {
      return Self.refusal(400, "Bad Request: secret token contains unallowed characters")
    }
    guard (1...100).contains(object["max_connections"] as? Int ?? 40),
      Set(object["allowed_updates"] as? [String] ?? []).isSuperset(of: ["message", "my_chat_member"])
    else { return Self.refusal(400, "Bad Request: wrong parameters") }
    values.withLock { $0.webhook = (url, secret) }
    return Self.success("true")
  }

  private func setMyCommands(_ request: SinkRequest) -> SinkAnswer {
    let object = Self.object(request)
    let commands = object["commands"] as? [[String: String]] ?? []
    guard (1...100).contains(commands.count),
      commands.allSatisfy({
        ($0["command"] ?? "").wholeMatch(of: /[a-z0-9_]{1,32}/) != nil
          && (1...256).contains(($0["description"] ?? "").count)
      })
    else { return Self.refusal(400, "Bad Request: BOT_COMMAND_INVALID") }
    let language = object["language_code"] as? String ?? ""
    values.withLock { $0.menu[language] = commands.compactMap { $0["command"] } }
    return Self.success("true")
  }

  // MARK: Forms

  private static func object(_ request: SinkRequest) -> [String: Any] {
    ((try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]) ?? [:]
  }

  private static func answer(_ fault: TelegramSink.Fault, _ request: SinkRequest) -> SinkAnswer {
    switch fault {
    case .chatNotFound: refusal(400, "Bad Request: chat not found")
    case .cannotParse: refusal(400, "Bad Request: can't parse entities: Unsupported start tag \"x\" at byte offset 0")
    case .migrated:
      refusal(
        400, "Bad Request: group chat was upgraded to a supergroup chat", parameters: #"{"migrate_to_chat_id":-1001}"#)
    case .revoked: refusal(401, "Unauthorized")
    case .blocked: refusal(403, "Forbidden: bot was blocked by the user")
    case .deactivated: refusal(403, "Forbidden: user is deactivated")
    case .notFound: refusal(404, "Not Found")
    case .conflict:
      refusal(
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running")
    case .tooMany(let seconds):
      refusal(
        429, "Too Many Requests: retry after \(seconds ?? 0)", parameters: seconds.map { #"{"retry_after":\#($0)}"# })
    case .failing: refusal(500, "Internal Server Error")
    case .proxy(let status): .status(status, body: "<html>no Telegram here</html>")
    case .reset, .acceptedThenReset: .reset
    case .silence, .acceptedThenSilence: .silence
    case .echo: refusal(400, "Bad Request: \(request.path)")
    }
  }

  private static func success(_ result: String) -> SinkAnswer {
    .status(200, headers: ["Content-Type": "application/json"], body: #"{"ok":true,"result":\#(result)}"#)
  }

  private static func refusal(_ status: Int, _ description: String, parameters: String? = nil) -> SinkAnswer {
    let text = description.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let tail = parameters.map { ",\"parameters\":\($0)" } ?? ""
    return .status(
      status, headers: ["Content-Type": "application/json"],
      body: #"{"ok":false,"error_code":\#(status),"description":"\#(text)"\#(tail)}"#)
  }
}
