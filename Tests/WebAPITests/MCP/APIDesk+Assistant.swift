import JSON
import Sinks
import Testing

@testable import WebAPI

/// What an assistant sends, in each revision of the protocol.
extension APIDesk {
  /// Sends a message as it is.
  func assistant(
    _ message: JSON, as token: String? = nil, _ headers: [(String, String)] = []
  ) async throws -> Reply {
    let accepted = [("Accept", "application/json, text/event-stream")]
    return try await send("POST", "/mcp", message, as: token, accepted + headers)
  }

  /// Sends a request of a revision after its handshake, or of 2026-07-28 with envelope and headers.
  func assistant(
    _ method: String, _ params: JSON = [:], in revision: MCPRevision = .handshake, as token: String? = nil,
    _ headers: [(String, String)] = []
  ) async throws -> Reply {
    var (all, given) = ([("MCP-Protocol-Version", revision.rawValue)] + headers, params)
    if revision == .stateless {
      given = given.adding(["_meta": Self.envelope])
      all.append(("Mcp-Method", method))
      if let name = params["name"].text { all.append(("Mcp-Name", name)) }
    }
    return try await assistant(
      ["jsonrpc": "2.0", "id": 1, "method": .text(method), "params": given], as: token, all)
  }

  static let envelope: JSON = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": [:],
    "io.modelcontextprotocol/clientInfo": ["name": "test", "version": "1"],
  ]

  /// The result of a request that succeeds.
  func result(
    _ method: String, _ params: JSON = [:], in revision: MCPRevision = .handshake, as token: String? = nil,
    _ headers: [(String, String)] = []
  ) async throws -> JSON {
    let reply = try await assistant(method, params, in: revision, as: token, headers)
    reply.expect(200)
    let json = try reply.json
    #expect(json["jsonrpc"] == "2.0" && json["id"] == 1)
    return try #require(json.members.first { $0.name == "result" }?.value, "\(reply.text)")
  }

  /// The result of a tool's call.
  func call(
    _ tool: String, _ arguments: JSON = [:], as token: String? = nil, _ headers: [(String, String)] = []
  ) async throws -> ToolReply {
    ToolReply(
      try await result("tools/call", ["name": .text(tool), "arguments": arguments], as: token, headers))
  }
}

/// What a tool answered.
struct ToolReply {
  let json: JSON

  init(_ json: JSON) { self.json = json }

  var text: String { json["content"].list.compactMap { $0["text"].text }.joined(separator: "\n") }
  var isError: Bool { json["isError"] == true }
  var structured: JSON { json["structuredContent"] }
}

extension JSON {
  /// An item of a list; null if it has fewer.
  subscript(index: Int) -> JSON { list.indices.contains(index) ? list[index] : .null }
}
