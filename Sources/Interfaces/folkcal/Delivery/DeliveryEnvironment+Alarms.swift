import Addresses
import Channels
import Folklore
import Foundation
import Reminders
import Store

/// The ways by which alarms leave.
extension DeliveryEnvironment {
  /// Those who are told of alarms, as `FOLKCAL_ALARM_TO` says.
  func alarmTargets() throws -> [AlarmTarget] {
    guard let text = value("FOLKCAL_ALARM_TO") else { return [] }
    let targets = try reading("FOLKCAL_ALARM_TO") { try AlarmTarget.all(text) }
    guard !targets.isEmpty else {
      throw Failure.wrongInput(
        "FOLKCAL_ALARM_TO 是空白的：例如 mail:ops@example.org",
        "FOLKCAL_ALARM_TO is blank: expected for example mail:ops@example.org")
    }
    return targets
  }

  /// The receivers of alarms. All variables are read now.
  ///
  /// - Parameters:
  ///   - queue: nil if the database cannot be used; users are left out then.
  ///   - words: what is said to all but users, who have a language and a time zone of their own.
  func alarmReceivers(_ targets: [AlarmTarget], _ queue: ReminderQueue?, _ words: AlarmWords) throws -> [AlarmReceiver]
  {
    let hasUsers = targets.contains { if case .user = $0 { true } else { false } }
    let routes = try hasUsers ? queue.map { try self.routes($0) } ?? [:] : [:]
    let (site, now) = (site, now)
    return try targets.compactMap { target in
      let key = target.key
      let message: @Sendable (AlarmNotice, AlarmWords) -> Message = { notice, words in
        notice.message(to: key, words, site: site, now: now())
      }
      switch target {
      case .user(let name):
        guard let queue else { return nil }
        let user = AlarmedUser(name: name, queue: queue, routes: routes, words: words)
        return AlarmReceiver(target) { notice in await user.send { message(notice, $0) } }
      case .mail(let address):
        let channel = try alarmMail()
        return AlarmReceiver(target) { await channel.send(message($0, words), to: address) }
      case .ntfy(let url):
        let channel = try alarmNtfy(url)
        return AlarmReceiver(target) { await channel.send(message($0, words), to: url) }
      case .webhook(let url):
        let channel = WebhookChannel(
          client: client(isOperators: true), secrets: try secrets(), allowsPlainHTTP: true, now: now)
        return AlarmReceiver(target) { await channel.send(message($0, words), to: url) }
      }
    }
  }

  /// Without links to leave: alarms are no reminders.
  private func alarmMail() throws -> MailChannel {
    guard value("FOLKCAL_SMTP_URL") != nil else {
      throw Failure.wrongInput(
        "FOLKCAL_ALARM_TO 有 mail:，但沒有設定 FOLKCAL_SMTP_URL",
        "FOLKCAL_ALARM_TO has mail:, but FOLKCAL_SMTP_URL is not set")
    }
    let (server, from, connections) = try mailServer()
    return MailChannel(connections: connections, server: server, from: from) { _, _ in .none }
  }

  /// The token goes only to the server of `FOLKCAL_NTFY_URL`.
  private func alarmNtfy(_ url: String) throws -> NtfyChannel {
    func origin(_ url: String?) -> String? {
      url.flatMap { try? StrictURL(parsing: $0, as: [.https, .http]) }?.origin
    }
    let isKnown = origin(url) == origin(value("FOLKCAL_NTFY_URL"))
    return NtfyChannel(
      client: client(isOperators: true), token: isKnown ? value("FOLKCAL_NTFY_TOKEN") : nil, tags: ["warning"],
      allowsPlainHTTP: true, now: now)
  }
}

/// A user who is told of alarms, by the own way and, if that does not deliver, at once by the second one.
private struct AlarmedUser: Sendable {
  let name: String
  let queue: ReminderQueue
  let routes: [ChannelKind: Route]
  let words: AlarmWords

  func send(_ write: @Sendable (AlarmWords) -> Message) async -> Outcome {
    let recipient: Recipient
    do { recipient = try queue.recipient(name) } catch { return .rejected(reason: "\(error)".failureReason) }
    let message = write(words.for(recipient.language, zone: recipient.timeZone))
    let outcome = await attempt(message, recipient)
    guard outcome != .delivered, let second = recipient.fallbackChannel else { return outcome }
    // An alarm does not wait for the first way, which may be what it is about.
    return await attempt(message, Recipient(recipient, byFallback: second))
  }

  private func attempt(_ message: Message, _ recipient: Recipient) async -> Outcome {
    guard let route = ChannelKind(rawValue: recipient.channel).flatMap({ routes[$0] }) else {
      return .rejected(reason: TestMessenger.NoRoute(channel: recipient.channel).description)
    }
    return await route.attempt(message, to: recipient)
  }
}
