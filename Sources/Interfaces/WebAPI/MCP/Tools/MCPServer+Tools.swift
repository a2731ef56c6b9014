import Addresses
import Folklore
import HTTPTypes
import HummingbirdCore
import JSON
import Lunisolar
import NIOCore
import NIOPosix
import Records
import Store

// MARK: - The list

extension MCPServer {
  /// The tools that the caller may use: without a user, those that read public data.
  func toolList(_ params: JSON) async throws(MCPFault) -> JSON {
    guard params["cursor"] == .null else {
      throw MCPFault(.invalidParameters, "cursor：全部的工具在同一頁", "cursor: all tools are on one page")
    }
    let schemas = ToolSchemas(service.document)
    return ["tools": .list(MCPTool.all.filter(mayUse).map(schemas.json))]
  }

  private func mayUse(_ tool: MCPTool) -> Bool {
    tool.endpoints.allSatisfy { name in
      service.endpoint(named: name).map { (try? responder.authorize(caller, $0)) != nil } ?? false
    }
  }
}

extension APIService {
  func endpoint(named name: String) -> Endpoint? { routes.routes.first { $0.name == name } }
}

// MARK: - Calls

extension MCPServer {
  /// Calls the tool that the parameters name. What goes wrong in it is its result, which the model reads and can act on.
  func toolResult(_ params: JSON) async throws(MCPFault) -> JSON {
    guard let name = params["name"].text else {
      throw MCPFault(.invalidParameters, "params.name 沒有寫，或不是文字", "params.name is missing, or is no text")
    }
    guard let tool = MCPTool.all.first(where: { $0.name == name }) else {
      throw MCPFault(
        .invalidParameters, "沒有工具「\(name.prefix(100))」；tools/list 列出全部",
        "there is no tool \"\(name.prefix(100))\"; tools/list lists them")
    }
    switch params["arguments"] {
    case .null, .object: break
    default:
      throw MCPFault(.invalidParameters, "params.arguments 必須是 JSON 物件", "params.arguments must be a JSON object")
    }
    let arguments = params["arguments"].members.filter { $0.value != .null }
    var language = acceptLanguage.flatMap(APIResponder.preferred(in:))
    do {
      let context = try await context(arguments)
      language = context.language
      let (answer, remarks) = try await call(tool, arguments, context)
      let text = ([tool.text(answer)] + remarks).joined(separator: "\n")
      return ["content": [["type": "text", "text": .text(text)]], "structuredContent": answer.structured]
    } catch {
      let problem = responder.problem(for: error, source)
      let text = problem.detail.text(in: language ?? .english)
      return ["content": [["type": "text", "text": .text(text)]], "isError": true]
    }
  }

  private func call(
    _ tool: MCPTool, _ arguments: [JSON.Member], _ context: ToolContext
  ) async throws -> (answer: ToolAnswer, remarks: [String]) {
    let request = try filled(tool, arguments, context)
    guard let endpoint = service.endpoint(named: request.endpoint) else {
      throw Problem(
        .internalServerError, .internalError, "這個版本沒有 \(request.endpoint)", "this version has no \(request.endpoint)")
    }
    try responder.authorize(caller, endpoint)
    let inner = self.request(to: endpoint, request, context)
    let answer = try await responder.make(
      inner, endpoint, request.path, caller, source, context.data, context.moment, context.textLanguage)
    let read = ToolAnswer(
      json: answer.body.isEmpty ? nil : try JSON(json: answer.body),
      total: answer.headers[.totalCount].flatMap { Int($0) }, language: context.textLanguage,
      clock: context.zone?.clock ?? context.moment.clock)
    return (read, request.remarks)
  }

  /// The request that the arguments make.
  ///
  /// - Throws: `Problem` that names the argument.
  private func filled(
    _ tool: MCPTool, _ arguments: [JSON.Member], _ context: ToolContext
  ) throws -> ToolRequest {
    for argument in arguments where !tool.arguments.contains(where: { $0.name == argument.name }) {
      let known = tool.arguments.map(\.name)
      throw Problem.field(
        String(argument.name.prefix(50)), .unknownParameter, "沒有這個參數；有 \(known.joined(separator: "、"))",
        "no such argument; there is \(known.joined(separator: ", "))")
    }
    var request = ToolRequest(endpoint: tool.endpoints[0])
    for argument in tool.arguments {
      let value = arguments.first { $0.name == argument.name }?.value ?? argument.usual
      if value != .null {
        try argument.put(value, &request, context)
      } else if argument.isRequired {
        throw Problem.field(argument.name, .missingValue, "必填", "is missing")
      }
    }
    try tool.check(request)
    return request
  }

  /// The request as it would come over HTTP.
  private func request(to endpoint: Endpoint, _ made: ToolRequest, _ context: ToolContext) -> Request {
    var values = made.path[...]
    let parts = endpoint.parts.map { part in
      part.hasPrefix("{") ? values.popFirst().map(PercentEncoding.encode) ?? "" : String(part)
    }
    var query = made.query
    let zone = CommonParameters.timeZone.declaration.name
    // The user's own zone, which public endpoints do not know.
    if let known = context.zone, !query.contains(where: { $0.name == zone }),
      endpoint.parameters.contains(where: { $0.name == zone })
    {
      query.append((zone, known.name))
    }
    var headers = HTTPFields()
    if let language = context.language { headers[.acceptLanguage] = language.rawValue }
    if endpoint.body != nil { headers[.contentType] = MediaType.json.name }
    let body = endpoint.body == nil ? [] : JSON.object(made.body).bytes
    let pairs = query.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }
    let path = "/" + parts.joined(separator: "/") + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    return Request(
      head: HTTPRequest(
        method: endpoint.method, scheme: nil, authority: source.authority, path: path, headerFields: headers),
      body: RequestBody(buffer: ByteBuffer(bytes: body)))
  }

  // MARK: Whom it is for

  private func context(_ arguments: [JSON.Member]) async throws -> ToolContext {
    func given(_ declaration: ParameterDeclaration) -> String? {
      arguments.first { $0.name == declaration.name }?.value.text
    }
    // What is invalid is refused by the endpoint.
    let language = given(CommonParameters.language.declaration).flatMap { try? CommonParameters.language.read($0) }
    let zone = given(CommonParameters.timeZone.declaration)
    let variant = given(CalendarEndpoints.variant.declaration).flatMap { try? CalendarEndpoints.variant.read($0) }
    let user = try await user()
    let (service, limitKey) = (service, caller.limitKey ?? source.limitKey)
    return ToolContext(
      data: try await service.keeper.current(), moment: service.moment,
      language: language ?? acceptLanguage.flatMap(APIResponder.preferred(in:))
        ?? user.flatMap { Language(rawValue: $0.locale) },
      zone: (zone ?? user?.zone).flatMap(ToolContext.Zone.init), variant: variant ?? .chinese
    ) { text, names in
      let requests = Call.requests(ofSearch: text, among: names)
      guard requests > 0 else { return }
      try service.take(Double(requests), of: limitKey) { Wording.tooManySearches(perSecond: $0) }
    }
  }

  /// The language and zone of the caller; nil for nobody and for a user who was deleted, whom the endpoint refuses.
  private func user() async throws -> (locale: String, zone: String)? {
    guard let uuid = caller.userUUID else { return nil }
    let store = service.store
    let record = try await service.threads.runIfActive { try? store.record(.user, key: uuid) }
    return record.map { ($0["locale"].text ?? "", $0["time_zone"].text ?? "") }
  }
}
