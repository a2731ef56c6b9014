internal import Foundation
package import Transfer

extension HTTPResponse {
  /// What the answer of a push service means for the message.
  ///
  /// What the service wrote is not repeated, for it may hold the endpoint; only a number, or a single word of letters,
  /// as Apple's codes are.
  package func pushServiceOutcome(now: Int) -> Outcome {
    let reason = "the push service answered \(status)" + (code.map { " (\($0))" } ?? "")
    switch status {
    // 201 says RFC 8030, section 5; 200, 202 and 204 say some services.
    case 200..<300: return .delivered
    // An expired subscription (RFC 8030, section 7.3), or one that the user took back.
    case 404, 410: return .gone(reason: "\(reason): the subscription has ended")
    case 413: return .rejected(reason: "\(reason): the message is too long for it")
    case _ where isAboutToken:
      return .failed(
        reason: "\(reason): it did not accept our token; are the clock and the contact of the key for Web Push right?",
        retryAfterSeconds: retryAfterSeconds(now: now))
    // RFC 8292, section 4.2: the subscription is for another application server's key.
    case 403: return .rejected(reason: "\(reason): was the subscription made for another key for Web Push?")
    // Without the body, which the reason would show.
    default: return HTTPResponse(status: status, headers: headers).outcome(now: now).withReason(reason)
    }
  }

  /// Whether it is our token that the service did not like, and a new one may help.
  package var isAboutToken: Bool { status == 401 || status == 403 && code == "BadJwtToken" }

  /// Mozilla's number of the error, or Apple's word for it.
  private var code: String? {
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(body)) else { return nil }
    if let number = form.errno { return "errno \(number)" }
    return form.reason.flatMap { $0.wholeMatch(of: /[A-Za-z]{1,32}/) == nil ? nil : $0 }
  }

  private struct Form: Decodable {
    let errno: Int?
    let reason: String?
  }
}
