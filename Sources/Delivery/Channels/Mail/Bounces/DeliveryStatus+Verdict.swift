extension DeliveryStatus {
  /// What a report says of an address.
  public enum Verdict: String, Hashable, Sendable {
    /// Mail to the address fails for good: there is no such mailbox or domain.
    case isGone = "gone"
    /// The mailbox is full. The code says for good (5.2.2), but people empty mailboxes.
    case isFull = "full"
    /// The failure may pass.
    case isTemporary = "temporary"
    /// The server refused this mail: by a policy, for its size or content, or because it takes us for spam. That is for the operator to mend, and would
    /// otherwise switch off everybody who has a mailbox there.
    case isRefused = "refused"
    /// The mail arrived, or is on its way.
    case hasArrived = "delivered"
  }
}

extension DeliveryStatus.Recipient {
  public var verdict: DeliveryStatus.Verdict {
    switch action {
    case "failed": break
    case "delayed": return .isTemporary
    default: return .hasArrived
    }
    guard let status, status.kind == 5 else { return .isTemporary }
    switch (code.subject, code.detail) {
    // The addresses of the sender (RFC 3463, section 3.2).
    case (1, 7), (1, 8): return .isRefused
    case (1, _): return .isGone
    case (2, 2): return .isFull
    // The mail is too long for the mailbox; a list cannot be expanded.
    case (2, 3), (2, 4): return .isRefused
    case (2, _): return .isGone
    // Exchange says so of unknown recipients; others cannot find the domain (section 3.5).
    case (4, 1), (4, 4): return .isGone
    case (4, _): return .isTemporary
    case (0, _): return verdictOfReply
    default: return .isRefused
    }
  }

  /// The status, or what the server's own reply says where the status tells nothing (5.0.0, as Exim always writes).
  private var code: (subject: Int, detail: Int) {
    if let status, status.subject == 0, let own = EnhancedStatus(firstIn: diagnostic), own.kind == 5 {
      return (own.subject, own.detail)
    }
    return status.map { ($0.subject, $0.detail) } ?? (0, 0)
  }

  /// Only a reply of SMTP is left to judge (RFC 5321, section 4.2.3). Without one the report comes from the server of the mailbox itself.
  private var verdictOfReply: DeliveryStatus.Verdict {
    let words = diagnostic.unicodeScalars.split { !("0"..."9").contains($0) }
    guard let reply = words.lazy.compactMap({ Int(String($0)) }).first(where: { (400...599).contains($0) }) else {
      return .isGone
    }
    switch reply {
    case 550, 551, 553: return .isGone
    case 552: return .isFull
    case 400...499: return .isTemporary
    default: return .isRefused
    }
  }

  /// What happened, in one line for the record of a user: `5.1.1: 550 5.1.1 no such user`.
  public var reason: String {
    [status.map(String.init(describing:)) ?? "", diagnostic].filter { !$0.isEmpty }.joined(separator: ": ")
      .failureReason
  }
}

extension DeliveryStatus {
  /// The address that a report is surely about: that of a mail of ours, whose Message-ID only we could make for that address. Whoever writes a report
  /// without having seen that mail proves nothing.
  ///
  /// The address that we wrote to may be neither of the report's, if the mail was forwarded; then the returned mail names it.
  ///
  /// - Returns: nil if nothing is proven.
  public func provenAddress(of recipient: Recipient, by seal: MailSeal) -> String? {
    (recipient.addresses + writtenTo).prefix(20).first { address in
      messageIDs.prefix(20).contains { seal.holds($0, to: address) }
    }
  }
}
