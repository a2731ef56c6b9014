/// A report of (failed) delivery: a delivery status notification (RFC 3464; RFC 6533 for addresses beyond ASCII).
///
///     guard let status = DeliveryStatus(message) else { return }        // no report
///     for recipient in status.recipients where recipient.verdict == .isGone {
///       status.provenAddress(of: recipient, by: seal)                   // nil for a report that proves nothing
///     }
public struct DeliveryStatus: Sendable {
  /// What became of the mail for one recipient.
  public struct Recipient: Sendable {
    /// The address that we gave, and the one that the mail had at last; each as it stands and decoded.
    public let addresses: [String]
    /// In small letters: `failed`, `delayed`, `delivered`, `relayed`, `expanded`.
    public let action: String
    public let status: EnhancedStatus?
    /// What the server said, without the name of its protocol; empty if the report does not tell.
    public let diagnostic: String
  }

  public let recipients: [Recipient]
  /// The Message-IDs of what was returned, and those that the report answers.
  let messageIDs: [String]
  /// The addresses to which the returned mail was written.
  let writtenTo: [String]

  /// Reads a mail; nil if it is no report.
  public init?(_ message: [UInt8]) {
    let mail = MailPart(message[...])
    guard let report = Self.report(in: mail, depth: 0) else { return nil }
    let parts = report.parts
    guard let status = parts.first(where: { Self.statusTypes.contains($0.type.value) }) else { return nil }
    recipients = MailFields.groups(status.content).compactMap(Recipient.init)
    guard !recipients.isEmpty else { return nil }
    let returned = parts.filter { Self.returnedTypes.contains($0.type.value) }.map { part in
      MailFields.parse(part.content[...]).0
    }
    messageIDs =
      returned.compactMap { $0["Message-ID"] }
      + [mail.headers["In-Reply-To"], mail.headers["References"]].compactMap(\.self)
      .flatMap { $0.split(separator: " ").prefix(20).map(String.init) }
    writtenTo = returned.compactMap { $0["To"].map(MailboxText.address) }
  }

  private static let statusTypes = ["message/delivery-status", "message/global-delivery-status"]
  private static let returnedTypes = [
    "message/rfc822", "text/rfc822-headers", "message/rfc822-headers", "message/global", "message/global-headers",
  ]

  /// The report, which another program may have wrapped: a scanner, a list.
  private static func report(in part: MailPart, depth: Int) -> MailPart? {
    let type = part.type
    if type.value == "multipart/report" {
      // Other reports tell who read a mail (RFC 8098), or who takes it for spam (RFC 5965).
      return ["delivery-status", nil].contains(type.parameters["report-type"]?.lowercased()) ? part : nil
    }
    guard depth < 2, type.value.hasPrefix("multipart/") else { return nil }
    return part.parts.lazy.compactMap { report(in: $0, depth: depth + 1) }.first
  }
}

extension DeliveryStatus.Recipient {
  /// The fields of a recipient (RFC 3464, section 2.3); nil for those of the message.
  fileprivate init?(_ fields: MailFields) {
    let given = ["Original-Recipient", "Final-Recipient"].compactMap { fields[$0] }
    guard !given.isEmpty else { return nil }
    var addresses: [String] = []
    for address in given.flatMap(MailboxText.addresses(ofField:)) where !addresses.contains(address) {
      addresses.append(address)
    }
    self.addresses = addresses
    action = MailHeaderValue.withoutComments(fields["Action"] ?? "").lowercased()
    status = EnhancedStatus(firstIn: MailHeaderValue.withoutComments(fields["Status"] ?? ""))
    let text = fields["Diagnostic-Code"] ?? ""
    // `smtp; 550 5.1.1 …`: a type, and free text.
    diagnostic = String((text.split(separator: ";", maxSplits: 1).dropFirst().first ?? text[...]).trimmingBlanks)
  }

  /// The address to show.
  public var address: String { addresses.first ?? "" }
}
