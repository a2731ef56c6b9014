internal import Addresses
internal import CryptoExtras
internal import Foundation
internal import Transfer

/// Signs people in with their accounts at Google: looks whether an ID token is one that Google made for us (OpenID Connect
/// Core 1.0, section 3.1.3.7; "Authenticate with a backend server" on developers.google.com).
///
///     let identity = try await signIn.identity(ofToken: idToken)
///     identity.subject      // 110169484474386276334
struct GoogleSignIn: Sendable {
  private let clientIDs: Set<String>
  private let keys: SigningKeys
  private let now: @Sendable () -> Int

  /// - Parameters:
  ///   - clientIDs: of our apps, as Google Cloud gave them. With none nobody is let in.
  ///   - keysURL: where the keys are (RFC 7517). Only `https` keeps somebody on the way from giving us their own.
  ///   - client: one made with `Configuration.forSigningKeys`, whose time-outs and limits hold.
  ///   - now: seconds of UTC since 1970.
  init(clientIDs: [String], keysURL: StrictURL, client: TransferClient, now: @escaping @Sendable () -> Int) {
    self.clientIDs = Set(clientIDs)
    keys = SigningKeys(url: keysURL, client: client, now: now)
    self.now = now
  }

  /// Who shows this token.
  ///
  /// - Parameter text: an ID token as Google gave it to the app.
  /// - Throws: `SignInError`; `keysUnreachable` when the keys are not at hand and cannot be fetched.
  func identity(ofToken text: String) async throws(SignInError) -> GoogleIdentity {
    let token: CompactToken
    let header: TokenHeader
    let claims: IdentityClaims
    do throws(TokenFlaw) {
      guard text.utf8.count <= Self.longestBytes else { throw .tooLong }
      guard let parts = CompactToken(text) else { throw .notCompact }
      token = parts
      header = try TokenHeader(parsing: token.header)
      // The algorithm is ours to choose, never the token's: by "none", or by HS256 with the public key for a secret,
      // anybody could sign (RFC 8725, sections 2.1 and 3.1).
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
    return GoogleIdentity(claims)
  }

  /// Google's have 1 to 2 KB.
  static let longestBytes = 16_384
}

// MARK: - The claims

extension GoogleSignIn {
  private static let issuers: Set = ["https://accounts.google.com", "accounts.google.com"]
  /// By how much Google's clock and ours may differ.
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

  /// A token that is for others too could have been shown to us by one of them. And where it is for several of us, it says
  /// which of us it was given to.
  ///
  /// With one audience the authorized party is not looked at: an Android or iOS app gets tokens for its server's client ID,
  /// and stands there itself under an ID of its own, which need not be among ours.
  private func checkAudience(_ claims: IdentityClaims) throws(SignInError) {
    guard !claims.audience.isEmpty, clientIDs.isSuperset(of: claims.audience) else { throw .notOurs }
    guard claims.audience.count > 1 else { return }
    guard let party = claims.authorizedParty, clientIDs.contains(party) else { throw .notOurs }
  }
}
