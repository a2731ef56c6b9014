import Sinks
import TestSupport
import Testing

@testable import WebAPI

@Suite("sign in with Google: the keys", .timed, .timeLimit(.minutes(20)))
struct SigningKeysTests {
  private func token(of key: TestKey) throws -> String {
    // It outlives all that these tests do with the clock.
    try TestToken(header: ["kid": "\"\(key.name)\""], claims: ["exp": "9000000000"]).signed(by: key)
  }

  // MARK: - Together

  @Test("however many sign in at once, the keys are fetched once")
  func together() async throws {
    let google = try KeyServer(answering: .keys([TestKey.good.get().published()]).after(.milliseconds(300)))
    let signIn = try google.signIn()
    let token = try token(of: TestKey.good.get())
    let refusals = await withTaskGroup(of: SignInError?.self) { group in
      for _ in 0..<20 { group.addTask { await signIn.refusal(ofToken: token) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(refusals == Array(repeating: nil, count: 20))
    #expect(google.sink.requestCount == 1)
  }

  @Test("one who is cancelled while the keys are fetched does not end the fetch of the others")
  func cancelled() async throws {
    let google = try KeyServer(answering: .keys([TestKey.good.get().published()]).after(.seconds(1)))
    let signIn = try google.signIn()
    let token = try token(of: TestKey.good.get())
    let first = Task { await signIn.refusal(ofToken: token) }
    while google.sink.requestCount == 0 { await Task.yield() }
    let second = Task { await signIn.refusal(ofToken: token) }
    first.cancel()
    #expect(await second.value == nil)
    _ = await first.value
    #expect(google.sink.requestCount == 1)
  }

  // MARK: - Rotation

  @Test("a new key is found by its name, an old one stays as long as the document that has it")
  func rotation() async throws {
    let (old, new) = (try TestKey.good.get(), try TestKey.next.get())
    let google = try KeyServer(publishing: [old.published()], headers: ["Cache-Control": "max-age=7200"])
    let signIn = try google.signIn()
    #expect(await signIn.refusal(ofToken: try token(of: old)) == nil)

    google.answer(.keys([try old.published(), try new.published()], headers: ["Cache-Control": "max-age=7200"]))
    google.clock.advance(seconds: 60)
    #expect(await signIn.refusal(ofToken: try token(of: new)) == nil)
    #expect(await signIn.refusal(ofToken: try token(of: old)) == nil)
    #expect(google.sink.requestCount == 2)

    google.answer(.keys([try new.published()], headers: ["Cache-Control": "max-age=7200"]))
    google.clock.advance(seconds: 7_199)
    #expect(await signIn.refusal(ofToken: try token(of: old)) == nil)
    #expect(google.sink.requestCount == 2)
    google.clock.advance(seconds: 1)
    #expect(await signIn.refusal(ofToken: try token(of: old)) == .invalidToken(.unknownKey))
    #expect(await signIn.refusal(ofToken: try token(of: new)) == nil)
    #expect(google.sink.requestCount == 3)
  }

  @Test("a key that took the name of another is used after the next fetch, and the other is not")
  func sameName() async throws {
    let (old, new) = (try TestKey.good.get(), TestKey(name: "good", key: try TestKey.next.get().key))
    let google = try KeyServer(publishing: [old.published()])
    let signIn = try google.signIn()
    #expect(await signIn.refusal(ofToken: try token(of: new)) == .invalidToken(.badSignature))
    google.answer(.keys([try new.published()]))
    google.clock.advance(seconds: 3_600)
    #expect(await signIn.refusal(ofToken: try token(of: new)) == nil)
    #expect(await signIn.refusal(ofToken: try token(of: old)) == .invalidToken(.badSignature))
  }

  @Test("unknown names lead to one fetch a minute, however many there are")
  func unknownNames() async throws {
    let google = try KeyServer()
    let signIn = try google.signIn()
    let text = TestToken().signedText
    let signature = try TestKey.good.get().signature(of: text)
    let tokens = (0..<100).map {
      TestToken.token(TestToken(header: ["kid": "\"key-\($0)\""]).signedText, signature)
    }
    for (minute, advance) in [0, 59, 1, 59, 1].enumerated() {
      google.clock.advance(seconds: advance)
      let refusals = await withTaskGroup(of: SignInError?.self) { group in
        for token in tokens { group.addTask { await signIn.refusal(ofToken: token) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(refusals == Array(repeating: .invalidToken(.unknownKey), count: 100))
      #expect(google.sink.requestCount == [1, 1, 2, 2, 3][minute])
    }
    #expect(await signIn.refusal(ofToken: try token(of: TestKey.good.get())) == nil)
    #expect(google.sink.requestCount == 3)
  }

  // MARK: - Time

  /// RFC 9111, sections 4.2 and 5.2.2.
  @Test(
    "the keys are kept for as long as Google says, from five minutes to a day",
    arguments: [
      ([:], 3_600), (["Cache-Control": "public"], 3_600), (["Cache-Control": "s-maxage=900"], 3_600),
      (["Cache-Control": "public, max-age=22418, must-revalidate, no-transform"], 22_418),
      (["cache-control": "MAX-AGE=700"], 700), (["Cache-Control": "max-age=\"700\""], 700),
      (["Cache-Control": " max-age = 700 ,public"], 700), (["Cache-Control": "max-age=900,max-age=700"], 700),
      (["Cache-Control": "max-age=10"], 300), (["Cache-Control": "max-age=0"], 300),
      (["Cache-Control": "no-store"], 300), (["Cache-Control": "no-cache, max-age=5000"], 300),
      (["Cache-Control": "max-age=x"], 300), (["Cache-Control": "max-age=-5000"], 300),
      (["Cache-Control": "max-age"], 300), (["Cache-Control": "max-age="], 300),
      (["Cache-Control": "max-age=86401"], 86_400), (["Cache-Control": "max-age=99999999999999999999"], 86_400),
      (["Cache-Control": "max-age=5000", "Age": "1000"], 4_000),
      (["Cache-Control": "max-age=5000", "Age": "4900"], 300),
      (["Cache-Control": "max-age=5000", "Age": "99999999999999999999"], 300),
      (["Cache-Control": "max-age=5000", "Age": "x"], 5_000),
    ] as [([String: String], Int)])
  func kept(headers: [String: String], seconds: Int) async throws {
    let google = try KeyServer(publishing: [TestKey.good.get().published()], headers: headers)
    let signIn = try google.signIn()
    let token = try token(of: TestKey.good.get())
    for (advance, requests) in [(0, 1), (seconds - 1, 1), (1, 2), (seconds - 1, 2), (1, 3)] {
      google.clock.advance(seconds: advance)
      #expect(await signIn.refusal(ofToken: token) == nil)
      #expect(google.sink.requestCount == requests)
    }
  }

  @Test("a clock that is set back does not make the keys live longer")
  func clockSetBack() async throws {
    let google = try KeyServer()
    let signIn = try google.signIn()
    let token = try TestToken.good(claims: ["iat": "0", "exp": "9000000000"])
    #expect(await signIn.refusal(ofToken: token) == nil)
    google.clock.advance(seconds: -86_400)
    #expect(await signIn.refusal(ofToken: token) == nil)
    #expect(google.sink.requestCount == 2)
    google.clock.advance(seconds: 3_600)
    #expect(await signIn.refusal(ofToken: token) == nil)
    #expect(google.sink.requestCount == 3)
  }

  // MARK: - Trouble

  @Test("when Google cannot be reached, the old keys are used for a day after their time")
  func unreachable() async throws {
    let google = try KeyServer()
    let signIn = try google.signIn()
    let token = try token(of: TestKey.good.get())
    #expect(await signIn.refusal(ofToken: token) == nil)
    google.sink.stop()
    let end = google.clock.now + 3_600 + 86_400
    for time in [end - 86_400, end - 86_400 + 59, end - 43_200, end - 1] {
      google.clock.set(time)
      #expect(await signIn.refusal(ofToken: token) == nil)
    }
    // A key that only a newer document could have: nobody can tell.
    #expect(await signIn.refusal(ofToken: try self.token(of: TestKey.next.get()))?.keysProblem != nil)
    google.clock.set(end)
    let problem = try #require(await signIn.refusal(ofToken: token)?.keysProblem)
    #expect(problem.contains("127.0.0.1") && !problem.contains("certs"))
  }

  @Test("a server in trouble is asked again once a minute by one who has keys, and is believed when it is well")
  func recovery() async throws {
    let google = try KeyServer()
    let signIn = try google.signIn()
    let (old, new) = (try token(of: TestKey.good.get()), try token(of: TestKey.next.get()))
    #expect(await signIn.refusal(ofToken: old) == nil)
    google.answer(.status(500))
    google.clock.advance(seconds: 3_600)
    for (advance, requests) in [(0, 2), (0, 2), (59, 2), (1, 3), (59, 3)] {
      google.clock.advance(seconds: advance)
      #expect(await signIn.refusal(ofToken: old) == nil)
      #expect(await signIn.refusal(ofToken: new)?.keysProblem != nil)
      #expect(google.sink.requestCount == requests)
    }
    google.answer(.keys([try TestKey.next.get().published()]))
    google.clock.advance(seconds: 1)
    #expect(await signIn.refusal(ofToken: new) == nil)
    #expect(await signIn.refusal(ofToken: old) == .invalidToken(.unknownKey))
  }

  @Test("a server in trouble is asked again every ten seconds by one who has no keys")
  func pauses() async throws {
    let google = try KeyServer(answering: .status(500))
    let signIn = try google.signIn()
    let token = try token(of: TestKey.good.get())
    for (advance, requests) in [(0, 1), (0, 1), (9, 1), (1, 2), (9, 2)] {
      google.clock.advance(seconds: advance)
      let refusals = await withTaskGroup(of: SignInError?.self) { group in
        for _ in 0..<20 { group.addTask { await signIn.refusal(ofToken: token) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(refusals.allSatisfy { $0?.keysProblem != nil })
      #expect(google.sink.requestCount == requests)
    }
    google.answer(.keys([try TestKey.good.get().published()]))
    google.clock.advance(seconds: 1)
    #expect(await signIn.refusal(ofToken: token) == nil)
  }
}
