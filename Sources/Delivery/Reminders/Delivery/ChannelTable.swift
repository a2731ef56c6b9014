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

  /// True if a user's second way may be another route.
  var hasSecondWays: Bool { kinds != nil }

  /// The channels to claim for; nil for all.
  func channels(at places: [Int]) -> Set<String>? {
    kinds.map { kinds in Set(places.map { kinds[$0].rawValue }) }
  }
}
