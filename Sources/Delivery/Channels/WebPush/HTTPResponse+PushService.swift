internal import Foundation
package import Transfer

extension HTTPResponse {
  /// The meaning of a push service's answer for the message.
  ///
  /// The reason repeats only a number or a single word such as Apple's codes, because the answer may contain the endpoint.
  ///
  /// - Parameter isShared: false for a host that a user can have made up. What it says of our token is no reason to alarm the operator.
  package func pushServiceOutcome(isShared: Bool = true, now: Int) -> Outcome {
    let reason = "the push service answered \(status)" + (code.map { " (\($0))" } ?? "")
    switch status {
    // 201 by RFC 8030, section 5; some services answer 200, 202 or 204.
    case 200..<300: return .delivered
    // The subscription expired (RFC 8030, section 7.3) or was cancelled by the user.
    case 404, 410: return .gone(reason: "\(reason): the subscription has ended")
    case 413: return .rejected(reason: "\(reason): the message is too long for it")
    // All messages have the same token, so only the operator can mend it.
    case _ where isAboutToken:
      let text = "\(reason): it did not accept our token; are the clock and FOLKCAL_VAPID_CONTACT right?"
      let seconds = retryAfterSeconds(now: now)
      return isShared
        ? .closed(reason: text, retryAfterSeconds: seconds) : .failed(reason: text, retryAfterSeconds: seconds)
    // RFC 8292, section 4.2: the subscription belongs to another application server's key.
    case 401, 403: return .rejected(reason: "\(reason): was the subscription made for another key for Web Push?")
    // Without the body, which the reason would contain.
    default: return HTTPResponse(status: status, headers: headers).outcome(now: now).withReason(reason)
    }
  }

  /// True if the service rejected our token, and not only this subscription's key.
  ///
  /// The services mean the token by 401, and by 403 with `BadJwtToken` (Apple), `invalid JWT provided` (Google) or the number 109 (Mozilla). They mean
  /// the key by `VapidPkHashMismatch` (Apple), `VAPID public key mismatch` (Mozilla) and `do not correspond to the credentials` (Google).
  package var isAboutToken: Bool {
    let text = String(decoding: body, as: UTF8.self).lowercased()
    guard !text.contains("mismatch"), !text.contains("do not correspond") else { return false }
    return status == 401 || status == 403 && (text.contains("jwt") || code == "errno 109")
  }

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
