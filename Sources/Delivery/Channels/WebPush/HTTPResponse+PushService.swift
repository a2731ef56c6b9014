internal import Foundation
package import Transfer

extension HTTPResponse {
  /// The meaning of a push service's answer for the message.
  ///
  /// The reason repeats only a number or a single word such as Apple's codes, because the answer may contain the endpoint.
  package func pushServiceOutcome(now: Int) -> Outcome {
    let reason = "the push service answered \(status)" + (code.map { " (\($0))" } ?? "")
    switch status {
    // 201 by RFC 8030, section 5; some services answer 200, 202 or 204.
    case 200..<300: return .delivered
    // The subscription expired (RFC 8030, section 7.3) or was cancelled by the user.
    case 404, 410: return .gone(reason: "\(reason): the subscription has ended")
    case 413: return .rejected(reason: "\(reason): the message is too long for it")
    case _ where isAboutToken:
      return .failed(
        reason: "\(reason): it did not accept our token; are the clock and the contact of the key for Web Push right?",
        retryAfterSeconds: retryAfterSeconds(now: now))
    // RFC 8292, section 4.2: the subscription belongs to another application server's key.
    case 403: return .rejected(reason: "\(reason): was the subscription made for another key for Web Push?")
    // Without the body, which the reason would contain.
    default: return HTTPResponse(status: status, headers: headers).outcome(now: now).withReason(reason)
    }
  }

  /// True if the service rejected our token and a new one may help.
  package var isAboutToken: Bool { status == 401 || status == 403 && code == "BadJwtToken" }

  /// Mozilla's error number or Apple's error code.
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
