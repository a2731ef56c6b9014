import Addresses
import Folklore
import HTTPTypes
import HummingbirdCore
import JSON
import Logging
import Records
import Store
import WebPages

/// A person's own account: `/account…`.
enum AccountPages {
  static let all = [
    BrowserPage.get("/account", .person) { visit in
      try await page(visit, visit.query.first("done").flatMap { done($0, visit) })
    },
    BrowserPage.post("/account", .person) { visit in
      let (session, change) = (try visit.person(), visit.change)
      let name = visit.form.first("name") ?? ""
      let draft = Draft(fields: [
        Draft.Given("display_name", name.isEmpty ? .null : .text(name)),
        Draft.Given("locale", .text(visit.form.first("language") ?? session.locale)),
      ])
      do {
        _ = try await visit.write { try $0.edit(.user, key: session.userUUID, draft, change) }
      } catch let faults as RecordFaults {
        var answer = try await page(visit, faults.faults.map { $0.problem(in: visit.language) }.joined(separator: "\n"))
        answer.status = .unprocessableContent
        return answer
      }
      let language = visit.form.first("language").flatMap(Language.init(rawValue:)) ?? visit.language
      return .redirect(to: "/account?done=saved").keeping(language, visit)
    },
    BrowserPage.post("/account/passkeys", .person, addPasskey),
    BrowserPage.post("/account/passkeys/{id}/remove", .person) { visit in
      let (session, id) = (try visit.person(), Int(visit.id) ?? 0)
      let isRemoved = try await visit.write { try $0.removePasskey(id, ofUser: session.userID) }
      return .redirect(to: "/account" + (isRemoved ? "?done=removed" : ""))
    },
    BrowserPage.post("/account/sessions/end", .person) { visit in
      let (session, now) = (try visit.person(), visit.moment.now)
      let isEnded = try await visit.write { store in
        let browsers = try store.endBrowserSessions(ofUser: session.userID, but: session.id)
        // Apps too.
        return try store.endAllSessions(userID: session.userID, now: now) || browsers > 0
      }
      return .redirect(to: "/account" + (isEnded ? "?done=ended" : ""))
    },
    BrowserPage.post("/account/sessions/end-all", .person) { visit in
      let (session, now) = (try visit.person(), visit.moment.now)
      try await visit.write { store in
        try store.endBrowserSessions(ofUser: session.userID)
        try store.endAllSessions(userID: session.userID, now: now)
      }
      return .redirect(to: "/sign-in").endingSession(visit)
    },
    BrowserPage.post("/account/sessions/{id}/end", .person) { visit in
      let (session, id) = (try visit.person(), Int(visit.id) ?? 0)
      let isEnded = try await visit.write { try $0.endBrowserSession(id, ofUser: session.userID) }
      return .redirect(to: "/account" + (isEnded ? "?done=ended" : ""))
    },
  ]

  /// What was done, from the address that the browser was sent to.
  private static func done(_ name: String, _ visit: Visit) -> String? {
    switch name {
    case "saved": visit.say("已儲存。", "已保存。", "Saved.")
    case "removed": visit.say("已刪除通行密鑰。", "已删除通行密钥。", "The passkey was removed.")
    case "added":
      visit.say("已加入通行密鑰。下次可以用它登入。", "已加入通行密钥。下次可以用它登录。", "The passkey was added. You can sign in with it next time.")
    case "ended": visit.say("已登出。", "已退出登录。", "Signed out there.")
    default: nil
    }
  }

  private static func page(_ visit: Visit, _ notice: String?) async throws -> PageAnswer {
    let (session, now) = (try visit.person(), visit.moment.now)
    let (passkeys, sessions) = try await visit.work { store in
      (try store.passkeys(ofUser: session.userID), try store.browserSessions(ofUser: session.userID, now: now))
    }
    return .app(
      AccountPage(
        visit.language, name: session.name == session.email ? "" : session.name, email: session.email,
        role: RoleWords.name(of: session.role, visit.language), isOperator: session.role > .user,
        uuid: session.userUUID,
        passkeys: passkeys.map { passkey in
          let used = passkey.lastUsedAt.map { visit.time($0) }
          return AccountPage.Row(
            id: passkey.id, name: passkey.name,
            detail: visit.say("加入於 ", "加入于 ", "Added ") + visit.time(passkey.createdAt)
              + (used.map { visit.say("，上次使用 ", "，上次使用 ", ", last used ") + $0 } ?? ""))
        },
        challenge: visit.site.allowsPasskeys
          ? visit.service.challenges.make(for: .registration(of: session.userUUID), now: now) : nil,
        host: visit.site.host,
        sessions: sessions.map { other in
          AccountPage.Row(
            id: other.id, name: BrowserName.of(other.browser, visit.language),
            detail: visit.say("上次使用 ", "上次使用 ", "Last used ") + visit.time(other.lastSeenAt),
            isCurrent: other.id == session.id)
        }, notice: notice), part: "choice")
  }

  /// Adds the passkey that the browser made.
  private static func addPasskey(_ visit: Visit) async throws -> PageAnswer {
    let session = try visit.person()
    guard let body = try? JSON(json: visit.body) else { throw PageProblem.badForm }
    let made = try NewPasskey(body, of: session.userUUID, visit)
    guard try await made.keep(of: session.userID, named: BrowserName.of(session.browser, visit.language), visit) else {
      throw PageProblem.badForm
    }
    return .json(["to": "/account?done=added"])
  }
}

/// A passkey that a browser has just made (Web Authentication, section 7.1).
struct NewPasskey: Sendable {
  private let credential: String
  private let publicKey: [UInt8]
  private let algorithm: Int
  private let counter: Int
  private let name: String

  /// - Parameter user: the UUID for which the challenge was made.
  /// - Throws: `PageProblem.badForm` for anything but an answer to our challenge.
  init(_ body: JSON, of user: String, _ visit: Visit) throws(PageProblem) {
    guard visit.site.allowsPasskeys, let clientData = Base64URL.decode(body["clientData"].text ?? ""),
      let authenticatorData = Base64URL.decode(body["authenticatorData"].text ?? ""),
      let publicKey = Base64URL.decode(body["publicKey"].text ?? ""), let algorithm = body["algorithm"].integer
    else { throw .badForm }
    let ceremony = PasskeyCeremony(origin: visit.site.origin, host: visit.site.host)
    guard let challenge = ceremony.challenge(in: clientData, type: "webauthn.create"),
      visit.service.challenges.end(of: challenge, for: .registration(of: user), now: visit.moment.now) != nil,
      let data = ceremony.authenticatorData(authenticatorData), let credential = data.credential,
      PasskeyCeremony.isKey(publicKey, algorithm: algorithm)
    else { throw .badForm }
    (self.credential, self.publicKey, self.algorithm, counter) = (credential, publicKey, algorithm, data.counter)
    name = (body["name"].text ?? "").filter { !$0.isNewline }.trimmed
  }

  /// Keeps it as a passkey of a user.
  ///
  /// - Parameter fallback: what it is called if the person gave no name.
  /// - Returns: false if the user has too many, or if it is known already.
  func keep(of userID: Int, named fallback: String, _ visit: Visit) async throws -> Bool {
    let now = visit.moment.now
    return try await visit.write {
      try $0.addPasskey(
        userID: userID, credential: credential, publicKey: Base64URL.encode(publicKey), algorithm: algorithm,
        counter: counter, name: name.isEmpty ? fallback : name, now: now)
    }
  }
}

/// What people call a browser, from what it says of itself.
enum BrowserName {
  static func of(_ agent: String?, _ language: Language) -> String {
    let agent = agent ?? ""
    let browser = [("Edg/", "Edge"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari")]
      .first { agent.contains($0.0) }?.1
    let system = [
      ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS", "Mac"),
      ("Linux", "Linux"),
    ].first { agent.contains($0.0) }?.1
    let parts = [browser, system].compactMap(\.self)
    return parts.isEmpty ? language.say("不明的裝置", "不明的设备", "Unknown device") : parts.joined(separator: "・")
  }
}

extension Visit {
  /// An instant in the server's zone: `2026-11-23 14:02`.
  func time(_ instant: Int) -> String {
    String(CivilTime.iso(unixTime: instant, offset: clock.offset(at: instant)).prefix(16)).replacing("T", with: " ")
  }
}
