import Folklore
import HTTPTypes
import JSON
import Logging
import Records
import Store

/// Sign-in and sessions: `/api/auth/…`.
enum SignInEndpoints {
  static let all = [
    Endpoint(
      method: .post, path: "/api/auth/google", name: "signInWithGoogle",
      summary: "Signs a user in with a Google ID token; creates the user the first time.", tag: .signIn,
      body: .record(["idToken": ["type": "string", "minLength": 1]]), schema: .schema("Session"),
      refusals: [.unauthorized, .forbidden, .conflict, .unprocessableContent, .serviceUnavailable], answer: google),
    Endpoint(
      method: .post, path: "/api/auth/mail", name: "askForLink",
      summary:
        "Sends a mail with a link that signs in, and makes an account if the address has none. The answer is the same for known and unknown addresses.",
      tag: .signIn,
      body: JSON.record(["email": ["type": "string", "minLength": 3, "maxLength": 254]]).adding([
        "examples": [["email": "mei@example.org"]]
      ]), success: .accepted, schema: .record(["expires_in": .anyInteger]),
      refusals: [.unprocessableContent, .serviceUnavailable], answer: mail),
    Endpoint(
      method: .post, path: "/api/auth/link", name: "signInWithLink",
      summary:
        "Signs in with the secret of a link in a mail: what follows /sign-in/link/ in its address. It works once.",
      tag: .signIn, body: .record(["secret": ["type": "string", "minLength": 1]]), schema: .schema("Session"),
      refusals: [.unauthorized, .unprocessableContent], answer: link),
    Endpoint(
      method: .post, path: "/api/auth/refresh", name: "refreshSession",
      summary:
        "Exchanges a refresh token for a new access token and a new refresh token. It is valid once (and for half a minute more, in case the answer was lost).",
      tag: .signIn,
      body: .record(["refresh_token": ["type": "string", "minLength": 1]]), schema: .schema("Session"),
      refusals: [.unauthorized, .unprocessableContent], answer: refresh),
    Endpoint(
      method: .post, path: "/api/auth/logout", name: "signOut",
      summary:
        "Ends a session: its refresh token becomes invalid at once, its access token within a quarter of an hour.",
      tag: .signIn, body: .record(["refresh_token": ["type": "string", "minLength": 1]]), success: .noContent,
      refusals: [.unprocessableContent]
    ) { call in
      let token = try await text("refresh_token", call)
      let now = call.moment.now
      if try await call.work({ try $0.isSession(token) }) {
        try await call.write { try $0.endSession(token, now: now) }
      }
      return .noContent
    },
  ]

  private static func google(_ call: Call) async throws -> Answer {
    let token = try await text("idToken", call)
    guard let google = call.service.google else {
      throw Problem(
        .serviceUnavailable, .notConfigured, "這裡不能用 Google 登入：管理員沒有設定用戶端 ID",
        "nobody can sign in with Google here: the operator has set no client ID")
    }
    let identity: GoogleIdentity
    do {
      identity = try await google.identity(ofToken: token)
    } catch {
      if case .keysUnreachable(let problem) = error {
        call.service.logger.error(
          "Google's keys cannot be fetched: \(problem)", metadata: ["request_id": "\(call.source.id)"])
      }
      throw Problem(error)
    }
    let change = call.service.change(by: "google sign-in", at: call.moment)
    let (now, lifetime) = (call.moment.now, call.service.configuration.refreshTokenSeconds)
    let (user, refresh) = try await call.write { store in
      let user = try store.signIn(
        googleID: identity.subject, email: identity.email, bindsAddress: identity.isAddressGoogles,
        displayName: identity.name, avatarURL: identity.picture, change)
      guard let id = user.id else {
        throw Problem(.internalServerError, .internalError, "使用者沒有編號", "the user has no number")
      }
      return (user, try store.startSession(userID: id, now: now, lifetimeSeconds: lifetime))
    }
    return try session(of: user, refresh, call)
  }

  private static func mail(_ call: Call) async throws -> Answer {
    let text = try await text("email", call)
    guard let site = call.service.configuration.publicURL, call.service.signInMail != nil else {
      throw Problem(
        .serviceUnavailable, .notConfigured, "這裡不能用電子郵件登入：管理員沒有設定郵件伺服器，或沒有 --public-url",
        "nobody can sign in by mail here: the operator has set no mail server, or no --public-url")
    }
    let address: String
    do { address = try Store.mailAddress(text.filter { !$0.isWhitespace }.lowercased()) } catch {
      throw RecordFaults(error.faults)
    }
    if let seconds = call.service.sendLink(
      to: address, site: site, after: nil, call.language, from: call.source.limitKey)
    {
      throw Problem.later(
        .tooManyRequests, seconds: Int(seconds.rounded(.up)), .tooManyRequests, "寄出的登入信太多了",
        "too many sign-in mails were asked for")
    }
    return .json(["expires_in": .integer(APIService.linkSeconds)], status: .accepted)
  }

  private static func link(_ call: Call) async throws -> Answer {
    let secret = try await text("secret", call)
    let over = Problem(
      .unauthorized, .linkOver, "登入連結不存在、用過了，或已經過期：請要一個新的",
      "the link is unknown, was used, or has expired: ask for a new one")
    let (now, lifetime, language) = (call.moment.now, call.service.configuration.refreshTokenSeconds, call.language)
    // The first operator's link wants a name, which only the page asks for.
    guard let known = try await call.work({ try $0.signInLink(secret, now: now) }), !known.isFirstOperators else {
      throw over
    }
    let change = call.service.change(by: "mail sign-in", at: call.moment)
    let newcomer = Draft(fields: [Draft.Given("locale", .text(language.rawValue))])
    let found = try await call.write { store -> (Record, String)? in
      guard let user = try store.spend(link: secret, newcomer: newcomer, change), let id = user.id else { return nil }
      return (user, try store.startSession(userID: id, now: now, lifetimeSeconds: lifetime))
    }
    guard let (user, refresh) = found else { throw over }
    return try session(of: user, refresh, call)
  }

  private static func refresh(_ call: Call) async throws -> Answer {
    let token = try await text("refresh_token", call)
    let (now, lifetime) = (call.moment.now, call.service.configuration.refreshTokenSeconds)
    let unknown = Problem(
      .unauthorized, .invalidToken, "更新權杖不存在或已經過期：請重新登入", "the refresh token is unknown or has expired: sign in again")
    guard try await call.work({ try $0.isStandingSession(token, now: now) }) else { throw unknown }
    let found = try await call.write { try $0.refreshSession(token, now: now, lifetimeSeconds: lifetime) }
    guard let found else { throw unknown }
    return try session(of: found.user, found.refreshToken, call)
  }

  /// The answer to a sign-in: the specification's fields and ours.
  private static func session(of user: Record, _ refresh: String, _ call: Call) throws -> Answer {
    let access = try call.service.accessToken(userID: user.id ?? 0, uuid: user.key, now: call.moment.now)
    let end = call.moment.now + call.service.configuration.refreshTokenSeconds
    return .json([
      "user": user.profile, "supabase_token": .text(access.token), "token": .text(access.token),
      "token_type": "Bearer", "expires_at": .text(CivilTime.iso(unixTime: access.expiresAt)),
      "refresh_token": .text(refresh), "refresh_expires_at": .text(CivilTime.iso(unixTime: end)),
    ])
  }

  /// The only member of a body, a text.
  private static func text(_ name: String, _ call: Call) async throws -> String {
    guard let text = try await call.object([name])[name].text, !text.isEmpty else {
      throw Problem.missingText(name)
    }
    return text
  }
}

extension Problem {
  /// The problem for a refused Google token.
  fileprivate init(_ error: SignInError) {
    switch error {
    case .keysUnreachable:
      self = .later(
        .serviceUnavailable, seconds: 30, .keysUnreachable, "目前無法取得 Google 的金鑰",
        "Google's keys cannot be fetched at the moment")
    case .mailNotVerified: self.init(.forbidden, .signInRefused, of: error)
    default: self.init(.unauthorized, .signInRefused, of: error)
    }
  }
}
