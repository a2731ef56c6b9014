import Addresses
import Channels
import Crypto
import Foundation

/// The browser's side of Web Push, written from the RFCs apart from the sender's, to read what it writes.
struct WebPushBrowser {
  let key: P256.KeyAgreement.PrivateKey
  let secret: [UInt8]
  let endpoint: String

  init(
    key: P256.KeyAgreement.PrivateKey = P256.KeyAgreement.PrivateKey(), secret: [UInt8]? = nil,
    endpoint: String = "https://push.example.net/send/abc"
  ) {
    self.key = key
    self.secret = secret ?? (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    self.endpoint = endpoint
  }

  /// What `PushSubscription.toJSON()` gives.
  var subscription: String {
    let point = Base64URL.encode(key.publicKey.x963Representation)
    return
      #"{"endpoint":"\#(endpoint)","expirationTime":null,"keys":{"p256dh":"\#(point)","auth":"\#(Base64URL.encode(secret))"}}"#
  }

  /// Decrypts the body of a request (RFC 8291, section 3.4; the sender's key is the identifier, section 4).
  func read(_ body: [UInt8]) throws -> [UInt8] {
    try Self.decrypt(body) { identifier in
      let sender = try P256.KeyAgreement.PublicKey(x963Representation: identifier)
      let shared = try key.sharedSecretFromKeyAgreement(with: sender)
      let info = Data("WebPush: info\0".utf8) + key.publicKey.x963Representation + sender.x963Representation
      return shared.hkdfDerivedSymmetricKey(
        using: SHA256.self, salt: secret, sharedInfo: info, outputByteCount: 32)
    }
  }

  struct Unreadable: Error {}

  /// Decrypts `aes128gcm` of any number of records (RFC 8188, section 2).
  static func decrypt(_ body: [UInt8], key: ([UInt8]) throws -> SymmetricKey) throws -> [UInt8] {
    guard body.count > 21 else { throw Unreadable() }
    let salt = Array(body[..<16])
    let recordSize = body[16..<20].reduce(0) { $0 << 8 | Int($1) }
    let headerCount = 21 + Int(body[20])
    guard recordSize >= 18, body.count > headerCount else { throw Unreadable() }
    let keyMaterial = try key(Array(body[21..<headerCount]))
    let derive = { (purpose: String, count: Int) in
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: keyMaterial, salt: salt, info: Array("Content-Encoding: \(purpose)\0".utf8),
        outputByteCount: count)
    }
    let contentKey = derive("aes128gcm", 16)
    let baseNonce = derive("nonce", 12).withUnsafeBytes { Array($0) }
    var content: [UInt8] = []
    var start = headerCount
    var number = 0
    while start < body.count {
      let end = min(start + recordSize, body.count)
      var nonce = baseNonce
      for place in 0..<8 { nonce[11 - place] ^= UInt8(truncatingIfNeeded: number >> (8 * place)) }
      var record = [UInt8](
        try AES.GCM.open(AES.GCM.SealedBox(combined: Data(nonce) + body[start..<end]), using: contentKey))
      while record.last == 0 { record.removeLast() }
      // 1 ends a record, 2 the last one.
      guard record.popLast() == (end == body.count ? 2 : 1) else { throw Unreadable() }
      content += record
      start = end
      number += 1
    }
    return content
  }
}
