internal import Foundation
public import Transfer

/// The Bot API for one bot (https://core.telegram.org/bots/api).
///
/// Answers and errors come without the token, which is a part of the address.
public struct TelegramClient: Sendable {
  public static let usualServer = "https://api.telegram.org"

  public let token: TelegramToken
  private let client: TransferClient
  /// For `getUpdates`, which waits long and answers much.
  private let poller: TransferClient
  private let baseURL: String

  /// - Parameters:
  ///   - configuration: the rules of all transfers; time and size of answers for `updates` are set here.
  ///   - baseURL: scheme, host and port of a server of one's own, or for tests.
  public init(
    token: TelegramToken, _ configuration: TransferClient.Configuration, baseURL: String = usualServer
  ) {
    self.token = token
    self.baseURL = baseURL
    client = TransferClient(configuration)
    var patient = configuration
    patient.timeout = configuration.timeout + .seconds(Self.pollSeconds)
    // 50 messages of 4,096 characters, each written as \uXXXX, with what surrounds them.
    (patient.keptBodyBytes, patient.largestBodyBytes) = (8 << 20, 8 << 20)
    poller = TransferClient(patient)
  }

  /// Sends a message.
  ///
  /// - Parameter now: the time in seconds of UTC since 1970.
  package func send(_ message: TelegramMessage, to chat: Int64, now: Int) async -> Outcome {
    await call("sendMessage", message.json(to: chat)).outcome(now: now)
  }

  /// Calls a method with parameters as JSON.
  func call(_ method: String, _ body: [UInt8]) async -> TelegramAnswer {
    await call(method, body, by: client)
  }

  private func call(_ method: String, _ body: [UInt8], by client: TransferClient) async -> TelegramAnswer {
    let request = HTTPRequest(
      method: "POST", url: baseURL + token.path(of: method), headers: [.init("Content-Type", "application/json")],
      body: body)
    do throws(TransferError) {
      return TelegramAnswer(try await client.response(to: request), token)
    } catch {
      return TelegramAnswer(error, token)
    }
  }
}

// MARK: - Updates

extension TelegramClient {
  /// Seconds for which Telegram holds a question for updates if there are none.
  private static let pollSeconds = 25

  /// The kinds of updates that we read.
  static let updateKinds = ["message", "my_chat_member"]

  /// Waits for updates.
  ///
  /// - Parameter offset: the number after the last update that was taken, which confirms it and all before it; nil for the first that is not confirmed.
  /// - Returns: the JSON of the answer, with the list `result`; or an answer that says what went wrong.
  package func updates(from offset: Int?) async -> Result<[UInt8], TelegramAnswer> {
    struct Question: Encodable {
      let offset: Int?
      let limit = 50
      let timeout = TelegramClient.pollSeconds
      let kinds = TelegramClient.updateKinds

      enum CodingKeys: String, CodingKey {
        case offset, limit, timeout
        case kinds = "allowed_updates"
      }
    }
    let answer = await call("getUpdates", Self.json(Question(offset: offset)), by: poller)
    return answer.isOK ? .success(answer.body) : .failure(answer)
  }

  static func json(_ content: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(content)).map { [UInt8]($0) } ?? []
  }
}

// MARK: - Setting up

/// What Telegram knows of a bot.
public struct TelegramBot: Hashable, Sendable {
  /// Without @.
  public let name: String
  /// Where Telegram sends updates; nil if it waits for `getUpdates`.
  public let webhook: String?
  /// Updates that nobody has taken yet.
  public let waiting: Int
  /// Why Telegram could not hand over an update last.
  public let lastError: String?
}

extension TelegramClient {
  /// Has updates sent to an https address. Each carries the secret in a header (https://core.telegram.org/bots/api#setwebhook).
  public func setWebhook(_ address: String, secret: String) async throws(TelegramAnswer) {
    struct Webhook: Encodable {
      let url: String
      let secret: String
      let kinds = TelegramClient.updateKinds
      // A person's messages come in order if few arrive at a time.
      let connections = 10

      enum CodingKeys: String, CodingKey {
        case url
        case secret = "secret_token"
        case kinds = "allowed_updates"
        case connections = "max_connections"
      }
    }
    try await need("setWebhook", Self.json(Webhook(url: address, secret: secret)))
  }

  /// Has updates wait for `getUpdates`.
  public func deleteWebhook() async throws(TelegramAnswer) {
    try await need("deleteWebhook", Self.json([String: String]()))
  }

  /// Sets the commands in the menu of the chats.
  ///
  /// - Parameter language: `zh` or `en`; nil for readers of all other languages.
  public func setCommands(_ commands: [(name: String, description: String)], language: String?)
    async throws(TelegramAnswer)
  {
    struct Menu: Encodable {
      let commands: [[String: String]]
      let language: String?

      enum CodingKeys: String, CodingKey {
        case commands
        case language = "language_code"
      }
    }
    let list = commands.map { ["command": $0.name, "description": $0.description] }
    try await need("setMyCommands", Self.json(Menu(commands: list, language: language)))
  }

  /// The bot, and how its updates travel.
  public func bot() async throws(TelegramAnswer) -> TelegramBot {
    struct User: Decodable { let username: String? }
    struct Webhook: Decodable {
      let url: String?
      let waiting: Int?
      let lastError: String?

      enum CodingKeys: String, CodingKey {
        case url
        case waiting = "pending_update_count"
        case lastError = "last_error_message"
      }
    }
    let empty = Self.json([String: String]())
    let user: User = try await need("getMe", empty).result()
    let webhook: Webhook = try await need("getWebhookInfo", empty).result()
    return TelegramBot(
      name: user.username ?? "", webhook: webhook.url.flatMap { $0.isEmpty ? nil : $0 },
      waiting: webhook.waiting ?? 0,
      lastError: webhook.lastError.map { token.hidden(in: $0).failureReason })
  }

  @discardableResult
  private func need(_ method: String, _ body: [UInt8]) async throws(TelegramAnswer) -> TelegramAnswer {
    let answer = await call(method, body)
    guard answer.isOK else { throw answer }
    return answer
  }
}
