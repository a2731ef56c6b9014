import HTTPTypes
import HummingbirdCore
import JSON
import NIOCore

/// `POST /mcp`: a message of an assistant, and its answer as JSON (the transport "streamable HTTP", without streams and sessions).
///
/// It is no `Endpoint`, because its requests and errors are those of JSON-RPC and not of the API. The document of the API does not list it;
/// assistants ask it for its tools.
extension APIResponder {
  static let assistantPath = "/mcp"
  /// As clients are configured by hand, some write a slash at the end.
  static let assistantPaths = [assistantPath, assistantPath + "/"]

  /// - Parameter caller: set as soon as it is known, for the log.
  /// - Throws: `Problem` for what is refused before the message is read.
  func answerAssistant(
    _ request: Request, _ source: RequestSource, caller: inout Caller
  ) async throws -> Response {
    // Before anything else: a page of another site may not even try a token.
    guard isOfKnownOrigin(request, source) else {
      try limit(.nobody, source)
      throw Problem(
        .forbidden, .foreignOrigin, "另一個網站的頁面不能使用 \(Self.assistantPath)；營運者可用 --origin 允許",
        "pages of other sites may not use \(Self.assistantPath); the operator allows one with --origin")
    }
    // Cookies are not asked: an assistant has none.
    if request.headers.contains(.authorization) { caller = try await identify(request, source) }
    try limit(caller, source)
    switch request.method {
    case .post: return try await answerMessage(request, source, caller)
    case .options: return assistantPreflight
    default: throw Self.notDone(request, [.post, .options])
    }
  }

  /// True unless a browser sends the request for a page of another site. The name of this host is believed only on this machine: a site that
  /// makes its own name mean our address (DNS rebinding) sends its name as the host as well.
  private func isOfKnownOrigin(_ request: Request, _ source: RequestSource) -> Bool {
    guard let origin = request.headers[.origin] else { return true }
    if service.configuration.allowedOrigins.contains(origin) { return true }
    let site = Site(request, source, service.configuration)
    return site.origin == origin && (service.configuration.publicURL != nil || site.isLocal)
  }

  private var assistantPreflight: Response {
    var response = preflight([.post, .options])
    response.headers[.accessControlAllowHeaders]?
      .append(", MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id")
    return response
  }

  // MARK: One message

  private func answerMessage(_ request: Request, _ source: RequestSource, _ caller: Caller) async throws -> Response {
    let server = MCPServer(
      responder: self, caller: caller, source: source, acceptLanguage: request.headers[.acceptLanguage])
    let bytes = try await message(request, source)
    let batch = Self.batch(in: bytes, request)
    // The request itself has been counted.
    if let batch, batch.count > 1 { try limit(caller, source, requests: batch.count - 1) }
    do throws(MCPMessage.Unreadable) {
      if let batch {
        return try await server.answers(to: batch).map { response($0, .ok) } ?? acknowledged(request, server)
      }
      switch try MCPMessage(MCPMessage.json(bytes)) {
      case .request(let message): return await answer(message, request, server)
      case .notification: return acknowledged(request, server)
      case .response: throw .init(.invalidRequest, "這裡不需要回應", "no response is expected here")
      }
    } catch {
      return refused(error.fault, id: error.id, .handshake, server)
    }
  }

  /// The body of a request for JSON.
  ///
  /// - Throws: `Problem` 406, 415 or 413.
  private func message(_ request: Request, _ source: RequestSource) async throws -> [UInt8] {
    let accepted = Preferences(request.headers[.accept] ?? "*/*").items.filter { $0.weight > 0 }
    guard accepted.contains(where: { ["*/*", "application/*", "application/json"].contains($0.name.lowercased()) })
    else {
      throw Problem(
        .notAcceptable, .notAcceptable, "這裡只有 application/json：請寫在 Accept 標頭",
        "there is only application/json here: name it in the header Accept")
    }
    let type = request.headers[.contentType] ?? ""
    guard type.prefix(while: { $0 != ";" && $0 != " " }).lowercased() == "application/json" else {
      throw Problem(
        .unsupportedMediaType, .unsupportedBody, "內容的類型必須是 application/json，而不是 \(type.prefix(100))",
        "the body must be application/json, and is \(type.prefix(100))")
    }
    let limit = service.configuration.bodyLimit
    guard let bytes = try await source.body(of: request, limit: limit) else { throw Problem.bodyTooLarge(limit) }
    return bytes
  }

  private func answer(_ message: MCPRequest, _ request: Request, _ server: MCPServer) async -> Response {
    let stated = request.headers[.mcpRevision]
    let revision: MCPRevision =
      stated == MCPRevision.stateless.rawValue || MCPEnvelope.isIn(message) ? .stateless : .handshake
    do throws(MCPFault) {
      switch revision {
      case .stateless: try MCPEnvelope.check(message, request.headers)
      default: try checkRevision(stated, isBeginning: message.method == "initialize")
      }
      let result = try await withTaskExecutorPreference(service.readers) { () async throws(MCPFault) in
        try await server.result(of: message, in: revision)
      }
      return response(["jsonrpc": "2.0", "id": message.id, "result": result], .ok)
    } catch {
      return refused(error, id: message.id, revision, server)
    }
  }

  /// The messages of a batch; nil for a single message, and for clients of a revision without batches.
  private static func batch(in bytes: [UInt8], _ request: Request) -> [JSON]? {
    guard [nil, MCPRevision.batched.rawValue].contains(request.headers[.mcpRevision]),
      case .list(let messages)? = try? MCPMessage.json(bytes)
    else { return nil }
    return messages
  }

  /// A notification says nothing that we need; it is acknowledged as the protocol asks.
  private func acknowledged(_ request: Request, _ server: MCPServer) -> Response {
    if let stated = request.headers[.mcpRevision], MCPRevision(rawValue: stated) == nil {
      return refused(MCPRevision.unsupported(stated), id: nil, .handshake, server)
    }
    return Response(status: .accepted, headers: service.standardHeaders.all)
  }

  /// - Parameter isBeginning: true for the request that negotiates the revision.
  private func checkRevision(_ stated: String?, isBeginning: Bool) throws(MCPFault) {
    guard let stated, !isBeginning, MCPRevision(rawValue: stated)?.hasHandshake != true else { return }
    throw MCPRevision.unsupported(stated)
  }

  // MARK: Answers

  private func refused(_ fault: MCPFault, id: JSON, _ revision: MCPRevision, _ server: MCPServer) -> Response {
    response(fault.json(id: id, in: server.language), fault.status(in: revision))
  }

  private func response(_ json: JSON, _ status: HTTPResponse.Status) -> Response {
    var headers = service.standardHeaders.all
    headers[.contentType] = MediaType.json.rawValue
    headers[.cacheControl] = Endpoint.Caching.none.header
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
  }
}
