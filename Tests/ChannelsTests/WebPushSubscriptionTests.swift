import Channels
import Crypto
import TestSupport
import Testing

@Suite("Web Push: subscriptions", .timed)
struct WebPushSubscriptionTests {
  private static let point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
  private static let secret = "BTBZMqHH6r4Tts7J_aSIgg"

  private static func json(
    endpoint: String = "https://push.example.net/p/JzLQ3raZ", point: String = point, secret: String = secret
  ) -> String {
    #"{"endpoint":"\#(endpoint)","expirationTime":null,"keys":{"p256dh":"\#(point)","auth":"\#(secret)"}}"#
  }

  @Test(
    "Push services of browser makers are recognized by their whole host name",
    arguments: [
      ("https://fcm.googleapis.com/fcm/send/x", "fcm.googleapis.com"),
      ("https://updates.push.services.mozilla.com/wpush/v2/x", "updates.push.services.mozilla.com"),
      ("https://web.push.apple.com/x", "web.push.apple.com"),
      ("https://wns2-sg2p.notify.windows.com/w/?token=x", "notify.windows.com"),
      ("https://fcm.googleapis.com.example.org/x", nil), ("https://notify.windows.com.example.org/x", nil),
      ("https://fcm.googleapis.com:444/x", nil), ("https://my-notify.windows.com/x", nil),
      ("https://x.web.push.apple.com/x", nil),
    ])
  func browsersServices(endpoint: String, service: String?) throws {
    #expect(try PushSubscription(json: Self.json(endpoint: endpoint)).browsersService == service)
  }

  @Test(
    "The audience of a token is the origin of the endpoint",
    arguments: [
      ("https://push.example.net/p/1", "https://push.example.net"),
      ("HTTPS://Push.Example.NET:443/p/1?x=y", "https://push.example.net"),
      ("https://push.example.net:8443/p", "https://push.example.net:8443"),
      ("https://push.example.net", "https://push.example.net"),
      ("https://push.example.net?subscription=1", "https://push.example.net"),
      ("https://[2001:DB8::1]:444/p", "https://[2001:db8::1]:444"),
    ])
  func origin(endpoint: String, origin: String) throws {
    let subscription = try PushSubscription(json: Self.json(endpoint: endpoint))
    #expect(subscription.origin == origin)
    #expect(subscription.endpoint == endpoint)
  }

  @Test("Keys in the ordinary alphabet and with padding are read")
  func ordinaryBase64() throws {
    let point = Self.point.replacing("-", with: "+").replacing("_", with: "/") + "="
    let subscription = try PushSubscription(json: Self.json(point: point, secret: "BTBZMqHH6r4Tts7J/aSIgg=="))
    #expect(subscription.authenticationSecret.count == 16)
  }

  @Test(
    "An invalid subscription is rejected with a sentence that names the fault",
    arguments: [
      ("", .notJSON), ("null", .notJSON), ("[]", .notJSON), (#"{"endpoint":"https://push.exa"#, .notJSON),
      (#"{"endpoint":7}"#, .notJSON), ("{}", .missing("endpoint")),
      (#"{"endpoint":"https://push.example.net/p"}"#, .missing("keys.p256dh")),
      (#"{"endpoint":"https://push.example.net/p","keys":{"p256dh":"BA"}}"#, .missing("keys.auth")),
      (json(point: "!"), .notBase64("keys.p256dh")), (json(point: ""), .notAnUncompressedPoint(bytes: 0)),
      (json(point: String(point.dropLast(4))), .notAnUncompressedPoint(bytes: 62)),
      // The compressed form of the same point.
      (json(point: "AiVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx"), .notAnUncompressedPoint(bytes: 33)),
      // One bit of y is another.
      (json(point: String(point.dropLast()) + "8"), .notOnTheCurve),
      (json(point: "BA" + String(repeating: "A", count: 85)), .notOnTheCurve),
      (json(secret: "BTBZMqHH6r4Tts7J_aSI"), .secretOfWrongLength(bytes: 15)),
      (json(secret: "BTBZMqHH6r4Tts7J_aSIg"), .notBase64("keys.auth")),
      (String(repeating: " ", count: 9_000), .tooLong(bytes: 9_000, limit: 8_192)),
    ] as [(String, PushSubscriptionError)])
  func refused(text: String, problem: PushSubscriptionError) {
    #expect(throws: problem) { try PushSubscription(json: text) }
    // Neither the browser's address nor its keys.
    #expect(!problem.description.contains("JzLQ3raZ") && !problem.description.contains("BTBZMqHH"))
    #expect(problem.description.count > 30)
  }

  @Test(
    "An ambiguous endpoint, or one without https, is rejected",
    arguments: [
      ("http://push.example.net/JzLQ3raZ", "begin with https://"), ("file:///JzLQ3raZ", "begin with https://"),
      ("push.example.net/JzLQ3raZ", "begin with https://"), ("https:///JzLQ3raZ", "no host"),
      ("https://:443/JzLQ3raZ", "no host"), ("https://[::1/JzLQ3raZ", "no host"),
      ("https://a@push.example.net/JzLQ3raZ", "a user or a password"), ("https://push.example.net:0/JzLQ3raZ", "port"),
      ("https://push.example.net:65536/JzLQ3raZ", "port"), ("https://push example.net/JzLQ3raZ", "a character"),
      (#"https://push.example.net/JzLQ3raZ\r\nX: y"#, "a character"), ("https://推播.tw/JzLQ3raZ", "a character"),
      (#"https://a.net\\@b.net/JzLQ3raZ"#, "a character"),
    ])
  func badEndpoint(endpoint: String, part: String) {
    let error = #expect(throws: PushSubscriptionError.self) {
      try PushSubscription(json: Self.json(endpoint: endpoint))
    }
    #expect(error?.description.contains("the endpoint") == true)
    #expect(error?.description.contains(part) == true)
    #expect(error?.description.contains("JzLQ3raZ") == false)
  }

  @Test("Plain HTTP needs explicit permission")
  func plainHTTP() throws {
    let text = Self.json(endpoint: "http://127.0.0.1:9000/p")
    #expect(try PushSubscription(json: text, allowsPlainHTTP: true).origin == "http://127.0.0.1:9000")
  }

  @Test("A printed subscription shows neither its address nor its keys")
  func description() throws {
    let subscription = try PushSubscription(json: Self.json())
    var dumped = ""
    dump(subscription, to: &dumped)
    for text in ["\(subscription)", String(reflecting: subscription), dumped] {
      #expect(!text.contains("JzLQ3raZ") && !text.contains("48") && text.contains("push.example.net"))
    }
  }
}
