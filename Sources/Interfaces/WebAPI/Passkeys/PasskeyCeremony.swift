import Addresses
import Crypto
import CryptoExtras
import Foundation
import Store

/// Checks what a browser says of a passkey (Web Authentication, level 3, sections 7.1 and 7.2), without attestation.
///
/// The browser gives the public key as SubjectPublicKeyInfo (`getPublicKey()`), so no CBOR is read.
struct PasskeyCeremony {
  /// The origin of our pages, which the browser writes into what is signed.
  let origin: String
  /// The ID of the passkeys: the host of the origin.
  let host: String

  /// ES256 and RS256 as COSE numbers them (RFC 8152 and RFC 8812); every authenticator knows one of them.
  static let algorithms = [-7, -257]

  /// What the browser signed over.
  private struct ClientData: Decodable {
    let type: String
    let challenge: String
    let origin: String
    let crossOrigin: Bool?
  }

  /// What the authenticator says.
  struct AuthenticatorData {
    let counter: Int
    /// The ID of the credential as base64url text; only when a passkey is made.
    let credential: String?
  }

  /// The challenge in client data of our own pages; nil if they are of another kind or of another page.
  func challenge(in clientData: [UInt8], type: String) -> String? {
    guard let data = try? JSONDecoder().decode(ClientData.self, from: Data(clientData)), data.type == type,
      data.origin == origin, data.crossOrigin != true
    else { return nil }
    return data.challenge
  }

  /// The authenticator's data; nil if they are for another host, or if nobody unlocked the device.
  func authenticatorData(_ bytes: [UInt8]) -> AuthenticatorData? {
    guard bytes.count >= 37, Array(bytes.prefix(32)) == Array(SHA256.hash(data: Data(host.utf8))) else { return nil }
    let flags = bytes[32]
    // User present, and user verified.
    guard flags & 0b101 == 0b101 else { return nil }
    let counter = bytes[33..<37].reduce(0) { $0 << 8 | Int($1) }
    guard flags & 0b100_0000 != 0 else { return AuthenticatorData(counter: counter, credential: nil) }
    // 16 bytes of AAGUID, 2 of length, the ID.
    guard bytes.count >= 55 else { return nil }
    let length = Int(bytes[53]) << 8 | Int(bytes[54])
    guard (1...1_023).contains(length), bytes.count >= 55 + length else { return nil }
    return AuthenticatorData(counter: counter, credential: Base64URL.encode(bytes[55..<(55 + length)]))
  }

  /// True if a text is a public key of a known algorithm.
  static func isKey(_ spki: [UInt8], algorithm: Int) -> Bool {
    switch algorithm {
    case -7: (try? P256.Signing.PublicKey(derRepresentation: Data(spki))) != nil
    case -257: (try? _RSA.Signing.PublicKey(derRepresentation: Data(spki))) != nil
    default: false
    }
  }

  /// True if the key of a passkey made this signature.
  static func isSigned(
    _ signature: [UInt8], by passkey: Passkey, authenticatorData: [UInt8], clientData: [UInt8]
  ) -> Bool {
    guard let spki = Base64URL.decode(passkey.publicKey) else { return false }
    let signed = Data(authenticatorData) + Data(SHA256.hash(data: Data(clientData)))
    switch passkey.algorithm {
    case -7:
      guard let key = try? P256.Signing.PublicKey(derRepresentation: Data(spki)),
        let signature = try? P256.Signing.ECDSASignature(derRepresentation: Data(signature))
      else { return false }
      return key.isValidSignature(signature, for: signed)
    case -257:
      guard let key = try? _RSA.Signing.PublicKey(derRepresentation: Data(spki)) else { return false }
      return key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: Data(signature)), for: signed, padding: .insecurePKCS1v1_5)
    default: return false
    }
  }
}
