import Foundation
import Store
import TestSupport
import Testing

@testable import WebAPI

/// RFC 9112. `Tools/hostile` does more of this to the built program.
@Suite("requests on the wire", .timed, .timeLimit(.minutes(20)))
struct WireTests {
  /// The answers that came one behind the other, by the lengths that they say; each asked for with GET.
  private func replies(_ bytes: [UInt8]) throws -> [Reply] {
    var rest = bytes[...]
    var replies: [Reply] = []
    while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
      let length = try Reply(Array(rest[..<end.upperBound])).header("Content-Length").flatMap { Int($0) } ?? 0
      let next = min(end.upperBound + length, rest.endIndex)
      replies.append(try Reply(Array(rest[..<next])))
      rest = rest[next...]
    }
    #expect(rest.isEmpty)
    return replies
  }

  @Test("a connection takes one request after another, and answers them in order")
  func pipelined() async throws {
    let desk = try await APIDesk.reading
    var text = ""
    for number in 0..<20 { text += "GET /api/groups HTTP/1.1\r\nHost: a\r\nX-Request-Id: n\(number)\r\n\r\n" }
    text += "GET /nothing HTTP/1.1\r\nHost: a\r\nX-Request-Id: last\r\nConnection: close\r\n\r\n"
    let answers = try replies(try await desk.client.exchange(Array(text.utf8)))
    #expect(answers.map { $0.header("X-Request-Id") } == (0..<20).map { "n\($0)" } + ["last"])
    #expect(answers.map(\.status) == Array(repeating: 200, count: 20) + [404])
    #expect(answers.last?.header("Connection") == "close")
  }

  @Test("HTTP/1.0 is answered, and its connection ends")
  func old() async throws {
    let desk = try await APIDesk.reading
    let answers = try replies(try await desk.client.exchange(Array("GET /api/groups HTTP/1.0\r\n\r\n".utf8)))
    #expect(answers.map(\.status) == [200])
  }

  @Test(
    "what is no request, or could be read in two ways, is refused, and the connection ends",
    arguments: [
      "GET /api/events HTTP/1.1\r\n\r\n", "GET /api/events HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
      "GET /api/events HTTP/3.7\r\nHost: a\r\n\r\n", "BREW /api/events HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /api events HTTP/1.1\r\nHost: a\r\n\r\n", "\u{1}\u{2}\u{3}\r\n\r\n",
      "GET /api/events HTTP/1.1\r\nHost : a\r\n\r\n",
      "POST /api/lunar HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
      "POST /api/lunar HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
      "POST /api/lunar HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ])
  func faulty(request: String) async throws {
    let desk = try await APIDesk.reading
    // What stands behind it must not be taken for a request.
    let bytes = Array((request + "GET /api/groups HTTP/1.1\r\nHost: a\r\n\r\n").utf8)
    let answers = try replies(try await desk.client.exchange(bytes))
    #expect(answers.count == 1)
    let reply = try #require(answers.first)
    try reply.expectProblem(400)
    #expect(reply.header("Connection") == "close")
  }

  @Test("heads that are too large are refused")
  func largeHeads() async throws {
    let desk = try await APIDesk.reading
    let long = String(repeating: "a", count: 20_000)
    try await desk.get("/api/groups", [("X-Long", long)]).expectProblem(431)
    try await desk.get("/api/events?q=" + long).expectProblem(431)
    let many = (0..<150).map { ("X-\($0)", "a") }
    try await desk.get("/api/groups", many).expectProblem(431)
    try await desk.get("/api/groups", (0..<50).map { ("X-\($0)", "a") }).expect(200)
  }

  @Test("who waits to be asked for the body is asked, or told that it is not wanted")
  func invited() async throws {
    let desk = try await APIDesk { $0.bodyLimit = 1_000 }
    func head(_ length: Int, _ type: String = "application/json") -> String {
      "POST /api/lunar HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Type: \(type)\r\n"
        + "Content-Length: \(length)\r\n\r\n"
    }
    let body = #"{"solar":"2025-04-20"}"#
    let text = String(
      decoding: try await desk.client.exchange(Array((head(body.utf8.count) + body).utf8)), as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
    for (request, status) in [(head(1_001), 413), (head(10, "text/html"), 415)] {
      let answers = try replies(try await desk.client.exchange(Array(request.utf8)))
      #expect(answers.map(\.status) == [status])
    }
  }

  @Test("a head or a body that does not come to its end is not waited for")
  func slow() async throws {
    let desk = try await APIDesk {
      $0.headSeconds = 1
      $0.requestSeconds = 1
      $0.lingerSeconds = 1
    }
    // The exchange ends when the server ends it.
    _ = try await desk.client.exchange(Array("GET /api/groups HTTP/1.1\r\nHost:".utf8))
    _ = try await desk.client.exchange(
      Array(
        "POST /api/lunar HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{".utf8))
    // Others are served; on a busy machine a second can be too short for one of them.
    while (try? await desk.get("/api/groups").status) != 200 { try await Task.sleep(for: .milliseconds(100)) }
  }

  @Test("a port that is taken is told, and a server that is told to end lets it go")
  func ports() async throws {
    let desk = try await APIDesk()
    await #expect(throws: SocketError.self) { _ = try await APIDesk { $0.port = desk.client.port } }
    try await desk.get("/api/groups").expect(200)
    await desk.end()
    await #expect(throws: SocketError.self) { try await desk.get("/api/groups") }
  }

  @Test("many at once are all answered, and read the data once")
  func many() async throws {
    let desk = try await APIDesk()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<60 {
        group.addTask { try await desk.get("/api/events?limit=\(number % 7 + 1)").status }
      }
      return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(statuses == [200: 60])
    let first = try await desk.service.keeper.current()
    #expect(try await desk.service.keeper.refresh() === first)
  }
}
