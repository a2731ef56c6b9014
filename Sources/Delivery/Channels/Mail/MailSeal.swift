internal import Addresses
internal import Crypto

/// Marks the Message-IDs of our mails, so that a report of failed delivery proves which address its mail went to: only a holder of the secret can
/// make a Message-ID for an address.
///
///     rem_8f3k2-1.V5dK…@example.org      the key of the message, and 128 bits of HMAC-SHA-256 over the key and the address
public struct MailSeal: Sendable {
  private let key: SymmetricKey

  /// - Parameter secret: the secret of the database (`ReminderQueue.mailSecret`).
  public init(secret: [UInt8]) {
    key = SymmetricKey(data: secret)
  }

  /// What stands before the @ of the Message-ID of a mail.
  func localPart(of idempotencyKey: String, to address: String) -> String {
    "\(idempotencyKey).\(seal(of: idempotencyKey, to: address))"
  }

  /// True if we made a Message-ID for a mail to an address.
  ///
  /// - Parameter messageID: with or without angle brackets.
  public func holds(_ messageID: String, to address: String) -> Bool {
    let local = messageID.drop { $0 == "<" || $0 == " " }.prefix { $0 != "@" }
    guard local.utf8.count <= 100, let dot = local.lastIndex(of: ".") else { return false }
    let idempotencyKey = local[..<dot]
    guard idempotencyKey.isPlainKey else { return false }
    return local[dot...].dropFirst() == seal(of: String(idempotencyKey), to: address)
  }

  private func seal(of idempotencyKey: String, to address: String) -> String {
    // A key holds no blank, so different pairs never give the same text.
    let text = "folkcal mail 1 \(idempotencyKey) \(address.lowercased())"
    let code = HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)
    return Base64URL.encode(Array(code.prefix(16)))
  }
}
