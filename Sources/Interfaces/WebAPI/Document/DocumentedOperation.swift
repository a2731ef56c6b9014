import JSON

/// One operation, read from the OpenAPI document.
struct DocumentedOperation: Sendable {
  let document: JSON
  /// `/api/events/{id}`
  let path: String
  /// `GET`
  let method: String
  private let json: JSON

  /// The operations of a document, in its order.
  static func all(in document: JSON) -> [DocumentedOperation] {
    document["paths"].members.flatMap { path in
      path.value.members.map {
        DocumentedOperation(document: document, path: path.name, method: $0.name.uppercased(), json: $0.value)
      }
    }
  }

  /// The operation's name: `listEvents`.
  var name: String { json["operationId"].text ?? "" }
  var summary: String { json["summary"].text ?? "" }
  /// More about the operation, such as the role that it needs.
  var description: String? { json["description"].text }
  var tag: String? { json["tags"].texts.first }

  /// The name of the way in which callers prove who they are: `session`, `token`; nil if anybody may call.
  var security: String? { json["security"].list.first?.members.first?.name }

  var parameters: [JSON] { json["parameters"].list.map(document.resolved) }

  /// The schema of the body of a request; nil if it has none.
  var body: JSON? {
    let schema = json["requestBody"]["content"]["application/json"]["schema"]
    // `nil` alone would be the JSON value null.
    return schema == .null ? JSON?.none : schema
  }

  var isBodyRequired: Bool { json["requestBody"]["required"] == true }

  /// The answers by status.
  var responses: [JSON.Member] {
    json["responses"].members.map { JSON.Member($0.name, document.resolved($0.value)) }
  }

  /// The media type and the schema of the answer to a request that succeeds; nil if it has no body.
  var success: (type: String, schema: JSON)? {
    responses.first { $0.name.hasPrefix("2") }?.value["content"].members.first.map { ($0.name, $0.value["schema"]) }
  }
}

extension JSON {
  /// What a reference of this document stands for; other values stay as they are.
  func resolved(_ value: JSON) -> JSON {
    guard let reference = value["$ref"].text else { return value }
    return reference.split(separator: "/").dropFirst().reduce(self) { $0[String($1)] }
  }
}
