import HTTPTypes

/// What answers requests of one method at one path.
protocol Route: Sendable {
  var method: HTTPRequest.Method { get }
  /// `/api/events/{id}`: parts in braces are parameters.
  var path: String { get }
}

/// Finds the route of a path and a method.
///
/// Hummingbird's router does not answer 405 with the allowed methods. This table is made from the same endpoints as the OpenAPI document, so
/// both have the same routes.
struct RouteTable<Target: Route>: Sendable {
  let routes: [Target]
  /// Routes without path parameters, by path.
  private let fixed: [String: [HTTPRequest.Method: Int]]
  /// Routes with path parameters, by the number of path parts.
  private let patterns: [Int: [Pattern]]

  private struct Pattern: Sendable {
    /// Nil for a parameter.
    let parts: [String?]
    var methods: [HTTPRequest.Method: Int]
  }

  init(_ routes: [Target]) {
    self.routes = routes
    var fixed: [String: [HTTPRequest.Method: Int]] = [:]
    var patterns: [Int: [Pattern]] = [:]
    for (index, route) in routes.enumerated() {
      guard route.path.contains("{") else {
        fixed[route.path, default: [:]][route.method] = index
        continue
      }
      let parts = route.path.split(separator: "/").map { $0.hasPrefix("{") ? nil : String($0) }
      var known = patterns[parts.count] ?? []
      if let place = known.firstIndex(where: { $0.parts == parts }) {
        known[place].methods[route.method] = index
      } else {
        known.append(Pattern(parts: parts, methods: [route.method: index]))
      }
      patterns[parts.count] = known
    }
    self.fixed = fixed
    self.patterns = patterns
  }

  enum Match {
    case route(Target, pathValues: [String])
    /// The path exists, but only with these methods.
    case otherMethods([HTTPRequest.Method])
    case nothing
  }

  /// - Parameter path: percent-encoded.
  func match(_ method: HTTPRequest.Method, _ path: String) -> Match {
    if let methods = fixed[path] { return choose(method, methods, []) }
    guard path.utf8.first == UInt8(ascii: "/") else { return .nothing }
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for pattern in patterns[parts.count] ?? [] {
      guard let values = Self.values(pattern.parts, parts) else { continue }
      return choose(method, pattern.methods, values)
    }
    return .nothing
  }

  private func choose(
    _ method: HTTPRequest.Method, _ methods: [HTTPRequest.Method: Int], _ values: [String]
  ) -> Match {
    if let index = methods[method == .head ? .get : method] { return .route(routes[index], pathValues: values) }
    var known = methods.keys.sorted { $0.rawValue < $1.rawValue } + [.options]
    if methods[.get] != nil { known.append(.head) }
    return .otherMethods(known)
  }

  /// The values of the parameters; nil if the path does not match, or a value is empty or not UTF-8.
  private static func values(_ pattern: [String?], _ parts: [Substring]) -> [String]? {
    var values: [String] = []
    for (wanted, part) in zip(pattern, parts) {
      if let wanted {
        guard wanted == part else { return nil }
      } else {
        guard let value = QueryItems.decoded(part.utf8, isPath: true), !value.isEmpty else { return nil }
        values.append(value)
      }
    }
    return values
  }
}
