import Foundation
import HTTPTypes
import JSON

/// What a request of the revision 2026-07-28 tells of itself in `params._meta`, and over HTTP again in headers.
enum MCPEnvelope {
  static let revision = "io.modelcontextprotocol/protocolVersion"
  static let capabilities = "io.modelcontextprotocol/clientCapabilities"
  static let serverInfo = "io.modelcontextprotocol/serverInfo"

  /// True if a request is of a revision that has envelopes, ours or a newer one.
  static func isIn(_ request: MCPRequest) -> Bool {
    request.method == "server/discover" || request.params["_meta"][revision] != .null
  }

  /// Checks the envelope, then the headers against it, then the revision: a client that contradicts itself is told so first.
  ///
  /// - Parameter headers: those of the request; nil where there are none.
  static func check(_ request: MCPRequest, _ headers: HTTPFields?) throws(MCPFault) {
    let envelope = request.params["_meta"]
    let missing = [revision, capabilities].filter { envelope[$0] == .null }
    guard missing.isEmpty else {
      let names = missing.map { "params._meta.\"\($0)\"" }
      throw MCPFault(
        .invalidParameters, "缺少 \(names.joined(separator: "、"))", "missing: \(names.joined(separator: ", "))")
    }
    guard let requested = envelope[revision].text else {
      throw MCPFault(
        .invalidParameters, "params._meta 的 \(revision) 必須是文字", "\(revision) in params._meta must be a text")
    }
    if let headers { try check(headers, request, requested) }
    guard requested == MCPRevision.stateless.rawValue else { throw MCPRevision.unsupported(requested) }
  }

  private static func check(_ headers: HTTPFields, _ request: MCPRequest, _ revision: String) throws(MCPFault) {
    try check(headers, .mcpRevision, revision)
    try check(headers, .mcpMethod, request.method)
    guard request.method == "tools/call", let name = request.params["name"].text else { return }
    try check(headers, .mcpName, name)
  }

  private static func check(_ headers: HTTPFields, _ name: HTTPField.Name, _ expected: String) throws(MCPFault) {
    let values = headers[values: name]
    guard values.count == 1, decoded(values[0]) == expected else {
      throw MCPFault(
        .headerMismatch, "標頭 \(name.rawName) 必須寫一次，而且和內容的「\(expected.prefix(100))」相同",
        "the header \(name.rawName) must be given once, and be what the body says: \"\(expected.prefix(100))\"")
    }
  }

  /// The value of a header; texts that no header can have are written as `=?base64?…?=`.
  private static func decoded(_ value: String) -> String? {
    let (start, end) = ("=?base64?", "?=")
    guard value.hasPrefix(start), value.hasSuffix(end), value.utf8.count >= start.utf8.count + end.utf8.count else {
      return value
    }
    return Data(base64Encoded: String(value.dropFirst(start.count).dropLast(end.count)))
      .flatMap { String(validating: $0, as: UTF8.self) }
  }
}

extension HTTPField.Name {
  static let mcpRevision = HTTPField.Name("MCP-Protocol-Version") ?? .via
  static let mcpMethod = HTTPField.Name("Mcp-Method") ?? .via
  static let mcpName = HTTPField.Name("Mcp-Name") ?? .via
}
