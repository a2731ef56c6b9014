import JSON
import Sinks
import TestSupport
import Testing

@testable import WebAPI

/// JSON-RPC 2.0, and the Model Context Protocol in the revisions from 2026-07-28 back to 2025-03-26.
@Suite("the protocol of assistants", .timed)
struct MCPProtocolTests {
  // MARK: How a client begins

  @Test(
    "a client that begins with a handshake gets the revision that it asks for; if we have none such, 2025-11-25",
    arguments: [
      ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"),
      ("2024-11-05", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("tomorrow", "2025-11-25"),
    ])
  func handshake(revision: String, given: String) async throws {
    let desk = try await APIDesk.reading
    let params: JSON = [
      "protocolVersion": .text(revision), "capabilities": [:], "clientInfo": ["name": "test", "version": "1"],
    ]
    // The header is only sent after the handshake.
    let reply = try await desk.assistant(["jsonrpc": "2.0", "id": "a", "method": "initialize", "params": params])
    reply.expect(200)
    #expect(reply.header("Content-Type")?.hasPrefix("application/json") == true)
    #expect(reply.header("Mcp-Session-Id") == nil)
    #expect(reply.header("Cache-Control") == "no-store")
    let json = try reply.json
    #expect(json["id"] == "a")
    #expect(json["result"]["protocolVersion"] == .text(given))
    #expect(json["result"]["capabilities"]["tools"] == [:])
    #expect(json["result"]["serverInfo"]["name"] == "folkcal" && json["result"]["serverInfo"]["version"] == "9.8.7")
    #expect(json["result"]["instructions"].text?.contains("農曆") == true)
    let acknowledged = try await desk.assistant(
      ["jsonrpc": "2.0", "method": "notifications/initialized"], [("MCP-Protocol-Version", given)])
    acknowledged.expect(202)
    #expect(acknowledged.body.isEmpty)
    let called = try await desk.assistant(
      "tools/call", ["name": "get_day", "arguments": ["date": "2025-04-20"]],
      in: #require(MCPRevision(rawValue: given)))
    called.expect(200)
    #expect(try called.json["result"]["structuredContent"] != .null)
  }

  @Test("a client of the newest revision asks what the server is")
  func discovery() async throws {
    let desk = try await APIDesk.reading
    let result = try await desk.result("server/discover", in: .stateless)
    #expect(result["supportedVersions"] == ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"])
    #expect(result["resultType"] == "complete" && result["cacheScope"] == "public")
    #expect(result["ttlMs"].integer ?? -1 >= 0)
    #expect(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "folkcal")
  }

  @Test("a revision that we do not speak is refused with those that we do", arguments: ["2027-01-01", "2024-11-05"])
  func unknownRevision(revision: String) async throws {
    let desk = try await APIDesk.reading
    let envelope = APIDesk.envelope.setting("io.modelcontextprotocol/protocolVersion", .text(revision))
    let headers = [("MCP-Protocol-Version", revision), ("Mcp-Method", "tools/list")]
    for params: JSON in [["_meta": envelope], [:]] {
      let reply = try await desk.assistant(
        ["jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": params], headers)
      reply.expect(400)
      let error = try reply.json["error"]
      #expect(error["code"] == -32_022)
      #expect(error["data"]["supported"] == ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"])
      #expect(error["data"]["requested"] == .text(revision))
      #expect(try reply.json["id"] == 7)
    }
    let notice = try await desk.assistant(["jsonrpc": "2.0", "method": "notifications/cancelled"], headers)
    notice.expect(400)
  }

  // MARK: Envelopes and headers of 2026-07-28

  @Test(
    "a request without its envelope is told what is missing",
    arguments: [
      ([:], ["protocolVersion", "clientCapabilities"]),
      (["_meta": ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]], ["clientCapabilities"]),
      (["_meta": ["io.modelcontextprotocol/clientCapabilities": [:]]], ["protocolVersion"]),
    ] as [(JSON, [String])])
  func missingEnvelope(params: JSON, missing: [String]) async throws {
    let desk = try await APIDesk.reading
    let reply = try await desk.assistant(
      ["jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": params],
      [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "server/discover")])
    reply.expect(400)
    let error = try reply.json["error"]
    #expect(error["code"] == -32_602)
    for name in missing { #expect(error["message"].text?.contains(name) == true) }
  }

  @Test(
    "headers that contradict the body, are missing or stand twice are refused",
    arguments: [
      [("MCP-Protocol-Version", "2025-11-25"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "get_day")],
      [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/list"), ("Mcp-Name", "get_day")],
      [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "search")],
      [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call")],
      [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Name", "get_day")],
      [("Mcp-Method", "tools/call"), ("Mcp-Name", "get_day")],
      [
        ("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "get_day"),
        ("Mcp-Name", "get_day"),
      ],
      [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "=?base64?!!?=")],
    ])
  func contradiction(headers: [(String, String)]) async throws {
    let desk = try await APIDesk.reading
    let reply = try await desk.assistant(Self.call, headers)
    reply.expect(400)
    #expect(try reply.json["error"]["code"] == -32_020, "\(reply.text)")
  }

  @Test("a name in Base64 is that name")
  func encodedName() async throws {
    let desk = try await APIDesk.reading
    let reply = try await desk.assistant(
      Self.call,
      [
        ("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "=?base64?Z2V0X2RheQ==?="),
      ])
    reply.expect(200)
    #expect(try reply.json["result"]["isError"] == .null)
  }

  private static let call: JSON = [
    "jsonrpc": "2.0", "id": 1, "method": "tools/call",
    "params": ["name": "get_day", "arguments": ["date": "2025-04-20"], "_meta": APIDesk.envelope],
  ]

  // MARK: Messages

  @Test("a ping is answered after a handshake; the newest revision has none")
  func ping() async throws {
    let desk = try await APIDesk.reading
    #expect(try await desk.result("ping") == [:])
    let reply = try await desk.assistant("ping", in: .stateless)
    reply.expect(404)
    #expect(try reply.json["error"]["code"] == -32_601)
  }

  @Test("a method that is not there is named", arguments: MCPRevision.allCases)
  func unknownMethod(revision: MCPRevision) async throws {
    let desk = try await APIDesk.reading
    for method in ["resources/list", "tools/destroy", "logging/setLevel", "subscriptions/listen"] {
      let reply = try await desk.assistant(method, in: revision)
      reply.expect(revision == .stateless ? 404 : 200)
      let error = try reply.json["error"]
      #expect(error["code"] == -32_601)
      #expect(error["message"].text?.contains(method) == true)
    }
  }

  @Test(
    "what is no message is refused with the number of the request if there is one",
    arguments: [
      ("{", -32_700, nil), ("\u{7f}nonsense", -32_700, nil), ("", -32_700, nil), ("[]", -32_600, nil),
      ("3", -32_600, nil), ("null", -32_600, nil),
      ("{}", -32_600, nil), (#"{"id":1,"method":"ping"}"#, -32_600, nil),
      (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32_600, nil),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32_600, nil),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32_600, nil),
      (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32_600, nil),
      (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32_600, nil),
      (#"{"jsonrpc":"2.0","id":9,"result":{}}"#, -32_600, nil),
      (#"{"jsonrpc":"2.0","id":5,"method":"ping","params":[1]}"#, -32_602, 5),
    ] as [(String, Int, JSON)])
  func noMessage(text: String, code: Int, id: JSON) async throws {
    let desk = try await APIDesk.reading
    let reply = try await desk.ask(
      "POST", "/mcp", [("Content-Type", "application/json"), ("Accept", "application/json")], body: Array(text.utf8))
    #expect(reply.status == (code == -32_602 ? 200 : 400), "\(reply.text)")
    let json = try reply.json
    #expect(json["jsonrpc"] == "2.0")
    #expect(json["error"]["code"] == .integer(code), "\(reply.text)")
    #expect(json["error"]["message"].text?.isEmpty == false)
    #expect(json.members.contains { $0.name == "id" && $0.value == id })
  }

  @Test("a batch is answered in its order, without notifications, where its revision has batches or none is named")
  func batches() async throws {
    let desk = try await APIDesk.reading
    let batch: JSON = [
      ["jsonrpc": "2.0", "id": 1, "method": "ping"], ["jsonrpc": "2.0", "method": "notifications/cancelled"],
      ["jsonrpc": "2.0", "id": "b", "method": "nope"], 3, ["jsonrpc": "2.0", "id": 4, "method": "initialize"],
    ]
    for headers in [[], [("MCP-Protocol-Version", "2025-03-26")]] {
      let reply = try await desk.assistant(batch, headers)
      reply.expect(200)
      let answers = try reply.json.list
      #expect(answers.map { $0["id"] } == [1, "b", nil, 4], "\(reply.text)")
      #expect(answers[0]["result"] == [:])
      #expect(answers.dropFirst().map { $0["error"]["code"] } == [-32_601, -32_600, -32_600])
    }
    let notices: JSON = [["jsonrpc": "2.0", "method": "notifications/initialized"]]
    try await desk.assistant(notices).expect(202)
    for revision in ["2025-06-18", "2025-11-25"] {
      let reply = try await desk.assistant(batch, [("MCP-Protocol-Version", revision)])
      reply.expect(400)
      #expect(try reply.json["error"]["code"] == -32_600)
    }
    let long = JSON.list(Array(repeating: ["jsonrpc": "2.0", "id": 1, "method": "ping"], count: 51))
    #expect(try await desk.assistant(long).json["error"]["code"] == -32_600)
  }

  @Test("bytes that are not UTF-8 are no message")
  func notText() async throws {
    let desk = try await APIDesk.reading
    let reply = try await desk.ask(
      "POST", "/mcp", [("Content-Type", "application/json")],
      body: Array("{\"id\":\"".utf8) + [0xFF] + Array("\"}".utf8))
    reply.expect(400)
    #expect(try reply.json["error"]["code"] == -32_700)
  }

  @Test(
    "parameters of another form are refused and named",
    arguments: [
      ("initialize", [:], "protocolVersion"), ("initialize", ["protocolVersion": 3], "protocolVersion"),
      ("tools/list", ["cursor": "x"], "cursor"), ("tools/call", [:], "name"), ("tools/call", ["name": 3], "name"),
      ("tools/call", ["name": "no_such_tool"], "no_such_tool"),
      ("tools/call", ["name": "get_day", "arguments": ["2025-04-20"]], "arguments"),
      ("tools/call", ["name": "get_day", "arguments": "2025-04-20"], "arguments"),
    ] as [(String, JSON, String)])
  func wrongParameters(method: String, params: JSON, named: String) async throws {
    let desk = try await APIDesk.reading
    let error = try await desk.assistant(method, params).json["error"]
    #expect(error["code"] == -32_602)
    #expect(error["message"].text?.contains(named) == true, "\(error.json())")
  }

  @Test("a request that was cancelled after its answer changes nothing")
  func cancelled() async throws {
    let desk = try await APIDesk.reading
    let reply = try await desk.assistant(
      ["jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": 1, "reason": "late"]],
      [("MCP-Protocol-Version", "2025-11-25")])
    reply.expect(202)
    #expect(reply.body.isEmpty)
  }

  @Test("faults are told in the language of the request")
  func languages() async throws {
    let desk = try await APIDesk.reading
    let english = try await desk.assistant("nope").json["error"]["message"]
    #expect(english == "there is no method \"nope\"")
    let chinese = try await desk.assistant("nope", [:], [("Accept-Language", "zh-TW")]).json["error"]["message"]
    #expect(chinese == "沒有方法「nope」")
  }
}
