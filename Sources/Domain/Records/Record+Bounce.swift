import Folklore
internal import JSON

/// What is known of mails to a user that came back for good.
public struct MailBounce: Hashable, Sendable {
  /// In small letters.
  public let address: String
  /// Seconds of UTC since 1970.
  public let at: Int
  /// What the mail server said, or who marked the address.
  public let reason: String
}

extension Record {
  /// The bounce of the address that a user's mails go to; nil if mails arrive there, as far as is known, or if the user has another address by now.
  public var mailBounce: MailBounce? {
    guard let address = self["bounced_address"].text, address == mailAddress?.lowercased() else { return nil }
    let at = self["bounced_at"].text.flatMap { try? CivilTime.parse($0).unixTime }
    return MailBounce(address: address, at: at ?? 0, reason: self["bounce_reason"].text ?? "")
  }

  /// The address that a user's mails go to; nil if there is none.
  private var mailAddress: String? {
    (channel?.target == .mailAddress ? self["settings"]["channel_target"].text : nil) ?? self["email"].text
  }
}
