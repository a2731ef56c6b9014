internal import Addresses
public import Channels
public import Store
internal import Transfer

/// How reminders leave for users with one channel, and how fast.
public struct Route: Sendable {
  let send: @Sendable (Message, Recipient) async -> Outcome
  /// What waits when a recipient's server asks to wait, or does not answer; nil where the route sees to that itself.
  let pauseKey: @Sendable (Recipient) -> String?
  /// Who holds the courier of a recipient's message.
  let party: @Sendable (Recipient) -> Party
  /// For how many seconds at most other messages wait for that server.
  private(set) var longestPause = Int.max
  /// How many messages are under way at once, where the way out takes so many.
  public var concurrency = 64
  /// How many the way out takes at once: a file one, a mail server a few.
  public var mostAtOnce = Int.max
  /// How many messages leave a second at most; nil for as many as go.
  public var perSecond: Double?

  /// A way of one's own.
  public init(
    pauseKey: @escaping @Sendable (Recipient) -> String? = { _ in nil },
    send: @escaping @Sendable (Message, Recipient) async -> Outcome
  ) {
    self.init(pauseKey: pauseKey, party: { _ in .operators }, send: send)
  }

  /// - Parameter party: who holds the courier of a recipient's message.
  init(
    pauseKey: @escaping @Sendable (Recipient) -> String?, party: @escaping @Sendable (Recipient) -> Party,
    send: @escaping @Sendable (Message, Recipient) async -> Outcome
  ) {
    self.send = send
    self.pauseKey = pauseKey
    self.party = party
  }

  /// How many messages are under way at once.
  var courierCount: Int { max(min(concurrency, mostAtOnce), 1) }

  /// To each recipient's own URL. Where a server asks to wait, or does not answer, the others to the same scheme, host and port wait as
  /// well, for five minutes at most: users give the targets. For the same reason each host holds an eighth of the couriers at most.
  ///
  /// - Parameter origin: the scheme, host and port of the operator's own server, which may hold them all; nil where there is none.
  public init(toOwnTargets channel: any Channel, operatorsOrigin origin: String? = nil) {
    self.init(
      pauseKey: { $0.channelTarget.map(Self.origin) },
      party: { recipient in
        guard let target = recipient.channelTarget, origin == nil || Self.origin(target) != origin else {
          return .operators
        }
        return Party(target: target, user: recipient.id)
      },
      send: { message, recipient in
        guard let target = recipient.channelTarget, !target.isEmpty else {
          return .rejected(reason: "the user has no address for the channel \(recipient.channel)")
        }
        return await channel.send(message, to: target)
      })
    longestPause = ServerPauses.longestForOthers
  }

  /// Everything to one target.
  public init(_ channel: any Channel, to target: String) {
    self.init(pauseKey: { _ in "" }, send: { message, _ in await channel.send(message, to: target) })
  }

  /// Sends one message once, past the queue.
  public func attempt(_ message: Message, to recipient: Recipient) async -> Outcome {
    await send(message, recipient)
  }

  /// The scheme, host and port of a URL; for what is none, the text itself.
  static func origin(_ target: String) -> String {
    (try? StrictURL(parsing: target, as: [.https, .http]))?.origin ?? target
  }
}
