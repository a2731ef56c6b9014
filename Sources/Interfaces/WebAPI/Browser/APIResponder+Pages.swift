import Folklore
import HTTPTypes
import HummingbirdCore
import JSON
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import Records
import Store
import WebPages

// Pages for browsers: sign-in by cookie, forms, HTML.
extension APIResponder {
  /// The answer of a page. Errors become pages too.
  func answer(
    _ page: BrowserPage, _ pathValues: [String], _ request: Request, _ source: RequestSource
  ) async throws -> (response: Response, caller: Caller) {
    var visit = Visit(service, request, pathValues, source)
    do {
      visit.session = try await session(of: request, on: visit.site)
      if page.limitsSenders {
        try service.take(1, of: visit.caller.limitKey ?? source.limitKey) { Wording.tooManyRequests(perSecond: $0) }
      }
      guard let query = FormData(urlEncoded: Array((request.uri.query ?? "").utf8)) else { throw PageProblem.badForm }
      visit.query = query
      if page.method == .post {
        // Only those who may do it can make the server take a large body.
        let mayBeLarge = visit.site.isOwn(request) && (try? authorize(page, visit)) != nil
        try await readBody(&visit, limit: mayBeLarge ? page.bodyLimit ?? usualLimit : usualLimit)
        if !page.takesForeignForms, !visit.site.isOwn(request) { throw PageProblem.foreignForm }
      }
      try authorize(page, visit)
      return (response(try await page.answer(visit), visit), visit.caller)
    } catch let error as HTTPParserError {
      // The connection answers it.
      throw error
    } catch {
      log(error, source)
      let isForm = page.method == .post && !visit.form.pairs.isEmpty && (error as? PageProblem) != .foreignForm
      if visit.acceptsOnlyJSON {
        let message = MessagePage(error, visit, isForm: false)
        let json: JSON = ["error": .text(([message.title] + message.lines).joined(separator: "\n"))]
        return (response(.json(json, status: MessagePage.status(of: error)), visit), visit.caller)
      }
      return (problemPage(error, visit, isForm: isForm), visit.caller)
    }
  }

  /// The page for an address without anything, if a browser asked; nil for programs.
  func missingPage(_ request: Request, _ source: RequestSource) async -> Response? {
    guard request.method == .get || request.method == .head, Self.wantsHTML(request),
      !request.uri.path.hasPrefix("/api/")
    else { return nil }
    var visit = Visit(service, request, [], source)
    visit.session = try? await session(of: request, on: visit.site)
    return problemPage(PageProblem.nothingHere, visit, isForm: false)
  }

  /// True if the sender is a browser that wants a page.
  static func wantsHTML(_ request: Request) -> Bool {
    request.headers[.accept]?.contains("text/html") == true
  }

  // MARK: The person

  /// The session in the cookie of a request; nil if there is none, or if it has ended.
  func session(of request: Request, on site: Site) async throws -> BrowserSession? {
    guard let text = BrowserCookie.session.value(in: request, on: site) else { return nil }
    let (store, now) = (service.store, Int(service.clock()))
    let session = try await service.threads.runIfActive { try store.browserSession(text, now: now) }
    if let session, Store.isRenewalDue(session, now: now) { service.renew(session, now: now) }
    return session
  }

  private func authorize(_ page: BrowserPage, _ visit: Visit) throws(PageProblem) {
    switch page.access {
    case .everybody: break
    case .person: if visit.session == nil { throw .signInNeeded }
    case .role(let role):
      if visit.session == nil { throw .signInNeeded }
      if visit.role < role { throw .roleNeeded(role) }
    }
  }

  // MARK: Bodies

  private var usualLimit: Int { service.configuration.bodyLimit }

  private func readBody(_ visit: inout Visit, limit: Int) async throws {
    let body = try await visit.source.body(of: visit.request, limit: limit)
    guard let body else { throw PageProblem.tooLarge(megabytes: limit >> 20) }
    visit.body = body
    let type = visit.request.headers[.contentType] ?? ""
    if type.hasPrefix("application/json") || type.hasPrefix("image/") { return }
    let form = type.hasPrefix("multipart/") ? FormData(multipart: body, type: type) : FormData(urlEncoded: body)
    guard let form else { throw PageProblem.badForm }
    visit.form = form
  }

  // MARK: Answers

  func problemPage(_ error: any Error, _ visit: Visit, isForm: Bool) -> Response {
    let (message, status) = (MessagePage(error, visit, isForm: isForm), MessagePage.status(of: error))
    var answer =
      visit.request.uri.path.hasPrefix("/admin")
      ? PageAnswer.page(message, status: status) : .app(message, part: visit.part, status: status)
    if let problem = error as? Problem { answer.headers.append(contentsOf: problem.headers) }
    answer.headers[.wwwAuthenticate] = nil
    return response(answer, visit)
  }

  func response(_ answer: PageAnswer, _ visit: Visit) -> Response {
    var headers = service.pageHeaders
    if visit.site.isHTTPS { headers[.strictTransportSecurity] = "max-age=31536000" }
    for field in answer.headers { headers[field.name] = field.value }
    for cookie in answer.cookies { headers.append(HTTPField(name: .setCookie, value: cookie)) }
    let bytes: [UInt8]
    switch answer.body {
    case .page(let content, let section):
      headers[.contentType] = MediaType.html.rawValue
      bytes = Array(service.pages.html(content, in: visit.frame(section)).utf8)
    case .app(let page, let part):
      headers[.contentType] = MediaType.html.rawValue
      let frame = AppFrame(
        language: visit.language, origin: visit.site.origin, path: answer.address ?? visit.request.uri.path, part: part,
        place: visit.place, isPrivate: true, insecureOrigin: visit.site.isSecureContext ? nil : visit.site.origin)
      bytes = Array(service.pages.html(page, description: (page as? AppPage)?.description ?? "", in: frame).utf8)
    case .json(let json):
      headers[.contentType] = MediaType.json.rawValue
      bytes = json.bytes
    case .file(let file, let type):
      headers[.contentType] = type
      bytes = file
    case .redirect(let path):
      headers[.location] = path
      bytes = []
    case .stream(let body, let type):
      headers[.contentType] = type
      return Response(status: answer.status, headers: headers, body: body)
    }
    if bytes.count >= Gzip.shortest, let header = visit.request.headers[.acceptEncoding], Gzip.isAccepted(header),
      let small = Gzip.compressed(bytes[...])
    {
      headers[.contentEncoding] = "gzip"
      return Response(status: answer.status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: small)))
    }
    return Response(
      status: answer.status, headers: headers,
      body: bytes.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  func log(_ error: any Error, _ source: RequestSource) {
    if MessagePage.status(of: error).code < 500 { return }
    service.logger.error("\(error)", metadata: ["request_id": "\(source.id)"])
  }
}

extension Visit {
  /// Who sent the request, for the log.
  var caller: Caller { session.map { .browser($0) } ?? .nobody }

  /// True if a script of ours sent the request and reads JSON.
  var acceptsOnlyJSON: Bool { request.headers[.accept] == "application/json" }

  /// What surrounds the content of a page.
  func frame(_ section: String?) -> PageFrame {
    PageFrame(
      language: language, address: request.uri.path, section: section,
      person: session.map {
        PageFrame.Person(name: $0.name, role: $0.role, roleName: RoleWords.name(of: $0.role, language))
      },
      insecureOrigin: site.isSecureContext ? nil : site.origin)
  }
}
