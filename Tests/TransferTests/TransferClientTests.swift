import Addresses
import Sinks
import TestSupport
import Testing

@testable import Transfer

@Suite("the HTTP client", .timed)
struct TransferClientTests {
  /// A client that may speak to this machine, and is not patient.
  private static func client(_ change: (inout TransferClient.Configuration) -> Void = { _ in }) -> TransferClient {
    var configuration = TransferClient.Configuration()
    configuration.addresses = .any
    change(&configuration)
    return TransferClient(configuration)
  }

  private static func get(_ url: String) -> HTTPRequest { HTTPRequest(method: "GET", url: url) }

  /// How a request to a sink with one answer ends.
  private static func failure(
    _ answer: SinkAnswer, _ change: (inout TransferClient.Configuration) -> Void = { _ in }
  ) async throws -> TransferError? {
    let sink = try SinkServer { _ in answer }
    return await failure(of: client(change), get(sink.url))
  }

  private static func failure(of client: TransferClient, _ request: HTTPRequest) async -> TransferError? {
    do throws(TransferError) {
      _ = try await client.response(to: request)
      return nil
    } catch {
      return error
    }
  }

  // MARK: Addresses that are shared

  @Test("no more transfers with a share go to one address than it says, whatever names lead there; others may")
  func addressShares() async throws {
    let sink = try SinkServer { request in request.path == "/quick" ? .status(204) : .silence }
    let client = Self.client()
    func url(_ name: String, _ path: String = "") -> String { "http://\(name).localhost:\(sink.port)\(path)" }
    func failure(_ url: String, limit: Int?) async -> TransferError? {
      let share = limit.map { AddressShare(limit: $0) }
      return await AddressShare.$current.withValue(share) { await Self.failure(of: client, Self.get(url)) }
    }
    // A connection that is kept, and used again below.
    #expect(await failure(url("a", "/quick"), limit: 1) == nil)
    await withTaskGroup(of: TransferError?.self) { group in
      for name in ["a", "b"] { group.addTask { await failure(url(name), limit: 2) } }
      while sink.requestCount < 3 { try? await Task.sleep(for: .milliseconds(5)) }
      #expect(await failure(url("c"), limit: 2) == .addressBusy(host: "c.localhost", address: "127.0.0.1"))
      #expect(await failure(url("c", "/quick"), limit: 3) == nil)
      #expect(await failure(url("d", "/quick"), limit: nil) == nil)
      group.cancelAll()
      for await error in group { #expect(error == .cancelled) }
    }
    #expect(await failure(url("e", "/quick"), limit: 1) == nil)
  }

  @Test("the sender hears the address before anything is sent, also when it is refused")
  func addressHeard() async throws {
    let sink = try SinkServer()
    let (addresses, heard) = AsyncStream.makeStream(of: String.self)
    let share = AddressShare(limit: 0) { heard.yield($0.description) }
    let error = await AddressShare.$current.withValue(share) {
      await Self.failure(of: Self.client(), Self.get("http://a.localhost:\(sink.port)"))
    }
    #expect(error == .addressBusy(host: "a.localhost", address: "127.0.0.1"))
    #expect(await addresses.first { _ in true } == "127.0.0.1")
    #expect(sink.connectionCount == 0)
  }

  // MARK: What is sent and what comes back

  @Test("a request arrives as it was given, and nothing is added to it but what HTTP asks for")
  func request() async throws {
    let sink = try SinkServer { _ in .status(201, headers: ["X-Answer": "yes", "Retry-After": "5"], body: "taken") }
    let body: [UInt8] = [0, 1, 2, 255] + Array("媽祖\r\n\r\n.\r\n".utf8)
    let answer = try await Self.client().response(
      to: HTTPRequest(
        method: "POST", url: sink.url + "/hook/a%20b?c=d",
        headers: [.init("X-One", "1"), .init("X-Empty", ""), .init("X-Name", "媽祖")], body: body))
    #expect(answer.status == 201)
    #expect(answer.header("x-answer") == "yes")
    #expect(answer.header("RETRY-AFTER") == "5")
    #expect(String(decoding: answer.body, as: UTF8.self) == "taken")

    let request = try #require(sink.requests.first)
    #expect(request.method == "POST")
    #expect(request.path == "/hook/a%20b?c=d")
    #expect(request.body == body)
    #expect(
      request.headers.map(\.name) == ["host", "user-agent", "accept", "x-one", "x-empty", "x-name", "content-length"])
    #expect(request.header("x-empty") == "")
    #expect(request.header("x-name") == "媽祖")
    #expect(request.header("user-agent") == "folkcal")
  }

  @Test(
    "every method is sent by its name, with and without a body", arguments: ["GET", "POST", "PUT", "DELETE", "PATCH"])
  func methods(method: String) async throws {
    let sink = try SinkServer()
    let client = Self.client()
    for body in [[], Array("body".utf8)] as [[UInt8]] {
      _ = try await client.response(to: HTTPRequest(method: method, url: sink.url, body: body))
    }
    #expect(sink.requests.map(\.method) == [method, method])
    #expect(sink.requests.map(\.text) == ["", "body"])
  }

  @Test("HEAD has no body to wait for")
  func head() async throws {
    let sink = try SinkServer { _ in SinkAnswer([.send(Array("HTTP/1.1 200 So\r\nContent-Length: 5\r\n\r\n".utf8))]) }
    let answer = try await Self.client().response(to: HTTPRequest(method: "HEAD", url: sink.url))
    #expect(answer.status == 200 && answer.body.isEmpty)
  }

  @Test("the answer that counts is the one after the hints")
  func informational() async throws {
    let sink = try SinkServer { _ in
      let hint = "HTTP/1.1 103 Early Hints\r\nX-Answer: no\r\n\r\n"
      return SinkAnswer([.send(Array(hint.utf8))] + SinkAnswer.status(200, headers: ["X-Answer": "yes"]).steps)
    }
    let answer = try await Self.client().response(to: Self.get(sink.url))
    #expect(answer.status == 200)
    #expect(answer.headers.filter { $0.name == "X-Answer" }.map(\.value) == ["yes"])
  }

  @Test("a connection is used again")
  func keepAlive() async throws {
    let sink = try SinkServer()
    let client = Self.client()
    for _ in 0..<20 { _ = try await client.response(to: Self.get(sink.url)) }
    #expect(sink.requestCount == 20)
    // One, unless this test waits for its turn: libcurl lets go of a connection that has been idle for two minutes.
    #expect(sink.connectionCount < 5)
  }

  @Test("many requests at once each get their own answer")
  func many() async throws {
    let sink = try SinkServer { .status(200, body: $0.path) }
    let client = Self.client()
    let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for index in 0..<500 {
        group.addTask {
          let answer = try await client.response(to: Self.get("\(sink.url)/\(index)"))
          return (index, String(decoding: answer.body, as: UTF8.self))
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(answers.count == 500)
    #expect(answers.allSatisfy { $0.value == "/\($0.key)" })
  }

  @Test("a redirect is an answer, and is not followed")
  func redirect() async throws {
    let elsewhere = try SinkServer()
    let sink = try SinkServer { _ in .redirect(to: elsewhere.url) }
    #expect(try await Self.client().response(to: Self.get(sink.url)).status == 302)
    #expect(elsewhere.requestCount == 0)
  }

  @Test("of a long body the beginning is kept")
  func longBody() async throws {
    let sink = try SinkServer { _ in .long(bytes: 100_000_000) }
    let client = Self.client { $0.largestBodyBytes = 200_000_000 }
    let answer = try await client.response(to: Self.get(sink.url))
    #expect(answer.status == 200)
    #expect(answer.body.count == 16_384)
  }

  // MARK: What goes wrong

  @Test("a body that never ends is read no further than the limit, and the status is told")
  func endless() async throws {
    let error = try await Self.failure(.endless(202))
    guard case .tooLarge(host: "127.0.0.1", let head, limitBytes: 1 << 16)? = error else {
      return #expect(error == .cancelled)
    }
    #expect(head.status == 202)
    #expect(try await Self.failure(.endlessHeaders) != nil)
  }

  @Test("a server that says nothing is given up after the time-out")
  func silence() async throws {
    let error = try await Self.failure(.silence) { $0.timeout = .milliseconds(200) }
    guard case .timedOut(host: "127.0.0.1", _)? = error else { return #expect(error == .cancelled) }
  }

  @Test("the same fault has the same text each time, without times, bytes and ports of ours")
  func sameText() async throws {
    let faults: [() async throws -> TransferError?] = [
      { try await Self.failure(.silence) { $0.timeout = .milliseconds(200) } },
      { try await Self.failure(.dripping(body: "long", pause: .milliseconds(20))) { $0.timeout = .milliseconds(200) } },
      { await Self.failure(of: Self.client(), Self.get("http://127.0.0.1:1/")) },
      { try await Self.failure(.hangUp) },
    ]
    for fault in faults {
      var texts: Set<String> = []
      for _ in 0..<4 { texts.insert(try #require(try await fault()).description) }
      #expect(texts.count == 1, "\(texts)")
      #expect(texts.allSatisfy { $0.firstMatch(of: #/\d+ (ms|milliseconds|bytes)/#) == nil }, "\(texts)")
    }
  }

  @Test(
    "messages of libcurl lose what was measured",
    arguments: [
      ("Connection timed out after 5001 milliseconds", "Connection timed out"),
      (
        "Failed to connect to a.example port 443 after 3 ms: Couldn't connect to server",
        "Failed to connect to a.example port 443: Couldn't connect to server"
      ),
      ("Operation timed out after 201 milliseconds with 12 out of 100 bytes received", "Operation timed out"),
      ("Operation timed out after 201 milliseconds with 0 bytes received", "Operation timed out"),
      ("transfer closed with 12 bytes remaining to read", "transfer closed"),
      ("Resolving timed out after 5000 milliseconds", "Resolving timed out"),
      (
        "connect to ::1 port 80 from ::1 port 54321 failed: Connection refused",
        "connect to ::1 port 80 failed: Connection refused"
      ),
      ("SSL certificate problem: certificate has expired", "SSL certificate problem: certificate has expired"),
    ])
  func measurements(given: String, kept: String) {
    #expect(given.withoutMeasurements == kept)
  }

  @Test("a server that drips is given up after the time-out, however often it says something")
  func dripping() async throws {
    let error = try await Self.failure(.dripping(body: "long", pause: .milliseconds(20))) {
      $0.timeout = .milliseconds(200)
    }
    guard case .timedOut? = error else { return #expect(error == .cancelled) }
  }

  @Test("a server that reads slowly still gets the whole request")
  func slowReading() async throws {
    let sink = try SinkServer(reading: .slowly(bytes: 4_096, pause: .milliseconds(1)))
    let body = [UInt8](repeating: 7, count: 300_000)
    let answer = try await Self.client().response(to: HTTPRequest(method: "POST", url: sink.url, body: body))
    #expect(answer.status == 200)
    #expect(sink.requests.first?.body == body)
  }

  @Test(
    "a connection that ends before the answer is there is lost",
    arguments: [SinkAnswer.reset, .hangUp])
  func lost(answer: SinkAnswer) async throws {
    let error = try await Self.failure(answer)
    guard case .connectionLost(host: "127.0.0.1", _)? = error else { return #expect(error == .cancelled) }
  }

  @Test("of an answer that breaks off behind its headers the status is known")
  func cutOff() async throws {
    let error = try await Self.failure(.cutShort())
    guard case .cutOff(host: "127.0.0.1", let head, _)? = error else { return #expect(error == .cancelled) }
    #expect(head.status == 200 && head.header("content-length") != nil && head.body.isEmpty)
  }

  @Test("what is no HTTP is not understood")
  func garbage() async throws {
    let error = try await Self.failure(.garbage)
    guard case .notUnderstood(host: "127.0.0.1", _)? = error else { return #expect(error == .cancelled) }
  }

  @Test("one that goes wrong does not trouble the others")
  func others() async throws {
    let bad: [SinkAnswer] = [.reset, .hangUp, .garbage, .cutShort(), .endless(), .endlessHeaders]
    let sink = try SinkServer { $0.path == "/good" ? .status(200) : bad[$0.number % bad.count] }
    let client = Self.client()
    let good = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<120 {
        group.addTask {
          let path = index.isMultiple(of: 2) ? "/good" : "/bad"
          return (try? await client.response(to: Self.get(sink.url + path)))?.status == 200
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(good == 60)
  }

  @Test("nothing listens there")
  func nobody() async throws {
    let url = "http://127.0.0.1:\(try closedPort())/"
    await #expect {
      try await Self.client().response(to: Self.get(url))
    } throws: {
      "\($0)".hasPrefix("no connection to 127.0.0.1: ")
    }
  }

  @Test("a name without an address: its first part is longer than a name server would be asked for")
  func unknownName() async {
    let host = String(repeating: "a", count: 64) + ".invalid"
    await #expect(throws: TransferError.couldNotResolve(host: host)) {
      try await Self.client().response(to: Self.get("http://\(host)/"))
    }
  }

  @Test("a server that does not speak TLS")
  func noTLS() async throws {
    let sink = try SinkServer { _ in .garbage }
    let url = "https" + sink.url.dropFirst(4)
    let error = await #expect(throws: TransferError.self) {
      // The sink waits for the end of a request head, which a TLS greeting seldom has.
      try await Self.client { $0.timeout = .milliseconds(500) }.response(to: Self.get(url))
    }
    switch error {
    case .tls?, .timedOut?: break
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test(
    "a request that would carry more than it says is refused before anything is sent",
    arguments: [
      HTTPRequest(method: "GET", url: "http://127.0.0.1/", headers: [.init("X-A", "1\r\nX-B: 2")]),
      HTTPRequest(method: "GET", url: "http://127.0.0.1/", headers: [.init("X-A: 1\r\nX-B", "2")]),
      HTTPRequest(method: "GET", url: "http://127.0.0.1/", headers: [.init("", "2")]),
      HTTPRequest(method: "GET / HTTP/1.1\r\nX: y\r\n\r\n", url: "http://127.0.0.1/"),
      HTTPRequest(method: "GET", url: "http://127.0.0.1/", headers: [.init("X-A", "1\u{0}")]),
    ])
  func injection(request: HTTPRequest) async {
    await #expect {
      try await Self.client().response(to: request)
    } throws: {
      guard case TransferError.badRequest = $0 else { return false }
      return true
    }
  }

  // MARK: Where to

  @Test(
    "this machine is no public address, by whatever name",
    arguments: ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1"])
  func privateAddress(host: String) async throws {
    let sink = try SinkServer()
    let client = TransferClient()
    await #expect {
      try await client.response(to: Self.get("http://\(host):\(sink.port)/"))
    } throws: {
      guard case TransferError.refusedAddress(_, let address) = $0 else { return false }
      return address == "127.0.0.1" || address == "::1"
    }
    #expect(sink.connectionCount == 0)
  }

  @Test("nor is it by its address of version 6", arguments: ["[::1]", "[::ffff:127.0.0.1]", "[::]"])
  func privateAddress6(host: String) async throws {
    await #expect {
      try await TransferClient().response(to: Self.get("http://\(host):1/"))
    } throws: {
      guard case TransferError.refusedAddress = $0 else { return false }
      return true
    }
  }

  // MARK: Cancelling and closing

  @Test("a cancelled task ends its transfer, and the connection with it")
  func cancelling() async throws {
    let sink = try SinkServer { _ in .silence }
    let client = Self.client()
    let task = Task { await Self.failure(of: client, Self.get(sink.url)) }
    while sink.requestCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    #expect(await task.value == .cancelled)
    while sink.openConnectionCount > 0 { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test("a task that was cancelled before sends nothing")
  func cancelledBefore() async throws {
    let sink = try SinkServer()
    let client = Self.client()
    let task = Task { () async -> TransferError? in
      while !Task.isCancelled { await Task.yield() }
      return await Self.failure(of: client, Self.get(sink.url))
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(sink.requestCount == 0)
  }

  @Test("closing ends what is under way, and nothing begins after it")
  func closing() async throws {
    let sink = try SinkServer { _ in .silence }
    let client = Self.client()
    async let ending = Self.failure(of: client, Self.get(sink.url))
    while sink.requestCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
    await client.close()
    #expect(await ending == .closed)
    await client.close()
    await #expect(throws: TransferError.closed) { try await client.response(to: Self.get(sink.url)) }
    #expect(sink.requestCount == 1)
  }

  @Test("a client that was never used closes at once")
  func closingUnused() async {
    await Self.client().close()
  }

  @Test("a client that is let go of ends its thread and its connections")
  func letGo() async throws {
    let sink = try SinkServer()
    do {
      let client = Self.client()
      _ = try await client.response(to: Self.get(sink.url))
      #expect(sink.openConnectionCount == 1)
    }
    while sink.openConnectionCount > 0 { try await Task.sleep(for: .milliseconds(5)) }
  }
}
