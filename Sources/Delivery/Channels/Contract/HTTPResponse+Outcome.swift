package import Transfer

extension HTTPResponse {
  /// The meaning of an answer for a plain HTTP service. A channel first handles the statuses that its own specification defines.
  ///
  /// - Parameters:
  ///   - now: the time in seconds of UTC since 1970, for a Retry-After that is a date.
  /// - otherClientErrors: whether other 4xx answers are permanent or may pass later.
  package func outcome(now: Int, otherClientErrors: ClientErrors = .areFinal) -> Outcome {
    switch status {
    case 200..<300: return .delivered
    case 300..<400: return .rejected(reason: "answered \(status): redirects are not followed; give the URL it leads to")
    case 410: return .gone(reason: reason)
    case 429: return .deferred(reason: reason, retryAfterSeconds: retryAfterSeconds(now: now) ?? 60)
    case 503:
      guard let seconds = retryAfterSeconds(now: now) else { return .failed(reason: reason) }
      return .deferred(reason: reason, retryAfterSeconds: seconds)
    // The server timed out or declined early data (RFC 9110, section 15.5.9; RFC 8470).
    case 408, 425: return .failed(reason: reason, retryAfterSeconds: retryAfterSeconds(now: now))
    case 400..<500 where otherClientErrors == .areFinal: return .rejected(reason: reason)
    default: return .failed(reason: reason, retryAfterSeconds: retryAfterSeconds(now: now))
    }
  }

  package enum ClientErrors {
    case areFinal, mayPass
  }

  /// The status and the start of the server's text, on one line: `answered 400: no such topic`.
  package var reason: String {
    let text = body.isEmpty ? "" : ": " + String(decoding: body.prefix(1_000), as: UTF8.self)
    return "answered \(status)\(text)".failureReason
  }

  /// The requested wait, from 1 second to a day; nil if not given in a form of RFC 9110, section 10.2.3.
  package func retryAfterSeconds(now: Int) -> Int? {
    guard let text = header("Retry-After") else { return nil }
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    // A number too large for an Int is longer than a day.
    guard let seconds = isNumber ? Int(text) ?? .max : HTTPDate.parse(text).map({ $0 - now }) else { return nil }
    return min(max(seconds, 1), 86_400)
  }
}

extension TransferError {
  /// The meaning of a failed transfer for the message.
  ///
  /// - Parameter now: the time in seconds of UTC since 1970, for a Retry-After that is a date.
  package func outcome(now: Int) -> Outcome {
    let reason = description.failureReason
    switch self {
    case .badURL, .badRequest, .refusedAddress: return .rejected(reason: reason)
    // The status and headers were read before the endless body; they give the result and the wait.
    case .tooLarge(_, let head, _), .cutOff(_, let head, _):
      return head.outcome(now: now, otherClientErrors: .mayPass).withReason(reason)
    // We stopped the transfer, so no attempt is counted.
    case .cancelled, .closed: return .deferred(reason: reason, retryAfterSeconds: 0)
    case .addressBusy: return .deferred(reason: reason, retryAfterSeconds: 1)
    case .mailRefused(_, let code, _) where code >= 500: return .rejected(reason: reason)
    // A rejected login is the operator's to fix; the message is not at fault.
    case .libraryMissing, .couldNotResolve, .couldNotConnect, .timedOut, .tls, .connectionLost, .notUnderstood,
      .mailServerRefused, .mailRefused, .other:
      return .failed(reason: reason)
    }
  }
}
