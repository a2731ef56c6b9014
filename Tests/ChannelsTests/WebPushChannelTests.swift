import Addresses
import Channels
import Crypto
import Foundation
import Sinks
import TestSupport
import Testing
import Transfer

@Suite("Web Push: the channel", .timed, .timeLimit(.minutes(20)))
struct WebPushChannelTests {
  private let key = ApplicationServerKey.generate()

  /// A channel that allows plain HTTP to this machine.
  private func channel(timeout: Duration = .seconds(20), now: Int = Message.reminderTime) throws -> WebPushChannel {
    var configuration = TransferClient.Configuration()
    configuration.addresses = .any
    configuration.timeout = timeout
    return WebPushChannel(
      key: key, contact: try ApplicationServerContact(parsing: "mailto:push@example.com"),
      client: TransferClient(configuration), allowsPlainHTTP: true,
      now: { now })
  }

  @Test("A reminder arrives encrypted and signed, and its browser can decrypt it")
  func delivered() async throws {
    let sink = try SinkServer { _ in .status(201, headers: ["Location": "/m/1"]) }
    let browser = WebPushBrowser(endpoint: sink.url + "/send/abc?x=1")
    #expect(try await channel().send(.reminder(), to: browser.subscription) == .delivered)

    let request = try #require(sink.requests.first)
    #expect(request.method == "POST")
    #expect(request.path == "/send/abc?x=1")
    #expect(request.header("content-encoding") == "aes128gcm")
    #expect(request.header("ttl") == "129600")
    #expect(request.header("urgency") == "normal")
    #expect(request.header("topic")?.utf8.count == 32)
    let content = try JSONDecoder().decode([String: String].self, from: Data(browser.read(request.body)))
    #expect(
      content == [
        "title": "明天是媽祖聖誕", "body": "農曆三月廿三，4 月 20 日星期日。", "link": "folklore://event/88",
        "tag": "u42-88-2025-04-20-main",
      ])
    let authorization = try #require(request.header("authorization"))
    let match = try #require(try /vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)/.wholeMatch(in: authorization))
    #expect(match.3 == key.publicText)
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: #require(Base64URL.decode(match.2)))
    let publicKey = try P256.Signing.PublicKey(x963Representation: #require(Base64URL.decode(match.3)))
    #expect(publicKey.isValidSignature(signature, for: Data(match.1.utf8)))
    let claims = try #require(match.1.split(separator: ".").last.flatMap(Base64URL.decode))
    #expect(String(decoding: claims, as: UTF8.self).contains(#""aud":"\#(sink.url)""#))
  }

  @Test("A second attempt has the same topic and a different ciphertext")
  func again() async throws {
    let sink = try SinkServer { _ in .status(201) }
    let browser = WebPushBrowser(endpoint: sink.url)
    let channel = try channel()
    for _ in 0..<2 { _ = await channel.send(.reminder(), to: browser.subscription) }
    let requests = sink.requests
    try #require(requests.count == 2)
    #expect(requests[0].header("topic") == requests[1].header("topic"))
    #expect(requests[0].header("authorization") == requests[1].header("authorization"))
    #expect(requests[0].body != requests[1].body)
    #expect(try browser.read(requests[0].body) == browser.read(requests[1].body))
  }

  @Test("An overdue reminder is sent with a lifetime of zero")
  func expired() async throws {
    let sink = try SinkServer { _ in .status(201) }
    let channel = try channel(now: Message.reminderTime + 1_000_000)
    _ = await channel.send(.reminder(), to: WebPushBrowser(endpoint: sink.url).subscription)
    #expect(sink.requests.first?.header("ttl") == "0")
  }

  @Test("A long digest is shortened to one record of at most 4,096 bytes")
  func longDigest() async throws {
    let sink = try SinkServer { _ in .status(201) }
    let browser = WebPushBrowser(endpoint: sink.url)
    let message = Message.reminder(body: String(repeating: "農曆三月廿三媽祖聖誕\n", count: 500))
    #expect(try await channel().send(message, to: browser.subscription) == .delivered)
    let body = try #require(sink.requests.first?.body)
    #expect(body.count <= 4_096)
    #expect(try String(decoding: browser.read(body), as: UTF8.self).contains("…"))
  }

  @Test("The next request carries a new token after a rejection")
  func newToken() async throws {
    let sink = try SinkServer { request in .status(request.number == 0 ? 401 : 201) }
    let subscription = WebPushBrowser(endpoint: sink.url).subscription
    let channel = try channel()
    #expect(await channel.send(.reminder(), to: subscription).kind == "closed")
    #expect(await channel.send(.reminder(), to: subscription) == .delivered)
    let shown = sink.requests.map { $0.header("authorization") }
    #expect(shown.count == 2 && shown[0] != shown[1])
  }

  @Test(
    "Every answer of the push service has an outcome that does not show the endpoint",
    arguments: [
      (.status(410), "gone"), (.status(429, headers: ["Retry-After": "7"]), "deferred 7 s"), (.status(413), "rejected"),
      (.status(500, body: "no such endpoint /SECRET"), "failed"), (.reset, "failed"), (.hangUp, "failed"),
      (.garbage, "failed"), (.silence, "failed"), (.redirect(307, to: "https://example.org/SECRET"), "rejected"),
    ] as [(SinkAnswer, String)])
  func troubles(answer: SinkAnswer, kind: String) async throws {
    let sink = try SinkServer { _ in answer }
    let subscription = WebPushBrowser(endpoint: sink.url + "/SECRET").subscription
    let outcome = try await channel(timeout: .seconds(1)).send(.reminder(), to: subscription)
    #expect(outcome.kind == kind)
    #expect(outcome.reason.contains("SECRET") == false)
  }

  @Test("An invalid subscription is rejected before any connection")
  func noSubscription() async throws {
    let sink = try SinkServer()
    let channel = try channel()
    for target in ["", "{", "https://push.example.net/", #"{"endpoint":"\#(sink.url)"}"#] {
      #expect(await channel.send(.reminder(), to: target).kind == "rejected")
    }
    #expect(
      await channel.send(
        .reminder(title: String(repeating: "媽", count: 3_000)), to: WebPushBrowser(endpoint: sink.url).subscription
      ).kind == "rejected")
    #expect(sink.requestCount == 0)
  }

  @Test("Subscriptions with private addresses or plain HTTP are rejected")
  func privateAddress() async throws {
    let sink = try SinkServer()
    let channel = WebPushChannel(
      key: key, contact: try ApplicationServerContact(parsing: "https://example.org"), client: TransferClient(),
      now: { Message.reminderTime })
    for endpoint in [sink.url, "https://127.0.0.1:\(sink.port)/", "https://[::1]:\(sink.port)/"] {
      #expect(await channel.send(.reminder(), to: WebPushBrowser(endpoint: endpoint).subscription).kind == "rejected")
    }
    #expect(sink.connectionCount == 0)
  }

  @Test("Many browsers receive their own messages in parallel")
  func many() async throws {
    let sink = try SinkServer { _ in .status(201) }
    let channel = try channel()
    let browsers = (0..<40).map { WebPushBrowser(endpoint: "\(sink.url)/\($0)") }
    let outcomes = await withTaskGroup(of: Outcome.self) { group in
      for (number, browser) in browsers.enumerated() {
        group.addTask { await channel.send(.reminder(title: "第\(number)位"), to: browser.subscription) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes == Array(repeating: .delivered, count: 40))
    for request in sink.requests {
      let number = try #require(Int(request.path.dropFirst()))
      let content = try String(decoding: browsers[number].read(request.body), as: UTF8.self)
      #expect(content.contains("第\(number)位"))
    }
    #expect(Set(sink.requests.map { $0.header("authorization") }).count == 1)
  }

  @Test("A cancelled task ends soon and counts no attempt")
  func cancelled() async throws {
    let sink = try SinkServer { _ in .silence }
    let channel = try channel()
    let subscription = WebPushBrowser(endpoint: sink.url).subscription
    let sending = Task { await channel.send(.reminder(), to: subscription) }
    while sink.requestCount == 0 { await Task.yield() }
    sending.cancel()
    #expect(await sending.value.kind == "deferred 0 s")
  }
}
