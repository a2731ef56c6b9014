internal import Foundation
internal import Transfer

/// An answer of the Messaging API to a message ("Status codes", "Error responses").
///
///     {"message":"The request body has 1 error(s)","details":[{"message":"May not be empty","property":"messages[0].text"}]}
struct LineAnswer {
  private let response: HTTPResponse
  /// LINE's explanation; nil if something else answered, such as a proxy.
  private let message: String?

  /// - Parameter token: what an explanation may not contain.
  init(_ response: HTTPResponse, hiding token: String? = nil) {
    self.response = response
    let form = try? JSONDecoder().decode(Form.self, from: Data(response.body))
    let parts = form.map { form in
      [form.message] + (form.details ?? []).prefix(2).map { "\($0.property ?? ""): \($0.message ?? "")" }
    }
    let text = parts?.joined(separator: "; ")
    message = token.map { token in text?.replacing(token, with: "…") } ?? text
  }

  private struct Form: Decodable {
    let message: String
    let details: [Detail]?

    struct Detail: Decodable {
      let message: String?
      let property: String?
    }
  }

  /// The wait after the month's quota is used up. The operator can take a larger plan at any time, so it is asked again before the month ends.
  static let quotaWaitSeconds = 3_600

  /// The meaning for the message. What only the operator can mend is `closed`, and the reason says what to do.
  func outcome(now: Int) -> Outcome {
    switch response.status {
    case 200..<300: return .delivered
    // A request with the same retry key was accepted before: "Don't retry. The request has been accepted."
    case 409 where response.header("x-line-accepted-request-id") != nil: return .delivered
    case 400 where message != nil, 413: return .rejected(reason: reason("").failureReason)
    case 401:
      return .closed(
        reason: reason(
          ": it takes the channel access token no more. Issue one in the LINE Developers Console for FOLKCAL_LINE_TOKEN"
        ))
    case 403:
      return .closed(
        reason: reason(": the channel may not send. See its permissions and plan in the LINE Official Account Manager"))
    case 404:
      return .closed(reason: reason(": it knows no such address. See FOLKCAL_LINE_URL"))
    case 429 where message?.lowercased().contains("monthly limit") == true:
      return .closed(
        reason: "LINE's messages of this month are used up (429): take a larger plan, or wait for the next month",
        retryAfterSeconds: Self.quotaWaitSeconds)
    default:
      return response.outcome(now: now).withReason(reason("")).sparingTheMessage
    }
  }

  private func reason(_ advice: String) -> String {
    let said = message.map { advice.isEmpty ? ": \($0)" : " (\($0))" } ?? ""
    // Advice first, because a long explanation is cut.
    return ("LINE answered \(response.status)" + (advice.isEmpty ? said : advice + said)).failureReason
  }

  /// The meaning of a transfer that failed. The address is LINE's or the operator's, so the message is not at fault.
  static func outcome(of error: TransferError, now: Int) -> Outcome {
    switch error {
    // The status and headers came before the answer broke off; a 409 has its header, and a 429 without its text counts as too fast.
    case .tooLarge(_, let head, _), .cutOff(_, let head, _):
      LineAnswer(head).outcome(now: now)
    default: error.outcome(now: now).sparingTheMessage
    }
  }
}
