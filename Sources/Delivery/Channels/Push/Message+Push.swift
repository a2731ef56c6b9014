internal import Addresses
internal import Crypto

/// Values of a message for push services.
extension Message {
  /// The seconds that a service keeps the message for an absent device: until it expires, at most four weeks, FCM's limit. 0 means now or never
  /// (RFC 8030, section 5.2).
  func timeToLiveSeconds(now: Int) -> Int {
    let (seconds, overflow) = expiresAt.subtractingReportingOverflow(now)
    if overflow { return expiresAt > now ? Self.longestTimeToLiveSeconds : 0 }
    return min(max(seconds, 0), Self.longestTimeToLiveSeconds)
  }

  private static let longestTimeToLiveSeconds = 28 * 86_400

  /// Identifies the message to service and device, so that a repetition replaces it: 32 characters of base64url, the limit of a Topic (RFC 8030,
  /// section 5.4). It is the start of the key's SHA-256, because the key may be longer.
  var topic: String {
    Base64URL.encode(SHA256.hash(data: Array(idempotencyKey.utf8)).prefix(24))
  }
}
