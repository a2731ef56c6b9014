import Channels
import TestSupport
import Testing
import Transfer

@Suite("Web Push: outcomes of a push service's answers", .timed)
struct WebPushOutcomeTests {
  @Test(
    "Every status of a push service has its outcome",
    arguments: [
      (200, [], "delivered"), (201, [], "delivered"), (202, [], "delivered"), (204, [], "delivered"),
      (301, [], "rejected"), (400, [], "rejected"), (401, [], "closed"), (403, [], "rejected"), (404, [], "gone"),
      (410, [], "gone"), (413, [], "rejected"), (429, ["30"], "deferred 30 s"), (429, [], "deferred 60 s"),
      (429, ["soon"], "deferred 60 s"), (500, [], "failed"), (502, [], "failed"), (503, [], "failed"),
      (503, ["120"], "deferred 120 s"),
    ] as [(Int, [String], String)])
  func outcomes(status: Int, retryAfter: [String], kind: String) {
    let response = HTTPResponse(status: status, headers: retryAfter.map { .init("Retry-After", $0) })
    #expect(response.pushServiceOutcome(now: 0).kind == kind)
  }

  @Test(
    "Reasons contain codes of the service but not its sentences, which may contain the endpoint",
    arguments: [
      (410, #"{"code":410,"errno":106,"error":"Gone","message":"https://push.example.net/SECRET"}"#, "errno 106"),
      (400, #"{"reason":"BadWebPushTopic"}"#, "(BadWebPushTopic)"), (400, #"{"reason":"the SECRET"}"#, "answered 400"),
      (500, "<html>SECRET</html>", "answered 500"), (429, "\u{1B}[2JSECRET", "answered 429"),
      (403, #"{"reason":["SECRET"]}"#, "answered 403"),
      (400, #"{"reason":"ÃSECRET"}"#, "answered 400"), (400, #"{"reason":"SECRET-1"}"#, "answered 400"),
      (404, #"{"errno":"SECRET"}"#, "answered 404"),
    ])
  func reasons(status: Int, body: String, part: String) throws {
    let outcome = HTTPResponse(status: status, body: Array(body.utf8)).pushServiceOutcome(now: 0)
    let reason = outcome.reason
    #expect(reason.contains(part))
    #expect(!reason.contains("SECRET"))
  }

  @Test(
    "A token that a push service rejects is the operator's to mend, and no attempt of the message",
    arguments: [
      (403, #"{"reason":"BadJwtToken"}"#), (401, ""), (403, "permission denied: invalid JWT provided\n"),
      (403, #"{"code":403,"errno":109,"error":"Forbidden","message":"Invalid VAPID token"}"#),
      (401, #"{"code":401,"errno":109,"error":"Unauthorized","message":"Invalid VAPID audience"}"#),
    ])
  func badToken(status: Int, body: String) throws {
    let response = HTTPResponse(status: status, body: Array(body.utf8))
    #expect(response.isAboutToken)
    let outcome = response.pushServiceOutcome(now: 0)
    #expect(outcome.kind == "closed")
    #expect(outcome.reason.contains("FOLKCAL_VAPID_CONTACT"))
    // A host that a user has made up cannot say so of the operator's settings.
    #expect(response.pushServiceOutcome(isShared: false, now: 0).kind == "failed")
  }

  @Test(
    "A subscription that was made for another key is given up, and says nothing of the token",
    arguments: [
      (403, #"{"reason":"VapidPkHashMismatch"}"#), (403, ""),
      (401, #"{"code":401,"errno":109,"error":"Unauthorized","message":"VAPID public key mismatch"}"#),
      (
        403,
        "the VAPID credentials in the authorization header do not correspond to the credentials used to create the subscriptions.\n"
      ),
    ])
  func otherKey(status: Int, body: String) {
    let response = HTTPResponse(status: status, body: Array(body.utf8))
    #expect(!response.isAboutToken && response.pushServiceOutcome(now: 0).kind == "rejected")
  }
}
