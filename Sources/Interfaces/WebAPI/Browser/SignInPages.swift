import Addresses
package import Folklore
import HTTPTypes
import HummingbirdCore
import JSON
import Logging
import NIOPosix
import Records
import Store
import WebPages

/// Signing in and out: `/sign-in…`.
enum SignInPages {
  static let all = [
    BrowserPage.get("/sign-in") { visit in
      if visit.session != nil { return .redirect(to: visit.query.first("to").flatMap(localPath) ?? visit.home) }
      return .page(visit.signInPage(isSent: visit.query.first("sent") != nil))
    },
    BrowserPage.post("/sign-out") { visit in
      if let session = visit.session {
        try await visit.write { try $0.endBrowserSession(session.id, ofUser: session.userID) }
      }
      var answer = PageAnswer.redirect(to: "/sign-in")
      answer.cookies = [BrowserCookie.session.header("", on: visit.site, seconds: 0)]
      answer.headers[.clearSiteData] = "\"cache\", \"storage\""
      return answer
    },
    BrowserPage.post("/language") { visit in
      let language = Language(rawValue: visit.form.first("language") ?? "") ?? visit.language
      let to = visit.form.first("to").flatMap(localPath) ?? "/"
      return .redirect(to: to).setting(
        cookie: BrowserCookie.language.header(language.rawValue, on: visit.site, seconds: 365 * 86_400))
    },
    // Reading changes nothing: mail programs and previews open links before people do.
    BrowserPage.get("/sign-in/link/{secret}") { visit in
      let (secret, now) = (visit.id, visit.moment.now)
      guard let link = try await visit.work({ try $0.signInLink(secret, now: now) }) else {
        throw PageProblem.linkIsOver
      }
      return .page(LinkPage(visit.language, address: visit.request.uri.path, name: link.name))
    },
    BrowserPage.post("/sign-in/link/{secret}", .everybody, spend),
    BrowserPage.post("/sign-in/mail", .everybody, mail),
    BrowserPage.post("/sign-in/passkey", .everybody, passkey),
  ]

  /// A path on this server to go to after signing in; nil for anything else, so that no link leads elsewhere.
  static func localPath(_ text: String) -> String? {
    guard text.hasPrefix("/"), !text.hasPrefix("//"), !text.hasPrefix("/\\"), text.utf8.count <= 500,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
    else { return nil }
    return text
  }

  // MARK: Links

  private static func spend(_ visit: Visit) async throws -> PageAnswer {
    let (secret, change) = (visit.id, visit.change)
    let (name, email) = (visit.form.first("name") ?? "", visit.form.first("email") ?? "")
    guard let link = try await visit.work({ try $0.signInLink(secret, now: change.at) }) else {
      throw PageProblem.linkIsOver
    }
    var fields = [
      Draft.Given("display_name", .text(name)), Draft.Given("locale", .text(visit.language.rawValue)),
    ]
    if !email.isEmpty { fields.append(Draft.Given("email", .text(email))) }
    let first = Draft(fields: fields)
    do {
      guard let user = try await visit.write({ try $0.spend(link: secret, firstOperator: first, change) }) else {
        throw PageProblem.linkIsOver
      }
      return try await begin(user, means: link.userID == nil ? "first-link" : "link", visit, to: "/account")
    } catch let faults as RecordFaults where link.userID == nil {
      var answer = PageAnswer.page(
        LinkPage(
          visit.language, address: visit.request.uri.path, name: nil, typed: (name, email),
          faults: faults.faults.map { $0.problem(in: visit.language) }))
      answer.status = .unprocessableContent
      return answer
    }
  }

  /// Begins a session.
  static func begin(_ user: Record, means: String, _ visit: Visit, to path: String) async throws -> PageAnswer {
    guard let id = user.id else { throw PageProblem.linkIsOver }
    let (browser, now) = (visit.request.headers[.userAgent], visit.moment.now)
    let secret = try await visit.write { store in
      // The browser's former session must not stay open behind the new one.
      if let former = visit.session { try store.endBrowserSession(former.id, ofUser: former.userID) }
      return try store.startBrowserSession(userID: id, means: means, browser: browser, now: now)
    }
    return .redirect(to: path).setting(
      cookie: BrowserCookie.session.header(secret, on: visit.site, seconds: Store.browserLongestSeconds))
  }

  // MARK: Mail

  /// Sends a link. The answer is the same whether there is an account or not, and does not wait for the mail.
  private static func mail(_ visit: Visit) async throws -> PageAnswer {
    guard let send = visit.signInMail else { throw PageProblem.nothingHere }
    let email = (visit.form.first("email") ?? "").filter { !$0.isWhitespace }.lowercased()
    for key in ["mail to \(email)", "mail for \(visit.source.limitKey)"] {
      if let seconds = visit.service.takeMail(key) {
        throw PageProblem.tooManyLinks(minutes: Int((seconds / 60).rounded(.up)))
      }
    }
    let (service, site, now, language) = (visit.service, visit.site, visit.moment.now, visit.language)
    let limitKey = visit.source.limitKey
    Task {
      do {
        let store = service.store
        let user = try await service.threads.runIfActive { try store.user(email: email) }
        guard let id = user?.id, let address = user?["email"].text else { return }
        let secret = try await service.write(for: limitKey) {
          try $0.makeSignInLink(userID: id, now: now, lifetimeSeconds: 30 * 60)
        }
        let problem = await send(
          address, SignInMail(link: site.origin + "/sign-in/link/" + secret, host: site.host, language: language))
        if let problem { service.logger.error("a sign-in mail was not sent: \(problem)") }
      } catch {
        service.logger.error("a sign-in mail was not sent: \(error)")
      }
    }
    return .redirect(to: "/sign-in?sent=1")
  }

  // MARK: Passkeys

  private static func passkey(_ visit: Visit) async throws -> PageAnswer {
    let now = visit.moment.now
    guard visit.site.allowsPasskeys, let body = try? JSON(json: visit.body),
      let clientData = Base64URL.decode(body["clientData"].text ?? ""),
      let authenticatorData = Base64URL.decode(body["authenticatorData"].text ?? ""),
      let signature = Base64URL.decode(body["signature"].text ?? ""), let credential = body["id"].text
    else { throw PageProblem.badForm }
    let ceremony = PasskeyCeremony(origin: visit.site.origin, host: visit.site.host)
    guard let challenge = ceremony.challenge(in: clientData, type: "webauthn.get"),
      let end = visit.service.challenges.end(of: challenge, for: .signIn, now: now),
      let data = ceremony.authenticatorData(authenticatorData),
      let passkey = try await visit.work({ try $0.passkey(credential: credential) }),
      PasskeyCeremony.isSigned(
        signature, by: passkey, authenticatorData: authenticatorData, clientData: clientData)
    else { throw PageProblem.signInNeeded }
    let hash = Store.hash(ofToken: challenge)
    let isUsed = try await visit.write {
      try $0.use(passkey: passkey.id, counter: data.counter, challenge: hash, expiresAt: end, now: now)
    }
    guard isUsed else { throw PageProblem.signInNeeded }
    let user = try await visit.work { try $0.record(.user, id: passkey.userID) }
    let role = user["role"].text
    let path = body["to"].text.flatMap(localPath) ?? (role == nil ? "/account" : "/admin")
    var answer = try await begin(user, means: "passkey", visit, to: path)
    // A script reads the answer, and follows it itself.
    answer.status = .ok
    answer.body = .json(["to": .text(path)])
    return answer
  }
}

/// The mail with a link that signs somebody in.
package struct SignInMail: Sendable {
  package let subject: String
  package let text: String
  package let link: String
  package let language: Language

  init(link: String, host: String, language: Language) {
    let say = language.say
    self.link = link
    self.language = language
    subject = say("登入 \(host)", "登录 \(host)", "Sign in to \(host)")
    text = say(
      "請打開這個連結，再按「登入」。連結只能用一次，30 分鐘內有效：\n\(link)\n\n如果不是您要登入，請不要理會這封信。",
      "请打开这个链接，再按「登录」。链接只能用一次，30 分钟内有效：\n\(link)\n\n如果不是您要登录，请不要理会这封信。",
      "Open this link and press “Sign in”. It works once and for 30 minutes:\n\(link)\n\nIf you did not ask for it, ignore this mail."
    )
  }
}

extension Visit {
  /// Where a person begins.
  var home: String { role > .user ? "/admin" : "/account" }

  /// Sends sign-in mails; nil if the server sends none.
  ///
  /// The link in a mail must lead here. Anybody can ask with a Host header of theirs and would get the secret of whoever opens the link, so the
  /// address is the operator's (`--public-url`), or this machine.
  var signInMail: APIService.SignInMailer? {
    service.configuration.publicURL != nil || site.isLocal ? service.signInMail : nil
  }

  func signInPage(isSent: Bool) -> SignInPage {
    SignInPage(
      language, challenge: site.allowsPasskeys ? service.challenges.make(for: .signIn, now: moment.now) : nil,
      host: site.host, hasMail: signInMail != nil, hasGoogle: service.googleRedirect != nil, isSent: isSent,
      to: query.first("to").flatMap(SignInPages.localPath) ?? "")
  }
}

extension HTTPField.Name {
  fileprivate static let clearSiteData = HTTPField.Name("Clear-Site-Data") ?? .via
}
