public import Folklore
internal import Store

/// Which way reminders go, by their users' channels.
public struct ChannelTable: Sendable {
  let routes: [Route]
  /// The channels of users, in the order of their routes; nil where all go one way.
  private let kinds: [ChannelKind]?
  private let places: [ChannelKind: Int]

  /// Each user's own channel. Reminders of users with another one are left in the queue.
  public init(_ routes: [ChannelKind: Route]) {
    let sorted = routes.sorted { $0.key.rawValue < $1.key.rawValue }
    self.routes = sorted.map(\.value)
    kinds = sorted.map(\.key)
    places = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.key, $0) })
  }

  /// Everything one way, whatever a user's channel is.
  public init(everything route: Route) {
    routes = [route]
    kinds = nil
    places = [:]
  }

  func place(of recipient: Recipient) -> Int? {
    kinds == nil ? 0 : ChannelKind(rawValue: recipient.channel).flatMap { places[$0] }
  }

  /// The channels to claim for; nil for all.
  func channels(at places: [Int]) -> Set<String>? {
    kinds.map { kinds in Set(places.map { kinds[$0].rawValue }) }
  }
}
