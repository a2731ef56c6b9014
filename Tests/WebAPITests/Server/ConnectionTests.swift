import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("connections", .timed, .timeLimit(.minutes(20)))
struct ConnectionTests {
  private static let body = #"{"dates":["2026-11-21"]}"#

  /// All that a server says to some bytes until it ends the connection.
  private func answers(to text: String) async throws -> String {
    let bytes = try await APIDesk.reading.client.exchange(Array(text.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  private func statuses(in answers: String) -> [String] {
    answers.matches(of: #/HTTP/1\.1 (\d{3}) /#).map { String($0.1) }
  }

  @Test(
    "a connection ends behind a request that wants it, in whatever words",
    arguments: [
      "GET /api/groups HTTP/1.0\r\n", "GET /api/groups HTTP/1.1\r\nHost: x\r\nConnection: close\r\n",
      "GET /api/groups HTTP/1.1\r\nHost: x\r\nConnection: Close\r\n",
      "GET /api/groups HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, close\r\n",
      "GET /api/groups HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\nConnection: close\r\n",
      "GET /api/groups HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n",
    ])
  func lastRequests(head: String) async throws {
    let answers = try await answers(to: head + "\r\n")
    #expect(statuses(in: answers) == ["200"])
    #expect(answers.lowercased().contains("\r\nconnection: close\r\n"))
  }

  @Test(
    "what is no request, or could be read as two, is refused with a problem, and nothing behind it is answered",
    arguments: [
      ("GET /api/groups HTTP/1.1\r\n", 400), ("GET /api/groups HTTP/1.1\r\nHost: a\r\nHost: b\r\n", 400),
      ("GET /api/groups HTTP/1.1\r\nHost: a\r\nX-A: b\rc\r\n", 400), ("get\r\n", 400),
      ("POST /api/lunar HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n", 400),
      ("POST /api/lunar HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n", 400),
      ("POST /api/lunar HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n", 400),
      ("GET /api/groups HTTP/1.1\r\nHost: a\r\nX-A: \(String(repeating: "b", count: 17_000))\r\n", 431),
      ("GET /\(String(repeating: "b", count: 17_000)) HTTP/1.1\r\nHost: a\r\n", 431),
      ("GET / HTTP/1.1\r\nHost: a\r\n" + (0..<200).map { "X-\($0): b\r\n" }.joined(), 431),
    ])
  func noRequests(head: String, status: Int) async throws {
    let answers = try await answers(to: head + "\r\nGET /api/groups HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(statuses(in: answers) == ["\(status)"])
    try Reply(Array(answers.utf8)).expectProblem(status)
  }

  @Test("a body that nobody reads ends the connection with the answer")
  func unreadBodies() async throws {
    for (target, status) in [("/nothing", "404"), ("/api/lunar", "413")] {
      let head =
        "POST \(target) HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n"
      let answers = try await answers(to: head + String(repeating: " ", count: 100_000))
      #expect(statuses(in: answers) == [status])
      #expect(answers.lowercased().contains("\r\nconnection: close\r\n"))
    }
  }

  @Test("who waits to be asked for the body is asked, where it is wanted and HTTP/1.1 is spoken")
  func expectations() async throws {
    func head(_ version: String, _ target: String, _ length: Int) -> String {
      "POST \(target) HTTP/\(version)\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(length)\r\n\r\n"
    }
    let count = Self.body.utf8.count
    let answers = try await answers(to: head("1.1", "/api/lunar", count) + Self.body)
    #expect(answers.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
    #expect(statuses(in: try await self.answers(to: head("1.0", "/api/lunar", count) + Self.body)) == ["200"])
    #expect(statuses(in: try await self.answers(to: head("1.1", "/api/lunar", 99_999_999))) == ["413"])
    #expect(statuses(in: try await self.answers(to: head("1.1", "/api/admin/events", count))) == ["401"])
  }

  @Test("requests in one go are answered in their order")
  func pipelining() async throws {
    let count = 100
    let requests = (1...count).map { number in
      "GET /api/groups HTTP/1.1\r\nHost: a\r\nX-Request-Id: r\(number)\r\n"
        + (number == count ? "Connection: close\r\n\r\n" : "\r\n")
    }
    let answers = try await answers(to: requests.joined())
    let numbers = answers.matches(of: #/(?i)x-request-id: (r\d+)\r\n/#).map { String($0.1) }
    #expect(numbers == (1...count).map { "r\($0)" })
    #expect(answers.lowercased().split(separator: "connection: close").count == 2)
  }
}
