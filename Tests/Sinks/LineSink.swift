internal import Foundation
internal import Synchronization

/// A server that answers as LINE's documents say the Messaging API does: push, reply and quota, and every fault that they name. It is written from
/// the API reference and from "Retry failed API requests", and was not compared with the real service.
///
///     let line = try LineSink { number in number == 0 ? .acceptedThenReset : nil }
///     …push to line.url with LineSink.token…
///     line.accepted.count
public final class LineSink: Sendable {
  /// The only channel access token that it takes.
  public static let token =
    "sink+Token/1234567890abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890abcdef=="

  /// What goes wrong with a push message.
  public enum Fault: Sendable {
    /// 400: the user does not exist.
    case unknownUser
    /// 401: the token was revoked.
    case revoked
    /// 403: the plan or the channel does not allow it.
    case forbidden
    /// 409 without the request that was accepted.
    case conflict
    /// 429: too many requests.
    case tooFast
    /// 429: the month's messages are used up.
    case usedUp
    /// Another status, as a proxy or a failing server answers it.
    case status(Int)
    /// Nothing is accepted, and the connection is reset.
    case reset
    /// The message is accepted, and the connection is reset before the answer.
    case acceptedThenReset
    /// Nothing is answered.
    case silence
    /// The message is accepted, and nothing is answered.
    case acceptedThenSilence
    /// A refusal that repeats what was sent, token included.
    case echo
  }

  /// A push message or an answer that was accepted.
  public struct Accepted: Sendable {
    /// The user, or the reply token.
    public let to: String
    /// Nil for answers, and for messages without one.
    public let retryKey: String?
    /// The message objects, as JSON.
    public let messages: [String]
  }

  public let url: String
  private let server: SinkServer
  private let state: State

  /// - Parameters:
  ///   - limit: the messages of the month; nil for no limit.
  ///   - tellsQuota: false for a server that does not tell the month's limit.
  ///   - replyTokens: those that can be answered, each once.
  ///   - keepsRequests: false for benchmarks: accepted messages are only counted, and not checked.
  ///   - fault: what goes wrong with the push message of a number, from 0; nil for nothing.
  public init(
    limit: Int? = nil, tellsQuota: Bool = true, replyTokens: Set<String> = [], keepsRequests: Bool = true,
    fault: @escaping @Sendable (Int) -> Fault? = { _ in nil }
  ) throws {
    let state = State(
      limit: limit, tellsQuota: tellsQuota, replyTokens: replyTokens, checks: keepsRequests, fault: fault)
    self.state = state
    server = try SinkServer(keepsRequests: keepsRequests) { state.answer($0) }
    url = server.url
  }

  public var accepted: [Accepted] { state.values.withLock { $0.accepted } }
  /// The requests with a retry key that had been accepted already, answered with 409.
  public var repeated: Int { state.values.withLock { $0.repeated } }
  /// Repeated requests whose content was another than that of the first: LINE's documents forbid it.
  public var changed: Int { state.values.withLock { $0.changed } }
  /// The faults that the check found: `messages[0].text: May not be empty`.
  public var complaints: [String] { state.values.withLock { $0.complaints } }
  public var requests: [SinkRequest] { server.requests }
  public var requestCount: Int { server.requestCount }

  public func stop() { server.stop() }
}

// MARK: - Answers

private final class State: Sendable {
  struct Values: Sendable {
    var accepted: [LineSink.Accepted] = []
    /// The request that was accepted, and its body, by retry key.
    var keys: [String: (request: String, body: [UInt8])] = [:]
    var replyTokens: Set<String>
    var used = 0
    var pushes = 0
    var repeated = 0
    var changed = 0
    var complaints: [String] = []
  }

  let values: Mutex<Values>
  private let limit: Int?
  private let tellsQuota: Bool
  private let checks: Bool
  private let fault: @Sendable (Int) -> LineSink.Fault?

  init(
    limit: Int?, tellsQuota: Bool, replyTokens: Set<String>, checks: Bool,
    fault: @escaping @Sendable (Int) -> LineSink.Fault?
  ) {
    values = Mutex(Values(replyTokens: replyTokens))
    self.limit = limit
    self.tellsQuota = tellsQuota
    self.checks = checks
    self.fault = fault
  }

  func answer(_ request: SinkRequest) -> SinkAnswer {
    guard request.header("authorization") == "Bearer \(LineSink.token)" else { return Self.revoked }
    switch (request.method, request.path) {
    case ("POST", "/v2/bot/message/push"): return push(request)
    case ("POST", "/v2/bot/message/reply"): return reply(request)
    case ("GET", "/v2/bot/message/quota") where tellsQuota:
      return json(limit.map { ["type": "limited", "value": $0] } ?? ["type": "none"])
    case ("GET", "/v2/bot/message/quota/consumption"): return json(["totalUsage": values.withLock { $0.used }])
    default: return message(404, "Not found")
    }
  }

  private func push(_ request: SinkRequest) -> SinkAnswer {
    let number = values.withLock { values in
      values.pushes += 1
      return values.pushes - 1
    }
    let fault = fault(number)
    switch fault {
    case .unknownUser: return message(400, "Failed to send messages")
    case .revoked: return Self.revoked
    case .forbidden: return message(403, "Access to this API is not available for your account")
    case .conflict: return message(409, "A conflict")
    case .tooFast: return message(429, "The API rate limit has been exceeded. Try again later.")
    case .usedUp: return Self.usedUp
    case .status(let status): return .status(status, body: "<html>no LINE here</html>")
    case .reset: return .reset
    case .silence: return .silence
    case .echo: return message(400, (request.header("authorization") ?? "") + " " + request.text)
    case .acceptedThenReset:
      _ = accept(request)
      return .reset
    case .acceptedThenSilence:
      _ = accept(request)
      return .silence
    case nil: return accept(request)
    }
  }

  private func accept(_ request: SinkRequest) -> SinkAnswer {
    let key = request.header("x-line-retry-key")
    if let refusal = refusal(request, target: "to") { return refusal }
    if let key, key.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) == nil {
      return message(400, "The retry key is invalid")
    }
    let checked = checks ? LineRequest(request.body) : nil
    return values.withLock { values in
      if let key, let first = values.keys[key] {
        values.repeated += 1
        if first.body != request.body { values.changed += 1 }
        return .status(
          409, headers: ["Content-Type": "application/json", "x-line-accepted-request-id": first.request],
          body: #"{"message":"The retry key is already accepted","sentMessages":[{"id":"1","quoteToken":"q"}]}"#)
      }
      if let limit, values.used >= limit { return Self.usedUp }
      values.used += 1
      if let key { values.keys[key] = (Self.requestID(request), checks ? request.body : []) }
      if let checked {
        values.accepted.append(
          LineSink.Accepted(to: checked.target("to") ?? "", retryKey: key, messages: checked.messages))
      }
      return .status(
        200, headers: ["Content-Type": "application/json", "x-line-request-id": Self.requestID(request)],
        body: #"{"sentMessages":[{"id":"1","quoteToken":"q"}]}"#)
    }
  }

  private func reply(_ request: SinkRequest) -> SinkAnswer {
    // "Retry only with supported APIs".
    guard request.header("x-line-retry-key") == nil else { return message(400, "The retry key is not supported") }
    if let refusal = refusal(request, target: "replyToken") { return refusal }
    let checked = LineRequest(request.body)
    guard let token = checked.target("replyToken"), values.withLock({ $0.replyTokens.remove(token) }) != nil else {
      return message(400, "Invalid reply token")
    }
    values.withLock {
      $0.accepted.append(LineSink.Accepted(to: token, retryKey: nil, messages: checked.messages))
    }
    return .status(
      200, headers: ["Content-Type": "application/json"], body: #"{"sentMessages":[{"id":"1","quoteToken":"q"}]}"#)
  }

  /// The refusal of a request with faults: 400 with `message` and `details`.
  private func refusal(_ request: SinkRequest, target: String) -> SinkAnswer? {
    guard checks else { return nil }
    guard request.header("content-type")?.hasPrefix("application/json") == true else {
      return message(415, "The media type is not supported")
    }
    let faults = LineRequest(request.body).faults(target: target)
    guard !faults.isEmpty else { return nil }
    values.withLock { $0.complaints += faults.map { "\($0.property): \($0.message)" } }
    if faults.contains(where: { $0.property == target }) {
      return message(400, "The property, '\(target)', in the request body is invalid (line: -, column: -)")
    }
    return json(
      [
        "message": "The request body has \(faults.count) error(s)",
        "details": faults.map { ["message": $0.message, "property": $0.property] },
      ], status: 400)
  }

  private static func requestID(_ request: SinkRequest) -> String { "request-\(request.number)" }

  private static let revoked = SinkAnswer.status(
    401, headers: ["Content-Type": "application/json"],
    body:
      #"{"message":"Authentication failed. Confirm that the access token in the authorization header is valid."}"#)
  private static let usedUp = SinkAnswer.status(
    429, headers: ["Content-Type": "application/json"], body: #"{"message":"You have reached your monthly limit."}"#)

  private func message(_ status: Int, _ text: String) -> SinkAnswer { json(["message": text], status: status) }

  private func json(_ object: [String: Any], status: Int = 200) -> SinkAnswer {
    let data = (try? JSONSerialization.data(withJSONObject: object)) ?? Data()
    return .status(
      status, headers: ["Content-Type": "application/json"], body: String(decoding: data, as: UTF8.self))
  }
}
