import Addresses
package import Folklore
import Foundation
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
      return .app(visit.signInPage(isSent: visit.query.first("sent") != nil), part: "choice")
    },
    BrowserPage.post("/sign-out") { visit in
      if let session = visit.session {
        _ = try await visit.write { try $0.endBrowserSession(session.id, ofUser: session.userID) }
      }
      return .redirect(to: "/sign-in").endingSession(visit)
    },
    BrowserPage.post("/language") { visit in
      let language = Language(rawValue: visit.form.first("language") ?? "") ?? visit.language
      let to = visit.form.first("to").flatMap(localPath) ?? "/"
      return .redirect(to: to).keeping(language, visit)
    },
    // Reading changes nothing: mail programs and previews open links before people do.
    BrowserPage.get("/sign-in/link/{secret}") { visit in
      let (secret, now) = (visit.id, visit.moment.now)
      guard let link = try await visit.work({ try $0.signInLink(secret, now: now) }) else {
        throw PageProblem.linkIsOver
      }
      return .app(LinkPage(visit.language, address: visit.address, name: link.name), part: "choice")
    },
    BrowserPage.post("/sign-in/link/{secret}", .everybody, spend),
    BrowserPage.post("/sign-in/mail", .everybody, mail),
    BrowserPage.post("/sign-in/passkey", .everybody, passkey),
    BrowserPage.post("/sign-in/new-passkey", .everybody, newPasskey),
  ]

  /// A path on this server to go to after signing in; nil for anything else, so that no link leads elsewhere.
  static func localPath(_ text: String) -> String? {
    guard text.hasPrefix("/"), !text.hasPrefix("//"), !text.hasPrefix("/\\"), text.utf8.count <= 500,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
    else { return nil }
    return text
  }

  /// Where somebody begins who came from nowhere.
  static func home(of user: Record) -> String { user["role"].text == nil ? "/settings" : "/admin" }

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
      let newcomer = link.isFirstOperators ? first : visit.newcomer
      guard let user = try await visit.write({ try $0.spend(link: secret, newcomer: newcomer, change) }) else {
        throw PageProblem.linkIsOver
      }
      let path = visit.query.first("to").flatMap(localPath) ?? (user["role"].text == nil ? home(of: user) : "/account")
      return try await begin(user, means: link.isFirstOperators ? "first-link" : "link", visit, to: path)
    } catch let faults as RecordFaults where link.isFirstOperators {
      return .app(
        LinkPage(
          visit.language, address: visit.address, name: nil, typed: (name, email),
          faults: faults.faults.map { $0.problem(in: visit.language) }), part: "choice", status: .unprocessableContent)
    }
  }

  /// Begins a session. What the browser's holder chose before without an account comes along.
  static func begin(_ user: Record, means: String, _ visit: Visit, to path: String) async throws -> PageAnswer {
    guard let id = user.id else { throw PageProblem.linkIsOver }
    let comesAlong = try await takeAlong(user, visit)
    let (browser, now) = (visit.request.headers[.userAgent], visit.moment.now)
    let secret = try await visit.write { store in
      // The browser's former session must not stay open behind the new one.
      if let former = visit.session { try store.endBrowserSession(former.id, ofUser: former.userID) }
      return try store.startBrowserSession(userID: id, means: means, browser: browser, now: now)
    }
    // The list of what came along says so itself.
    var answer = PageAnswer.redirect(to: comesAlong && path == "/settings" ? "/settings?along=on" : path).setting(
      cookie: BrowserCookie.session.header(secret, on: visit.site, seconds: Store.browserLongestSeconds)
    ).keeping(user["locale"].text.flatMap(Language.init(rawValue:)) ?? visit.language, visit)
    if comesAlong { answer = answer.setting(cookie: BrowserCookie.choice.header("", on: visit.site, seconds: 0)) }
    return answer
  }

  /// - Returns: whether the browser had a choice that is the account's now.
  private static func takeAlong(_ user: Record, _ visit: Visit) async throws -> Bool {
    guard let secret = BrowserCookie.choice.value(in: visit.request, on: visit.site) else { return false }
    let (change, isNew) = (visit.choiceChange, user.createdAt == visit.moment.now)
    do {
      return try await visit.write { try $0.takeAlong(choice: secret, into: user.key, replacesSettings: isNew, change) }
    } catch is OwnEventLimit {
      // The choice stays as it is; its page still shows it.
      return false
    }
  }

  // MARK: Mail

  /// Sends a link, which makes an account if there is none. The answer does not tell which, and does not wait for the mail.
  private static func mail(_ visit: Visit) async throws -> PageAnswer {
    guard visit.signInMail != nil else { throw PageProblem.nothingHere }
    let email = (visit.form.first("email") ?? "").filter { !$0.isWhitespace }.lowercased()
    let to = visit.form.first("to").flatMap(localPath)
    let address: String
    do {
      address = try Store.mailAddress(email)
    } catch {
      let faults = error.faults.map { $0.problem(in: visit.language) }.joined(separator: "\n")
      return .app(
        visit.signInPage(isSent: false, to: to, typed: email, fault: faults), part: "choice",
        status: .unprocessableContent)
    }
    let seconds = visit.service.sendLink(
      to: address, site: visit.site.origin, after: to, visit.language, from: visit.source.limitKey)
    if let seconds { throw PageProblem.tooManyLinks(minutes: Int((seconds / 60).rounded(.up))) }
    return .redirect(to: "/sign-in?sent=1" + (to.map { "&to=" + PercentEncoding.encode($0) } ?? ""))
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
    let path = body["to"].text.flatMap(localPath) ?? home(of: user)
    var answer = try await begin(user, means: "passkey", visit, to: path)
    // A script reads the answer, and follows it itself.
    answer.status = .ok
    answer.asScript()
    return answer
  }

  /// Makes an account that is signed in to with a passkey alone: no name, no mail address.
  private static func newPasskey(_ visit: Visit) async throws -> PageAnswer {
    guard let body = try? JSON(json: visit.body), let user = body["user"].text else { throw PageProblem.badForm }
    let made = try NewPasskey(body, of: user, visit)
    if let seconds = visit.service.takeChoice(visit.source.limitKey) {
      throw PageProblem.tooManyChoices(minutes: Int((seconds / 60).rounded(.up)))
    }
    var draft = visit.newcomer
    draft.fields.append(Draft.Given("uuid", .text(user)))
    let (fields, change) = (draft, visit.change)
    let record = try await visit.write { try $0.add([fields], to: .user, change).first }
    guard let record, let id = record.id else { throw PageProblem.badForm }
    guard try await made.keep(of: id, named: BrowserName.of(visit.request.headers[.userAgent], visit.language), visit)
    else {
      // Nobody could sign in to what is left.
      _ = try await visit.write { try $0.remove(.user, key: record.key, change) }
      throw PageProblem.badForm
    }
    var answer = try await begin(
      record, means: "passkey", visit, to: body["to"].text.flatMap(localPath) ?? home(of: record))
    answer.asScript()
    return answer
  }
}

extension PageAnswer {
  /// For a script, which reads where to go and goes there itself.
  fileprivate mutating func asScript() {
    guard case .redirect(let path) = body else { return }
    (status, body) = (.ok, .json(["to": .text(path)]))
  }
}

extension APIService {
  /// Seconds for which a link in a mail is valid.
  static let linkSeconds = 30 * 60

  /// Sends a link to a mail address, and does not wait for it.
  ///
  /// - Parameters:
  ///   - site: scheme, host and port of the link.
  ///   - path: where to go after signing in; nil for the settings.
  ///   - caller: who asks, by which mails are counted.
  /// - Returns: the seconds until another mail may be asked for; nil if this one is sent.
  func sendLink(
    to address: String, site: String, after path: String?, _ language: Language, from caller: String
  ) -> Double? {
    guard let send = signInMail else { return nil }
    for key in ["mail to \(address)", "mail for \(caller)"] {
      if let seconds = takeMail(key) { return seconds }
    }
    let now = moment.now
    Task {
      do {
        let secret = try await write(for: caller) {
          try $0.makeSignInLink(email: address, now: now, lifetimeSeconds: Self.linkSeconds)
        }
        let link = site + "/sign-in/link/" + secret + (path.map { "?to=" + PercentEncoding.encode($0) } ?? "")
        if let problem = await send(address, SignInMail(link: link, host: Site.host(of: site), language: language)) {
          logger.error("a sign-in mail was not sent: \(problem)")
        }
      } catch {
        logger.error("a sign-in mail was not sent: \(error)")
      }
    }
    return nil
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
  var home: String { role > .user ? "/admin" : "/settings" }

  /// The fields of a new account.
  var newcomer: Draft { Draft(fields: [Draft.Given("locale", .text(language.rawValue))]) }

  /// Sends sign-in mails; nil if the server sends none.
  ///
  /// The link in a mail must lead here. Anybody can ask with a Host header of theirs and would get the secret of whoever opens the link, so the
  /// address is the operator's (`--public-url`), or this machine.
  var signInMail: APIService.SignInMailer? {
    service.configuration.publicURL != nil || site.isLocal ? service.signInMail : nil
  }

  /// - Parameters:
  ///   - typed: a mail address that was refused, which stays, and why.
  ///   - skip: where to go without signing in; nil if the page is not part of the first steps.
  func signInPage(
    isSent: Bool, to: String? = nil, typed: String = "", fault: String? = nil, skip: String? = nil
  ) -> SignInPage {
    let user = UUID().uuidString.lowercased()
    return SignInPage(
      language,
      passkeys: site.allowsPasskeys
        ? SignInPage.Challenges(
          signIn: service.challenges.make(for: .signIn, now: moment.now),
          new: service.challenges.make(for: .registration(of: user), now: moment.now), user: user) : nil,
      host: site.host, hasMail: signInMail != nil, hasGoogle: service.googleRedirect != nil, isSent: isSent,
      to: to ?? query.first("to").flatMap(SignInPages.localPath) ?? "", typed: typed, fault: fault, skip: skip,
      hasChoice: BrowserCookie.choice.value(in: request, on: site) != nil)
  }
}
