internal import Foundation
internal import Transfer

/// The reason why there is no token, as an outcome of the message. The message is not at fault, so it is never rejected.
struct AccessTokenFailure: Error {
  let outcome: Outcome

  static let cancelled = AccessTokenFailure(TransferError.cancelled, now: 0)
  static let unsigned = AccessTokenFailure(
    outcome: .failed(reason: "the key of the service account could not sign the request for a token"))
  static let notUnderstood = AccessTokenFailure(
    outcome: .failed(reason: "the token endpoint answered with something else than a token"))

  private init(outcome: Outcome) {
    self.outcome = outcome
  }

  /// - Parameter shared: the outcome of the token request. Even a success counts as a failure here, because no token was read.
  private init(_ shared: Outcome, reason: String) {
    outcome = shared == .delivered ? .failed(reason: reason) : shared.withReason(reason).sparingTheMessage
  }

  init(_ error: TransferError, now: Int) {
    self.init(error.outcome(now: now), reason: "no token for FCM: \(error)".failureReason)
  }

  init(_ response: HTTPResponse, now: Int) {
    let form = try? JSONDecoder().decode(Form.self, from: Data(response.body))
    // Only known codes are repeated; the answer may contain our request.
    let code = form?.error.flatMap { Self.codes.contains($0) ? " (\($0))" : nil } ?? ""
    let hint =
      code.contains("invalid_grant") ? ": is the clock right, and does the key of the service account still exist?" : ""
    let reason = "no token for FCM: the token endpoint answered \(response.status)\(code)\(hint)"
    // Google knows the account no more, or not its key; only a new key file helps.
    let isRefused = [400, 401, 403, 404].contains(response.status)
    self.init(
      isRefused
        ? .closed(reason: reason)
        : HTTPResponse(status: response.status, headers: response.headers).outcome(now: now), reason: reason)
  }

  /// RFC 6749, section 5.2, and Google's additions.
  private static let codes: Set = [
    "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type",
    "invalid_scope", "access_denied", "server_error", "temporarily_unavailable", "disabled_client", "org_internal",
    "admin_policy_enforced",
  ]

  private struct Form: Decodable {
    let error: String?
  }
}
