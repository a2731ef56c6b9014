// Outcomes of push services.

extension Outcome {
  /// The same outcome with another reason.
  package func withReason(_ reason: String) -> Outcome {
    switch self {
    case .delivered: self
    case .failed(_, let seconds): .failed(reason: reason, retryAfterSeconds: seconds)
    case .deferred(_, let seconds): .deferred(reason: reason, retryAfterSeconds: seconds)
    case .unavailable(_, let seconds): .unavailable(reason: reason, retryAfterSeconds: seconds)
    case .closed(_, let seconds): .closed(reason: reason, retryAfterSeconds: seconds)
    case .withheld(_, let seconds): .withheld(reason: reason, retryAfterSeconds: seconds)
    case .rejected: .rejected(reason: reason)
    case .gone: .gone(reason: reason)
    }
  }

  /// The same outcome if the operator's settings or a proxy are at fault: no message is rejected and no device is deactivated.
  var sparingTheMessage: Outcome {
    switch self {
    case .delivered, .failed, .deferred, .unavailable, .closed, .withheld: self
    case .rejected(let reason), .gone(let reason): .failed(reason: reason)
    }
  }
}
