import Addresses
import Crypto
import Folklore
import Foundation
import HTTPTypes
import HummingbirdCore
import JSON
import Logging
import Records
import Store
package import Transfer
import WebPages

/// Signing in with Google by redirect: the authorization code flow with PKCE, state and nonce (OpenID Connect Core 1.0, section 3.1; RFC 7636;
/// RFC 9700, section 2.1). No script of Google's is loaded.
package struct GoogleRedirect: Sendable {
  let clientID: String
  let clientSecret: String
  let authorizationURL: String
  let tokenURL: String
  let client: TransferClient

  /// - Parameters:
  ///   - authorizationURL: where the browser is sent to.
  ///   - tokenURL: where the code is exchanged.
  package init(
    clientID: String, clientSecret: String, authorizationURL: String, tokenURL: String, client: TransferClient
  ) {
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.authorizationURL = authorizationURL
    self.tokenURL = tokenURL
    self.client = client
  }

  static let pages = [
    BrowserPage.get("/sign-in/google", .everybody, begin), BrowserPage.get("/sign-in/google/return", .everybody, end),
  ]

  private static let returnPath = "/sign-in/google/return"

  /// Sends the browser to Google. What must come back is kept in a cookie of ten minutes.
  private static func begin(_ visit: Visit) async throws -> PageAnswer {
    guard let google = visit.service.googleRedirect else { throw PageProblem.nothingHere }
    let (state, nonce, verifier) = (random(), random(), random())
    let digest = Base64URL.encode(Array(SHA256.hash(data: Data(verifier.utf8))))
    let query = PercentEncoding.query([
      ("client_id", google.clientID), ("redirect_uri", visit.site.origin + returnPath), ("response_type", "code"),
      ("scope", "openid email profile"), ("state", state), ("nonce", nonce), ("code_challenge", digest),
      ("code_challenge_method", "S256"), ("prompt", "select_account"),
    ])
    let to = Base64URL.encode(Array((visit.query.first("to").flatMap(SignInPages.localPath) ?? "").utf8))
    return .redirect(to: google.authorizationURL + "?" + query).setting(
      cookie: BrowserCookie.google.header("\(state).\(nonce).\(verifier).\(to)", on: visit.site, seconds: 600))
  }

  /// Exchanges the code that Google sent the browser back with.
  private static func end(_ visit: Visit) async throws -> PageAnswer {
    guard let google = visit.service.googleRedirect, let signIn = visit.service.google else {
      throw PageProblem.nothingHere
    }
    let kept = (BrowserCookie.google.value(in: visit.request, on: visit.site) ?? "").split(
      separator: ".", omittingEmptySubsequences: false
    ).map(String.init)
    guard kept.count == 4, !kept[0].isEmpty, visit.query.first("state") == kept[0],
      let code = visit.query.first("code")
    else { throw PageProblem.googleRefused("the state is not that of the cookie, or there is no code") }
    let token = try await google.token(code, verifier: kept[2], returnTo: visit.site.origin + returnPath)
    let identity: GoogleIdentity
    do {
      identity = try await signIn.identity(ofToken: token, nonce: kept[1])
    } catch {
      visit.service.logger.error("signing in with Google: \(error)", metadata: ["request_id": "\(visit.source.id)"])
      throw PageProblem.googleRefused(error.description)
    }
    let change = visit.service.change(by: "google sign-in", at: visit.moment)
    let user = try await visit.write {
      try $0.signIn(
        googleID: identity.subject, email: identity.email, bindsAddress: identity.isAddressGoogles,
        displayName: identity.name, avatarURL: identity.picture, change)
    }
    let to = Base64URL.decode(kept[3]).map { String(decoding: $0, as: UTF8.self) }.flatMap(SignInPages.localPath)
    return try await SignInPages.begin(
      user, means: "google", visit, to: to ?? SignInPages.home(of: user)
    )
    .setting(cookie: BrowserCookie.google.header("", on: visit.site, seconds: 0))
  }

  /// The ID token for a code.
  private func token(_ code: String, verifier: String, returnTo: String) async throws -> String {
    let body = PercentEncoding.query([
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", returnTo), ("client_id", clientID),
      ("client_secret", clientSecret), ("code_verifier", verifier),
    ])
    let answer: Transfer.HTTPResponse
    do {
      answer = try await client.response(
        to: Transfer.HTTPRequest(
          method: "POST", url: tokenURL, headers: [.init("Content-Type", "application/x-www-form-urlencoded")],
          body: Array(body.utf8)))
    } catch {
      throw PageProblem.googleRefused("the code could not be exchanged: \(error)")
    }
    guard answer.status == 200, let json = try? JSON(json: answer.body), let token = json["id_token"].text else {
      throw PageProblem.googleRefused("the exchange of the code gave status \(answer.status)")
    }
    return token
  }

  /// 256 random bits.
  private static func random() -> String {
    Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max) })
  }
}
