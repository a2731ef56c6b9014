import Channels
import Folklore
import Foundation
import Sinks
import TestSupport
import Testing
import Transfer

@Suite("Web hooks", .timed)
struct WebhookChannelTests {
  /// The example of the Standard Webhooks libraries, whose signature is known.
  private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  private static let now = 1_614_265_330

  private static func channel(_ secrets: [String] = [secret]) throws -> WebhookChannel {
    var configuration = TransferClient.Configuration()
    configuration.addresses = .any
    configuration.timeout = .seconds(5)
    return WebhookChannel(
      client: TransferClient(configuration), secrets: try secrets.map(WebhookSecret.init), allowsPlainHTTP: true
    ) { now }
  }

  @Test("The published example is signed as published")
  func publishedVector() async throws {
    let sink = try SinkServer()
    let message = Message.example(key: "msg_p5jXN8AQM9LWM0D4loKWxJek", json: #"{"test": 2432232314}"#)
    #expect(try await Self.channel().send(message, to: sink.url + "/hook") == .delivered)
    let request = try #require(sink.requests.first)
    #expect(request.method == "POST" && request.path == "/hook")
    #expect(request.header("content-type") == "application/json")
    #expect(request.header("webhook-id") == "msg_p5jXN8AQM9LWM0D4loKWxJek")
    #expect(request.header("webhook-timestamp") == "1614265330")
    #expect(request.header("webhook-signature") == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    #expect(request.text == #"{"test": 2432232314}"#)
  }

  @Test("Each of several secrets gives a signature; no secret gives none")
  func rotation() async throws {
    let sink = try SinkServer()
    let other = "whsec_" + Data((0..<64).map { UInt8($0) }).base64EncodedString()
    _ = try await Self.channel([other, Self.secret]).send(.example(key: "k"), to: sink.url)
    _ = try await Self.channel([other]).send(.example(key: "k"), to: sink.url)
    _ = try await Self.channel([Self.secret]).send(.example(key: "k"), to: sink.url)
    _ = try await Self.channel([]).send(.example(key: "k"), to: sink.url)
    let signatures = sink.requests.map { $0.header("webhook-signature") }
    #expect(signatures[0] == [signatures[1], signatures[2]].compactMap(\.self).joined(separator: " "))
    #expect(signatures[3] == nil)
  }

  @Test("A verifier in another language accepts the signatures", .enabled(if: Python.isThere))
  func verifier() async throws {
    let sink = try SinkServer()
    let (pair, other) = (WebhookSecret.generatePair(), WebhookSecret.generatePair())
    _ = try await Self.channel([Self.secret, Self.secretKey, pair.secret]).send(.example(), to: sink.url)
    let request = try #require(sink.requests.first)
    func verify(_ secret: String, _ body: [UInt8]) throws -> Bool {
      let headers = try ["webhook-id", "webhook-timestamp", "webhook-signature"].map {
        try #require(request.header($0))
      }
      return try Python.run("verify_webhook.py", [secret] + headers, input: body)
    }
    for key in [Self.secret, Self.publicKey, pair.public] {
      #expect(try verify(key, request.body))
      #expect(try !verify(key, request.body + [0x20]))
    }
    for stranger in ["whsec_" + Data(repeating: 1, count: 24).base64EncodedString(), other.public] {
      #expect(try !verify(stranger, request.body))
    }
  }

  /// The second key pair of RFC 8032, section 7.1.
  private static let secretKey = "whsk_TM0Imyj/ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U+4pvs="
  private static let publicKey = "whpk_PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw="

  @Test("A key pair signs as v1a beside v1, with or without the public key in the secret")
  func pair() async throws {
    let sink = try SinkServer()
    let both =
      try #require(Data(base64Encoded: String(Self.secretKey.dropFirst(5))))
      + #require(Data(base64Encoded: String(Self.publicKey.dropFirst(5))))
    for secrets in [[Self.secret, Self.secretKey], ["whsk_" + both.base64EncodedString()]] {
      #expect(try await Self.channel(secrets).send(.example(key: "k"), to: sink.url) == .delivered)
    }
    let signatures = sink.requests.map { $0.header("webhook-signature")?.split(separator: " ") ?? [] }
    #expect(signatures[0].map { $0.prefix { $0 != "," } } == ["v1", "v1a"])
    #expect(signatures[0].last == signatures[1].first && signatures[1].count == 1)
  }

  @Test(
    "An invalid secret is rejected without showing it",
    arguments: [
      ("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", .noPrefix), ("whsec_", .wrongLength(bytes: 0)),
      ("whsec_***", .notBase64), ("whsec_c2hvcnQ=", .wrongLength(bytes: 5)),
      ("whsec_" + Data(repeating: 1, count: 65).base64EncodedString(), .wrongLength(bytes: 65)),
      ("whsk_***", .notBase64), ("whsk_c2hvcnQ=", .wrongKeyLength(bytes: 5)), (publicKey, .publicKeyGiven),
      ("whsk_" + Data(repeating: 1, count: 64).base64EncodedString(), .noPair),
    ] as [(String, WebhookSecretError)])
  func secrets(text: String, error: WebhookSecretError) {
    #expect(throws: error) { try WebhookSecret(parsing: text) }
    #expect(!"\(error)".contains("c2hvcnQ"))
  }

  @Test(
    "Each answer of the receiver has its outcome",
    arguments: [
      (.status(204), .delivered), (.endless(200), .delivered),
      (
        .redirect(308, to: "http://127.0.0.1/"),
        .rejected(reason: "answered 308: redirects are not followed; give the URL it leads to")
      ),
      (.status(401, body: "who?"), .failed(reason: "answered 401: who?")),
      (.status(404), .failed(reason: "answered 404")),
      (.status(410), .gone(reason: "answered 410")),
      (.status(429, headers: ["Retry-After": "7"]), .deferred(reason: "answered 429", retryAfterSeconds: 7)),
      (
        .status(503, headers: ["Retry-After": "Thu, 25 Feb 2021 15:02:20 GMT"]),
        .deferred(reason: "answered 503", retryAfterSeconds: 10)
      ),
      (.status(500), .failed(reason: "answered 500")),
    ] as [(SinkAnswer, Outcome)])
  func answers(answer: SinkAnswer, outcome: Outcome) async throws {
    let sink = try SinkServer { _ in answer }
    #expect(try await Self.channel().send(.example(), to: sink.url) == outcome)
    #expect(sink.requestCount == 1)
  }

  @Test(
    "A connection that the receiver breaks is a retryable failure", arguments: [SinkAnswer.reset, .hangUp, .garbage])
  func brokenOff(answer: SinkAnswer) async throws {
    let sink = try SinkServer { _ in answer }
    let outcome = try await Self.channel().send(.example(), to: sink.url)
    guard case .failed(let reason, nil) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.contains("127.0.0.1"))
  }

  @Test(
    "Invalid targets are rejected",
    arguments: [
      "", "nonsense", "ftp://example.org/", "https://user:secret@example.org/", "http://a b/", "https://媽祖.tw/",
    ])
  func badTargets(target: String) async throws {
    let outcome = try await Self.channel().send(.example(), to: target)
    guard case .rejected(let reason) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(!reason.contains("secret"))
  }

  @Test("Plain HTTP and private addresses are rejected unless allowed")
  func strictness() async throws {
    let sink = try SinkServer()
    let client = TransferClient()
    let strict = WebhookChannel(client: client, secrets: []) { 0 }
    #expect(await strict.send(.example(), to: sink.url) == .rejected(reason: "the URL does not begin with https://"))
    let plain = WebhookChannel(client: client, secrets: [], allowsPlainHTTP: true) { 0 }
    #expect(
      await plain.send(.example(), to: sink.url)
        == .rejected(
          reason: "127.0.0.1 is at 127.0.0.1, which is no public address: private networks are not called"))
    #expect(sink.connectionCount == 0)
  }

  @Test(
    "A key that could end its header is rejected",
    arguments: ["", "a.b", "a\r\nX: y", String(repeating: "k", count: 65)])
  func badKeys(key: String) async throws {
    let sink = try SinkServer()
    let outcome = try await Self.channel().send(.example(key: key), to: sink.url)
    #expect(outcome == .rejected(reason: "the idempotency key is not 1 to 64 characters of A-Z a-z 0-9 _ -"))
    #expect(sink.requestCount == 0)
  }
}
