internal import Foundation

/// A signed token in its compact form (RFC 7515, section 7.1), taken apart and not yet believed: three parts in base64url
/// with dots between them.
///
/// We take it apart ourselves, and not jwt-kit: that passes over what is no base64, and asks any key of a collection
/// where the one that a token names is not there.
struct CompactToken {
  let header: Header
  let payload: [UInt8]
  /// What the signature is about: the first two parts as they stand, with their dot.
  let signedBytes: [UInt8]
  let signature: [UInt8]

  struct Header: Decodable {
    let algorithm: String
    let keyIdentifier: String?
    /// Whether it says that there is more to heed than RFC 7515 knows (section 4.1.11). We know no more.
    let hasCriticalFields: Bool

    enum CodingKeys: String, CodingKey {
      case algorithm = "alg"
      case keyIdentifier = "kid"
      case critical = "crit"
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      algorithm = try fields.decode(String.self, forKey: .algorithm)
      keyIdentifier = try fields.decodeIfPresent(String.self, forKey: .keyIdentifier)
      hasCriticalFields = fields.contains(.critical)
    }
  }

  /// - Throws: the first thing that is wrong with the form.
  init(_ text: String) throws(TokenFlaw) {
    // Google's have 1 to 2 KB.
    guard text.utf8.count <= Self.longestBytes else { throw .tooLong }
    let bytes = Array(text.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty,
      let header = StrictBase64URL.decode(parts[0]), let payload = StrictBase64URL.decode(parts[1]),
      let signature = StrictBase64URL.decode(parts[2])
    else { throw .notCompact }
    guard let fields = try? JSONDecoder().decode(Header.self, from: Data(header)) else { throw .unreadableHeader }
    self.header = fields
    self.payload = payload
    self.signature = signature
    signedBytes = Array(bytes[..<parts[1].endIndex])
  }

  static let longestBytes = 16_384
}
