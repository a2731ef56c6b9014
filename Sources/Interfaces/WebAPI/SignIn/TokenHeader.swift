internal import Foundation

/// The header of a token: algorithm and key ID (RFC 7515, section 4.1).
struct TokenHeader: Decodable {
  let algorithm: String
  let keyIdentifier: String?
  /// True if the header requires extensions (section 4.1.11); we support none.
  let hasCriticalFields: Bool

  /// - Throws: `TokenFlaw.unreadableHeader` if it is no JSON object with an algorithm.
  init(parsing json: [UInt8]) throws(TokenFlaw) {
    do { self = try JSONDecoder().decode(Self.self, from: Data(json)) } catch { throw .unreadableHeader }
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    algorithm = try fields.decode(String.self, forKey: .algorithm)
    keyIdentifier = try fields.decodeIfPresent(String.self, forKey: .keyIdentifier)
    hasCriticalFields = fields.contains(.critical)
  }

  private enum CodingKeys: String, CodingKey {
    case algorithm = "alg"
    case keyIdentifier = "kid"
    case critical = "crit"
  }
}
