internal import Store

/// Which way reminders go, by their users' channels.
public struct ChannelTable: Sendable {
  let routes: [Route]
  /// The channels of users, in the order of their routes; nil where all go one way.
  private let names: [String]?
  private let places: [String: Int]

  /// Each user's own channel. Reminders of users with another one are left in the queue.
  public init(_ routes: [String: Route]) {
    let sorted = routes.sorted { $0.key < $1.key }
    self.routes = sorted.map(\.value)
    names = sorted.map(\.key)
    places = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.key, $0) })
  }

  /// Everything one way, whatever a user's channel is.
  public init(everything route: Route) {
    routes = [route]
    names = nil
    places = [:]
  }

  func place(of recipient: Recipient) -> Int? {
    names == nil ? 0 : places[recipient.channel]
  }

  /// The channels to claim for; nil for all.
  func channels(at places: [Int]) -> Set<String>? {
    names.map { names in Set(places.map { names[$0] }) }
  }
}
