import Folklore
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import Store

/// Answers requests: finds the endpoint, asks who it is, whether they may and how often they have asked, calls the endpoint, and fits its
/// answer to the request.
struct APIResponder: HTTPResponder {
  typealias Context = APIContext

  let service: APIService

  func respond(to request: Request, context: APIContext) async throws -> Response {
    let start = service.clock()
    let visit = Visit(request, context, service.configuration)
    service.monitor.began()
    var route = "none"
    var caller = Caller.nobody
    var response: Response
    do {
      switch service.routes.match(request.method, request.uri.path) {
      case .endpoint(let endpoint, let pathValues):
        route = endpoint.path
        caller = try await identify(request, visit)
        try limit(caller, visit)
        try authorize(caller, endpoint)
        response = try await answer(request, endpoint, pathValues, caller, visit)
      case .otherMethods(let methods) where request.method == .options:
        try limit(caller, visit)
        response = preflight(methods)
      case .otherMethods(let methods):
        try limit(caller, visit)
        var problem = Problem(
          .methodNotAllowed, "\(request.method.rawValue.prefix(20)) is not done here")
        problem.headers[.allow] = methods.map(\.rawValue).joined(separator: ", ")
        throw problem
      case .nothing:
        try limit(caller, visit)
        throw Problem.notFound("there is nothing at \(request.uri.path.prefix(100)); see /api/openapi.json")
      }
    } catch let error as HTTPParserError {
      // The connection tells what is wrong with it, and counts it.
      service.monitor.abandoned()
      throw error
    } catch {
      response = refuse(request, problem(for: error, visit), visit)
    }
    finish(&response, request, visit)
    let seconds = service.clock() - start
    service.monitor.ended(
      method: visit.methodLabel, path: route, status: response.status.code, seconds: seconds)
    visit.log(service.logger, request, response, route: route, caller: caller, seconds: seconds)
    return response
  }
}

// MARK: - Whether

extension APIResponder {
  /// Who asks. Wrong tokens count against the address, so that nobody tries many.
  ///
  /// - Throws: `Problem` 401 or 429.
  private func identify(_ request: Request, _ visit: Visit) async throws -> Caller {
    do {
      return try await caller(request)
    } catch {
      try limit(.nobody, visit)
      throw error
    }
  }

  /// Whether they may.
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

  /// - Throws: `Problem` 401 for credentials that are not good: nobody is let in as somebody else, or as nobody, by mistake.
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
      let token = try await service.threads.runIfActive {
        let token = try store.token(text, now: now)
        if let token { try? store.touchToken(token.id, now: now) }
        return token
      }
      if let token { return .token(token) }
    } else if let user = service.sessions.user(ofToken: text, now: now) {
      return .signedIn(userID: user.userID, uuid: user.uuid)
    }
    throw Problem(.unauthorized, "the token is not known, or has ended")
  }

  /// - Throws: `Problem` 429.
  private func limit(_ caller: Caller, _ visit: Visit) throws {
    let configuration = service.configuration
    guard configuration.requestsPerSecond > 0 else { return }
    let rate = RateLimiter.Rate(perSecond: configuration.requestsPerSecond, burst: configuration.requestBurst)
    if let wait = service.limiter.take(for: caller.limitKey ?? visit.limitKey, rate, now: service.clock()) {
      throw Problem.later(
        .tooManyRequests, seconds: Int(wait.rounded(.up)),
        "more than \(configuration.requestsPerSecond) requests a second")
    }
  }
}

// MARK: - Answering

extension APIResponder {
  private func answer(
    _ request: Request, _ endpoint: Endpoint, _ pathValues: [String], _ caller: Caller, _ visit: Visit
  ) async throws -> Response {
    let data = try await service.keeper.current()
    let moment = service.moment
    let language = Self.language(of: request)
    var tag: EntityTag?
    var key = ""
    if endpoint.freshness != .none {
      // Where the operator has not said how readers reach the server, answers hold the host that was asked for: one asker's is not another's.
      let site = service.configuration.publicURL == nil ? visit.authority ?? "" : ""
      let time = endpoint.freshness == .minute ? "\(moment.now / 60)" : "\(moment.today)"
      key = "\(language.rawValue) \(time) \(site)\(request.uri)"
      let known = EntityTag(of: service.version, data.mark, key)
      // Before any work: what follows from the same data, day and address is the same. An asterisk asks whether there is anything at all.
      if let header = request.headers[.ifNoneMatch], header != "*", known.isNamed(by: header) {
        return unchanged(known, endpoint)
      }
      tag = known
      if let kept = data.answers[key] {
        service.monitor.answered(fromKept: true)
        return fit(kept, request, endpoint)
      }
    }
    let call = Call(
      service: service, request: request, endpoint: endpoint, pathValues: pathValues,
      query: try QueryItems(request.uri.query, of: endpoint), language: try Self.language(request, endpoint, language),
      moment: moment, caller: caller, visit: visit, data: data)
    var answer = try await endpoint.answer(call)
    if answer.tag == nil { answer.tag = tag }
    if endpoint.freshness != .none {
      service.monitor.answered(fromKept: false)
      if answer.body.count >= Gzip.shortest { answer.gzip = Gzip.compressed(answer.body) }
      data.answers.keep(answer, for: key)
    }
    return fit(answer, request, endpoint)
  }

  /// The answer as the request takes it.
  private func fit(_ answer: Answer, _ request: Request, _ endpoint: Endpoint) -> Response {
    if let tag = answer.tag {
      let isKnown = request.headers[.ifNoneMatch].map(tag.isNamed) ?? false
      if answer.status == .notModified || (answer.status == .ok && isKnown) { return unchanged(tag, endpoint) }
    }
    var headers = answer.headers
    if answer.status != .noContent { headers[.contentType] = answer.contentType.rawValue }
    headers[.cacheControl] = endpoint.caching.header
    if let tag = answer.tag { headers[.eTag] = tag.description }
    var body = answer.body
    if body.count >= Gzip.shortest, Gzip.isAccepted(request.headers[.acceptEncoding]),
      let gzip = answer.gzip ?? Gzip.compressed(body)
    {
      headers[.contentEncoding] = "gzip"
      body = gzip
    }
    return Response(status: answer.status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
  }

  private func unchanged(_ tag: EntityTag, _ endpoint: Endpoint) -> Response {
    var headers = HTTPFields()
    headers[.eTag] = tag.description
    headers[.cacheControl] = endpoint.caching.header
    return Response(status: .notModified, headers: headers)
  }

  /// The language that a request prefers, by `Accept-Language`.
  private static func language(of request: Request) -> Language {
    guard let header = request.headers[.acceptLanguage] else { return .traditionalChinese }
    var best: (language: Language, weight: Double)?
    for (name, weight) in Preferences(header).items where weight > best?.weight ?? 0 {
      if let language = Language(locale: name) { best = (language, weight) }
    }
    return best?.language ?? .traditionalChinese
  }

  /// The language of the parameter `lang`, where the endpoint has it and it is given.
  private static func language(_ request: Request, _ endpoint: Endpoint, _ preferred: Language) throws -> Language {
    guard endpoint.parameters.contains(where: { $0.name == CommonParameters.language.declaration.name }),
      let text = try QueryItems(request.uri.query, of: endpoint)["lang"]
    else { return preferred }
    guard let language = Language(rawValue: text) else {
      throw Problem.field("lang", "\"\(text.prefix(50))\" is none of zh-Hant, zh-Hans, en")
    }
    return language
  }
}

// MARK: - Around the answer

extension APIResponder {
  private func preflight(_ methods: [HTTPRequest.Method]) -> Response {
    var headers = HTTPFields()
    let names = methods.map(\.rawValue).joined(separator: ", ")
    headers[.allow] = names
    headers[.accessControlAllowMethods] = names
    headers[.accessControlAllowHeaders] = "Authorization, Content-Type, If-Match, If-None-Match, X-Request-Id"
    headers[.accessControlMaxAge] = "86400"
    return Response(status: .noContent, headers: headers)
  }

  /// The problem for an error; what is our own fault is told to the log only.
  private func problem(for error: any Error, _ visit: Visit) -> Problem {
    if let problem = Problem(error) {
      if problem.status.code >= 500 {
        service.logger.error("\(error)", metadata: ["request_id": "\(visit.id)"])
      }
      return problem
    }
    service.logger.error("unexpected: \(error)", metadata: ["request_id": "\(visit.id)"])
    return Problem(.internalServerError, "this is our fault; the log of the server tells more under \(visit.id)")
  }

  private func refuse(_ request: Request, _ problem: Problem, _ visit: Visit) -> Response {
    var headers = problem.headers
    headers[.contentType] = MediaType.problem.rawValue
    headers[.cacheControl] = "no-store"
    return Response(
      status: problem.status, headers: headers,
      body: .init(byteBuffer: ByteBuffer(bytes: problem.json(instance: visit.id).bytes)))
  }

  /// What every response has.
  private func finish(_ response: inout Response, _ request: Request, _ visit: Visit) {
    response.headers[.requestID] = visit.id
    response.headers.append(contentsOf: Self.security)
    if response.headers[.contentSecurityPolicy] == nil {
      response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
    }
    if service.configuration.publicURL?.hasPrefix("https:") == true {
      response.headers[.strictTransportSecurity] = "max-age=31536000"
    }
    let allowed = service.configuration.allowedOrigins
    response.headers[.vary] =
      allowed.contains("*") || allowed.isEmpty
      ? "Accept-Encoding, Accept-Language" : "Accept-Encoding, Accept-Language, Origin"
    if let origin = request.headers[.origin], allowed.contains("*") || allowed.contains(origin) {
      response.headers[.accessControlAllowOrigin] = allowed.contains("*") ? "*" : origin
      response.headers[.accessControlExposeHeaders] = "ETag, Link, Location, Retry-After, X-Request-Id, X-Total-Count"
    }
    if request.method == .head { response = response.createHeadResponse() }
  }

  private static let security: HTTPFields = {
    var headers = HTTPFields()
    headers[.xContentTypeOptions] = "nosniff"
    if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
    if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { headers[name] = "cross-origin" }
    return headers
  }()
}
