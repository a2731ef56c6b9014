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
      return .redirect(to: "/account?done=saved")
    },
    BrowserPage.post("/account/passkeys", .person, addPasskey),
    BrowserPage.post("/account/passkeys/{id}/remove", .person) { visit in
      let (session, id) = (try visit.person(), Int(visit.id) ?? 0)
      try await visit.write { try $0.removePasskey(id, ofUser: session.userID) }
      return .redirect(to: "/account?done=removed")
    },
    BrowserPage.post("/account/sessions/end", .person) { visit in
      let session = try visit.person()
      try await visit.write { try $0.endBrowserSessions(ofUser: session.userID, but: session.id) }
      return .redirect(to: "/account?done=ended")
    },
    BrowserPage.post("/account/sessions/{id}/end", .person) { visit in
      let (session, id) = (try visit.person(), Int(visit.id) ?? 0)
      try await visit.write { try $0.endBrowserSession(id, ofUser: session.userID) }
      return .redirect(to: "/account?done=ended")
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
    return .page(
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
        }, notice: notice), section: session.role > .user ? "account" : nil)
  }

  /// Adds the passkey that the browser made.
  private static func addPasskey(_ visit: Visit) async throws -> PageAnswer {
    let (session, now) = (try visit.person(), visit.moment.now)
    guard visit.site.allowsPasskeys, let body = try? JSON(json: visit.body),
      let clientData = Base64URL.decode(body["clientData"].text ?? ""),
      let authenticatorData = Base64URL.decode(body["authenticatorData"].text ?? ""),
      let publicKey = Base64URL.decode(body["publicKey"].text ?? ""), let algorithm = body["algorithm"].integer
    else { throw PageProblem.badForm }
    let ceremony = PasskeyCeremony(origin: visit.site.origin, host: visit.site.host)
    guard let challenge = ceremony.challenge(in: clientData, type: "webauthn.create"),
      visit.service.challenges.end(of: challenge, for: .registration(of: session.userUUID), now: now) != nil,
      let data = ceremony.authenticatorData(authenticatorData), let credential = data.credential,
      PasskeyCeremony.isKey(publicKey, algorithm: algorithm)
    else { throw PageProblem.badForm }
    let given = (body["name"].text ?? "").filter { !$0.isNewline }.trimmed
    let name = given.isEmpty ? BrowserName.of(session.browser, visit.language) : given
    let isAdded = try await visit.write {
      try $0.addPasskey(
        userID: session.userID, credential: credential, publicKey: Base64URL.encode(publicKey), algorithm: algorithm,
        counter: data.counter, name: name, now: now)
    }
    guard isAdded else { throw PageProblem.badForm }
    return .json(["to": "/account?done=added"])
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
