import Foundation
import JSON
import Processes
import TestSupport
import Testing

@Suite("assistants over standard input and output", .timed)
struct MCPCommandTests {
  /// Sends lines, and gives back those that came.
  private func answers(
    _ lines: [String], _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> (lines: [JSON], run: Program.Run) {
    let data = ["FOLKCAL_DATA": PackageRoot.path("data")]
    let run = try Program.run(
      ["mcp"] + arguments, input: lines.map { $0 + "\n" }.joined(),
      environment: data.merging(environment) { $1 })
    let answers = try run.output.split(separator: "\n").map { try JSON(json: Data($0.utf8)) }
    return (answers, run)
  }

  private static func call(_ id: Int, _ tool: String, _ arguments: JSON = [:]) -> String {
    let params: JSON = ["name": .text(tool), "arguments": arguments]
    return (["jsonrpc": "2.0", "id": .integer(id), "method": "tools/call", "params": params] as JSON).json()
  }

  private static let begin = [
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#,
    #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
  ]

  @Test("without a database the shipped data answer; only messages go to standard output")
  func shipped() throws {
    let (answers, run) = try answers(
      Self.begin + [
        Self.call(1, "convert_date", ["date": "農曆2025年三月廿三"]), "", "   ", Self.call(2, "get_event", ["event": "mazu"]),
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#,
        Self.call(3, "add_own_day", ["title": "x", "date": "農曆三月廿三"]),
      ])
    #expect(run.status == 0)
    #expect(answers.map { $0["id"] } == [0, 1, 2, 3])
    #expect(answers.allSatisfy { $0["jsonrpc"] == "2.0" })
    #expect(answers[0]["result"]["protocolVersion"] == "2025-11-25")
    #expect(answers[1]["result"]["structuredContent"]["solar"] == "2025-04-20")
    #expect(answers[2]["result"]["structuredContent"]["title"] == "媽祖聖誕")
    #expect(answers[3]["result"]["isError"] == true)
    #expect(run.errors.hasPrefix("folkcal: data from "), "\(run.errors)")
  }

  /// A folder for temporary files, given to a body.
  private func withTemporaryFolder(_ body: (URL) throws -> Void) throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-test-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    try body(place)
  }

  @Test("the temporary database is gone after a signal")
  func signals() throws {
    try withTemporaryFolder { place in
      func left() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: place.path) }
      let process = Process()
      process.executableURL = Program.executable
      process.arguments = ["mcp"]
      process.environment = [
        "TMPDIR": place.path, "FOLKCAL_DATA": PackageRoot.path("data"), "XDG_DATA_HOME": "/nonexistent",
      ]
      // It is never written to, so the program waits.
      process.standardInput = Pipe()
      process.standardOutput = FileHandle.nullDevice
      let notes = Pipe()
      process.standardError = notes
      try process.start()
      // The note comes when the data are loaded.
      _ = notes.fileHandleForReading.availableData
      #expect(try left().count == 1)
      process.terminate()
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGTERM)
      #expect(try left() == [])
    }
  }

  @Test("the temporary database is gone afterwards")
  func nothingLeft() throws {
    try withTemporaryFolder { place in
      let (answers, _) = try answers(
        [Self.call(1, "get_event", ["event": "mazu"])], environment: ["TMPDIR": place.path])
      #expect(answers.count == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == [])
    }
  }

  @Test("the newest revision needs no beginning; another is refused with those that there are")
  func stateless() throws {
    func discover(_ revision: String) -> String {
      let envelope: JSON = [
        "io.modelcontextprotocol/protocolVersion": .text(revision), "io.modelcontextprotocol/clientCapabilities": [:],
      ]
      return (["jsonrpc": "2.0", "id": "d", "method": "server/discover", "params": ["_meta": envelope]] as JSON).json()
    }
    let (answers, _) = try answers([discover("2026-07-28"), discover("2027-01-01")])
    #expect(
      answers[0]["result"]["supportedVersions"] == ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"])
    #expect(answers[1]["error"]["code"] == -32_022 && answers[1]["id"] == "d")
  }

  @Test("a line that is no message is refused, and the next is answered")
  func malformed() throws {
    let long =
      #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":""# + String(repeating: "a", count: 1 << 20) + #""}}"#
    let ping = #"{"jsonrpc":"2.0","id":7,"method":"ping"}"#
    let (answers, run) = try answers(["{", "[\(ping)]", long, #"{"jsonrpc":"2.0","id":3,"result":{}}"#, ping])
    #expect(run.status == 0)
    #expect(answers.map { $0["error"]["code"] } == [-32_700, nil, -32_600, nil])
    #expect(answers[1] == [["id": 7, "jsonrpc": "2.0", "result": [:]]], "a batch, of the revision 2025-03-26")
    #expect(answers.last?["id"] == 7 && answers.last?["result"] == [:])
  }

  @Test("a user's own days are kept in the database, and another user's are not seen")
  func user() throws {
    let desk = try ServiceDesk()
    try desk.run("init")
    for name in ["mei", "amy"] { try desk.run("admin", "user", "add", "--email", "\(name)@example.org") }
    let day: JSON = ["title": "阿嬤生日", "date": "農曆三月廿三"]
    let (answers, run) = try answers(
      [Self.call(1, "add_own_day", day), Self.call(2, "list_own_days"), Self.call(3, "follow", ["event": "mazu"])],
      ["--user", "mei@example.org"], environment: desk.environment)
    #expect(run.status == 0)
    #expect(answers[0]["result"]["structuredContent"]["rule"] == "lunar 3/23")
    #expect(answers[1]["result"]["structuredContent"]["items"].list.count == 1)
    #expect(answers[2]["result"]["structuredContent"]["items"][0]["event"] == "mazu")
    let other = try self.answers([Self.call(1, "list_own_days")], ["--user", "u2"], environment: desk.environment)
    #expect(other.lines[0]["result"]["structuredContent"]["items"] == [])
    let audit = try desk.run("admin", "audit", "--json")
    #expect(audit.output.contains("\"u1\""))
  }

  @Test(
    "a user that is not there, and one without a database, is an error before any message",
    arguments: ["en", "zh-Hant"])
  func noUser(language: String) throws {
    let desk = try ServiceDesk()
    try desk.run("init", "--empty")
    let unknown = try answers(
      [Self.call(1, "search")], ["--user", "nobody@example.org"], environment: desk.environment)
    #expect(unknown.run.status == 3 && unknown.lines.isEmpty && unknown.run.errors.contains("nobody@example.org"))
    let none = try answers([Self.call(1, "search")], ["--user", "mei@example.org", "--lang", language])
    #expect(none.run.status == 2 && none.lines.isEmpty)
    #expect(none.run.errors.contains(language == "en" ? "there is no database" : "沒有資料庫"))
  }

  @Test("answers and problems are in the language of the option, the user or the locale")
  func languages() throws {
    let wrong = Self.call(1, "get_day", ["date": "2026-02-30"])
    func text(_ arguments: [String], _ environment: [String: String]) throws -> String {
      try answers([wrong], arguments, environment: environment).lines[0]["result"]["content"][0]["text"].text ?? ""
    }
    #expect(try text([], ["LANG": "zh_TW.UTF-8"]).contains("這個月有 28 天"))
    #expect(try text(["--lang", "en"], ["LANG": "zh_TW.UTF-8"]).contains("does not exist"))
    #expect(try text([], [:]).contains("does not exist"))
  }

  @Test("the clock is the one that --now sets")
  func clock() throws {
    let (answers, _) = try answers(
      [Self.call(1, "convert_date", ["date": "今天"])], ["--now", "2025-04-17T12:00:00+08:00"])
    #expect(answers[0]["result"]["structuredContent"]["solar"] == "2025-04-17")
  }
}

extension JSON {
  /// An item of a list; null if it has fewer.
  fileprivate subscript(index: Int) -> JSON { list.indices.contains(index) ? list[index] : .null }
}
