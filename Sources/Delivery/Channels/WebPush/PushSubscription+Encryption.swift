package import Crypto
internal import Foundation

extension PushSubscription {
  /// The longest content of one message, in bytes: a push service need not take more than 4,096 bytes of body (RFC
  /// 8030, section 7.2), of which the header takes 86 and the record's delimiter and tag 17 (RFC 8291, section 4).
  package static let longestContent = 4_096 - headerCount - EncryptedContent.overhead

  /// Salt, record size, length of the key's identifier, and the sender's public key as the identifier.
  private static let headerCount = 16 + 4 + 1 + 65

  /// Encrypts a message so that only this browser can read it (RFC 8291).
  ///
  /// - Parameter content: at most `longestContent` bytes. They are padded to the next multiple of 256, so that a push
  ///   service that sees lengths does not see which festival it is about.
  /// - Returns: the body of the request, of the content coding `aes128gcm`.
  package func encrypt(_ content: [UInt8]) throws -> [UInt8] {
    let blocks = (content.count + 255) / 256
    return try encrypt(
      content, senderKey: P256.KeyAgreement.PrivateKey(),
      salt: SymmetricKey(size: .bits128).withUnsafeBytes(Array.init),
      paddedCount: min(blocks * 256, Self.longestContent))
  }

  /// The same with the key and the salt given, which must be new for every message: only a test has a reason to.
  package func encrypt(
    _ content: [UInt8], senderKey: P256.KeyAgreement.PrivateKey, salt: [UInt8], paddedCount: Int = 0
  ) throws -> [UInt8] {
    let sender = [UInt8](senderKey.publicKey.x963Representation)
    return try EncryptedContent.seal(
      content, keyMaterial: keyMaterial(senderKey), salt: salt, keyIdentifier: sender, paddedCount: paddedCount)
  }

  /// What the browser and the sender of one message both know (RFC 8291, section 3.4).
  private func keyMaterial(_ senderKey: P256.KeyAgreement.PrivateKey) throws -> SymmetricKey {
    let both = [UInt8](publicKey.x963Representation) + senderKey.publicKey.x963Representation
    return try senderKey.sharedSecretFromKeyAgreement(with: publicKey).hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: authenticationSecret, sharedInfo: Array("WebPush: info\0".utf8) + both,
      outputByteCount: 32)
  }
}
