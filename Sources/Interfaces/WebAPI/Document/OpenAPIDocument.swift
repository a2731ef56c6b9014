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
        "description":
          "Lists are arrays; where there is a next page, the header Link names it (rel=\"next\"). Errors are problem details (RFC 9457).",
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
        "responses": .object(responses.problems.map { JSON.Member($0.name, $0.response) }),
      ],
    ]
  }

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
      endpoint.hasTag ? "If-None-Match" : nil, service.routes.routes.heedMatch(endpoint) ? "If-Match" : nil,
    ]
    return known.compactMap(\.self).map { ["$ref": .text("#/components/parameters/\($0)")] }
  }

  private static let headers: JSON = [
    "If-None-Match": header("If-None-Match", "The ETag of the client's copy: 304 if it is still valid."),
    "If-Match": header("If-Match", "The ETag of the client's copy: 412 if the resource has changed since."),
  ]

  private static func header(_ name: String, _ description: String) -> JSON {
    [
      "name": .text(name), "in": "header", "description": .text(description), "required": false, "schema": .anyText,
    ]
  }
}
