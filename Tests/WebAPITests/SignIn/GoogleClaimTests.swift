import TestSupport
import Testing

@testable import WebAPI

@Suite("sign in with Google: claims that are refused", .timed, .timeLimit(.minutes(20)))
struct GoogleClaimTests {
  @Test("the claims are those of a user of ours, now", arguments: refusals)
  func claims(refused: RefusedToken) async throws {
    try await refused.expectRefusal(requests: 1)
  }

  private static let now = KeyServer.Clock.start
  private static let web = "\"\(KeyServer.clientID)\""
  private static let phone = "\"\(KeyServer.otherClientID)\""

  static let refusals: [RefusedToken] =
    ["[]", "7", "null", #""a""#, "", "{", "{}{}"].map { payload in
      RefusedToken("claims that are \(payload)", .unreadableClaims) {
        let text = TestToken.signedText(
          header: #"{"alg":"RS256","kid":"good"}"#, payload: payload.isEmpty ? " " : payload)
        return TestToken.token(text, try TestKey.good.get().signature(of: text))
      }
    }
    + [
      changed(["iss": #""https://accounts.google.com.evil.example""#], .wrongIssuer),
      changed(["iss": #""https://accounts.google.com/""#], .wrongIssuer),
      changed(["iss": #""http://accounts.google.com""#], .wrongIssuer),
      changed(["iss": #""Accounts.Google.com""#], .wrongIssuer),
      changed(["iss": #""folkcal""#], .wrongIssuer),
      changed(["iss": #"["accounts.google.com"]"#], .badClaim(.issuer)),
      changed(["iss": nil], .badClaim(.issuer)),
      changed(["aud": nil], .badClaim(.audience)),
      changed(["aud": "7"], .badClaim(.audience)),
      changed(["aud": "[\(web),7]"], .badClaim(.audience)),
      changed(["azp": "7"], .badClaim(.authorizedParty)),
      changed(["sub": nil], .badClaim(.subject)),
      changed(["sub": #""""#], .badClaim(.subject)),
      changed(["sub": "110169484474386276334"], .badClaim(.subject)),
      changed(["sub": #""媽祖""#], .badClaim(.subject)),
      changed(["sub": "\"" + String(repeating: "1", count: 256) + "\""], .badClaim(.subject)),
      changed(["exp": nil], .badClaim(.expiresAt)),
      changed(["exp": "\"\(now + 60)\""], .badClaim(.expiresAt)),
      changed(["exp": "1e300"], .badClaim(.expiresAt)),
      changed(["exp": "9223372036854775807"], .badClaim(.expiresAt)),
      changed(["exp": "-1"], .badClaim(.expiresAt)),
      changed(["exp": "1000000000000"], .badClaim(.expiresAt)),
      changed(["exp": "null"], .badClaim(.expiresAt)),
      changed(["iat": nil], .badClaim(.issuedAt)),
      changed(["iat": "true"], .badClaim(.issuedAt)),
      changed(["nbf": "1e300"], .badClaim(.notBefore)),
      changed(["nbf": "null"], .badClaim(.notBefore)),
      changed(["iat": "\(now + 61)"], .notYetValid),
      changed(["nbf": "\(now + 61)"], .notYetValid),
      changed(["email": nil], .badClaim(.email)),
      changed(["email": #""""#], .badClaim(.email)),
      changed(["email": #""mei""#], .badClaim(.email)),
      changed(["email": #""@gmail.com""#], .badClaim(.email)),
      changed(["email": #""mei@gmail.com@evil.example""#], .badClaim(.email)),
      changed(["email": #""mei@gmail.com\r\nBcc: all@evil.example""#], .badClaim(.email)),
      changed(["email": "\"" + String(repeating: "a", count: 250) + "@a.tw\""], .badClaim(.email)),
    ]
    + [
      changed(["aud": #""evil.apps.googleusercontent.com""#], .notOurs),
      changed(["aud": #""""#], .notOurs),
      changed(["aud": "[]"], .notOurs),
      changed(["aud": "[\(web),\"evil\"]"], .notOurs),
      changed(["aud": "[\(web),\(phone)]", "azp": nil], .notOurs),
      changed(["aud": "[\(web),\(phone)]", "azp": #""evil""#], .notOurs),
      changed(["aud": "\"\(KeyServer.clientID.uppercased())\""], .notOurs),
      changed(["exp": "\(now - 60)"], .expired),
      changed(["exp": "0", "iat": "0"], .expired),
      changed(["email_verified": "false"], .mailNotVerified),
      changed(["email_verified": #""false""#], .mailNotVerified),
      changed(["email_verified": #""True""#], .mailNotVerified),
      changed(["email_verified": "1"], .mailNotVerified),
      changed(["email_verified": "null"], .mailNotVerified),
      changed(["email_verified": nil], .mailNotVerified),
    ]

  private static func changed(_ changes: [String: String?], _ flaw: TokenFlaw) -> RefusedToken {
    changed(changes, .invalidToken(flaw))
  }

  private static func changed(_ changes: [String: String?], _ error: SignInError) -> RefusedToken {
    let names = changes.sorted { $0.key < $1.key }.map { "\($0.key) \(($0.value ?? "is missing").prefix(60))" }
    return RefusedToken(names.joined(separator: ", "), error) { try TestToken.good(claims: changes) }
  }

  @Test("who asked is not told what is wrong between Google and us")
  func unreachable() {
    let error = SignInError.keysUnreachable(problem: "no connection to proxy.internal")
    #expect(!error.description.contains("proxy"))
  }
}
