import Folklore
import HTTPTypes
import HummingbirdCore
import JSON
import NIOCore
import WebPages

/// The reference of the API, made of the OpenAPI document: `/docs`, and `/docs/listEvents` for each operation.
enum DocPages {
  static let all = [PublicPage("/docs", index), PublicPage("/docs/{operation}", freshness: .minute, operation)]

  // MARK: The index

  private static func index(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    let document = visit.service.document
    let operations = DocumentedOperation.all(in: document)
    let chapters = document["tags"].list.compactMap { $0["name"].text }.map { tag in
      DocsPage.Chapter(
        tag: tag, title: title(ofTag: tag, visit),
        operations.filter { $0.tag == tag }.map {
          DocsPage.Operation(
            name: $0.name, method: $0.method, path: $0.path,
            summary: DocumentWords.text($0.summary, in: visit.language),
            needsToken: $0.security != nil)
        })
    }
    let page = DocsPage(
      visit.language, rules: DocumentWords.text(document["info"]["description"].text ?? "", in: visit.language),
      code: "folkcal admin token create --name docs --role reader\nexport TOKEN=fck_…",
      file: PageLink(visit.say("OpenAPI 文件（JSON）", "OpenAPI 文档（JSON）", "The OpenAPI document"), documentPath, .button),
      chapters)
    return .page(page, part: "docs", description: page.description)
  }

  private static let documentPath = "/api/openapi.json"

  private static func title(ofTag tag: String, _ visit: Visit) -> String {
    switch Endpoint.Tag(rawValue: tag) {
    case .days: visit.say("民俗節日", "民俗节日", "Folk days")
    case .calendar: visit.say("曆法", "历法", "The calendar")
    case .temples: visit.say("廟宇與活動", "庙宇与活动", "Temples and activities")
    case .groups: visit.say("群組", "群组", "Groups")
    case .signIn: visit.say("登入", "登录", "Signing in")
    case .user: visit.say("使用者自己的資料", "用户自己的资料", "A user's own data")
    case .admin: visit.say("後台", "后台", "The back office")
    case .feeds: visit.say("訂閱", "订阅", "Feeds")
    case .service: visit.say("服務", "服务", "The service")
    case nil: tag
    }
  }

  // MARK: An operation

  private static func operation(_ visit: Visit, _ data: PublicData) async throws -> PublicPage.Content {
    let operations = DocumentedOperation.all(in: visit.service.document)
    guard let operation = operations.first(where: { $0.name == visit.id }) else { throw PageProblem.nothingHere }
    let schemas = SchemaFields(operation.document, visit.language)
    let request = ExampleRequest(operation, in: visit.language)
    func table(_ title: String, _ schema: JSON, isAnswer: Bool) -> OperationPage.Table {
      OperationPage.Table(title, type: schemas.type(of: schema), schemas.rows(of: schema, isAnswer: isAnswer))
    }
    let parameters = operation.parameters.map(schemas.row(ofParameter:))
    let chapter = title(ofTag: operation.tag ?? "", visit)
    let page = OperationPage(
      visit.language, method: operation.method, path: operation.path,
      summary: DocumentWords.text(operation.summary, in: visit.language),
      above: [
        PageLink(visit.say("API 文件", "API 文档", "The API"), "/docs"),
        PageLink(chapter, "/docs#" + (operation.tag ?? "")),
      ], access: access(to: operation, visit),
      role: operation.description.map { DocumentWords.text($0, in: visit.language) },
      curl: request.curl(visit.site.origin),
      parameters: parameters.isEmpty
        ? nil : OperationPage.Table(visit.say("參數", "参数", "Parameters"), parameters),
      body: operation.body.map { body in
        table(
          operation.isBodyRequired
            ? visit.say("請求的內容", "请求的内容", "Body") : visit.say("請求的內容（可省略）", "请求的内容（可省略）", "Body (optional)"), body,
          isAnswer: false)
      },
      answers: operation.responses.map { status(of: $0, visit) },
      example: try await example(of: operation, request, visit, data),
      fields: operation.success.flatMap { success in
        success.schema["type"] == "string"
          ? nil : table(visit.say("回應的內容", "响应的内容", "What the answer has"), success.schema, isAnswer: true)
      })
    return .page(page, part: "docs", description: DocumentWords.text(operation.summary, in: visit.language))
  }

  private static func access(to operation: DocumentedOperation, _ visit: Visit) -> String {
    switch operation.security {
    case nil: visit.say("任何人", "任何人", "Anybody")
    case "session":
      visit.say("登入的使用者，或使用者的 API 權杖", "登录的用户，或用户的 API 令牌", "A signed-in user, or a user's API token")
    default: visit.say("API 權杖（fck_…）。", "API 令牌（fck_…）。", "An API token (fck_…).")
    }
  }

  private static func status(of response: JSON.Member, _ visit: Visit) -> OperationPage.Status {
    func words(_ text: String?) -> String { DocumentWords.text(text ?? "", in: visit.language) }
    return
      OperationPage.Status(
        code: response.name, text: words(response.value["description"].text),
        type: response.value["content"].members.first?.name,
        headers: response.value["headers"].members.map { ($0.name, words($0.value["description"].text)) })
  }

  // MARK: Answers

  /// The answer of this server to what anybody may read; otherwise one made of the schema, if it is JSON.
  private static func example(
    of operation: DocumentedOperation, _ request: ExampleRequest, _ visit: Visit, _ data: PublicData
  ) async throws -> OperationPage.Example? {
    if operation.method == "GET", operation.security == nil, request.isComplete,
      let answer = try await APIResponder(service: visit.service).answer(to: request.target, visit, data)
    {
      let isJSON = answer.contentType.name.hasSuffix("json")
      return OperationPage.Example(
        title: visit.say("這台伺服器的回應", "这台服务器的响应", "The answer of this server"),
        note: "\(answer.status.code) · \(answer.contentType.name)"
          + (isJSON ? visit.say(" · 已加上換行以便閱讀", " · 已加上换行以便阅读", " · line breaks added") : ""),
        text: shortened(isJSON ? JSON.indented(answer.body) : String(decoding: answer.body, as: UTF8.self)))
    }
    guard let success = operation.success, success.type.hasSuffix("json") else { return nil }
    let value = SchemaExample(operation.document).value(of: success.schema)
    return OperationPage.Example(
      title: visit.say("回應的範例", "响应的示例", "An example of the answer"),
      note: visit.say(
        "依文件的結構產生，不是真實的資料。", "依文档的结构生成，不是真实的数据。", "Made of the schema in the document; it is no real data."),
      text: shortened(JSON.indented(value.bytes)))
  }

  private static let shownLines = 30
  private static let shownCharacters = 400

  /// The first lines, with `…` where something is left out.
  private static func shortened(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var shown = lines.prefix(shownLines).map {
      $0.count > shownCharacters ? $0.prefix(shownCharacters) + "…" : String($0)
    }
    if lines.count > shownLines { shown.append("…") }
    return shown.joined(separator: "\n")
  }
}

extension APIResponder {
  /// What the API answers to a GET request that nobody has signed and that asks for no language.
  ///
  /// - Returns: nil if no endpoint has this address.
  /// - Throws: what the endpoint throws; a record that is not there is an answer too.
  fileprivate func answer(to target: String, _ visit: Visit, _ data: PublicData) async throws -> Answer? {
    let request = Request(
      head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: target),
      body: RequestBody(buffer: ByteBuffer()))
    guard case .route(let endpoint, let pathValues) = service.routes.match(.get, request.uri.path) else { return nil }
    do {
      return try await make(
        request, endpoint, pathValues, .nobody, visit.source, data, visit.moment, .traditionalChinese)
    } catch let problem as Problem where problem.status == .notFound {
      return Answer(
        status: problem.status, contentType: .problem,
        body: problem.json(instance: visit.source.id, in: visit.language).bytes)
    }
  }
}
