internal import Addresses
internal import Crypto
internal import Foundation

/// Our identification tokens, one per push service, reused until shortly before they expire (RFC 8292, section 5).
actor ApplicationServerTokens {
  private let key: ApplicationServerKey
  private let contact: ApplicationServerContact
  private var tokens: [String: (text: String, expiresAt: Int)] = [:]

  /// Half of the longest lifetime (RFC 8292, section 2), because the service's clock may differ.
  static let lifetimeSeconds = 12 * 3_600
  static let renewalSeconds = 3_600
  /// Users can invent hosts, so the number is limited; browsers use a handful.
  static let mostOrigins = 64

  init(key: ApplicationServerKey, contact: ApplicationServerContact) {
    self.key = key
    self.contact = contact
  }

  /// The value of the header `Authorization` for a push service (RFC 8292, section 3).
  func authorization(origin: String, now: Int) throws -> String {
    if let token = tokens[origin] {
      let restSeconds = token.expiresAt - now
      // If the clock was set back, the token would live too long.
      if restSeconds > Self.renewalSeconds, restSeconds <= Self.lifetimeSeconds { return header(token.text) }
    }
    let expiresAt = now + Self.lifetimeSeconds
    let claims = ApplicationServerClaims(aud: origin, exp: expiresAt, sub: contact.text)
    let text = try claims.signed(by: key)
    if tokens.count >= Self.mostOrigins { tokens = [:] }
    tokens[origin] = (text, expiresAt)
    return header(text)
  }

  /// The push service rejected the token; the next one is new.
  func forget(origin: String) {
    tokens[origin] = nil
  }

  /// The number of push services with a token.
  var count: Int { tokens.count }

  private func header(_ token: String) -> String { "vapid t=\(token), k=\(key.publicText)" }
}

/// The claims of a token (RFC 8292, section 2): audience, expiry and contact.
package struct ApplicationServerClaims: Encodable {
  package let aud: String
  /// Whole seconds: some services refuse a fraction.
  package let exp: Int
  package let sub: String

  package init(aud: String, exp: Int, sub: String) {
    self.aud = aud
    self.exp = exp
    self.sub = sub
  }

  /// Header and claims as they are signed: in the order of RFC 8292's example.
  package func signingInput() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let header = #"{"typ":"JWT","alg":"ES256"}"#
    return try CompactToken.signedText(header: header.utf8, payload: encoder.encode(self))
  }

  /// A JSON Web Token with a signature of ES256: r and s in 32 bytes each (RFC 7518, section 3.4).
  func signed(by key: ApplicationServerKey) throws -> String {
    let input = try signingInput()
    return CompactToken.text(input, signature: try key.signingKey.signature(for: Data(input.utf8)).rawRepresentation)
  }
}
