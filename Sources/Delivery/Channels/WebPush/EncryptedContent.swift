package import Crypto
internal import Foundation

/// The content coding `aes128gcm` (RFC 8188): a header, and one record that is the last.
///
///     +-----------+----------------+-----------+-----------------------+
///     | salt (16) | record size (4)| length (1)| key identifier (0-255)|   section 2.1
///     +-----------+----------------+-----------+-----------------------+
///     | AES-128-GCM of: content, delimiter 2, zeros as padding         |   section 2
///     +----------------------------------------------------------------+
///
/// There is only one record, because a push message has exactly one (RFC 8291, section 4).
package enum EncryptedContent {
  /// The bytes of the record that delimiter and GCM tag take.
  package static let overhead = 1 + 16

  /// - Parameters:
  ///   - content: at most `recordSize - overhead` bytes.
  /// - keyMaterial: the shared secret.
  /// - salt: 16 bytes, new for every message; reusing salt and key breaks GCM.
  /// - keyIdentifier: at most 255 bytes that identify the key.
  /// - paddedCount: the content is padded with zeros to this length, to hide its own.
  package static func seal(
    _ content: [UInt8], keyMaterial: SymmetricKey, salt: [UInt8], keyIdentifier: [UInt8], recordSize: Int = 4_096,
    paddedCount: Int = 0
  ) throws -> [UInt8] {
    let header =
      salt + (0..<4).map { UInt8(truncatingIfNeeded: recordSize >> (24 - 8 * $0)) }
      + [UInt8(truncatingIfNeeded: keyIdentifier.count)] + keyIdentifier
    let padding = [UInt8](repeating: 0, count: max(paddedCount - content.count, 0))
    let sealed = try AES.GCM.seal(
      content + [2] + padding, using: derived("aes128gcm", 16, keyMaterial, salt),
      nonce: AES.GCM.Nonce(data: derived("nonce", 12, keyMaterial, salt).withUnsafeBytes { Data($0) }))
    return header + sealed.ciphertext + sealed.tag
  }

  /// The key of section 2.2 and the nonce of section 2.3. The first record has number 0, so its nonce is the derived one.
  private static func derived(_ purpose: String, _ count: Int, _ keyMaterial: SymmetricKey, _ salt: [UInt8])
    -> SymmetricKey
  {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: keyMaterial, salt: salt, info: Array("Content-Encoding: \(purpose)\0".utf8),
      outputByteCount: count)
  }
}
