package import Transfer

extension HTTPResponse {
  /// What an answer means to a service that speaks plain HTTP. A channel looks first for the statuses to which its own
  /// specification gives a meaning, and asks this for the rest.
  ///
  /// - Parameters:
  ///   - now: the time in seconds of UTC since 1970, for a Retry-After that is a date.
  ///   - otherClientErrors: what 4xx means where nothing better is known: is the request wrong for good, or may it be
  ///     taken later?
  package func outcome(now: Int, otherClientErrors: ClientErrors = .areFinal) -> Outcome {
    switch status {
    case 200..<300: return .delivered
    case 300..<400: return .rejected(reason: "answered \(status): redirects are not followed; give the URL it leads to")
    case 410: return .gone(reason: reason)
    case 429: return .deferred(reason: reason, retryAfterSeconds: retryAfterSeconds(now: now) ?? 60)
    case 503:
      guard let seconds = retryAfterSeconds(now: now) else { return .failed(reason: reason) }
      return .deferred(reason: reason, retryAfterSeconds: seconds)
    // The server gave up waiting, or does not want to take a risk with early data (RFC 9110, section 15.5.9; RFC 8470).
    case 408, 425: return .failed(reason: reason, retryAfterSeconds: retryAfterSeconds(now: now))
    case 400..<500 where otherClientErrors == .areFinal: return .rejected(reason: reason)
    default: return .failed(reason: reason, retryAfterSeconds: retryAfterSeconds(now: now))
    }
  }

  package enum ClientErrors {
    case areFinal, mayPass
  }

  /// The status and the beginning of what the other side wrote, on one line: `answered 400: no such topic`.
  package var reason: String {
    let text = body.isEmpty ? "" : ": " + String(decoding: body.prefix(1_000), as: UTF8.self)
    return "answered \(status)\(text)".asReason
  }

  /// How long the other side asks to wait, from 1 second to a day; nil where it does not say, or not in a form that
  /// RFC 9110, section 10.2.3 knows.
  package func retryAfterSeconds(now: Int) -> Int? {
    guard let text = header("Retry-After") else { return nil }
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    // A number too great for an Int is longer than a day.
    guard let seconds = isNumber ? Int(text) ?? .max : HTTPDate.parse(text).map({ $0 - now }) else { return nil }
    return min(max(seconds, 1), 86_400)
  }
}

extension TransferError {
  /// What a transfer that came to nothing means for the message.
  ///
  /// - Parameter now: the time in seconds of UTC since 1970, for a Retry-After that is a date.
  package func outcome(now: Int) -> Outcome {
    let reason = description.asReason
    switch self {
    case .badURL, .badRequest, .refusedAddress: return .rejected(reason: reason)
    // The status and the headers were read before the body that had no end: they say whether the message was taken, and when to come back.
    case .tooLarge(_, let head, _), .cutOff(_, let head, _):
      return head.outcome(now: now, otherClientErrors: .mayPass).withReason(reason)
    // We stopped, not they: no attempt is counted.
    case .cancelled, .closed: return .deferred(reason: reason, retryAfterSeconds: 0)
    case .addressBusy: return .deferred(reason: reason, retryAfterSeconds: 1)
    case .mailRefused(_, let code, _) where code >= 500: return .rejected(reason: reason)
    // That a server does not let us in says nothing of the message: it is the operator's to mend.
    case .libraryMissing, .couldNotResolve, .couldNotConnect, .timedOut, .tls, .connectionLost, .notUnderstood,
      .mailServerRefused, .mailRefused, .other:
      return .failed(reason: reason)
    }
  }
}
