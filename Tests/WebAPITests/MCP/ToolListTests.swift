import Foundation
import JSON
import Records
import TestSupport
import Testing

@testable import WebAPI

/// `tools/list`.
///
/// The golden files were read by a person: names, titles in both languages, hints, and schemas that say what the API says. After a change
/// write them again, and read the difference:
///
///     FOLKCAL_GOLDEN=write Tools/run-tests --filter ToolListTests
@Suite("the list of tools", .timed)
struct ToolListTests {
  @Test("the list is what the golden file says, without a user and with one", arguments: ["nobody", "user"])
  func golden(caller: String) async throws {
    let desk = try await APIDesk()
    let token = caller == "user" ? try desk.user().token : nil
    let tools = try await desk.result("tools/list", as: token)
    let text = JSON.indented(tools.bytes)
    let path = PackageRoot.path("Tests/WebAPITests/MCP/Golden/tools-\(caller).json")
    if ProcessInfo.processInfo.environment["FOLKCAL_GOLDEN"] == "write" {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
    #expect(text == (try String(contentsOfFile: path, encoding: .utf8)))
  }

  @Test("both revisions list the same tools; the newest says how long the list may be kept, and by whom")
  func revisions() async throws {
    let desk = try await APIDesk.reading
    let (old, new) = (
      try await desk.result("tools/list"), try await desk.result("tools/list", in: .stateless)
    )
    #expect(old.members.map(\.name) == ["tools"])
    #expect(new["tools"] == old["tools"])
    // With a token there are more tools, so the list is nobody else's.
    #expect(new["cacheScope"] == "private" && new["ttlMs"].integer ?? -1 >= 0 && new["resultType"] == "complete")
  }

  @Test("a token that may only read has no tools that write; one without a user has the public tools")
  func rights() async throws {
    let desk = try await APIDesk()
    let mei = try desk.user()
    func names(_ token: String?) async throws -> [String] {
      try await desk.result("tools/list", as: token)["tools"].list.compactMap { $0["name"].text }
    }
    let (open, all) = (try await names(nil), try await names(mei.token))
    let reading = try await names(try desk.token(.reader, of: mei))
    #expect(Set(reading) == Set(open + ["preview_my_reminders", "list_followed", "list_own_days"]))
    let editing = try await names(try desk.token(.editor, of: mei))
    #expect(editing == all)
    // An operator's token is nobody's.
    let administrating = try await names(try desk.token(.admin))
    #expect(administrating == open)
  }

  @Test("a tool that reads promises to change nothing, and the others do not")
  func hints() async throws {
    let desk = try await APIDesk()
    let tools = try await desk.result("tools/list", as: try desk.user().token)["tools"].list
    let writing = tools.filter { $0["annotations"]["readOnlyHint"] != true }.compactMap { $0["name"].text }
    #expect(writing == ["follow", "unfollow", "add_own_day", "remove_own_day"])
    let removing = tools.filter { $0["annotations"]["destructiveHint"] != false }.compactMap { $0["name"].text }
    #expect(removing == ["unfollow", "remove_own_day"])
    let repeating = tools.filter { $0["annotations"]["idempotentHint"] != true }.compactMap { $0["name"].text }
    #expect(repeating == ["add_own_day"])
    for tool in tools {
      #expect(tool["annotations"]["openWorldHint"] == false)
      #expect(tool["annotations"]["title"] == tool["title"])
    }
  }

  @Test("each schema is whole: an object, whose references it has itself")
  func schemas() async throws {
    let desk = try await APIDesk()
    let tools = try await desk.result("tools/list", as: try desk.user().token)["tools"].list
    #expect(tools.count == MCPTool.all.count)
    for tool in tools {
      for name in ["inputSchema", "outputSchema"] {
        let schema = tool[name]
        #expect(schema["type"] == "object", "\(tool["name"]) \(name)")
        let known = Set(schema["$defs"].members.map(\.name))
        #expect(Self.references(in: schema).isSubset(of: known), "\(tool["name"]) \(name)")
      }
      // Every argument says what it is.
      for argument in tool["inputSchema"]["properties"].members {
        #expect(
          argument.value["type"] != .null && argument.value["description"].text?.isEmpty == false, "\(argument.name)")
      }
    }
  }

  private static func references(in json: JSON) -> Set<String> {
    switch json {
    case .object(let members):
      let own = json["$ref"].text.map { [$0.replacing("#/$defs/", with: "")] } ?? []
      return members.reduce(into: Set(own)) { $0.formUnion(references(in: $1.value)) }
    case .list(let items): return items.reduce(into: []) { $0.formUnion(references(in: $1)) }
    default: return []
    }
  }
}
