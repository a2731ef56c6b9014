/// The reason why a sign-in failed. `description` goes to the caller and contains no part of the token or a key.
enum SignInError: Error, Hashable, Sendable {
  /// The token is malformed or not signed by Google.
  case invalidToken(TokenFlaw)
  /// A valid token for another app.
  case notOurs
  case expired
  case mailNotVerified
  /// Google's keys are not available, so the token cannot be verified.
  ///
  /// - Parameter problem: for the log only; it names Google's host.
  case keysUnreachable(problem: String)
}

extension SignInError: CustomStringConvertible {
  var description: String {
    switch self {
    case .invalidToken(let flaw): "the ID token \(flaw)"
    case .notOurs: "the ID token was made for another app: its audience is none of our client IDs"
    case .expired: "the ID token has expired: sign in again"
    case .mailNotVerified: "Google has not verified the mail address of this account"
    case .keysUnreachable: "Google's keys cannot be fetched at the moment: try again in a minute"
    }
  }
}

/// A fault in an ID token.
enum TokenFlaw: Error, Hashable, Sendable {
  case tooLong
  case notCompact
  case unreadableHeader
  case wrongAlgorithm
  case criticalFields
  case noKeyIdentifier
  case unknownKey
  case badSignature
  case unreadableClaims
  /// A required claim is missing or has the wrong type.
  case badClaim(IdentityClaims.CodingKeys)
  case wrongIssuer
  case notYetValid
  case wrongNonce
}

extension TokenFlaw: CustomStringConvertible {
  var description: String {
    switch self {
    case .tooLong: "is longer than \(GoogleSignIn.longestBytes) bytes"
    case .notCompact: "is not three parts in base64url with dots between them"
    case .unreadableHeader: "has a header that is no JSON object with \"alg\""
    case .wrongAlgorithm: "is not signed with RS256"
    case .criticalFields: "has \"crit\" in its header, which we do not understand"
    case .noKeyIdentifier: "does not say by which key it is signed: its header has no \"kid\""
    case .unknownKey: "is signed by a key that Google does not publish"
    case .badSignature: "has not the signature of its key"
    case .unreadableClaims: "holds no JSON object"
    case .badClaim(let claim): "has no \"\(claim.rawValue)\", or one that is not of its kind"
    case .wrongIssuer: "was not issued by accounts.google.com"
    case .notYetValid: "is from the future"
    case .wrongNonce: "was made for another sign-in"
    }
  }
}
