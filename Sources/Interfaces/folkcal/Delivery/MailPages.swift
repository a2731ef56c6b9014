import Channels

/// The pages that a reader of a mail can open without signing in: `/leave/{secret}` and `/leave/{secret}/change`.
struct MailPages {
  /// Scheme, host and port of the server; nil if it is not known.
  let site: String?
  /// Another page to leave, of the operator's own, with `{secret}` or `{user}`; nil if there is none.
  let ownLeaving: String?
  let seal: MailSeal

  func links(of user: String) -> MailLinks {
    let secret = seal.leaveSecret(ofUser: user)
    let leave = (ownLeaving ?? site.map { $0 + "/leave/{secret}" })?
      .replacing("{secret}", with: secret).replacing("{user}", with: user)
    return MailLinks(
      // RFC 8058 wants https; without it readers still have the links in the text.
      unsubscribe: leave.flatMap { try? UnsubscribeLinks(web: $0) }, leave: leave,
      change: site.map { "\($0)/leave/\(secret)/change" })
  }
}
