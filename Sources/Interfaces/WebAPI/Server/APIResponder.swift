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
    var caller = Caller.nobody
    var response: Response
    do {
      switch service.routes.match(request.method, request.uri.path) {
      case .endpoint(let endpoint, let pathValues):
        route = endpoint.path
        if endpoint.access != .open { caller = try await identify(request, source) }
        try limit(caller, source)
        try authorize(caller, endpoint)
        response = try await answer(request, endpoint, pathValues, caller, source)
      case .otherMethods(let methods) where request.method == .options:
        try limit(caller, source)
        response = preflight(methods)
      case .otherMethods(let methods):
        try limit(caller, source)
        var problem = Problem(
          .methodNotAllowed, "\(request.method.rawValue.prefix(20)) is not done here")
        problem.headers[.allow] = methods.map(\.rawValue).joined(separator: ", ")
        throw problem
      case .nothing:
        try limit(caller, source)
        throw Problem.notFound("there is nothing at \(request.uri.path.prefix(100)); see /api/openapi.json")
      }
    } catch let error as HTTPParserError {
      // The connection answers the error and counts it.
      service.monitor.abandoned()
      throw error
    } catch {
      response = refuse(problem(for: error, source), source)
    }
    finish(&response, request, source)
    let seconds = service.clock() - start
    service.monitor.ended(
      method: source.methodLabel, path: route, status: response.status.code, seconds: seconds)
    source.log(service.logger, request, response, route: route, caller: caller, seconds: seconds)
    return response
  }
}

// MARK: - Authorization

extension APIResponder {
  /// The caller. Invalid tokens count against the address, which limits guessing.
  ///
  /// Public endpoints skip this: an app whose access token has expired must still be able to refresh it, to sign in and to read public data.
  ///
  /// - Throws: `Problem` 401 or 429.
  private func identify(_ request: Request, _ source: RequestSource) async throws -> Caller {
    do {
      return try await caller(request)
    } catch {
      try limit(.nobody, source)
      throw error
    }
  }

  /// Checks the caller's right.
  ///
  /// - Throws: `Problem` 401 or 403.
  private func authorize(_ caller: Caller, _ endpoint: Endpoint) throws {
    switch endpoint.access {
    case .open: break
    case .user:
      guard caller.userUUID != nil else {
        throw caller == .nobody
          ? Problem(.unauthorized, "sign in, or send a token") : Problem(.forbidden, "this token is not a user's")
      }
      guard endpoint.method == .get || !caller.onlyReads else {
        throw Problem(.forbidden, "the token has the role reader, which may only read")
      }
    case .role(let role):
      guard case .token(let token) = caller else {
        throw caller == .nobody
          ? Problem(.unauthorized, "send a token with the role \(role.rawValue)")
          : Problem(.forbidden, "this needs a token with the role \(role.rawValue)")
      }
      guard token.role >= role else {
        throw Problem(.forbidden, "this needs the role \(role.rawValue), and the token has \(token.role.rawValue)")
      }
    }
  }

  /// - Throws: `Problem` 401 for invalid credentials; they never count as anonymous.
  private func caller(_ request: Request) async throws -> Caller {
    guard let header = request.headers[.authorization] else { return .nobody }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer", parts[1].utf8.count <= 4_096 else {
      throw Problem(.unauthorized, "the Authorization header must be: Bearer TOKEN")
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
    throw Problem(.unauthorized, "the token is unknown or has expired")
  }

  /// - Throws: `Problem` 429.
  private func limit(_ caller: Caller, _ source: RequestSource) throws {
    try service.take(1, of: caller.limitKey ?? source.limitKey) { "more than \($0) requests a second" }
  }
}
