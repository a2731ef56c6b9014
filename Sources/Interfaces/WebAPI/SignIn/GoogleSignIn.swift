internal import Addresses
internal import CryptoExtras
internal import Foundation
internal import Transfer

/// Verifies ID tokens that Google issued for our apps (OpenID Connect Core 1.0, section 3.1.3.7; "Authenticate with a backend server" on
/// developers.google.com).
///
///     let identity = try await signIn.identity(ofToken: idToken)
///     identity.subject      // 110169484474386276334
struct GoogleSignIn: Sendable {
  private let clientIDs: Set<String>
  private let keys: SigningKeys
  private let now: @Sendable () -> Int

  /// - Parameters:
  /// - clientIDs: our apps' IDs from Google Cloud. Without any, all tokens are refused.
  /// - keysURL: the URL of the keys (RFC 7517). It must be `https`, so that nobody can replace the keys.
  /// - client: made with `Configuration.forSigningKeys`, whose time-outs and limits apply.
  ///   - now: seconds of UTC since 1970.
  init(clientIDs: [String], keysURL: StrictURL, client: TransferClient, now: @escaping @Sendable () -> Int) {
    self.clientIDs = Set(clientIDs)
    keys = SigningKeys(url: keysURL, client: client, now: now)
    self.now = now
  }

  /// The identity in a token.
  ///
  /// - Parameter text: an ID token as Google gave it to the app.
  /// - Parameter nonce: what the token must hold, because we asked for it; nil for a token that an app asked for.
  /// - Throws: `SignInError`; `keysUnreachable` if the keys cannot be fetched.
  func identity(ofToken text: String, nonce: String? = nil) async throws(SignInError) -> GoogleIdentity {
    let token: CompactToken
    let header: TokenHeader
    let claims: IdentityClaims
    do throws(TokenFlaw) {
      guard text.utf8.count <= Self.longestBytes else { throw .tooLong }
      guard let parts = CompactToken(text) else { throw .notCompact }
      token = parts
      header = try TokenHeader(parsing: token.header)
      // The algorithm is fixed and not the token's choice: with "none", or HS256 with the public key as secret, anybody could sign (RFC 8725,
      // sections 2.1 and 3.1).
      guard header.algorithm == "RS256" else { throw .wrongAlgorithm }
      guard !header.hasCriticalFields else { throw .criticalFields }
    } catch {
      throw .invalidToken(error)
    }
    guard let keyIdentifier = header.keyIdentifier, !keyIdentifier.isEmpty else {
      throw .invalidToken(.noKeyIdentifier)
    }
    let key = try await keys.key(keyIdentifier)
    // RS256 is RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518, section 3.3).
    let signature = _RSA.Signing.RSASignature(rawRepresentation: token.signature)
    guard key.isValidSignature(signature, for: token.signedBytes, padding: .insecurePKCS1v1_5) else {
      throw .invalidToken(.badSignature)
    }
    do throws(TokenFlaw) { claims = try IdentityClaims(parsing: token.payload) } catch { throw .invalidToken(error) }
    try check(claims)
    if let nonce, claims.nonce != nonce { throw .invalidToken(.wrongNonce) }
    return GoogleIdentity(claims)
  }

  /// Google's tokens have 1 to 2 KB.
  static let longestBytes = 16_384
}

// MARK: - The claims

extension GoogleSignIn {
  private static let issuers: Set = ["https://accounts.google.com", "accounts.google.com"]
  /// The tolerated difference between Google's clock and ours.
  private static let leewaySeconds = 60

  private func check(_ claims: IdentityClaims) throws(SignInError) {
    guard Self.issuers.contains(claims.issuer) else { throw .invalidToken(.wrongIssuer) }
    try checkAudience(claims)
    let now = now()
    guard now < claims.expiresAt + Self.leewaySeconds else { throw .expired }
    guard max(claims.issuedAt, claims.notBefore ?? 0) <= now + Self.leewaySeconds else {
      throw .invalidToken(.notYetValid)
    }
    guard claims.isEmailVerified else { throw .mailNotVerified }
  }

  /// A token also issued for others could come from one of them, so all audiences must be ours, and with several the authorized party too.
  ///
  /// With one audience the authorized party is not checked: Android and iOS apps get tokens for the server's client ID, and their own IDs need
  /// not be configured.
  private func checkAudience(_ claims: IdentityClaims) throws(SignInError) {
    guard !claims.audience.isEmpty, clientIDs.isSuperset(of: claims.audience) else { throw .notOurs }
    guard claims.audience.count > 1 else { return }
    guard let party = claims.authorizedParty, clientIDs.contains(party) else { throw .notOurs }
  }
}
