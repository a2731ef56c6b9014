import Channels
import TestSupport
import Testing
import Transfer

@Suite("Outcomes of HTTP answers", .timed)
struct OutcomeTests {
  /// Sun, 06 Nov 1994 08:49:37 GMT, the instant of RFC 9110's examples.
  private static let instant = 784_111_777

  private static func outcome(_ status: Int, retryAfter: String? = nil, body: String = "") -> Outcome {
    HTTPResponse(
      status: status, headers: retryAfter.map { [.init("retry-after", $0)] } ?? [], body: Array(body.utf8)
    ).outcome(now: instant - 60)
  }

  @Test(
    "Each HTTP status has its outcome",
    arguments: [
      (200, .delivered), (201, .delivered), (204, .delivered), (299, .delivered),
      (301, .rejected(reason: "answered 301: redirects are not followed; give the URL it leads to")),
      (304, .rejected(reason: "answered 304: redirects are not followed; give the URL it leads to")),
      (400, .rejected(reason: "answered 400")), (404, .rejected(reason: "answered 404")),
      (408, .failed(reason: "answered 408")), (410, .gone(reason: "answered 410")),
      (425, .failed(reason: "answered 425")), (429, .deferred(reason: "answered 429", retryAfterSeconds: 60)),
      (500, .failed(reason: "answered 500")), (503, .failed(reason: "answered 503")),
      (599, .failed(reason: "answered 599")), (199, .failed(reason: "answered 199")),
    ] as [(Int, Outcome)])
  func statuses(status: Int, outcome: Outcome) {
    #expect(Self.outcome(status) == outcome)
  }

  @Test(
    "Retry-After is seconds or a date in any of HTTP's three forms, and never more than a day",
    arguments: [
      ("120", 120), ("0", 1), ("86400", 86_400), ("86401", 86_400), ("99999999999999999999999", 86_400),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 60), ("Sunday, 06-Nov-94 08:49:37 GMT", 60), ("Sun Nov  6 08:49:37 1994", 60),
      ("Sun, 06 Nov 1994 08:00:00 GMT", 1), ("Fri, 31 Dec 1999 23:59:59 GMT", 86_400),
    ] as [(String, Int)])
  func retryAfter(text: String, seconds: Int) {
    #expect(Self.outcome(429, retryAfter: text) == .deferred(reason: "answered 429", retryAfterSeconds: seconds))
    #expect(Self.outcome(503, retryAfter: text) == .deferred(reason: "answered 503", retryAfterSeconds: seconds))
    #expect(Self.outcome(502, retryAfter: text) == .failed(reason: "answered 502", retryAfterSeconds: seconds))
  }

  @Test(
    "An invalid Retry-After is ignored",
    arguments: [
      "", "-5", "+5", "5.0", "soon", "5 s", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994", "Sun, 06 Foo 1994 08:49:37 GMT", "５",
      "Sun, 06 Nov 1994 08:49 GMT",
    ])
  func badRetryAfter(text: String) {
    #expect(Self.outcome(429, retryAfter: text) == .deferred(reason: "answered 429", retryAfterSeconds: 60))
    #expect(Self.outcome(503, retryAfter: text) == .failed(reason: "answered 503"))
  }

  @Test("A reason is one short line that is safe on a terminal")
  func reasons() {
    #expect(
      Self.outcome(400, body: " no\r\n\tsuch\u{1B}[2J \u{202E}topic\u{0} ")
        == .rejected(reason: "answered 400: no such [2J topic"))
    let long = HTTPResponse(status: 500, body: Array(String(repeating: "錯誤", count: 2_000).utf8)).reason
    #expect(long.count == 200 && long.hasSuffix("…"))
    let marks = HTTPResponse(status: 500, body: Array(("e" + String(repeating: "\u{301}", count: 400)).utf8)).reason
    #expect(marks.utf8.count <= 2_000)
    let broken = HTTPResponse(status: 500, body: [0xFF, 0xFE, 0x00, 0x41]).reason
    #expect(broken.hasPrefix("answered 500: ") && broken.hasSuffix("A"))
  }

  @Test(
    "Each failed transfer has its outcome",
    arguments: [
      (.timedOut(host: "a", afterSeconds: 20.04), .failed(reason: "a did not answer within 20.0 s")),
      (.connectionLost(host: "a", problem: "reset"), .failed(reason: "a ended the connection: reset")),
      (.badURL(problem: "the URL is wrong"), .rejected(reason: "the URL is wrong")),
      (
        .refusedAddress(host: "a", address: "10.0.0.1"),
        .rejected(reason: "a is at 10.0.0.1, which is no public address: private networks are not called")
      ),
      (.cancelled, .deferred(reason: "stopped before it ended", retryAfterSeconds: 0)),
      (.closed, .deferred(reason: "the client is closed", retryAfterSeconds: 0)),
      (.tooLarge(host: "a", head: HTTPResponse(status: 200), limitBytes: 9), .delivered),
      (.cutOff(host: "a", head: HTTPResponse(status: 204), problem: "p"), .delivered),
      (
        .cutOff(host: "a", head: HTTPResponse(status: 401), problem: "p"),
        .failed(reason: "a answered 401 and no more: p")
      ),
      (
        .cutOff(host: "a", head: HTTPResponse(status: 410), problem: "p"),
        .gone(reason: "a answered 410 and no more: p")
      ),
      (
        .cutOff(host: "a", head: HTTPResponse(status: 429, headers: [.init("Retry-After", "7")]), problem: "p"),
        .deferred(reason: "a answered 429 and no more: p", retryAfterSeconds: 7)
      ),
      (
        .tooLarge(
          host: "a", head: HTTPResponse(status: 503, headers: [.init("retry-after", "Thu, 01 Jan 1970 00:01:40 GMT")]),
          limitBytes: 9),
        .deferred(reason: "a answered 503 with more than 9 bytes: the rest was not read", retryAfterSeconds: 90)
      ),
      (
        .tooLarge(host: "a", head: HTTPResponse(status: 500), limitBytes: 9),
        .failed(reason: "a answered 500 with more than 9 bytes: the rest was not read")
      ),
    ] as [(TransferError, Outcome)])
  func errors(error: TransferError, outcome: Outcome) {
    #expect(error.outcome(now: 10) == outcome)
  }
}
