internal import Addresses
public import Channels
public import Store
internal import Transfer

/// How reminders of one channel are sent, and how fast.
public struct Route: Sendable {
  let send: @Sendable (Message, Recipient) async -> Outcome
  /// The key of the pause if a recipient's server asks to wait or does not answer; nil if the route handles that.
  let pauseKey: @Sendable (Recipient) -> String?
  /// The party that a recipient's message is counted for; nil if all go to the operator's server.
  let party: (@Sendable (Recipient) -> Party)?
  /// What was seen of the services behind it.
  let watch: ServiceWatch
  /// True if `send` notes each service by itself.
  private let hasSeveralServices: Bool
  /// The longest pause for other messages to that server, in seconds.
  private(set) var longestPause = Int.max
  /// The number of simultaneous messages, if the target allows.
  public var concurrency = 64
  /// The most that the target allows: a file one, a mail server a few.
  public var mostAtOnce = Int.max
  /// The most messages per second of all workers together; nil for no limit.
  public var perSecond: Double?

  /// A custom route.
  public init(
    pauseKey: @escaping @Sendable (Recipient) -> String? = { _ in nil },
    send: @escaping @Sendable (Message, Recipient) async -> Outcome
  ) {
    self.init(pauseKey: pauseKey, party: nil, send: send)
  }

  /// - Parameters:
  ///   - party: the party that a recipient's message is counted for; nil if all go to the operator's server.
  ///   - watch: where `send` itself notes each of several services; nil if there is one.
  init(
    pauseKey: @escaping @Sendable (Recipient) -> String?, party: (@Sendable (Recipient) -> Party)?,
    servicesNotedIn watch: ServiceWatch? = nil, send: @escaping @Sendable (Message, Recipient) async -> Outcome
  ) {
    self.send = send
    self.watch = watch ?? ServiceWatch()
    hasSeveralServices = watch != nil
    self.pauseKey = pauseKey
    self.party = party
  }

  /// The number of simultaneous messages.
  var courierCount: Int { max(min(concurrency, mostAtOnce), 1) }

  /// The same with those that wait for users' servers which are new or slow.
  var taskCount: Int { party == nil ? courierCount : CourierShares.courierCount(courierCount) }

  /// To each recipient's own URL. If a server asks to wait or does not answer, other messages to the same scheme, host and port wait too, five
  /// minutes at most, because users choose the targets. For the same reason hosts share couriers with those that are equally fast (`CourierShares`).
  ///
  /// - Parameter origin: scheme, host and port of the operator's own server, which may hold all couriers; nil if there is none.
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

  /// All messages to one target.
  public init(_ channel: any Channel, to target: String) {
    self.init(pauseKey: { _ in "" }, send: { message, _ in await channel.send(message, to: target) })
  }

  /// Sends one message once for a worker, and notes what is seen of the service.
  ///
  /// - Parameter now: seconds of UTC since 1970.
  func deliver(_ message: Message, _ recipient: Recipient, now: Int) async -> Outcome {
    let outcome = await send(message, recipient)
    if !hasSeveralServices { watch.note(outcome, now: now) }
    return outcome
  }

  /// Sends one message once, without the queue.
  public func attempt(_ message: Message, to recipient: Recipient) async -> Outcome {
    await send(message, recipient)
  }

  /// The scheme, host and port of a URL; text that is no URL stays unchanged.
  static func origin(_ target: String) -> String {
    (try? StrictURL(parsing: target, as: [.https, .http]))?.origin ?? target
  }
}
