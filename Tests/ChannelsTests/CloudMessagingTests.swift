import Channels
import CryptoExtras
import Foundation
import Sinks
import TestSupport
import Testing
import Transfer

@Suite("FCM: the channel", .timed, .timeLimit(.minutes(20)))
struct CloudMessagingTests {
  private let device = "dGVzdA:APA91b-device_SECRET"

  // MARK: Requests

  private struct Sent: Decodable, Equatable {
    let message: Body

    struct Body: Decodable, Equatable {
      let token: String
      let notification: [String: String]
      let data: [String: String]
      let android: Android
      let apns: Headers
      let webpush: Web
    }

    struct Android: Decodable, Equatable {
      let collapseKey: String
      let priority: String
      let ttl: String
      let notification: [String: String]
    }

    struct Headers: Decodable, Equatable {
      let headers: [String: String]
    }

    struct Web: Decodable, Equatable {
      let headers: [String: String]
      let fcmOptions: [String: String]?
    }
  }

  private func sent(_ message: Message) async throws -> Sent {
    let google = try CloudMessagingGoogle()
    #expect(try await google.channel().send(message, to: device) == .delivered)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Sent.self, from: Data(#require(google.messages.first).body))
  }

  @Test("A reminder is posted to the project with Google's token")
  func delivered() async throws {
    let google = try CloudMessagingGoogle()
    #expect(try await google.channel().send(.reminder(), to: device) == .delivered)
    let request = try #require(google.messages.first)
    #expect(request.method == "POST")
    #expect(request.path == "/v1/projects/temples/messages:send")
    #expect(request.header("authorization") == "Bearer token-0")
    #expect(request.header("content-type") == "application/json; charset=UTF-8")
  }

  @Test("The message sets text, expiry and collapse key for each kind of device")
  func content() async throws {
    let sent = try await sent(.reminder())
    let topic = try #require(sent.message.android.notification["tag"])
    #expect(topic.utf8.count == 32)
    #expect(
      sent.message
        == Sent.Body(
          token: device, notification: ["title": "明天是媽祖聖誕", "body": "農曆三月廿三，4 月 20 日星期日。"],
          data: [
            "link": "folklore://event/88", "key": "u42-88-2025-04-20-main", "language": "zh-Hant",
            "scheduled_at": "1745020800",
          ],
          android: .init(collapseKey: topic, priority: "HIGH", ttl: "129600s", notification: ["tag": topic]),
          apns: .init(headers: ["apns-expiration": "1745150400", "apns-collapse-id": topic, "apns-priority": "10"]),
          webpush: .init(headers: ["TTL": "129600", "Urgency": "normal", "Topic": topic], fcmOptions: nil)))
  }

  @Test("Only a web address becomes a web link")
  func webLink() async throws {
    let link = "https://example.org/event/88"
    #expect(try await sent(.reminder(link: link)).message.webpush.fcmOptions == ["link": link])
  }

  @Test("A long digest is cut between characters", arguments: ["媽祖", "\"\n", "🇹🇼"])
  func long(unit: String) async throws {
    let notification = try await sent(.reminder(body: String(repeating: unit, count: 5_000))).message.notification
    let body = try #require(notification["body"])
    #expect(body.hasSuffix("…"))
    #expect(body.utf8.count <= 4_096)
    #expect(String(repeating: unit, count: 5_000).hasPrefix(body.dropLast()))
  }

  @Test("Invalid messages are rejected before any request")
  func unsendable() async throws {
    let google = try CloudMessagingGoogle()
    let channel = try google.channel()
    for token in ["", "a b", "a\nb", "媽祖", String(repeating: "a", count: 4_097)] {
      #expect(await channel.send(.reminder(), to: token).kind == "rejected")
    }
    #expect(await channel.send(.reminder(title: String(repeating: "媽", count: 3_000)), to: device).kind == "rejected")
    #expect(google.sink.requestCount == 0)
  }

  // MARK: Answers of FCM

  @Test(
    "Every answer of FCM has its outcome, and the reason contains no part of the device",
    arguments: [
      (.fcmError(404, "UNREGISTERED"), "gone"), (.fcmError(400, "UNREGISTERED"), "gone"),
      (.fcmError(400, "INVALID_ARGUMENT"), "rejected"), (.status(400, body: "{}"), "rejected"),
      (.fcmError(403, "SENDER_ID_MISMATCH"), "rejected"), (.status(403, body: "no SECRET"), "closed"),
      (.fcmError(429, "QUOTA_EXCEEDED"), "deferred 60 s"),
      (.fcmError(429, "QUOTA_EXCEEDED", headers: ["Retry-After": "33"]), "deferred 33 s"),
      (.fcmError(500, "INTERNAL"), "failed"), (.fcmError(503, "UNAVAILABLE"), "failed"),
      (.fcmError(503, "UNAVAILABLE", headers: ["Retry-After": "120"]), "deferred 120 s"),
      (.fcmError(401, "THIRD_PARTY_AUTH_ERROR"), "failed"), (.fcmError(418, "SECRET"), "failed"),
      (.status(410), "failed"),
      // An intermediary answered, not FCM: the device stays enabled.
      (.status(404, body: "<html>SECRET not found</html>"), "closed"), (.status(404), "closed"),
      (.status(404, body: #"{"error":{"status":"NOT_FOUND","message":"UNREGISTERED","details":[]}}"#), "closed"),
      (.status(404, body: #"{"error":{"details":[{"@type":"other","errorCode":"UNREGISTERED"}]}}"#), "closed"),
      (.status(502, body: "\u{1B}[2J SECRET"), "failed"), (.garbage, "failed"), (.reset, "failed"), (.hangUp, "failed"),
      (.silence, "failed"), (.redirect(to: "https://example.org/SECRET"), "failed"),
    ] as [(SinkAnswer, String)])
  func answers(answer: SinkAnswer, kind: String) async throws {
    let google = try CloudMessagingGoogle(fcm: { _ in answer })
    let outcome = try await google.channel(timeout: .seconds(2)).send(.reminder(), to: device)
    #expect(outcome.kind == kind, "\(outcome)")
    let reason = outcome.reason
    #expect(!reason.contains("SECRET") && !reason.contains("token-0"))
    #expect(google.tokenRequests.count == 1)
  }

  @Test("A rejected token is dropped; the message is sent again with a new one")
  func newToken() async throws {
    let google = try CloudMessagingGoogle(fcm: { .status($0 == 0 ? 401 : 200) })
    #expect(try await google.channel().send(.reminder(), to: device) == .delivered)
    #expect(google.messages.map { $0.header("authorization") } == ["Bearer token-0", "Bearer token-1"])
    #expect(google.messages[0].body == google.messages[1].body)
  }

  @Test("The attempt fails when FCM rejects the new token too")
  func unauthorized() async throws {
    let google = try CloudMessagingGoogle(fcm: { _ in .status(401) })
    #expect(try await google.channel().send(.reminder(), to: device).kind == "closed")
    #expect(google.messages.count == 2)
    #expect(google.tokenRequests.count == 2)
  }

  @Test("A forbidden FCM address is not counted as a fault of the message")
  func privateAddress() async throws {
    let google = try CloudMessagingGoogle()
    let account = try ServiceAccount(
      json: CloudMessagingGoogle.keyFile(tokenURL: google.sink.url + "/token"), allowsPlainHTTP: true)
    let channel = CloudMessagingChannel(
      account: account, client: TransferClient(), baseURL: google.sink.url, now: { Message.reminderTime })
    #expect(await channel.send(.reminder(), to: device).kind == "failed")
    #expect(google.sink.connectionCount == 0)
  }

  @Test("An overdue reminder is sent with a lifetime of zero")
  func expired() async throws {
    let message = try await sent(.reminder(expiresAt: Message.reminderTime - 1)).message
    #expect(message.android.ttl == "0s")
    #expect(message.apns.headers["apns-expiration"] == "0")
    #expect(message.webpush.headers["TTL"] == "0")
  }

  @Test("A wrong Apple key does not cause a new token request")
  func thirdParty() async throws {
    let google = try CloudMessagingGoogle(fcm: { _ in .fcmError(401, "THIRD_PARTY_AUTH_ERROR") })
    #expect(try await google.channel().send(.reminder(), to: device).kind == "failed")
    #expect(google.messages.count == 1)
  }
}
