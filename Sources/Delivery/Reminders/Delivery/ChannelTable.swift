internal import Channels
public import Folklore
internal import Store

/// The route of each channel.
public struct ChannelTable: Sendable {
  let routes: [Route]
  /// The channels in the order of their routes; nil if all use one route.
  private let kinds: [ChannelKind]?
  private let places: [ChannelKind: Int]

  /// One route per channel. Reminders of other channels stay in the queue.
  public init(_ routes: [ChannelKind: Route]) {
    let sorted = routes.sorted { $0.key.rawValue < $1.key.rawValue }
    self.routes = sorted.map(\.value)
    kinds = sorted.map(\.key)
    places = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.key, $0) })
  }

  /// One route for all channels.
  public init(everything route: Route) {
    routes = [route]
    kinds = nil
    places = [:]
  }

  /// The channel of a route; `all` for the one of all.
  func name(at place: Int) -> String { kinds.map { $0[place].rawValue } ?? "all" }

  func place(of recipient: Recipient) -> Int? {
    kinds == nil ? 0 : ChannelKind(rawValue: recipient.channel).flatMap { places[$0] }
  }

  /// Sends a message by the user's second way, if the first has failed for good.
  ///
  /// The courier of the first way does it at once, beside the couriers of the second: that is rare, and the reminder needs no second place in
  /// the queue. If the program dies in between, the message is sent again as after any other death, with the same key.
  ///
  /// - Returns: nil if the second way is not needed, or if there is none.
  func fallback(
    after outcome: Outcome, _ message: Message, _ outgoing: OutgoingMessage, now: Int
  ) async -> Outcome? {
    guard let name = outgoing.recipient.fallbackChannel, kinds != nil,
      RetryPolicy.isFinal(outcome, retryCount: outgoing.retryCount)
    else { return nil }
    guard let place = ChannelKind(rawValue: name).flatMap({ places[$0] }) else {
      return .rejected(reason: "this worker does not send by \(name)")
    }
    return await routes[place].deliver(message, Recipient(outgoing.recipient, byFallback: name), now: now)
  }

  /// The channels to claim for; nil for all.
  func channels(at places: [Int]) -> Set<String>? {
    kinds.map { kinds in Set(places.map { kinds[$0].rawValue }) }
  }
}
