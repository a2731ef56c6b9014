import HTTPTypes
import JSON

/// The documented answers: each status of an endpoint with headers, body and links.
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
        .init("304", ["description": "The resource still has this ETag.", "headers": ["ETag": Self.tag]]))
    }
    if endpoint.isForMonitors { members.append(.init("\(HTTPStatus.serviceUnavailable.code)", success(endpoint))) }
    for status in statuses(endpoint) {
      members.append(.init("\(status.code)", ["$ref": .text("#/components/responses/\(Self.name(of: status))")]))
    }
    return .object(members)
  }

  // MARK: Success

  /// References to `headers`.
  private static let quota = headers.members.map {
    JSON.Member($0.name, ["$ref": .text("#/components/headers/\($0.name)")])
  }

  /// The headers of answers that many operations have.
  static let headers: JSON = [
    "RateLimit": [
      "description": .text("What the caller may still ask, and for how many seconds (\(Quota.draft))."),
      "schema": .anyText, "example": "\"default\";r=187;t=1",
    ],
    "RateLimit-Policy": [
      "description": .text("How many requests any so many seconds may have (\(Quota.draft))."),
      "schema": .anyText, "example": "\"default\";q=200;w=10",
    ],
  ]

  private static let tag: JSON = ["description": "Identifies this state, for If-None-Match.", "schema": .anyText]

  private func success(_ endpoint: Endpoint) -> JSON {
    var members: [JSON.Member] = [
      .init("description", endpoint.isForMonitors ? "The service works (200) or not (503)." : "Done.")
    ]
    var headers: [JSON.Member] = []
    if endpoint.parameters.contains(where: { $0.name == "cursor" }) {
      headers.append(
        .init("Link", ["description": "The next page, if there is one (rel=\"next\").", "schema": .anyText]))
    }
    if endpoint.hasTotal {
      headers.append(
        .init("X-Total-Count", ["description": "The total on all pages.", "schema": .anyInteger]))
    }
    if endpoint.hasTag { headers.append(.init("ETag", Self.tag)) }
    if !endpoint.isForMonitors { headers += Self.quota }
    if endpoint.success == .created,
      followers(of: endpoint).contains(where: { $0.path.hasPrefix(endpoint.path) && $0.method == .get })
    {
      headers.append(.init("Location", ["description": "The URL of the new resource.", "schema": .anyText]))
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

  // MARK: Links

  /// Links from a created record or a list's first item to operations on it.
  private func links(from endpoint: Endpoint) -> [JSON.Member] {
    followers(of: endpoint).compactMap { next in
      guard let name = next.parameters.first(where: \.isInPath)?.name, let value = value(of: name, in: endpoint) else {
        return nil
      }
      return .init(next.name, ["operationId": .text(next.name), "parameters": .object([.init(name, .text(value))])])
    }
  }

  /// The endpoints that act on an item that another creates or lists.
  private func followers(of endpoint: Endpoint) -> [Endpoint] {
    endpoints.filter { next in
      if endpoint.name == "makeUserFeed" { return next.name == "getUserFeed" }
      let rest = next.parts.dropFirst(endpoint.parts.count)
      return next.parts.starts(with: endpoint.parts) && rest.first?.hasPrefix("{") == true
        && next.parameters.count(where: \.isInPath) == 1
    }
  }

  /// The place in an answer of a parameter's value; nil if it is missing.
  private func value(of parameter: String, in endpoint: Endpoint) -> String? {
    // Users are identified by UUID.
    let member = parameter == "key" && endpoint.path.hasSuffix("/users") ? "uuid" : parameter
    switch (endpoint.method, endpoint.success) {
    case (.post, .created) where endpoint.name == "makeUserFeed": return "{$response.body#/token}.ics"
    case (.post, .created): return "$response.body#/\(member)"
    case (.get, .ok) where endpoint.schema?["type"] == "array": return "$response.body#/0/\(member)"
    default: return nil
    }
  }

  // MARK: Errors

  /// A response for each error status.
  var problems: [(name: String, response: JSON)] {
    Set(endpoints.flatMap(statuses)).sorted { $0.code < $1.code }.map { status in
      var members: [JSON.Member] = [.init("description", .text(status.reasonPhrase))]
      switch status {
      case .unauthorized:
        members.append(.init("headers", ["WWW-Authenticate": ["description": "Bearer", "schema": .anyText]]))
      case .tooManyRequests, .serviceUnavailable:
        let seconds: JSON = ["description": "The seconds to wait before the next request.", "schema": .anyInteger]
        let quota = status == .tooManyRequests ? Self.quota : []
        members.append(.init("headers", .object([.init("Retry-After", seconds)] + quota)))
      default: break
      }
      members.append(.init("content", ["application/problem+json": ["schema": .schema("Problem")]]))
      return (Self.name(of: status), .object(members))
    }
  }

  /// The error statuses of an endpoint.
  private func statuses(_ endpoint: Endpoint) -> [HTTPStatus] {
    if endpoint.isForMonitors { return [.badRequest] }
    var statuses: [HTTPStatus] = [.badRequest, .tooManyRequests, .serviceUnavailable]
    if endpoint.access != .open { statuses += [.unauthorized, .forbidden] }
    if endpoint.body != nil { statuses += [.contentTooLarge, .unsupportedMediaType] }
    if endpoint.parameters.contains(where: { $0.isInPath || $0.name == "cursor" }) { statuses.append(.notFound) }
    if endpoint.method == .post { statuses.append(.unprocessableContent) }
    if endpoint.method != .get { statuses += [.conflict, .insufficientStorage] }
    if endpoints.heedMatch(endpoint) { statuses.append(.preconditionFailed) }
    return Set(endpoint.refusals + statuses).sorted { $0.code < $1.code }
  }

  private static func name(of status: HTTPStatus) -> String {
    status.reasonPhrase.filter { $0 != " " && $0 != "-" }
  }
}

extension [Endpoint] {
  /// True if If-Match is compared with the ETag of the same URL.
  func heedMatch(_ endpoint: Endpoint) -> Bool {
    [.put, .delete].contains(endpoint.method)
      && contains { $0.path == endpoint.path && $0.method == .get && $0.caching == .ownChecked }
  }
}

extension Endpoint {
  /// True if answers give the total of the list. The logs of reminders and changes are too long to count.
  var hasTotal: Bool {
    let isLog = ["listNotifications", "listReminders", "listAudit"].contains(name)
    return !isLog && method == .get && parameters.contains { $0.name == "limit" && !$0.isInPath }
  }

  /// True if answers have an ETag.
  var hasTag: Bool { method == .get && (freshness != .none || caching == .ownChecked) }
}
