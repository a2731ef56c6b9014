internal import Addresses
internal import Crypto
internal import Foundation

/// Marks what stands in our mails, so that only a holder of the secret can make it.
///
/// A Message-ID, so that a report of failed delivery proves which address its mail went to:
///
///     rem_8f3k2-1.V5dK…@example.org      the key of the message, and 128 bits of HMAC-SHA-256 over the key and the address
///
/// The right to leave the mails. The user's UUID is none, because it stands in other places too:
///
///     /leave/b5Jf…                       the UUID's 128 bits, and 128 bits of HMAC-SHA-256 over it
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
    Base64URL.encode(code(of: "folkcal mail 1 \(idempotencyKey) \(address.lowercased())"))
  }

  private func code(of text: String) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key).prefix(16))
  }

  // MARK: Leaving

  /// The secret by which a user leaves the mails. It is the same in all mails of a user, so that a second attempt sends the same bytes.
  ///
  /// - Parameter uuid: lowercase.
  public func leaveSecret(ofUser uuid: String) -> String {
    let bytes = UUID(uuidString: uuid).map { withUnsafeBytes(of: $0.uuid) { Array($0) } } ?? []
    return Base64URL.encode(bytes + code(of: "folkcal leave 1 \(uuid)"))
  }

  /// The UUID of the user whose secret it is; nil for what is none.
  public func user(ofLeaveSecret secret: String) -> String? {
    guard let bytes = Base64URL.decode(secret), bytes.count == 32 else { return nil }
    let digits = bytes.prefix(16).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    let parts = [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]].map { $0.joined() }
    let uuid = parts.joined(separator: "-")
    return leaveSecret(ofUser: uuid) == secret ? uuid : nil
  }
}
