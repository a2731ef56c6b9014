import Addresses
import Channels
import CryptoExtras
import Dispatch
import Foundation
import Sinks
import TestSupport
import Testing

@Suite("FCM: the token", .timed, .timeLimit(.minutes(20)))
struct CloudMessagingTokenTests {
  private let device = "dGVzdA:APA91b-device_SECRET"

  private struct Claims: Decodable, Equatable {
    let iss: String
    let scope: String
    let aud: String
    let iat: Int
    let exp: Int
  }

  /// RFC 7523, section 3; the signature RS256 of RFC 7518, section 3.3.
  @Test("The token request names the account, is signed with its key and has whole seconds")
  func assertion() async throws {
    let google = try CloudMessagingGoogle()
    #expect(try await google.channel().send(.reminder(), to: device) == .delivered)
    let request = try #require(google.tokenRequests.first)
    #expect(request.header("content-type") == "application/x-www-form-urlencoded")
    let form = try #require(URLComponents(string: "?" + request.text)?.queryItems)
    #expect(form.map(\.name) == ["grant_type", "assertion"])
    #expect(form[0].value == "urn:ietf:params:oauth:grant-type:jwt-bearer")

    let parts = try #require(form[1].value).split(separator: ".", omittingEmptySubsequences: false)
    try #require(parts.count == 3)
    let header = try JSONDecoder().decode([String: String].self, from: Data(#require(Base64URL.decode(parts[0]))))
    #expect(header == ["alg": "RS256", "typ": "JWT", "kid": "0123456789abcdef"])
    let payload = try #require(Base64URL.decode(parts[1]))
    #expect(String(decoding: payload, as: UTF8.self).contains(/"exp":\d+[,}]/))
    #expect(
      try JSONDecoder().decode(Claims.self, from: Data(payload))
        == Claims(
          iss: "reminders@temples.iam.gserviceaccount.com",
          scope: "https://www.googleapis.com/auth/firebase.messaging", aud: google.sink.url + "/token",
          iat: Message.reminderTime, exp: Message.reminderTime + 3_600))
    let signature = _RSA.Signing.RSASignature(rawRepresentation: try #require(Base64URL.decode(parts[2])))
    #expect(
      try CloudMessagingGoogle.key.get().publicKey.isValidSignature(
        signature, for: Data("\(parts[0]).\(parts[1])".utf8), padding: .insecurePKCS1v1_5))
  }

  @Test("Concurrent requests fetch the token once")
  func once() async throws {
    let google = try CloudMessagingGoogle(token: { .token("token-\($0)").after(.milliseconds(300)) })
    let channel = try google.channel()
    let outcomes = await withTaskGroup(of: Outcome.self) { group in
      for _ in 0..<60 { group.addTask { await channel.send(.reminder(), to: device) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes == Array(repeating: .delivered, count: 60))
    #expect(google.tokenRequests.count == 1)
    #expect(google.messages.count == 60)
  }

  @Test(
    "A token is reused until shortly before its end",
    arguments: [(3_600, 3_299, 3_300), (600, 299, 300), (100, 49, 50), (0, -1, 0)])
  func renewed(life: Int, shown: Int, renewed: Int) async throws {
    let google = try CloudMessagingGoogle(token: { .token("token-\($0)", seconds: life) })
    let channel = try google.channel()
    _ = await channel.send(.reminder(), to: device)
    if shown >= 0 {
      google.clock.advance(seconds: shown)
      _ = await channel.send(.reminder(), to: device)
      #expect(google.tokenRequests.count == 1)
    }
    google.clock.advance(seconds: renewed - max(shown, 0))
    _ = await channel.send(.reminder(), to: device)
    #expect(google.tokenRequests.count == 2)
    #expect(google.messages.last?.header("authorization") == "Bearer token-1")
  }

  @Test("A clock that is set back does not extend a token's life")
  func clockSetBack() async throws {
    let google = try CloudMessagingGoogle()
    let channel = try google.channel()
    _ = await channel.send(.reminder(), to: device)
    google.clock.advance(seconds: -86_400)
    _ = await channel.send(.reminder(), to: device)
    #expect(google.tokenRequests.count == 2)
  }

  @Test(
    "A failed token request makes the message retryable; the reason repeats no text of the endpoint",
    arguments: [
      (.status(400, body: #"{"error":"invalid_grant","error_description":"SECRET"}"#), "closed", "invalid_grant"),
      (.status(401, body: #"{"error":"SECRET"}"#), "closed", "401"), (.status(403), "closed", "403"),
      (.status(404, body: "SECRET"), "closed", "404"), (.status(410), "failed", "410"),
      (.redirect(to: "https://example.org/SECRET"), "failed", "302"), (.status(500), "failed", "500"),
      (.status(204), "failed", "204"), (.status(429), "deferred 60 s", "429"),
      (.status(503, headers: ["Retry-After": "9"]), "deferred 9 s", "503"),
      (.status(200), "failed", "something else"), (.status(200, body: "<html>SECRET"), "failed", "something else"),
      (.status(200, body: #"{"access_token":"","token_type":"Bearer"}"#), "failed", "something else"),
      (.status(200, body: #"{"access_token":"SECRET","token_type":"mac"}"#), "failed", "something else"),
      (.status(200, body: #"{"access_token":7,"token_type":"Bearer"}"#), "failed", "something else"),
      (.token(#"SECRET\r\nX-Injected: 1"#), "failed", "something else"), (.token("媽祖"), "failed", "something else"),
      (.reset, "failed", "127.0.0.1"), (.hangUp, "failed", "127.0.0.1"), (.garbage, "failed", "127.0.0.1"),
      (.silence, "failed", "127.0.0.1"), (.endless(), "failed", "127.0.0.1"), (.endless(404), "failed", "127.0.0.1"),
      (.cutShort(), "failed", "127.0.0.1"),
    ] as [(SinkAnswer, String, String)])
  func troubles(answer: SinkAnswer, kind: String, part: String) async throws {
    let google = try CloudMessagingGoogle(token: { $0 == 0 ? answer : .token("good") })
    let channel = try google.channel(timeout: .seconds(2))
    let outcome = await channel.send(.reminder(), to: device)
    #expect(outcome.kind == kind)
    let reason = outcome.reason
    #expect(reason.contains(part))
    #expect(!reason.contains("SECRET") && !reason.contains("eyJ"))
    #expect(google.messages.isEmpty)
    // The next message requests a new token.
    #expect(await channel.send(.reminder(), to: device) == .delivered)
  }

  @Test("A token without an expiry gets a short life")
  func noLife() async throws {
    let google = try CloudMessagingGoogle(
      token: { _ in .status(200, body: #"{"access_token":"a","token_type":"bearer"}"#) })
    let channel = try google.channel()
    for _ in 0..<2 { #expect(await channel.send(.reminder(), to: device) == .delivered) }
    #expect(google.tokenRequests.count == 1)
    google.clock.advance(seconds: 60)
    #expect(await channel.send(.reminder(), to: device) == .delivered)
    #expect(google.tokenRequests.count == 2)
  }

  @Test("A task that is cancelled during the fetch ends at once; the others get the token")
  func cancelled() async throws {
    let gate = DispatchSemaphore(value: 0)
    let google = try CloudMessagingGoogle(token: { number in
      gate.wait()
      return .token("token-\(number)")
    })
    let channel = try google.channel(timeout: .seconds(300))
    let impatient = Task { await channel.send(.reminder(), to: device) }
    let patient = Task { await channel.send(.reminder(), to: device) }
    while google.sink.requestCount == 0 { await Task.yield() }
    impatient.cancel()
    #expect(await impatient.value.kind == "deferred 0 s")
    #expect(google.messages.isEmpty)
    gate.signal()
    #expect(await patient.value == .delivered)
    #expect(google.tokenRequests.count == 1)
  }

  @Test("An unreachable endpoint is not counted as a fault of the message")
  func nobody() async throws {
    let google = try CloudMessagingGoogle()
    let channel = try google.channel()
    google.sink.stop()
    #expect(await channel.send(.reminder(), to: device).kind == "failed")
  }
}
