// Outcomes of services that stand between us and a device.

extension Outcome {
  /// The same outcome, told in other words.
  func withReason(_ reason: String) -> Outcome {
    switch self {
    case .delivered: self
    case .failed(_, let seconds): .failed(reason: reason, retryAfterSeconds: seconds)
    case .deferred(_, let seconds): .deferred(reason: reason, retryAfterSeconds: seconds)
    case .unavailable(_, let seconds): .unavailable(reason: reason, retryAfterSeconds: seconds)
    case .rejected: .rejected(reason: reason)
    case .gone: .gone(reason: reason)
    }
  }

  /// The same outcome where it is not the message or the device that is at fault but what the operator set, or what
  /// stands in between: nothing is rejected for that and no device is switched off.
  var sparingTheMessage: Outcome {
    switch self {
    case .delivered, .failed, .deferred, .unavailable: self
    case .rejected(let reason), .gone(let reason): .failed(reason: reason)
    }
  }
}
