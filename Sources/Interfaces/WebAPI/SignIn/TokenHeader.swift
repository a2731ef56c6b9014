internal import Foundation

/// What a token says of itself: who can check it, and how (RFC 7515, section 4.1).
struct TokenHeader: Decodable {
  let algorithm: String
  let keyIdentifier: String?
  /// Whether it says that there is more to heed than RFC 7515 knows (section 4.1.11). We know no more.
  let hasCriticalFields: Bool

  /// - Throws: `TokenFlaw.unreadableHeader` for what is no object of JSON with an algorithm.
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
