import Folklore

extension ChannelKind {
  /// The variables of a channel: the required ones (nil if there are none), and all of them as lines of the help.
  private var environment: (needs: String?, variables: [String]) {
    switch self {
    case .push:
      (
        "FOLKCAL_VAPID_KEY and FOLKCAL_VAPID_CONTACT, or FOLKCAL_FCM_KEY",
        [
          "FOLKCAL_VAPID_KEY, FOLKCAL_VAPID_CONTACT  for Web Push: the private key or the path of its file, and mailto:…",
          "FOLKCAL_FCM_KEY  for apps: the path of the service account's key file",
          "FOLKCAL_FCM_URL  another server than Google's",
        ]
      )
    case .mail:
      (
        "FOLKCAL_SMTP_URL and FOLKCAL_MAIL_FROM",
        [
          "FOLKCAL_SMTP_URL  smtp://user:password@host:587 (with STARTTLS) or smtps://…",
          "FOLKCAL_MAIL_FROM  農曆提醒 <days@example.org>",
          "FOLKCAL_UNSUBSCRIBE_URL  https://…/{user}, {user} being the user's UUID",
        ]
      )
    case .webhook:
      (nil, ["FOLKCAL_WEBHOOK_SECRET  whsec_… with which requests are signed; several are separated by a blank"])
    case .ntfy:
      (nil, ["FOLKCAL_NTFY_TOKEN, FOLKCAL_NTFY_URL  an access token, and the only server that is shown it"])
    case .jsonl, .feed: (nil, [])
    }
  }

  var needs: String? { environment.needs }

  /// The variables of all channels, as lines of the help.
  static var variables: String { allCases.flatMap(\.environment.variables).joined(separator: "\n  ") }

  /// The names of several kinds: `jsonl, webhook or push`.
  static func list(where isMeant: (ChannelKind) -> Bool = { _ in true }) -> String {
    let names = names(where: isMeant)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  /// A channel that sends reminders, by name.
  ///
  /// - Throws: `Failure` for other names.
  init(sent name: String) throws {
    guard let kind = ChannelKind(rawValue: name), kind.isSent else {
      let names = Self.names(where: \.isSent).joined(separator: ", ")
      throw Failure.wrongInput("\"\(name)\" is no channel; channels are \(names)")
    }
    self = kind
  }
}
