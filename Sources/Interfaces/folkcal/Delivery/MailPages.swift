import Channels

/// The pages that a reader of a mail can open without signing in: `/leave/{user}` and `/leave/{user}/change`.
struct MailPages {
  /// Scheme, host and port of the server; nil if it is not known.
  let site: String?
  /// Another page to leave, of the operator's own, with `{user}`; nil if there is none.
  let ownLeaving: String?

  func links(of user: String) -> MailLinks {
    let leave = (ownLeaving ?? site.map { $0 + "/leave/{user}" })?.replacing("{user}", with: user)
    return MailLinks(
      // RFC 8058 wants https; without it readers still have the links in the text.
      unsubscribe: leave.flatMap { try? UnsubscribeLinks(web: $0) }, leave: leave,
      change: site.map { "\($0)/leave/\(user)/change" })
  }
}
