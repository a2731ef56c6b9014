import Folklore
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import Records
import Store

/// Answers requests: finds the endpoint, identifies and authorizes the caller, applies rate limits, calls the endpoint, and encodes the answer.
struct APIResponder {
  let service: APIService

  /// - Throws: `HTTPParserError` for a malformed body; the connection answers it.
  func respond(to request: Request, by channel: any Channel) async throws -> Response {
    let start = service.clock()
    let source = RequestSource(request, channel, service.configuration)
    service.monitor.began()
    var route = "none"
    var matched: Endpoint?
    var caller = Caller.nobody
    var response: Response
    var isPage = false
    var language: Language { Self.problemLanguage(of: request, matched) }
    do {
      matching: switch service.routes.match(request.method, request.uri.path) {
      case .route(let endpoint, let pathValues):
        (route, matched) = (endpoint.path, endpoint)
        if endpoint.isForMonitors {
          caller = await knownCaller(request, source)
        } else {
          if endpoint.access != .open { caller = try await identify(request, source) }
          try limit(caller, source)
        }
        try authorize(caller, endpoint)
        response = try await answer(request, endpoint, pathValues, caller, source)
      case .otherMethods(let methods) where request.method == .options:
        try limit(caller, source)
        response = preflight(methods)
      case .otherMethods(let methods):
        try limit(caller, source)
        throw Self.notDone(request, methods)
      case .nothing where Self.assistantPaths.contains(request.uri.path):
        route = Self.assistantPath
        response = try await answerAssistant(request, source, caller: &caller)
      case .nothing:
        switch service.publicRoutes.match(request.method, request.uri.path) {
        case .route(let page, let pathValues):
          try limit(caller, source)
          guard page.path != "/" || Self.wantsHTML(request) else {
            throw Problem(
              .notFound, .unknownPath, "這是給瀏覽器的頁面；請看 /api/openapi.json",
              "this is the page for browsers; see /api/openapi.json")
          }
          route = page.path
          isPage = true
          response = try await answer(page, pathValues, request, source)
          break matching
        case .otherMethods(let methods):
          try limit(caller, source)
          throw Self.notDone(request, methods)
        case .nothing: break
        }
        switch service.browserRoutes.match(request.method, request.uri.path) {
        case .route(let page, let pathValues):
          route = page.path
          isPage = true
          (response, caller) = try await answer(page, pathValues, request, source)
        case .otherMethods(let methods):
          try limit(caller, source)
          throw Self.notDone(request, methods)
        case .nothing:
          try limit(caller, source)
          guard let page = await missingPage(request, source) else {
            let path = request.uri.path.prefix(100)
            throw Problem(
              .notFound, .unknownPath, "\(path) 沒有內容；請看 /api/openapi.json",
              "there is nothing at \(path); see /api/openapi.json")
          }
          response = page
          isPage = true
        }
      }
    } catch let error as HTTPParserError {
      // The connection answers the error and counts it.
      service.monitor.abandoned()
      throw error
    } catch {
      response = refuse(problem(for: error, source), source, in: language)
    }
    if !isPage, matched?.isForMonitors != true, response.headers[.rateLimit] == nil,
      let quota = service.quota(of: caller.limitKey ?? source.limitKey)
    {
      response.headers.append(contentsOf: quota.headers)
    }
    finish(&response, request, source, !isPage && !caller.isBrowser)
    let seconds = service.clock() - start
    service.monitor.ended(
      method: source.methodLabel, path: route, status: response.status.code, seconds: seconds)
    source.log(service.logger, request, response, route: route, caller: caller, seconds: seconds)
    return response
  }
}

extension APIResponder {
  /// The problem of a method that a path does not have.
  static func notDone(_ request: Request, _ methods: [HTTPRequest.Method]) -> Problem {
    let (name, known) = (request.method.rawValue.prefix(20), methods.map(\.rawValue).joined(separator: ", "))
    var problem = Problem(
      .methodNotAllowed, .methodNotAllowed, "這裡不能用 \(name)：請用 \(known)", "\(name) is not done here: use \(known)")
    problem.headers[.allow] = known
    return problem
  }
}

// MARK: - Authorization

extension APIResponder {
  /// The caller. Invalid tokens count against the address, which limits guessing.
  ///
  /// Public endpoints skip this: an app whose access token has expired must still be able to refresh it, to sign in and to read public data.
  ///
  /// - Throws: `Problem` 401 or 429.
  func identify(_ request: Request, _ source: RequestSource) async throws -> Caller {
    do {
      return try await caller(request, source)
    } catch {
      try limit(.nobody, source)
      throw error
    }
  }

  /// The caller, where nobody is refused: whoever has no valid credentials, or sends them more often than others may, is a stranger.
  private func knownCaller(_ request: Request, _ source: RequestSource) async -> Caller {
    let hasCredentials = request.headers.contains(.authorization) || request.headers.contains(.cookie)
    guard hasCredentials, (try? limit(.nobody, source)) != nil else { return .nobody }
    return (try? await caller(request, source)) ?? .nobody
  }

  /// Checks the caller's right.
  ///
  /// - Throws: `Problem` 401 or 403.
  func authorize(_ caller: Caller, _ endpoint: Endpoint) throws {
    switch endpoint.access {
    case .open: break
    case .user:
      guard caller.userUUID != nil else {
        throw caller == .nobody
          ? Problem(.unauthorized, .signInNeeded, "請登入，或送出權杖", "sign in, or send a token")
          : Problem(.forbidden, .roleNeeded, "這個權杖不屬於使用者", "this token is not a user's")
      }
      guard endpoint.method == .get || !caller.onlyReads else {
        throw Problem(
          .forbidden, .roleNeeded, "權杖的角色是 reader，只能讀取", "the token has the role reader, which may only read")
      }
    case .role(let role):
      guard let held = caller.role else {
        throw caller == .nobody
          ? Problem(
            .unauthorized, .signInNeeded, "請送出角色 \(role.rawValue) 的權杖", "send a token with the role \(role.rawValue)")
          : Problem(
            .forbidden, .roleNeeded, "這裡需要角色 \(role.rawValue) 的權杖", "this needs a token with the role \(role.rawValue)")
      }
      guard held >= role else {
        throw Problem(
          .forbidden, .roleNeeded, "這裡需要角色 \(role.rawValue)，而權杖的角色是 \(held.rawValue)",
          "this needs the role \(role.rawValue), and the token has \(held.rawValue)")
      }
    }
  }

  /// - Throws: `Problem` 401 for invalid credentials; they never count as anonymous.
  private func caller(_ request: Request, _ source: RequestSource) async throws -> Caller {
    guard let header = request.headers[.authorization] else { return try await person(request, source) }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer", parts[1].utf8.count <= 4_096 else {
      throw Problem(
        .unauthorized, .invalidToken, "Authorization 標頭必須是：Bearer TOKEN",
        "the Authorization header must be: Bearer TOKEN")
    }
    let text = String(parts[1])
    let now = Int(service.clock())
    if text.hasPrefix("fck_") {
      let store = service.store
      let token = try await service.threads.runIfActive { try store.token(text, now: now) }
      if let token {
        service.recordUse(of: token, now: now)
        return .token(token)
      }
    } else if let user = service.user(ofAccessToken: text, now: now) {
      return .signedIn(userID: user.id, uuid: user.uuid)
    }
    throw Problem(.unauthorized, .invalidToken, "權杖不存在，或已經過期", "the token is unknown or has expired")
  }

  /// The person of a cookie. Other sites' pages can make a browser send it, so only our own pages may use it to change something.
  ///
  /// - Throws: `Problem` 403.
  private func person(_ request: Request, _ source: RequestSource) async throws -> Caller {
    let site = Site(request, source, service.configuration)
    guard let session = try await session(of: request, on: site) else { return .nobody }
    guard [.get, .head].contains(request.method) || site.isOwn(request) else {
      throw Problem(
        .forbidden, .foreignPage, "另一個網站的頁面用您的 Cookie 送出這個請求：沒有執行任何動作",
        "a page of another site sent this with your cookie: nothing was done")
    }
    return .browser(session)
  }

  /// Counts a request, or several.
  ///
  /// - Throws: `Problem` 429.
  func limit(_ caller: Caller, _ source: RequestSource, requests: Int = 1) throws {
    try service.take(Double(requests), of: caller.limitKey ?? source.limitKey) {
      Wording.tooManyRequests(perSecond: $0)
    }
  }
}
