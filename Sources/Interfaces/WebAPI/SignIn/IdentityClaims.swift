internal import Foundation

/// The claims of an ID token (OpenID Connect Core 1.0, sections 2 and 5.1) with a verified signature.
struct IdentityClaims: Decodable {
  let issuer: String
  let subject: String
  let audience: [String]
  let authorizedParty: String?
  let expiresAt: Int
  let issuedAt: Int
  let notBefore: Int?
  let email: String
  let isEmailVerified: Bool
  let hostedDomain: String?
  let name: String?
  let picture: String?
  let nonce: String?

  enum CodingKeys: String, CodingKey, Hashable {
    case issuer = "iss"
    case subject = "sub"
    case audience = "aud"
    case authorizedParty = "azp"
    case expiresAt = "exp"
    case issuedAt = "iat"
    case notBefore = "nbf"
    case email
    case isEmailVerified = "email_verified"
    case hostedDomain = "hd"
    case name
    case picture
    case nonce
  }

  init(parsing payload: [UInt8]) throws(TokenFlaw) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(payload))
    } catch let flaw as TokenFlaw {
      throw flaw
    } catch {
      throw .unreadableClaims
    }
  }

  init(from decoder: any Decoder) throws {
    let claims = Reader(try decoder.container(keyedBy: CodingKeys.self))
    issuer = try claims.required(String.self, .issuer)
    subject = try claims.required(String.self, .subject)
    guard (1...255).contains(subject.utf8.count), subject.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw TokenFlaw.badClaim(.subject)
    }
    audience = try claims.list(.audience)
    authorizedParty = try claims.optional(String.self, .authorizedParty)
    expiresAt = try claims.instant(.expiresAt)
    issuedAt = try claims.instant(.issuedAt)
    notBefore = claims.has(.notBefore) ? try claims.instant(.notBefore) : nil
    email = try claims.required(String.self, .email)
    guard Self.isAddress(email) else { throw TokenFlaw.badClaim(.email) }
    isEmailVerified = claims.flag(.isEmailVerified)
    // These are optional.
    hostedDomain = try? claims.optional(String.self, .hostedDomain)
    name = try? claims.optional(String.self, .name)
    picture = try? claims.optional(String.self, .picture)
    nonce = try? claims.optional(String.self, .nonce)
  }

  /// A rough check that excludes line breaks; the store checks in full.
  private static func isAddress(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty && text.utf8.count <= 254
      && text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }
  }
}

// MARK: - Kinds of claims

/// Reads claims; an error names the invalid one.
private struct Reader {
  typealias Key = IdentityClaims.CodingKeys
  private let fields: KeyedDecodingContainer<Key>

  init(_ fields: KeyedDecodingContainer<Key>) {
    self.fields = fields
  }

  func has(_ key: Key) -> Bool { fields.contains(key) }

  func required<Value: Decodable>(_ type: Value.Type, _ key: Key) throws(TokenFlaw) -> Value {
    do { return try fields.decode(type, forKey: key) } catch { throw .badClaim(key) }
  }

  func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws(TokenFlaw) -> Value? {
    do { return try fields.decodeIfPresent(type, forKey: key) } catch { throw .badClaim(key) }
  }

  /// A text or a list of texts (RFC 7519, section 4.1.3).
  func list(_ key: Key) throws(TokenFlaw) -> [String] {
    if let text = try? fields.decode(String.self, forKey: key) { return [text] }
    return try required([String].self, key)
  }

  /// Seconds of UTC since 1970 (RFC 7519, section 2: NumericDate) without the fraction. Extreme numbers are rejected, so that later additions do
  /// not overflow.
  func instant(_ key: Key) throws(TokenFlaw) -> Int {
    let seconds = try required(Double.self, key)
    guard (0..<1e12).contains(seconds) else { throw .badClaim(key) }
    return Int(seconds)
  }

  /// Some Google services write the flag as text.
  func flag(_ key: Key) -> Bool {
    if let flag = try? fields.decode(Bool.self, forKey: key) { return flag }
    return (try? fields.decode(String.self, forKey: key)) == "true"
  }
}
