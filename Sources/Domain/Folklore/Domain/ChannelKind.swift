/// How a user's reminders leave.
///
/// A new way out is a case here. The compiler then asks for its traits, and in the program for its variables and its route
/// (`DeliveryEnvironment`); everything else follows. CONTRIBUTING says how to add one.
public enum ChannelKind: String, CaseIterable, Codable, Sendable {
  /// To all devices of the user: browsers by Web Push, apps by FCM.
  case push
  case mail
  case webhook
  case ntfy
  /// Lines of JSON in the worker's own output.
  case jsonl
  /// The user's calendar program fetches the days and their alarms: nothing is sent.
  case feed
}

extension ChannelKind {
  /// What must stand in the `channel_target` of a user's settings.
  public enum Target: Hashable, Sendable {
    case nothing
    case webAddress
    /// The web address of a topic of an ntfy server.
    case topic
    /// A mail address; the one of the account where the settings have none.
    case mailAddress
  }

  private var traits: (target: Target, isSent: Bool, isOperators: Bool) {
    switch self {
    case .push: (.nothing, isSent: true, isOperators: false)
    case .mail: (.mailAddress, isSent: true, isOperators: false)
    case .webhook: (.webAddress, isSent: true, isOperators: false)
    case .ntfy: (.topic, isSent: true, isOperators: false)
    case .jsonl: (.nothing, isSent: true, isOperators: true)
    case .feed: (.nothing, isSent: false, isOperators: false)
    }
  }

  public var target: Target { traits.target }
  /// False where users come and get what they want: no reminders are planned for them.
  public var isSent: Bool { traits.isSent }
  /// True where only operators can set it for a user.
  public var isOperators: Bool { traits.isOperators }

  /// The names of the kinds that have something in common.
  public static func names(where isMeant: (ChannelKind) -> Bool = { _ in true }) -> [String] {
    allCases.filter(isMeant).map(\.rawValue)
  }
}
