import HTTPTypes
import JSON
import Records

/// The OpenAPI document (3.1), made from the table of endpoints.
struct OpenAPIDocument {
  private let service: APIService
  private let responses: DocumentedResponses

  init(_ service: APIService) {
    self.service = service
    responses = DocumentedResponses(service.routes.routes)
  }

  /// The document for client generators.
  var json: JSON { ClientSchemas.rewrite(written) }

  private var written: JSON {
    [
      "openapi": "3.1.0",
      "info": [
        "title": "folkcal", "version": .text(service.version),
        "summary": "The lunar folk calendar of Taiwan: days, temples, reminders.",
        "description": .text(Self.description),
        "license": ["name": "MIT", "identifier": "MIT"],
      ],
      "servers": [["url": .text(service.configuration.publicURL ?? "/")]],
      "tags": .list(Endpoint.Tag.allCases.map { ["name": .text($0.rawValue)] }),
      "paths": paths,
      "components": [
        "schemas": .object(Schemas.all.map { JSON.Member($0.name, $0.schema) }),
        "securitySchemes": [
          "session": [
            "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
            "description": "A signed-in user's access token, or a user's API token.",
          ],
          "token": [
            "type": "http", "scheme": "bearer", "description": "An API token (fck_…) with the named role.",
          ],
        ],
        "parameters": Self.headers,
        "headers": DocumentedResponses.headers,
        "responses": .object(responses.problems.map { JSON.Member($0.name, $0.response) }),
      ],
    ]
  }

  private static let description = """
    Lists are arrays; where there is a next page, the header Link names it (rel="next"). Errors are problem details (RFC 9457): 400 for what is \
    no JSON or a wrong parameter, 422 for JSON of another form than here.

    Versions: this is semantic versioning. Within a major version nothing is taken away; answers may gain members, so ignore those that you do \
    not know. What will end is marked deprecated here at least twelve months before. From then on its answers have the headers Deprecation \
    (RFC 9745), Sunset (RFC 8594) with the day of its end, and Link with rel="deprecation" to what replaces it.

    Limits: RateLimit and RateLimit-Policy (\(Quota.draft)) say what may still be asked. Repeating: a POST takes an Idempotency-Key \
    (\(RequestKey.draft)).
    """

  private var paths: JSON {
    var paths: [(path: String, operations: [JSON.Member])] = []
    for endpoint in service.routes.routes {
      let member = JSON.Member(endpoint.method.rawValue.lowercased(), operation(endpoint))
      if let place = paths.firstIndex(where: { $0.path == endpoint.path }) {
        paths[place].operations.append(member)
      } else {
        paths.append((endpoint.path, [member]))
      }
    }
    return .object(paths.map { JSON.Member($0.path, .object($0.operations)) })
  }

  private func operation(_ endpoint: Endpoint) -> JSON {
    var members: [JSON.Member] = [
      .init("operationId", .text(endpoint.name)), .init("summary", .text(endpoint.summary)),
      .init("tags", .list([.text(endpoint.tag.rawValue)])),
    ]
    switch endpoint.access {
    case .open: members.append(.init("security", []))
    case .user: members.append(.init("security", [["session": []]]))
    case .role(let role):
      members.append(.init("security", [["token": []]]))
      members.append(.init("description", .text("Needs the role \(role.rawValue).")))
    }
    let parameters = endpoint.parameters.map(parameter) + headers(endpoint)
    if !parameters.isEmpty { members.append(.init("parameters", .list(parameters))) }
    if let body = endpoint.body {
      members.append(
        .init(
          "requestBody",
          ["required": .flag(endpoint.isBodyRequired), "content": ["application/json": ["schema": body]]]))
    }
    members.append(.init("responses", responses.json(of: endpoint)))
    return .object(members)
  }

  private func parameter(_ parameter: ParameterDeclaration) -> JSON {
    .present([
      "name": .text(parameter.name), "in": parameter.isInPath ? "path" : "query",
      "description": .text(parameter.description), "required": .flag(parameter.isRequired), "schema": parameter.schema,
      "example": parameter.example,
    ])
  }

  /// The request headers of an endpoint.
  private func headers(_ endpoint: Endpoint) -> [JSON] {
    let known = [
      endpoint.method == .post ? "Idempotency-Key" : nil, endpoint.hasTag ? "If-None-Match" : nil,
      service.routes.routes.heedMatch(endpoint) ? "If-Match" : nil,
    ]
    return known.compactMap(\.self).map { ["$ref": .text("#/components/parameters/\($0)")] }
  }

  private static let headers: JSON = [
    "If-None-Match": header("If-None-Match", "The ETag of the client's copy: 304 if it is still valid."),
    "If-Match": header("If-Match", "The ETag of the client's copy: 412 if the resource has changed since."),
    "Idempotency-Key": header(
      "Idempotency-Key",
      """
      A new UUID for each request (\(RequestKey.draft)). The same request with the same key is done once in 24 hours and answered as the first \
      time; 409 while it is under way, 422 for another request with the key. A key is its caller's own: the user's, the token's, or without \
      either the address's. Nothing is kept after 429, 503 and 507: nothing was done then.
      """,
      [
        "type": "string", "pattern": .text(RequestKey.pattern),
        "examples": ["\"8e03978e-40d5-43e8-bc93-6894a57f9324\""],
      ]),
  ]

  private static func header(_ name: String, _ description: String, _ schema: JSON = .anyText) -> JSON {
    [
      "name": .text(name), "in": "header", "description": .text(description), "required": false, "schema": schema,
    ]
  }
}
