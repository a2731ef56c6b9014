package import Crypto
internal import Foundation

extension PushSubscription {
  /// The longest content of one message in bytes: a push service must accept only 4,096 bytes of body (RFC 8030, section 7.2), with 86 of header
  /// and 17 of delimiter and tag (RFC 8291, section 4).
  package static let longestContent = 4_096 - headerCount - EncryptedContent.overhead

  /// Salt, record size, key identifier length, and the sender's public key as identifier.
  private static let headerCount = 16 + 4 + 1 + 65

  /// Encrypts a message for this browser (RFC 8291).
  ///
  /// - Parameter content: at most `longestContent` bytes. It is padded to a multiple of 256, so that its length does not disclose the event.
  /// - Returns: the request body with content coding `aes128gcm`.
  package func encrypt(_ content: [UInt8]) throws -> [UInt8] {
    let blocks = (content.count + 255) / 256
    return try encrypt(
      content, senderKey: P256.KeyAgreement.PrivateKey(),
      salt: SymmetricKey(size: .bits128).withUnsafeBytes(Array.init),
      paddedCount: min(blocks * 256, Self.longestContent))
  }

  /// With given key and salt, for tests; both must be new for every message.
  package func encrypt(
    _ content: [UInt8], senderKey: P256.KeyAgreement.PrivateKey, salt: [UInt8], paddedCount: Int = 0
  ) throws -> [UInt8] {
    let sender = [UInt8](senderKey.publicKey.x963Representation)
    return try EncryptedContent.seal(
      content, keyMaterial: keyMaterial(senderKey), salt: salt, keyIdentifier: sender, paddedCount: paddedCount)
  }

  /// The secret shared by browser and sender (RFC 8291, section 3.4).
  private func keyMaterial(_ senderKey: P256.KeyAgreement.PrivateKey) throws -> SymmetricKey {
    let both = [UInt8](publicKey.x963Representation) + senderKey.publicKey.x963Representation
    return try senderKey.sharedSecretFromKeyAgreement(with: publicKey).hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: authenticationSecret, sharedInfo: Array("WebPush: info\0".utf8) + both,
      outputByteCount: 32)
  }
}
