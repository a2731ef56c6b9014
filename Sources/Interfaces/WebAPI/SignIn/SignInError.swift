import Folklore

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

extension SignInError: SpokenError {
  var description: String {
    switch self {
    case .invalidToken(let flaw): "the ID token \(flaw)"
    case .notOurs: "the ID token was made for another app: its audience is none of our client IDs"
    case .expired: "the ID token has expired: sign in again"
    case .mailNotVerified: "Google has not verified the mail address of this account"
    case .keysUnreachable: "Google's keys cannot be fetched at the moment: try again in a minute"
    }
  }

  var chinese: String {
    switch self {
    case .invalidToken(let flaw): "ID 權杖\(flaw.chinese)"
    case .notOurs: "ID 權杖是給另一個應用程式的：它的 audience 不是我們的用戶端 ID"
    case .expired: "ID 權杖已經過期：請重新登入"
    case .mailNotVerified: "Google 還沒有驗證這個帳號的電子郵件地址"
    case .keysUnreachable: "目前無法取得 Google 的金鑰：請過一分鐘再試"
    }
  }

  var code: String {
    switch self {
    case .invalidToken: "id_token_invalid"
    case .notOurs: "id_token_for_another_app"
    case .expired: "id_token_expired"
    case .mailNotVerified: "mail_not_verified"
    case .keysUnreachable: Problem.Code.keysUnreachable.rawValue
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

  /// What follows the name of the token.
  var chinese: String {
    switch self {
    case .tooLong: "超過 \(GoogleSignIn.longestBytes) 個位元組"
    case .notCompact: "不是以點分開的三段 base64url"
    case .unreadableHeader: "的標頭不是有 \"alg\" 的 JSON 物件"
    case .wrongAlgorithm: "不是用 RS256 簽章"
    case .criticalFields: "的標頭有我們不支援的 \"crit\""
    case .noKeyIdentifier: "沒有說明用哪一把金鑰簽章：標頭沒有 \"kid\""
    case .unknownKey: "的簽章金鑰不是 Google 公布的"
    case .badSignature: "的簽章和金鑰不符"
    case .unreadableClaims: "的內容不是 JSON 物件"
    case .badClaim(let claim): "沒有 \"\(claim.rawValue)\"，或它的類型不對"
    case .wrongIssuer: "不是由 accounts.google.com 發出的"
    case .notYetValid: "的時間在未來"
    case .wrongNonce: "是給另一次登入的"
    }
  }
}
