import Addresses
import Channels
import Folklore
import Foundation
import Reminders
import Store
import Transfer
import WebAPI

/// The channels configured by environment variables, which systemd can read from a file for root only.
///
/// All variables are read before reminders are claimed. A mistake is a `Failure` with status 2 that names the variable but not its value.
struct DeliveryEnvironment {
  let variables: [String: String]
  let now: @Sendable () -> Int
  /// True if users' targets may have private addresses and no TLS.
  let allowsPrivate: Bool
  private let certificateFile: String?
  /// The public address of the server, on which mails are left; nil if it is not known.
  let site: String?

  /// - Parameters:
  ///   - site: scheme, host and port of the server.
  ///   - now: the time for signatures.
  init(
    _ variables: [String: String] = ProcessInfo.processInfo.environment, site: String? = nil,
    now: @escaping @Sendable () -> Int
  ) throws {
    self.site = site
    self.variables = variables
    self.now = now
    allowsPrivate = try Self.allowsPrivate(variables)
    certificateFile = variables["FOLKCAL_CA_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    if let certificateFile {
      guard let text = FileManager.default.contents(atPath: certificateFile) else {
        throw Failure.wrongInput("FOLKCAL_CA_FILE 指定的檔案無法讀取", "FOLKCAL_CA_FILE names no file that can be read")
      }
      // OpenSSL's TRUSTED CERTIFICATE is accepted too.
      guard text.range(of: Data(" CERTIFICATE-----".utf8)) != nil else {
        throw Failure.wrongInput(
          "FOLKCAL_CA_FILE 指定的檔案沒有憑證：應為 PEM 格式，內含 -----BEGIN CERTIFICATE-----",
          "FOLKCAL_CA_FILE names a file without certificates: expected PEM, -----BEGIN CERTIFICATE-----")
      }
    }
  }

  private static func allowsPrivate(_ variables: [String: String]) throws -> Bool {
    switch variables["FOLKCAL_ALLOW_PRIVATE_ADDRESSES"] ?? "" {
    case "", "0": return false
    case "1": return true
    default:
      throw Failure.wrongInput(
        "FOLKCAL_ALLOW_PRIVATE_ADDRESSES 必須是 0 或 1", "FOLKCAL_ALLOW_PRIVATE_ADDRESSES is neither 0 nor 1")
    }
  }

  /// The allowed targets of reminders, from the variables of delivery. It does not read the files in them, because the caller may lack the rights.
  ///
  /// - Parameter isOperators: true if the message is for an operator, who can change the variables.
  static func targets(
    _ variables: [String: String] = ProcessInfo.processInfo.environment, isOperators: Bool = true
  ) throws -> TargetRules {
    // As in `ntfy`: only a server with a token is the operator's own.
    let isKnown = variables["FOLKCAL_NTFY_TOKEN"].map { !$0.isEmpty } ?? false
    let server = variables["FOLKCAL_NTFY_URL"].flatMap { try? StrictURL(parsing: $0, as: [.https, .http]) }
    return TargetRules(
      allowsPrivate: try allowsPrivate(variables), ntfyServer: isKnown ? server?.origin : nil,
      remedy: isOperators
        ? Wording(
          "除非這裡和送出提醒的程式都把 FOLKCAL_ALLOW_PRIVATE_ADDRESSES 設為 1",
          "unless FOLKCAL_ALLOW_PRIVATE_ADDRESSES is 1, here and for the worker") : nil)
  }

  /// The value of a variable; nil if unset or empty.
  func value(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Adds the variable's name to errors of the body.
  func reading<Value>(_ name: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let failure as Failure { throw failure } catch {
      throw Failure.wrongInput("\(name)：\(Speech.message(error))", "\(name): \(error)")
    }
  }

  /// - Parameter isOperators: true if the operator gave the address, false if a user did.
  func client(isOperators: Bool) -> TransferClient {
    TransferClient(configuration(isOperators: isOperators))
  }

  func configuration(isOperators: Bool) -> TransferClient.Configuration {
    var configuration = TransferClient.Configuration()
    configuration.addresses = allowsPrivate || isOperators ? .any : .publicOnly
    configuration.certificateFile = certificateFile
    return configuration
  }
}

// MARK: - Routes

extension DeliveryEnvironment {
  /// The route of each configured channel.
  func routes(_ queue: ReminderQueue) throws -> [ChannelKind: Route] {
    var routes: [ChannelKind: Route] = [:]
    let rates = try rates()
    for kind in ChannelKind.allCases {
      routes[kind] = try route(kind, queue)
      if let rate = rates[kind] { routes[kind]?.perSecond = rate }
    }
    return routes
  }

  /// The rates that `FOLKCAL_RATES` gives.
  private func rates() throws -> [ChannelKind: Double] {
    let texts = (value("FOLKCAL_RATES") ?? "").split(separator: " ").map(String.init)
    return try Dictionary(texts.map { try Self.rate($0, of: "FOLKCAL_RATES") }) { $1 }
  }

  /// A rate such as `webhook=50`.
  ///
  /// - Parameter place: the option or variable that has it.
  static func rate(_ text: String, of place: String) throws -> (ChannelKind, Double) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let number = Double(parts[1]), (0.01...1_000_000).contains(number) else {
      throw Failure.wrongInput(
        "\(place) 的 \(text)：請給提醒方式與每秒則數，例如 webhook=50",
        "\(place) \(text): expected a channel and messages a second, such as webhook=50")
    }
    return (try ChannelKind(sent: parts[0]), number)
  }

  /// The operator's own program, which is told what happened to reminders; nil if there is none.
  func hook() throws -> EventHook? {
    guard let url = value(Self.hookVariable) else { return nil }
    _ = try reading(Self.hookVariable) { try StrictURL(parsing: url, as: [.https, .http]) }
    let secrets = try secrets()
    guard !secrets.isEmpty else {
      throw Failure.wrongInput(
        "設定了 \(Self.hookVariable)，但沒有 FOLKCAL_WEBHOOK_SECRET：對方靠簽章認出我們",
        "\(Self.hookVariable) is set without FOLKCAL_WEBHOOK_SECRET, by whose signature the receiver knows us")
    }
    let channel = WebhookChannel(
      client: client(isOperators: true), secrets: secrets, allowsPlainHTTP: true, now: now)
    return EventHook(channel, to: url)
  }

  static let hookVariable = "FOLKCAL_HOOK_URL"

  /// Nil for a channel that is not configured or does not send.
  private func route(_ kind: ChannelKind, _ queue: ReminderQueue) throws -> Route? {
    switch kind {
    case .push: try push(queue)
    case .mail: try mail(queue)
    case .line: try line(queue)
    case .telegram: try telegram(queue)
    case .webhook: try webhook()
    case .ntfy: try ntfy()
    case .jsonl: jsonLines(to: "-")
    case .feed: nil
    }
  }

  private func jsonLines(to file: String) -> Route {
    var route = Route(OperatorsServer(JSONLinesChannel()), to: file)
    // Concurrency is one, because lines must not mix.
    route.mostAtOnce = 1
    return route
  }

  /// All messages to one file; checks that it is writable, so that reminders do not waste their attempts.
  func jsonLines(checking file: String) throws -> Route {
    try reading("--to") { try JSONLinesChannel.check(file) }
    return jsonLines(to: file)
  }

  private func webhook() throws -> Route {
    Route(
      toOwnTargets: WebhookChannel(
        client: client(isOperators: false), secrets: try secrets(), allowsPlainHTTP: allowsPrivate, now: now))
  }

  /// All messages to the operator's own URL: at any address, and without TLS for `http`.
  func webhook(to url: String) throws -> Route {
    _ = try reading("--to") { try StrictURL(parsing: url, as: [.https, .http]) }
    let channel = WebhookChannel(
      client: client(isOperators: true), secrets: try secrets(), allowsPlainHTTP: true, now: now)
    return Route(OperatorsServer(channel), to: url)
  }

  func secrets() throws -> [WebhookSecret] {
    guard let text = value("FOLKCAL_WEBHOOK_SECRET") else { return [] }
    let secrets = text.split(separator: " ")
    guard !secrets.isEmpty else {
      throw Failure.wrongInput(
        "FOLKCAL_WEBHOOK_SECRET 是空白的：應為 whsec_…", "FOLKCAL_WEBHOOK_SECRET is blank: expected whsec_…")
    }
    return try secrets.map { secret in
      try reading("FOLKCAL_WEBHOOK_SECRET") { try WebhookSecret(parsing: String(secret)) }
    }
  }

  /// Tokens go only to the operator's own server, because users choose targets.
  private func ntfy() throws -> Route {
    let open = NtfyChannel(client: client(isOperators: false), allowsPlainHTTP: allowsPrivate, now: now)
    guard let token = value("FOLKCAL_NTFY_TOKEN") else { return Route(toOwnTargets: open) }
    guard let url = value("FOLKCAL_NTFY_URL") else {
      throw Failure.wrongInput(
        "設定 FOLKCAL_NTFY_TOKEN 時，也要設定 FOLKCAL_NTFY_URL，也就是使用這個權杖的伺服器",
        "FOLKCAL_NTFY_TOKEN needs FOLKCAL_NTFY_URL, the server to which the token is shown")
    }
    guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Failure.wrongInput(
        "FOLKCAL_NTFY_TOKEN 不是權杖：內含空白或 ASCII 以外的字元",
        "FOLKCAL_NTFY_TOKEN is no token: it has a blank, or a character beyond ASCII")
    }
    let origin = try reading("FOLKCAL_NTFY_URL") { try StrictURL(parsing: url, as: [.https, .http]) }.origin
    let known = NtfyChannel(client: client(isOperators: true), token: token, allowsPlainHTTP: true, now: now)
    return Route(toOwnTargets: NtfyServers(origin: origin, known: known, open: open), operatorsOrigin: origin)
  }

  /// Sends mail with links that sign people in; nil if mail is not configured.
  func signInMailer() throws -> APIService.SignInMailer? {
    guard value("FOLKCAL_SMTP_URL") != nil else { return nil }
    let (server, from, connections) = try mailServer()
    let channel = MailChannel(connections: connections, server: server, from: from) { _, _ in .none }
    let now = now
    return { address, mail in
      let message = Message(
        idempotencyKey: "sign-in-\(UUID().uuidString)", title: mail.subject, body: mail.text, link: mail.link,
        language: mail.language, scheduledAt: now(), expiresAt: now() + 30 * 60, json: Array("{}".utf8))
      switch await channel.send(message, to: address) {
      case .delivered: return nil
      case let outcome: return "\(outcome)"
      }
    }
  }

  func mailServer() throws -> (MailServer, MailAddress, MailConnections) {
    let url = value("FOLKCAL_SMTP_URL") ?? ""
    guard let sender = value("FOLKCAL_MAIL_FROM") else {
      throw Failure.wrongInput(
        "設定 FOLKCAL_SMTP_URL 時，也要設定 FOLKCAL_MAIL_FROM，例如 農曆提醒 <days@example.org>",
        "FOLKCAL_SMTP_URL needs FOLKCAL_MAIL_FROM, such as 農曆提醒 <days@example.org>")
    }
    var configuration = configuration(isOperators: true)
    // Some mail servers check mail before accepting it; a short time-out would send it twice.
    (configuration.connectTimeout, configuration.timeout) = (.seconds(30), .seconds(60))
    return (
      try reading("FOLKCAL_SMTP_URL") { try MailServer(address: url) },
      try reading("FOLKCAL_MAIL_FROM") { try MailAddress(parsing: sender) }, MailConnections(configuration)
    )
  }

  /// Nil if not configured.
  private func mail(_ queue: ReminderQueue) throws -> Route? {
    guard value("FOLKCAL_SMTP_URL") != nil else { return nil }
    let (server, from, connections) = try mailServer()
    let seal = MailSeal(secret: try queue.mailSecret())
    let (pages, now) = (try mailPages(seal), now)
    var route = Route.toMailAddresses(of: queue, now: now) { message, recipient, address in
      let channel = MailChannel(connections: connections, server: server, from: from, seal: seal) { _, _ in
        pages.links(of: recipient.uuid)
      }
      return await channel.send(message, to: address).ofOperatorsServer
    }
    route.mostAtOnce = MailConnections.most
    return route
  }

  private func mailPages(_ seal: MailSeal) throws -> MailPages {
    let own = value("FOLKCAL_UNSUBSCRIBE_URL")
    if let own {
      guard own.contains("{secret}") || own.contains("{user}") else {
        throw Failure.wrongInput(
          "FOLKCAL_UNSUBSCRIBE_URL 沒有 {secret}，也沒有 {user}；{secret} 會換成 /leave/ 之後的密鑰，{user} 會換成使用者的 UUID",
          "FOLKCAL_UNSUBSCRIBE_URL has neither {secret} nor {user}: the secret of /leave/… and the user's UUID are put there"
        )
      }
      _ = try reading("FOLKCAL_UNSUBSCRIBE_URL") {
        let some = UUID().uuidString
        return try UnsubscribeLinks(
          web: own.replacing("{secret}", with: seal.leaveSecret(ofUser: some)).replacing("{user}", with: some))
      }
    }
    return MailPages(site: site, ownLeaving: own, seal: seal)
  }

  /// Nil if neither Web Push nor FCM is configured.
  private func push(_ queue: ReminderQueue) throws -> Route? {
    let (web, phones) = (try webPush(), try cloudMessaging())
    guard web != nil || phones != nil else { return nil }
    return .toDevices(of: queue, web: web, phones: phones, now: now)
  }

  /// Who we are to push services; nil if Web Push is not configured. The key needs a contact.
  private func applicationServer() throws -> (key: ApplicationServerKey, contact: ApplicationServerContact)? {
    guard let text = value("FOLKCAL_VAPID_KEY") else { return nil }
    guard let contact = value("FOLKCAL_VAPID_CONTACT") else {
      throw Failure.wrongInput(
        "設定 FOLKCAL_VAPID_KEY 時，也要設定 FOLKCAL_VAPID_CONTACT，例如 mailto:days@example.org",
        "FOLKCAL_VAPID_KEY needs FOLKCAL_VAPID_CONTACT, such as mailto:days@example.org")
    }
    let key = try reading("FOLKCAL_VAPID_KEY") {
      let isFile = text.hasPrefix("/") || FileManager.default.fileExists(atPath: text)
      return try ApplicationServerKey(parsing: isFile ? String(decoding: file(text), as: UTF8.self) : text)
    }
    return (key, try reading("FOLKCAL_VAPID_CONTACT") { try ApplicationServerContact(parsing: contact) })
  }

  /// What pages need to ask a browser for push messages; nil if Web Push is not configured.
  func pushService() throws -> PushService? {
    try applicationServer().map { PushService(publicKey: $0.key.publicText, allowsPlainHTTP: allowsPrivate) }
  }

  private func webPush() throws -> (any Channel)? {
    try applicationServer().map { key, contact in
      WebPushChannel(
        key: key, contact: contact, client: client(isOperators: false), allowsPlainHTTP: allowsPrivate, now: now)
    }
  }

  private func cloudMessaging() throws -> (any Channel)? {
    guard let path = value("FOLKCAL_FCM_KEY") else { return nil }
    let account = try reading("FOLKCAL_FCM_KEY") {
      try ServiceAccount(json: [UInt8](file(path)), allowsPlainHTTP: allowsPrivate)
    }
    let client = client(isOperators: true)
    guard let url = value("FOLKCAL_FCM_URL") else {
      return OperatorsServer(CloudMessagingChannel(account: account, client: client, now: now))
    }
    let base = try reading("FOLKCAL_FCM_URL") {
      try StrictURL(parsing: url, as: allowsPrivate ? [.https, .http] : [.https])
    }
    return OperatorsServer(
      CloudMessagingChannel(account: account, client: client, baseURL: base.origin, now: now))
  }

  func file(_ path: String) throws -> Data {
    guard let data = FileManager.default.contents(atPath: path) else { throw UnreadableFile() }
    return data
  }

  private struct UnreadableFile: SpokenError {
    var description: String { "the file it names cannot be read" }
    var chinese: String { "無法讀取它指定的檔案" }
    var code: String { "unreadable_key_file" }
  }
}

// MARK: - Servers

/// The operator's server, which gets a token, and all others, which do not.
private struct NtfyServers: Channel {
  let origin: String
  let known: NtfyChannel
  let open: NtfyChannel

  func send(_ message: Message, to target: String) async -> Outcome {
    let isKnown = (try? StrictURL(parsing: target, as: [.https, .http]))?.origin == origin
    return isKnown ? await known.send(message, to: target).ofOperatorsServer : await open.send(message, to: target)
  }
}

extension MailServer {
  /// Reads `smtp://user:password@host:587` or `smtps://host`; special characters in name and password are percent-encoded. Connections to other
  /// machines must be encrypted.
  fileprivate init(address text: String) throws {
    struct BadAddress: SpokenError {
      let chinese: String
      let description: String
      let code = "bad_mail_server"
    }
    guard let parts = URLComponents(string: text), let scheme = parts.scheme, let host = parts.host, !host.isEmpty
    else {
      throw BadAddress(
        chinese: "應為 smtp://user:password@host:587 或 smtps://host",
        description: "expected smtp://user:password@host:587 or smtps://host")
    }
    // An unencoded # or / in a password ends the address.
    guard ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil else {
      throw BadAddress(
        chinese: "主機與連接埠後面不應有其他內容；名稱或密碼裡的 / ? # 請寫成 %2F %3F %23",
        description: "expected nothing behind the host and the port; in a name or a password / ? # are %2F %3F %23")
    }
    let port = parts.port.map { ":\($0)" } ?? ""
    let url = try StrictURL(parsing: "\(scheme)://\(host)\(port)", as: [.smtp, .smtps])
    guard (parts.user == nil) == (parts.password == nil) else {
      throw BadAddress(
        chinese: "使用者名稱與密碼必須一起寫，現在只有其中一個",
        description: "a user without a password, or a password without a user")
    }
    let isHere = ["localhost", "127.0.0.1", "[::1]"].contains(url.host)
    self.init(
      url: url.origin, user: parts.user, password: parts.password,
      encryption: isHere && url.scheme == .smtp ? .none : .required)
  }
}
