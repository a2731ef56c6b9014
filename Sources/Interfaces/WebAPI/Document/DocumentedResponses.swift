import HTTPTypes
import JSON

/// What the document says of answers: each status that an endpoint can have, with headers, bodies, and links to what can be asked next.
struct DocumentedResponses {
  private let endpoints: [Endpoint]

  init(_ endpoints: [Endpoint]) {
    self.endpoints = endpoints
  }

  /// The answers of an endpoint, by status.
  func json(of endpoint: Endpoint) -> JSON {
    var members: [JSON.Member] = [.init("\(endpoint.success.code)", success(endpoint))]
    if endpoint.hasTag {
      members.append(
        .init("304", ["description": "What If-None-Match names is still so.", "headers": ["ETag": Self.tag]]))
    }
    for status in statuses(endpoint) {
      members.append(.init("\(status.code)", ["$ref": .text("#/components/responses/\(Self.name(of: status))")]))
    }
    return .object(members)
  }

  // MARK: When all is well

  private static let tag: JSON = ["description": "Stands for this state, for If-None-Match.", "schema": .anyText]

  private func success(_ endpoint: Endpoint) -> JSON {
    var members: [JSON.Member] = [.init("description", "Done.")]
    var headers: [JSON.Member] = []
    if endpoint.parameters.contains(where: { $0.name == "cursor" }) {
      headers.append(
        .init("Link", ["description": "Where the next page is, if there is one (rel=\"next\").", "schema": .anyText]))
    }
    if endpoint.hasTotal {
      headers.append(
        .init("X-Total-Count", ["description": "How many there are on all pages.", "schema": .anyInteger]))
    }
    if endpoint.hasTag { headers.append(.init("ETag", Self.tag)) }
    if endpoint.success == .created,
      followers(of: endpoint).contains(where: { $0.path.hasPrefix(endpoint.path) && $0.method == .get })
    {
      headers.append(.init("Location", ["description": "Where it is.", "schema": .anyText]))
    }
    if !headers.isEmpty { members.append(.init("headers", .object(headers))) }
    if endpoint.schema != nil || endpoint.contentType != .json {
      let schema = endpoint.schema ?? .anyText
      members.append(.init("content", .object([JSON.Member(endpoint.contentType.name, ["schema": schema])])))
    }
    let links = links(from: endpoint)
    if !links.isEmpty { members.append(.init("links", .object(links))) }
    return .object(members)
  }

  // MARK: What can be asked next

  /// From what was made, and from the first of a list, to what can be done with it.
  private func links(from endpoint: Endpoint) -> [JSON.Member] {
    followers(of: endpoint).compactMap { next in
      guard let name = next.parameters.first(where: \.isInPath)?.name, let value = value(of: name, in: endpoint) else {
        return nil
      }
      return .init(next.name, ["operationId": .text(next.name), "parameters": .object([.init(name, .text(value))])])
    }
  }

  /// The endpoints that do something with one of what another makes or lists.
  private func followers(of endpoint: Endpoint) -> [Endpoint] {
    endpoints.filter { next in
      if endpoint.name == "makeUserFeed" { return next.name == "getUserFeed" }
      let rest = next.parts.dropFirst(endpoint.parts.count)
      return next.parts.starts(with: endpoint.parts) && rest.first?.hasPrefix("{") == true
        && next.parameters.count(where: \.isInPath) == 1
    }
  }

  /// Where an answer holds what a parameter of the next request needs; nil where it does not.
  private func value(of parameter: String, in endpoint: Endpoint) -> String? {
    // What names a user is the UUID.
    let member = parameter == "key" && endpoint.path.hasSuffix("/users") ? "uuid" : parameter
    switch (endpoint.method, endpoint.success) {
    case (.post, .created) where endpoint.name == "makeUserFeed": return "{$response.body#/token}.ics"
    case (.post, .created): return "$response.body#/\(member)"
    case (.get, .ok) where endpoint.schema?["type"] == "array": return "$response.body#/0/\(member)"
    default: return nil
    }
  }

  // MARK: When it is not

  /// A response for each status with which any endpoint refuses.
  var problems: [(name: String, response: JSON)] {
    Set(endpoints.flatMap(statuses)).sorted { $0.code < $1.code }.map { status in
      var members: [JSON.Member] = [.init("description", .text(status.reasonPhrase))]
      switch status {
      case .unauthorized:
        members.append(.init("headers", ["WWW-Authenticate": ["description": "Bearer", "schema": .anyText]]))
      case .tooManyRequests, .serviceUnavailable:
        let seconds: JSON = ["description": "After how many seconds to come again.", "schema": .anyInteger]
        members.append(.init("headers", ["Retry-After": seconds]))
      default: break
      }
      members.append(.init("content", ["application/problem+json": ["schema": .schema("Problem")]]))
      return (Self.name(of: status), .object(members))
    }
  }

  /// The statuses with which an endpoint can refuse.
  private func statuses(_ endpoint: Endpoint) -> [HTTPStatus] {
    var statuses: [HTTPStatus] = [.badRequest, .tooManyRequests, .serviceUnavailable]
    if endpoint.access != .open { statuses += [.unauthorized, .forbidden] }
    if endpoint.body != nil { statuses += [.contentTooLarge, .unsupportedMediaType] }
    if endpoint.parameters.contains(where: { $0.isInPath || $0.name == "cursor" }) { statuses.append(.notFound) }
    if endpoint.method != .get { statuses += [.conflict, .insufficientStorage] }
    if endpoints.heedMatch(endpoint) { statuses.append(.preconditionFailed) }
    return Set(endpoint.refusals + statuses).sorted { $0.code < $1.code }
  }

  private static func name(of status: HTTPStatus) -> String {
    status.reasonPhrase.filter { $0 != " " && $0 != "-" }
  }
}

extension [Endpoint] {
  /// Whether If-Match is compared with the tag of what is read at the same address.
  func heedMatch(_ endpoint: Endpoint) -> Bool {
    [.put, .delete].contains(endpoint.method)
      && contains { $0.path == endpoint.path && $0.method == .get && $0.caching == .ownChecked }
  }
}

extension Endpoint {
  /// Whether its answers say how long the whole list is. The logs of reminders and changes are too long to be counted.
  var hasTotal: Bool {
    let isLog = ["listNotifications", "listReminders", "listAudit"].contains(name)
    return !isLog && method == .get && parameters.contains { $0.name == "limit" && !$0.isInPath }
  }

  /// Whether its answers have a tag, by which a reader asks whether they still hold.
  var hasTag: Bool { method == .get && (freshness != .none || caching == .ownChecked) }
}
