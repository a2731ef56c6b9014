/// The channel of a user's reminders.
///
/// A new channel is a case here. The compiler then requires its traits, its variables and its route (`DeliveryEnvironment`); CONTRIBUTING
/// describes the steps.
public enum ChannelKind: String, CaseIterable, Codable, Sendable {
  /// Messages to all devices of the user: browsers by Web Push, apps by FCM.
  case push
  case mail
  /// The user's chat with our LINE Official Account.
  case line
  /// The user's chat with our Telegram bot.
  case telegram
  case webhook
  case ntfy
  /// Lines of JSON in the worker's own output.
  case jsonl
  /// The user's calendar program fetches days and alarms; nothing is sent.
  case feed
}

extension ChannelKind {
  /// The kind of `channel_target` in a user's settings.
  public enum Target: Hashable, Sendable {
    case nothing
    case webAddress
    /// The web address of a topic of an ntfy server.
    case topic
    /// A mail address; by default the account's.
    case mailAddress
  }

  private var traits: (target: Target, isSent: Bool, isOperators: Bool) {
    switch self {
    case .push: (.nothing, isSent: true, isOperators: false)
    case .mail: (.mailAddress, isSent: true, isOperators: false)
    case .line, .telegram: (.nothing, isSent: true, isOperators: false)
    case .webhook: (.webAddress, isSent: true, isOperators: false)
    case .ntfy: (.topic, isSent: true, isOperators: false)
    case .jsonl: (.nothing, isSent: true, isOperators: true)
    case .feed: (.nothing, isSent: false, isOperators: false)
    }
  }

  public var target: Target { traits.target }
  /// False if users fetch their reminders themselves; no reminders are planned then.
  public var isSent: Bool { traits.isSent }
  /// True if only operators can set it for a user.
  public var isOperators: Bool { traits.isOperators }
  /// True if users may choose it as the second way, for what the first cannot deliver: it needs no target of its own.
  public var mayBeFallback: Bool { isSent && !isOperators && (target == .nothing || target == .mailAddress) }

  /// The names of the kinds that satisfy a condition.
  public static func names(where isMeant: (ChannelKind) -> Bool = { _ in true }) -> [String] {
    allCases.filter(isMeant).map(\.rawValue)
  }
}
